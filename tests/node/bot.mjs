// A bot that is spoken to line by line, games for it, and what it may reply.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { HANG } from "../limits.mjs";
import { masked, numbers, playRound, randomly, tablesHost } from "../host.mjs";
import { CLI, ENV } from "./cli.mjs";
import { nanikiru } from "./support.mjs";

export const NONE = { type: "none" };
export const FAST = ["--depth", "first", "--budget-ms", "60000", "--threads", "1"];

/** The program, that is asked line by line. */
export function bot(t, args, env = {}) {
  const child = spawn(process.execPath, [CLI, "mjai", ...args], { timeout: HANG, env: { ...ENV, ...env } });
  t.after(() => child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  child.stdin.on("error", () => {});
  const closed = new Promise((done) => child.on("close", done));
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Text and bytes as they are, all else as JSON. */
    say(value) {
      const text = typeof value === "string" || Buffer.isBuffer(value);
      child.stdin.write(Buffer.concat([Buffer.from(text ? value : JSON.stringify(value)), Buffer.from("\n")]));
    },
    async hear() {
      const { value, done } = await replies.next();
      return done ? undefined : JSON.parse(value);
    },
    async end() {
      child.stdin.end();
      const left = [];
      for (let next = await replies.next(); !next.done; next = await replies.next()) left.push(next.value);
      return { code: await closed, left, stderr };
    },
    stderr: () => stderr,
  };
}

const HANDS = {
  1: { 1: ["2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p", "6s", "7s", "2s", "2s"] },
  2: { 0: ["1p", "1p", "1p", "9p", "9p", "9p", "E", "E", "E", "S", "S", "3s", "4s"] },
};

/** Two made-up rounds, and for each event what each seat may reply. */
export async function madeUp(seed) {
  const host = await tablesHost(nanikiru.createTable, randomly(numbers(seed)));
  host.hear({ type: "start_game", names: ["A", "B", "C", "D"] });
  for (const kyoku of [1, 2]) await playRound({ seed: seed + kyoku, kyoku, hands: HANDS[kyoku] }, host);
  host.hear({ type: "end_game" });
  host.dispose();
  return host.events;
}

/** What a seat may reply to each of the events; `none` where there is nothing to do. */
export async function legal(events, seat) {
  const table = await nanikiru.createTable({ seat });
  const all = events.map((event) => {
    table.apply(masked(event, seat));
    const actions = table.actions();
    return actions.length === 0 ? [NONE] : actions.map((action) => table.toMjai(action));
  });
  table.dispose();
  return all;
}

export const key = (event) => JSON.stringify(Object.entries(event).sort());
