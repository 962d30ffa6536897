// Generated from src/rules/presets.rs; write anew with: UPDATE_API=1 cargo test --lib typescript

import type { RulesName } from "nanikiru";

/** The rule sets, as English speakers read them. */
export const RULES_EN: Readonly<Record<RulesName, string>> = {
  "tenhou": "Tenhou",
  "mahjong-soul": "Mahjong Soul",
  "m-league": "M-League",
  "wrc": "WRC",
  "ema": "EMA",
};

/** As Japanese speakers read them. */
export const RULES_JA: Readonly<Record<RulesName, string>> = {
  "tenhou": "天鳳",
  "mahjong-soul": "雀魂",
  "m-league": "Mリーグ",
  "wrc": "WRC",
  "ema": "EMA",
};
