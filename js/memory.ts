// What lies in the engine's memory for both sides to read: the text of a panic, and guards of the pool's stacks.
import type { Addresses } from "./protocol.js";

// A pool thread's stack is a block of the heap with no guard page: an overflow writes over what lies below it and goes
// on. So its lowest part is filled with a pattern, and the pattern is checked before a result is trusted.

/** Bytes of a pool thread's stack, like the first thread's (`-zstack-size` in .cargo/config.toml). */
export const STACK_BYTES = 8 << 20;
/** Words of the filled part: 64 KiB, more than any frame of ours. */
const GUARD_WORDS = 1 << 14;
const PATTERN = 0x5afe57ac;

/** Fills the lowest part of the stack that begins at `base`; gives the first filled address. */
export function layGuard(memory: WebAssembly.Memory, base: number): number {
  const address = (base + 3) & ~3;
  new Uint32Array(memory.buffer, address, GUARD_WORDS).fill(PATTERN);
  return address;
}

/** Whether no stack has grown into its guard. */
export function guardsHold(buffer: ArrayBufferLike, addresses: readonly number[]): boolean {
  for (const address of addresses) {
    const words = new Uint32Array(buffer, address, GUARD_WORDS);
    for (let i = 0; i < GUARD_WORDS; i++) if (words[i] !== PATTERN) return false;
  }
  return true;
}

export const GUARD_BROKEN = "stack overflow in a thread of the pool";

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
