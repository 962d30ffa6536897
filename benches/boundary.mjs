// How long questions and answers take to cross into the engine and back: questions whose search is next to nothing.
//   npm run build && node benches/boundary.mjs [calls] [package folder]
// One thread; the whole way, from the call to the answer: copy, worker, engine, worker, answer.
import assert from "node:assert/strict";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import { table as print } from "./table.mjs";

const calls = Number(process.argv[2] ?? 300);
const folder = process.argv[3] ?? fileURLToPath(new URL("../dist", import.meta.url));
const { createAnalyzer } = await import(pathToFileURL(join(folder, "node.js")).href);

// drawn tiles that go as they came, over and over: a record of as many rounds as there are dealers
const WALL = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p1s2s3s4s5s6s7s8s9s".match(/../g);
const NAMES = [...WALL, "E", "S", "W", "N", "P", "F", "C"];
const tiles = NAMES.flatMap((name) => Array(4).fill(name));
function record() {
  const lines = [{ type: "start_game", names: ["A", "B", "C", "D"], aka_flag: false }];
  for (let round = 0; round < 8; round++) {
    // every fifth tile: hands that wait for nothing and call nothing that anybody would
    const wall = tiles.map((_, i) => tiles[(i * 53 + round * 7) % 136]);
    const oya = round % 4;
    const tehais = [0, 1, 2, 3].map((seat) => wall.slice(seat * 13, seat * 13 + 13));
    const bakaze = round < 4 ? "E" : "S";
    lines.push({
      type: "start_kyoku",
      bakaze,
      dora_marker: wall[135],
      kyoku: oya + 1,
      honba: round,
      kyotaku: 0,
      oya,
      tehais,
    });
    for (let turn = 0; turn < 70; turn++) {
      const [actor, pai] = [(oya + turn) % 4, wall[52 + turn]];
      lines.push({ type: "tsumo", actor, pai }, { type: "dahai", actor, pai, tsumogiri: true });
    }
    lines.push({ type: "ryukyoku", deltas: [0, 0, 0, 0] }, { type: "end_kyoku" });
  }
  return [...lines, { type: "end_game" }].map((line) => `${JSON.stringify(line)}\n`).join("");
}

// the first table of benches/danger.mjs
const players = {
  east: { river: "1z9m4p-2s7z-" },
  south: { river: "9p1z4z-1m*8s-" },
  west: { river: "2z9s7z6m8m3p-", melds: ["z555+"] },
  north: { river: "3z9m1s-5z2m" },
};
const table = { seat: "north", doraIndicators: "3s", players };
const game = record();
const questions = {
  "analyze, no table, last turn": (engine) => engine.analyze("123m456p789s1122z5z", { turn: 18 }, { depth: "first" }),
  "danger, whole table": (engine) => engine.danger("346m40678p34577s2p", table),
  "parseLog, eight rounds": (engine) => engine.parseLog(game),
  "a misspelt field": (engine) => engine.analyze("123m456p789s1122z5z", { turns: 18 }).catch(({ code }) => ({ code })),
};

console.log(`${calls} calls each, Node ${process.versions.node}, ${cpus()[0].model}; ms`);
const engine = createAnalyzer({ threads: 1 });
async function* measured() {
  for (const [name, ask] of Object.entries(questions)) {
    const answer = await ask(engine);
    if (name.startsWith("parseLog")) assert.equal(answer.rounds.length, 8, JSON.stringify(answer.broken));
    const times = [];
    for (let i = 0; i < calls; i++) {
      const begin = performance.now();
      await ask(engine);
      times.push(performance.now() - begin);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const columns = [sorted[calls >> 1], sorted[0]].map((ms) => ms?.toFixed(2));
    yield [name, JSON.stringify(answer).length, ...columns];
  }
}
try {
  await print(["question", "characters of the answer as JSON", "median", "least"], measured());
} finally {
  engine.dispose();
}
