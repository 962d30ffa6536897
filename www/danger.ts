/** Risks as the engine gives them. */

import type { danger } from "nanikiru";

export type DangerReport = Awaited<ReturnType<typeof danger>>;
export type TileRisk = DangerReport["tiles"][number];
export type OpponentRisk = TileRisk["risks"][number];
export type Fact = OpponentRisk["facts"][number];
