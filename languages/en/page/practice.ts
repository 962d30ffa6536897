import type { PracticeWords } from "../../../www/text/review-words";

const GAMES = { hanchan: "hanchan", tonpuu: "tonpuu", sanma: "three-player hanchan" } as const;

export const practice: PracticeWords = {
  drillsTitle: "Practise your mistakes",
  drills: {
    title: "Practice",
    start: (due) => `Start: ${due} due`,
    says: "The worst first, over all kept games. What you get right comes again later, what you get wrong sooner.",
    later: (when) => `The next mistake comes ${when}.`,
    step: (due) => `${due} due`,
    end: (right, all) => `${right} of ${all} right at the first try.`,
  },
  notes: {
    label: "Your note on this decision",
    title: "Notes",
    keep: "Keep this what-if",
    branch: (number, changes) => `What if ${number}: ${changes}`,
    branches: (count) => `${count} what-if${count === 1 ? "" : "s"}`,
    remove: (branch) => `Remove “${branch}”`,
    table: "Table",
    follow: (tile) => `What if ${tile}? Next draw`,
    followMeans: "Discard this tile instead and go on to your next draw of the record",
    followed: (discards, drawn) =>
      `What if you discard ${discards}: now you draw ${drawn}. The others play as they did.`,
    followEnds: "The record has no later draw that this can go on with.",
  },
  exportPicture: "A picture of this decision (PNG)",
  scale: {
    better: (tenths, kind) =>
      tenths === 0
        ? `In the lowest tenth of Tenhou’s top room, by accuracy in a ${GAMES[kind]}.`
        : `Better than ${tenths} of 10 players of Tenhou’s top room, by accuracy in a ${GAMES[kind]}.`,
    says: (players, kind) =>
      `Compared with ${players} players, each in one ${GAMES[kind]} of Tenhou’s top room, reviewed in the same way.`,
  },
};
