/** Risks as the engine gives them, in steps of colour and as figures. */

import type { danger } from "nanikiru";
import { percent } from "./text/format";

export type DangerReport = Awaited<ReturnType<typeof danger>>;
export type TileRisk = DangerReport["tiles"][number];
export type OpponentRisk = TileRisk["risks"][number];
export type Fact = OpponentRisk["facts"][number];

/** Upper ends of the steps; nothing at all is step 0, above the last is the last step. */
export const STEPS = [0.01, 0.03, 0.05, 0.08, 0.12] as const;

/** 0 for what cannot deal in, then 1 and up. By the figure that is written: two that read alike look alike. */
export function stepOf(rate: number): number {
  const written = Number((100 * rate).toFixed(1));
  return rate === 0 ? 0 : 1 + STEPS.filter((end) => written >= 100 * end).length;
}

/** In per cent; a bare 0 only where it cannot be. */
export const rateFigure = (rate: number): string => (rate === 0 ? "0" : percent(rate));

/** Who is in tenpai less often than this, with no tile above the first step, makes no discard worse than another. */
export const QUIET_TENPAI = 0.1;

/** Seats whose risks are in every total and hardly change it. */
export const quietSeats = ({ opponents, tiles }: Pick<DangerReport, "opponents" | "tiles">): readonly string[] =>
  opponents
    .filter(({ tenpaiRate }) => tenpaiRate < QUIET_TENPAI)
    .map(({ seat }) => seat)
    .filter((seat) => tiles.every(({ risks }) => risks.every((risk) => risk.seat !== seat || stepOf(risk.rate) <= 1)));
