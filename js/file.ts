// A WebAssembly file in Node, of the disk or of a server.
import { readFile } from "node:fs/promises";

export async function fileBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  if (url.startsWith("file:")) return new Uint8Array(await readFile(new URL(url)));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
