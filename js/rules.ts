// Generated from the presets of src/rules.rs; write anew with: UPDATE_API=1 cargo test --lib typescript

/** The names of the rule sets, for `context.rules`. */
export const RULES = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"] as const;

/** The name of a rule set. */
export type RulesName = (typeof RULES)[number];
