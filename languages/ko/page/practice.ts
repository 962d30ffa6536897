import type { PracticeWords } from "../../../www/text/review-words";

const GAMES = { hanchan: "반장전", tonpuu: "동풍전", sanma: "3인 반장전" } as const;

export const practice: PracticeWords = {
  drillsTitle: "실수 복습",
  drills: {
    title: "복습",
    start: (due) => `시작하기 (${due}문제)`,
    says: "보관한 모든 대국의 실수를 손실이 큰 순서로 냅니다. 맞힌 문제는 나중에, 틀린 문제는 곧 다시 나옵니다.",
    later: (when) => `다음 문제: ${when}.`,
    step: (due) => `남은 문제 ${due}개`,
    end: (right, all) => `${all}문제 중 ${right}문제를 한 번에 맞혔습니다.`,
  },
  notes: {
    label: "이 장면의 메모",
    title: "메모",
    keep: "이 가정 남기기",
    branch: (number, changes) => `가정 ${number}: ${changes}`,
    branches: (count) => `가정 ${count}개`,
    remove: (branch) => `"${branch}" 지우기`,
    table: "탁",
    follow: (tile) => `만약 ${tile} 타패라면? 다음 쯔모로`,
    followMeans: "이 패를 버린 것으로 하고 패보의 다음 쯔모로 갑니다",
    followed: (discards, drawn) => `만약 ${discards} 타패였다면: 쯔모는 ${drawn}. 다른 사람은 실전과 같습니다.`,
    followEnds: "패보에 이어서 갈 수 있는 쯔모가 더 없습니다.",
  },
  exportPicture: "이 장면의 그림 (PNG)",
  scale: {
    better: (tenths, kind) =>
      tenths === 0
        ? `이 정확도는 천봉 봉황탁 ${GAMES[kind]}에서 하위 10%에 듭니다.`
        : `이 정확도는 천봉 봉황탁 ${GAMES[kind]} 플레이어 10명 중 ${tenths}명보다 높습니다.`,
    says: (players, kind) =>
      `천봉 봉황탁 ${GAMES[kind]} ${players}판에서 한 명씩 같은 방법으로 복기한 정확도와 비교했습니다.`,
  },
};
