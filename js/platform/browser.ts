// Browsers: the files beside the script, or the copies of them inside the package.
import type { Files, Platform } from "./platform.js";
import { handle, platform as plain } from "./plain.js";

async function unpacked(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const platform: Platform = {
  ...plain,

  async inlined(): Promise<Files> {
    // its own file, fetched only when it is needed
    const { worker, single, threads } = await import("../inline.js");
    const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    return {
      // the pool's threads load the same address later: it is never revoked
      spawn: () =>
        handle(
          () => new Worker(url, { name: "nanikiru" }),
          () => url,
          { name: "nanikiru" },
        ),
      // these copies are the whole engine: nothing asks them for the small build
      wasm: (build) => unpacked(build === "threads" ? threads : single),
    };
  },
};
