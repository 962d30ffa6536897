import type { PracticeWords } from "../../../www/text/review-words";

const GAMES = { hanchan: "半莊戰", tonpuu: "東風戰", sanma: "三人麻將半莊戰" } as const;

export const practice: PracticeWords = {
  drillsTitle: "複習失誤",
  drills: {
    title: "複習",
    start: (due) => `開始（${due}題）`,
    says: "從儲存的全部對局中出題，損失大的在前。答對的題間隔更久再出，答錯的很快再出。",
    later: (when) => `下一題：${when}。`,
    step: (due) => `還有${due}題`,
    end: (right, all) => `${all}題中${right}題一次答對。`,
  },
  notes: {
    label: "這一決策的筆記",
    title: "筆記",
    keep: "保留這個假設",
    branch: (number, changes) => `假設${number}：${changes}`,
    branches: (count) => `${count}個假設`,
    remove: (branch) => `刪除「${branch}」`,
    table: "牌桌",
    follow: (tile) => `如果打${tile}？到下一次摸牌`,
    followMeans: "假設打出這張牌，繼續到牌譜中的下一次摸牌",
    followed: (discards, drawn) => `如果打${discards}：現在摸到${drawn}。他家與實戰相同。`,
    followEnds: "牌譜中沒有可以繼續的下一次摸牌。",
  },
  exportPicture: "這一決策的圖片（PNG）",
  scale: {
    better: (tenths, kind) =>
      tenths === 0
        ? `這一準確度在天鳳鳳凰桌的${GAMES[kind]}中屬於最低的一成。`
        : `這一準確度在天鳳鳳凰桌的${GAMES[kind]}中高於10人中的${tenths}人。`,
    says: (players, kind) => `與天鳳鳳凰桌${players}場${GAMES[kind]}中各一名玩家的準確度比較，檢討方法相同。`,
  },
};
