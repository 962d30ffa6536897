// A pool thread's stack is a block of the heap with no guard page: an overflow writes over what lies below it
// and goes on. So its lowest part is filled with a pattern, and the pattern is checked before a result is trusted.

/** Bytes of a pool thread's stack, like the first thread's (`-zstack-size` in .cargo/config.toml). */
export const STACK_BYTES = 8 << 20;
/** Words of the filled part: 64 KiB, more than any frame of ours. */
export const GUARD_WORDS = 1 << 14;
export const PATTERN = 0x5afe57ac;

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
