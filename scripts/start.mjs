// npm start: sets up, builds, and serves the page on localhost. PORT chooses another port.
import { join } from "node:path";
import { buildPackage, buildSite } from "./build.mjs";
import { Failure, ROOT, program, say } from "./run.mjs";
import { setup } from "./setup.mjs";

const PORT = Number(process.env.PORT ?? 8080);

await program(async () => {
  await setup();
  await buildPackage();
  await buildSite();
  const { serve } = await import("./serve.mjs");
  const { url } = await serve(join(ROOT, "site"), { port: PORT }).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Failure(`port ${PORT} is taken: PORT=${PORT + 1} npm start`);
  });
  say(`${url}  (Ctrl+C ends it)`);
});
