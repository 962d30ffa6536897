import type { BoardWords } from "../../../www/text/words";
import { withParticle } from "./particles";

export const board: BoardWords = {
  asText: "글자로 입력 (점수, 강, 후로)",
  layHint: "강이나 도라의 ‘＋’를 눌러 패를 고릅니다. 놓인 패를 누르면 바꿀 수 있습니다.",
  embed: {
    ask: "무엇을 버릴까요?",
    right: "최선입니다.",
    equal: (tile) => `${tile}: 똑같이 좋습니다.`,
    wrong: (tile, loss, unit) => `${tile}: ${loss}${unit}`,
  },
  embedMore: "자세히",
  embedShow: "정답 보기",
  frame: {
    title: "다른 페이지에 넣기",
    intro:
      "embed.html?hand=…는 결과와 후보 표만을 너비 320px부터 어느 페이지에나 보여 줍니다. 이 사이트의 링크와 같은 형식에 lang, theme, origin을 더할 수 있고, 높이와 결과를 메시지로 알립니다.",
    hand: "손패",
    refused: "embed=에는 다른 호스트의 페이지를 https:// 또는 http://로 시작하는 주소로 지정하세요.",
    heard: (hand) => `결과 수신: ${hand}`,
  },
  laying: {
    title: "패 놓기",
    river: (wind, tile) => (tile === null ? `${wind}가의 타패` : `${wind}가의 ${tile} 바꾸기`),
    meld: (wind) => `${wind}가의 후로`,
    dora: (place) => `도라 표시패 ${place}번째`,
    add: (wind) => `${wind}가의 강에 더하기`,
    addDora: "도라 표시패 더하기",
    discard: "타패",
    melds: { chi: "치", pon: "퐁", daiminkan: "대명깡", ankan: "안깡" },
    needs: {
      chi: "패 3장을 고르세요(운 패부터).",
      pon: "패를 고르세요.",
      daiminkan: "패를 고르세요.",
      ankan: "패를 고르세요.",
    },
    from: { left: "상가에게서", across: "대면에게서", right: "하가에게서" },
    fromWhom: "운 상대",
    drawn: "쯔모기리",
    riichi: "리치",
    inTurn: "이어서 다음 사람",
    remove: "빼기",
    removeMeld: "마지막 후로 빼기",
    kita: "북빼기",
    removeKita: "마지막 북빼기 취소",
    close: "완료",
    put: (tile) => `${withParticle(tile, "object")} 놓기`,
  },
};
