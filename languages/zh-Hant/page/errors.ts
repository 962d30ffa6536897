/** What goes wrong on the page itself, and why there are no threads. */

import type { PageErrors, Reasons } from "../../../www/text/words";

export const errors: PageErrors = {
  quoted: (part) => `「${part}」：`,
  with: (text, message) => `${text}（${message}）`,
  "saved.syntax": "檢討檔案已損壞",
  "saved.version": "檢討檔案的版本不同",
  "saved.value": "檢討檔案中有不正確的值",
  "saved.record": "檢討檔案與牌譜不符",
  page: "頁面內部錯誤",
};

export const reasons: Reasons = {
  isolated: "沒有 COOP、COEP 標頭，不能使用執行緒",
  shared: "不能使用 SharedArrayBuffer",
  cores: "每個核心一個",
  single: "只有一個核心",
};
