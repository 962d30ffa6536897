import type { PracticeWords } from "../../../www/text/review-words";

const GAMES = { hanchan: "東南戦", tonpuu: "東風戦", sanma: "三人打ち東南戦" } as const;

export const practice: PracticeWords = {
  drillsTitle: "ミスの復習",
  drills: {
    title: "復習",
    start: (due) => `始める（${due}問）`,
    says: "保存した全対局のミスを、損の大きい順に出題します。正解した問題は間隔をあけて、間違えた問題は早めにまた出ます。",
    later: (when) => `次の出題は${when}です。`,
    step: (due) => `残り${due}問`,
    end: (right, all) => `${all}問中${right}問が一度で正解。`,
  },
  notes: {
    label: "この局面のメモ",
    title: "メモ",
    keep: "この「もしも」を残す",
    branch: (number, changes) => `もしも${number}：${changes}`,
    branches: (count) => `もしも${count}件`,
    remove: (branch) => `「${branch}」を消す`,
    table: "卓",
    follow: (tile) => `${tile}切りなら？ 次のツモへ`,
    followMeans: "この牌を切ったことにして、牌譜の次のツモへ進みます",
    followed: (discards, drawn) => `もし${discards}を切っていたら：ツモは${drawn}。他家は実戦どおりです。`,
    followEnds: "この先に続けられるツモは牌譜にありません。",
  },
  exportPicture: "この局面の画像（PNG）",
  scale: {
    better: (tenths, kind) =>
      tenths === 0
        ? `この精度は、天鳳・鳳凰卓の${GAMES[kind]}で下位1割に当たります。`
        : `この精度は、天鳳・鳳凰卓の${GAMES[kind]}で10人中${tenths}人を上回ります。`,
    says: (players, kind) =>
      `天鳳・鳳凰卓の${GAMES[kind]}${players}戦から各1人を、同じ方法で解析した精度との比較です。`,
  },
};
