// Generated from the presets of src/rules.rs; write anew with: UPDATE_API=1 cargo test --lib typescript

/** The name of a rule set. */
export type RulesName = "tenhou" | "mahjong-soul" | "m-league" | "wrc" | "ema";

/** The names of the rule sets, for `context.rules`. */
export const RULES: readonly RulesName[] = ["tenhou", "mahjong-soul", "m-league", "wrc", "ema"];
