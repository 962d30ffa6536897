/** What goes wrong on the page itself, and why there are no threads. */

import type { PageErrors, Reasons } from "../../../www/text/words";

export const errors: PageErrors = {
  quoted: (part) => `「${part}」：`,
  with: (text, message) => `${text}（${message}）`,
  "saved.syntax": "解析のファイルが壊れています",
  "saved.version": "解析のファイルの版が違います",
  "saved.value": "解析のファイルにおかしな値があります",
  "saved.record": "解析のファイルと牌譜が合いません",
  page: "ページ内部のエラーです",
};

export const reasons: Reasons = {
  isolated: "COOP・COEP ヘッダーがないため、スレッドを使えません",
  shared: "SharedArrayBuffer が使えません",
  cores: "コアごとに1つ",
  single: "コアが1つです",
};
