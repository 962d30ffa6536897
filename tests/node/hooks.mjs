// The package with faults on demand: hand `test:<name>:<number>`, see src/wasm/hooks.rs.
import { HOOKS } from "../../scripts/folders.mjs";
import { load } from "./support.mjs";

export { HOOKS };
export const hooked = await load(HOOKS);

/** Asks the hooked engine for something; resolves to the number that it gives back. */
export const fault = async (engine, name, number = 0, options = {}) =>
  (await engine.analyze(`test:${name}:${number}`, {}, options)).search.hands;
