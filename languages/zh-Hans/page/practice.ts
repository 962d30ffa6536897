import type { PracticeWords } from "../../../www/text/review-words";

const GAMES = { hanchan: "半庄战", tonpuu: "东风战", sanma: "三人麻将半庄战" } as const;

export const practice: PracticeWords = {
  drillsTitle: "复习失误",
  drills: {
    title: "复习",
    start: (due) => `开始（${due}题）`,
    says: "从保存的全部对局中出题，损失大的在前。答对的题间隔更久再出，答错的很快再出。",
    later: (when) => `下一题：${when}。`,
    step: (due) => `还有${due}题`,
    end: (right, all) => `${all}题中${right}题一次答对。`,
  },
  notes: {
    label: "这一决策的笔记",
    title: "笔记",
    keep: "保留这个假设",
    branch: (number, changes) => `假设${number}：${changes}`,
    branches: (count) => `${count}个假设`,
    remove: (branch) => `删除“${branch}”`,
    table: "牌桌",
    follow: (tile) => `如果打${tile}？到下一次摸牌`,
    followMeans: "假设打出这张牌，继续到牌谱中的下一次摸牌",
    followed: (discards, drawn) => `如果打${discards}：现在摸到${drawn}。他家与实战相同。`,
    followEnds: "牌谱中没有可以继续的下一次摸牌。",
  },
  exportPicture: "这一决策的图片（PNG）",
  scale: {
    better: (tenths, kind) =>
      tenths === 0
        ? `这一准确度在天凤凤凰桌的${GAMES[kind]}中属于最低的一成。`
        : `这一准确度在天凤凤凰桌的${GAMES[kind]}中高于10人中的${tenths}人。`,
    says: (players, kind) => `与天凤凤凰桌${players}场${GAMES[kind]}中各一名玩家的准确度比较，检讨方法相同。`,
  },
};
