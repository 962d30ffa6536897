// A WebAssembly file over the network, on the page and inside the worker.
import { watchPolicy } from "./page-policy.js";

/** Compiles while it loads where the server says application/wasm; says what came instead of WebAssembly. */
export async function fetched(url: string): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module> {
  const policy = watchPolicy(/^connect-src/);
  const response = await fetch(url)
    .catch((error: unknown) => {
      throw new Error(`${url}: ${policy.blocked() ?? String(error)}`);
    })
    .finally(policy.end);
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [a, b, c, d] = bytes;
  if (response.ok && a === 0 && b === 0x61 && c === 0x73 && d === 0x6d) return bytes;
  const begin = new TextDecoder().decode(bytes.subarray(0, 16));
  throw new Error(`${url} is no WebAssembly: HTTP ${response.status}, ${type || "no type"}, begins with ${JSON.stringify(begin)}`);
}
