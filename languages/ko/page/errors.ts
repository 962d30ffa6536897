/** What goes wrong on the page itself, and why there are no threads. */

import type { PageErrors, Reasons } from "../../../www/text/words";

export const errors: PageErrors = {
  quoted: (part) => `“${part}”: `,
  with: (text, message) => `${text} (${message})`,
  "saved.syntax": "복기 파일이 손상되었습니다",
  "saved.version": "복기 파일의 버전이 다릅니다",
  "saved.value": "복기 파일에 올바르지 않은 값이 있습니다",
  "saved.record": "복기 파일이 패보와 맞지 않습니다",
  page: "페이지 내부 오류입니다",
};

export const reasons: Reasons = {
  isolated: "COOP, COEP 헤더가 없어 스레드를 쓸 수 없습니다",
  shared: "SharedArrayBuffer를 쓸 수 없습니다",
  cores: "코어마다 하나",
  single: "코어가 하나입니다",
};
