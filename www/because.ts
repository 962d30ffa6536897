/** The facts that moved a value most, as many as a line has room for. */

import type { Because, Candidate } from "nanikiru";

const MOST = 3;

/** None where nothing is corrected, or by nothing that is shown. */
export const mostOf = ({ because = [] }: Candidate["correction"]): readonly Because[] => because.filter(({ adds }) => Math.round(adds) !== 0).slice(0, MOST);
