/** Risks as the page shows them. */

export interface Fact { readonly cause: string; readonly effect: number }
export interface Payment { readonly points: number; readonly rate: number }
export interface OpponentRisk { readonly seat: string; readonly rate: number; readonly mean: number; readonly payments: readonly Payment[]; readonly facts: readonly Fact[] }
export interface TileRisk { readonly tile: string; readonly dealInRate: number; readonly expectedLoss: number; readonly opponents: readonly OpponentRisk[] }
export interface Risks { readonly opponents: readonly { readonly seat: string; readonly tenpaiRate: number }[]; readonly tiles: readonly TileRisk[] }
