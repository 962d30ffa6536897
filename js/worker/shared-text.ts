import type { Addresses } from "../protocol.js";

/** Bytes of the text in src/wasm.rs. */
const CAPACITY = 1024;

export function addressesOf([cancel, done, total, panicLength, panicText]: Uint32Array): Addresses {
  return { cancel, done, total, panicLength, panicText } as Addresses;
}

/** The text of a panic, empty when there was none. */
export function readPanic(buffer: ArrayBufferLike, at: Addresses): string {
  const [length = 0] = new Uint32Array(buffer, at.panicLength, 1);
  return new TextDecoder().decode(new Uint8Array(buffer, at.panicText, length).slice());
}

/** Leaves a text where a panic would, unless there is one: out of memory and stack come without a panic. */
export function writePanic(buffer: ArrayBufferLike, at: Addresses, text: string): void {
  const length = new Int32Array(buffer, at.panicLength, 1);
  if (Atomics.load(length, 0) !== 0) return;
  const bytes = new TextEncoder().encode(text).slice(0, CAPACITY);
  new Uint8Array(buffer, at.panicText, bytes.length).set(bytes);
  Atomics.store(length, 0, bytes.length);
}
