// Shared by the page's unit tests: modules of www/, without a browser and without WebAssembly.
import * as source from "../source.mjs";

export const load = (name) => source.load(`www/${name}`);
export const script = (name, global) => source.script(`www/${name}`, global);
