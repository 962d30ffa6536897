// A WebAssembly file over the network, on the page and inside the worker.
import { watchPolicy } from "./page-policy.js";

/** A report comes after so many bytes. */
const STEP = 1 << 16;

/** Counts the bytes of a copy: the answer itself stays what browsers keep compiled code of. */
async function count(copy: Response, came: (bytes: number) => void): Promise<void> {
  const reader = copy.body?.getReader();
  let [done, said] = [0, 0];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    done += part.value.length;
    if (done - said < STEP) continue;
    said = done;
    came(done);
  }
}

/**
 * Compiles while it loads where the server says application/wasm; says what came instead of WebAssembly. `came` hears
 * how many bytes came.
 */
export async function fetchWasm(
  url: string,
  came?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module> {
  const policy = watchPolicy(/^connect-src/);
  const response = await fetch(url)
    .catch((error: unknown) => {
      throw new Error(`${url}: ${policy.blocked() ?? String(error)}`);
    })
    .finally(policy.end);
  // an answer that breaks off is an error below
  if (came && response.ok) count(response.clone(), came).catch(() => {});
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [a, b, c, d] = bytes;
  if (response.ok && a === 0 && b === 0x61 && c === 0x73 && d === 0x6d) return bytes;
  const begin = new TextDecoder().decode(bytes.subarray(0, 16));
  throw new Error(
    `${url} is no WebAssembly: HTTP ${response.status}, ${type || "no type"}, begins with ${JSON.stringify(begin)}`,
  );
}
