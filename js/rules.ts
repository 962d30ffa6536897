// Generated from src/rules/presets.rs; write anew with: UPDATE_API=1 cargo test --lib typescript

/** The name of a rule set of four players. */
export type RulesName = "tenhou" | "mahjong-soul" | "m-league" | "wrc" | "ema";

/** The name of one of three players. */
export type ThreePlayerRulesName = "tenhou-sanma" | "mahjong-soul-sanma";

/** The names of the rule sets of four players, for `context.rules`. */
export const RULES: readonly RulesName[] = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"];

/** Those of three players. */
export const THREE_PLAYER_RULES: readonly ThreePlayerRulesName[] = ["tenhou-sanma", "mahjong-soul-sanma"];
