/** Risks as the page shows them. */

export interface Fact { readonly cause: string; readonly effect: number }
export interface Payment { readonly points: number; readonly share: number }
export interface OpponentRisk { readonly seat: string; readonly rate: number; readonly mean: number; readonly payments: readonly Payment[]; readonly facts?: readonly Fact[] }
export interface TileRisk { readonly tile: string; readonly dealInRate: number; readonly expectedLoss: number; readonly risks: readonly OpponentRisk[] }
export interface DangerReport { readonly opponents: readonly { readonly seat: string; readonly tenpaiRate: number }[]; readonly tiles: readonly TileRisk[] }
