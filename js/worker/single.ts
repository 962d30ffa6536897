// What the engine takes of the build without threads: a module that is taken whole would be kept whole, its tables too.
export { addresses, analyze, convertLog, danger, initSync, judgeAll, parseLog, tabu } from "glue:single";
