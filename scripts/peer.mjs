// The search beside that of nekobean/mahjong-cpp, for scripts/beside.mjs: the hands of benches/peer.json, on one thread,
// without what only one of the two has (calls, kans, other players, details).
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { node } from "../benches/places.mjs";
import { FOLDERS } from "./folders.mjs";
import { Failure, ROOT, output, run } from "./run.mjs";

const CASES = "benches/peer.json";
const SUITS = "mpsz";
const WINDS = ["east", "south", "west", "north"];
/** Their numbers of tiles: 34 kinds, then the three red fives, which count as plain ones, too. */
const TILES = 37;

/** How many of each tile `12340m5z` has, in their numbers. */
export function counts(notation) {
  const of = new Array(TILES).fill(0);
  for (const [, digits, suit] of notation.matchAll(/(\d+)([mpsz])/g)) {
    for (const digit of digits) {
      const first = 9 * SUITS.indexOf(suit);
      of[first + (digit === "0" ? 4 : Number(digit) - 1)] += 1;
      if (digit === "0") of[34 + SUITS.indexOf(suit)] += 1;
    }
  }
  return of;
}

/** What their program is asked about a request of ours. */
export function asked({ shanten, exchanges, request: { hand, context } }) {
  const { doraIndicators, seat, turn, visible = "" } = context;
  const held = counts(hand);
  const seen = [held, counts(doraIndicators), counts(visible)];
  const all = held.map((_, tile) => (tile < 34 ? 4 : 1));
  const wall = all.map((copies, tile) => copies - seen.reduce((sum, of) => sum + of[tile], 0));
  const [indicator] = counts(doraIndicators).flatMap((count, tile) => (count > 0 ? [tile] : []));
  const numbers = [turn, exchanges - shanten, WINDS.indexOf(seat), indicator];
  return [...numbers.map(String), held.join(), wall.join()];
}

/** Means by shanten and exchange number, as lines of a table; times come in milliseconds, memory in KiB. */
export function rows(cases, theirs, ours, wasm) {
  const names = [...new Set(cases.map(({ shanten, exchanges }) => `${shanten} | ${exchanges}`))];
  return names.map((name) => {
    const places = cases.flatMap(({ shanten, exchanges }, at) => (`${shanten} | ${exchanges}` === name ? [at] : []));
    const mean = (of) => places.reduce((sum, at) => sum + of(at), 0) / places.length;
    const [peer, own, web] = [theirs, ours].map((runs) => mean((at) => runs[at].ms)).concat(mean((at) => wasm[at]));
    const memory = [theirs, ours].map((runs) => (mean((at) => runs[at].kib) / 1024).toFixed(1));
    const hands = Math.round(mean((at) => cases[at].hands));
    const vertices = Math.round(mean((at) => theirs[at].vertices));
    const ms = (time) => (time < 1 ? time.toFixed(3) : time < 100 ? time.toFixed(1) : time.toFixed(0));
    const figures = [ms(peer), ms(own), (peer / own).toFixed(2), ms(web), (peer / web).toFixed(2)];
    return `| ${name} | ${places.length} | ${vertices} | ${hands} | ${figures.join(" | ")} | ${memory.join("; ")} |`;
  });
}

/** The exponent with which time grows with hands, of searches of more than a thousand. */
export function exponent(cases, ours) {
  const points = cases.flatMap(({ hands }, at) => (hands > 1000 ? [[Math.log(hands), Math.log(ours[at].ms)]] : []));
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([x]) => x), mean(([, y]) => y)];
  return mean((point) => (point[0] - x) * (point[1] - y)) / mean((point) => (point[0] - x) ** 2);
}

/**
 * Builds their library and the program that asks it, beside the tables that it reads. What CXXFLAGS and LDLIBS say of
 * the libraries that they need stands in the command, too.
 */
async function build(folder) {
  const source = join(folder, "src", "mahjong", "core");
  if (!existsSync(source)) throw new Failure(`${folder} is no checkout of nekobean/mahjong-cpp: no src/mahjong/core`);
  const out = join(ROOT, "target", "beside", "mahjong-cpp");
  mkdirSync(out, { recursive: true });
  const files = readdirSync(source).filter((name) => name.endsWith(".cpp"));
  const program = join(out, "peer");
  const sources = [join(ROOT, "benches", "mahjong_cpp.cpp"), ...files.map((name) => join(source, name))];
  const words = (name) => (process.env[name] ?? "").split(" ").filter(Boolean);
  const flags = ["-std=c++17", "-O3", "-DNDEBUG", `-I${join(folder, "src")}`, ...words("CXXFLAGS")];
  await run("g++", [...flags, "-o", program, ...sources, ...words("LDLIBS")]);
  const tables = readdirSync(folder, { recursive: true }).filter((name) => /_table\.bin$/.test(name));
  for (const name of tables) {
    const link = join(out, basename(name));
    rmSync(link, { force: true });
    symlinkSync(join(folder, name), link);
  }
  return program;
}

/** What a program says of a case: the growth of its process, its best time, and what else it counts. */
async function alone(program, args) {
  const words = (await run(program, args, { env: { RAYON_NUM_THREADS: "1" } })).trim().split(" ").map(Number);
  if (words.length < 2 || words.some((word) => !Number.isFinite(word))) throw new Failure(`${program}: no figures`);
  const [kib, ms, vertices] = words;
  return { kib, ms, vertices };
}

const better = (last, now) => (last === undefined || now.ms < last.ms ? now : last);

/** Prints the table; `bench` is the program of benches/search.rs. */
export async function beside(folder, bench, rounds, tell) {
  const cases = JSON.parse(readFileSync(join(ROOT, CASES), "utf8"));
  if (!existsSync(join(FOLDERS.release.dist, "node.js"))) throw new Failure("no package in dist/: npm run build");
  tell("building mahjong-cpp");
  const program = await build(folder);
  const [theirs, ours, wasm] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    tell(`round ${round + 1} of ${rounds}`);
    for (const [at, one] of cases.entries()) {
      theirs[at] = better(theirs[at], await alone(program, asked(one)));
      ours[at] = better(ours[at], await alone(bench, ["--alone", `${at}`]));
    }
  }
  tell("in WebAssembly");
  const place = await node([1], { memoryMb: 1024 });
  for (const { request } of cases) {
    const options = { ...request.options, details: "none" };
    const { time, code } = await place.best(1, { ...request, options }, { least: 3, spend: 300, long: 1e9 });
    if (code !== undefined) throw new Failure(`${request.hand} in WebAssembly: ${code}`);
    wasm.push(time);
  }
  await place.close();
  const commit = output("git", ["-C", folder, "rev-parse", "--short", "HEAD"]) ?? "no commit";
  console.log(`mahjong-cpp of ${commit}; one thread; ${rounds} rounds in turns, the best time of each hand; means.`);
  console.log(
    "\n| shanten | n | hands valued | their vertices | our hands | mahjong-cpp ms | ours ms | theirs / ours | WebAssembly ms | theirs / WebAssembly | memory MiB: theirs; ours |",
  );
  console.log(`|${"---|".repeat(11)}`);
  console.log(rows(cases, theirs, ours, wasm).join("\n"));
  console.log(`\nOur time grows with the ${exponent(cases, ours).toFixed(2)}th power of the hands.`);
}
