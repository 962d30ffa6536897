// What the engine takes of the build with threads: a module that is taken whole would be kept whole.
export { addresses, analyze, convertLog, danger, initSync, judgeAll, parseLog, tabu } from "glue:threads";
