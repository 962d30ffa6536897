/** What goes wrong on the page itself, and why there are no threads. */

import type { PageErrors, Reasons } from "../../../www/text/words";

export const errors: PageErrors = {
  quoted: (part) => `“${part}”：`,
  with: (text, message) => `${text}（${message}）`,
  "saved.syntax": "检讨文件已损坏",
  "saved.version": "检讨文件的版本不同",
  "saved.value": "检讨文件中有不正确的值",
  "saved.record": "检讨文件与牌谱不符",
  page: "页面内部错误",
};

export const reasons: Reasons = {
  isolated: "没有 COOP、COEP 标头，不能使用线程",
  shared: "不能使用 SharedArrayBuffer",
  cores: "每个核心一个",
  single: "只有一个核心",
};
