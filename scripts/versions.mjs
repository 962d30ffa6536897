// The versions of everything that rust-toolchain.toml, Cargo.lock and package-lock.json do not pin.

/** For the build with threads alone: it compiles std anew, with atomics. Needs rust-src. */
export const NIGHTLY = "nightly-2026-05-20";
export const WASM_PACK = "0.15.1";
/** Must equal the crate's version in Cargo.toml: the two halves speak a private format. */
export const WASM_BINDGEN = "0.2.130";
/** The tests run on the Node that runs `npm test` and on this one. */
export const NODE_22 = "22.23.3";
/** The referee of the bots' tests, from PyPI. */
export const RIICHIENV = "0.4.11";
