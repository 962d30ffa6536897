// What the engine takes of the small build: all that it has.
export { addresses, analyze, initSync } from "glue:preview";
