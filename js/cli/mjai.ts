// nanikiru mjai
import { createAnalyzer, createTable, type MjaiEvent, type TableOptions } from "../index.js";
import { RULES } from "../rules.js";
import { LONGEST_MS } from "../timer.js";
import { type Command, EXIT, number, text, UsageError, type Values } from "./command.js";
import { Player } from "./player.js";
import { type Lines, linesOf, tcpAddress, tcpLines, webSocketLines } from "./sockets.js";

/** The shortest time that known hosts leave is 2 s: the answer has to be there, and to travel. */
const DEADLINE_MS = 1500;

type Framing = "array" | "line";

/** The events of a line, and how they were framed. */
function eventsOf(line: string, framing: string): { events: MjaiEvent[]; framing: Framing } {
  const read: unknown = JSON.parse(line);
  const all = Array.isArray(read) ? read : [read];
  const found: Framing = Array.isArray(read) ? "array" : "line";
  if (framing !== "auto" && framing !== found) throw new Error(`the framing is ${found}, and not ${framing}`);
  for (const event of all) {
    const isEvent = typeof event === "object" && event !== null && typeof (event as { type?: unknown }).type === "string";
    if (!isEvent) throw new Error("an event is an object with a type");
  }
  return { events: all as MjaiEvent[], framing: found };
}

function tableOptions(values: Values): TableOptions {
  const seat = number(values, "seat");
  const said = { seat, length: text(values, "length"), rules: text(values, "rules") };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as TableOptions;
}

interface Manner {
  readonly framing: string;
  /** To every line, only where there is something to do, or only to `request_action`. */
  readonly replies: string;
  readonly name: string;
  readonly room: string;
}

/** Speaks until the other side ends; gives the exit code. */
async function speak(lines: Lines, player: Player, manner: Manner, note: (line: string) => void): Promise<number> {
  for await (const line of lines) {
    if (line.trim() === "") continue;
    let events: MjaiEvent[];
    try {
      ({ events } = eventsOf(line, manner.framing));
    } catch (error) {
      note(`${line.slice(0, 200)}: ${error instanceof Error ? error.message : String(error)}`);
      return EXIT.failed;
    }
    const last = events.at(-1);
    if (last?.type === "hello") {
      lines.send(JSON.stringify({ type: "join", name: manner.name, room: manner.room }));
      continue;
    }
    if (last?.type === "error") {
      note(`the host says: ${JSON.stringify(last)}`);
      return EXIT.failed;
    }
    // whoever asks by a message of its own is answered by its number
    const asks = last?.type === "request_action" ? last : undefined;
    await player.follow(asks ? events.slice(0, -1) : events);
    if (!asks && manner.replies === "asked") continue;
    const reply = await player.reply();
    if (asks) lines.send(JSON.stringify({ ...reply, request_id: asks["request_id"] }));
    else if (reply.type !== "none" || manner.replies === "every") lines.send(JSON.stringify(reply));
  }
  return EXIT.fine;
}

export const mjaiCommand: Command = {
  name: "mjai",
  takes: "[options]",
  what: "Plays by the events of mjai, on stdin and stdout or a socket. It joins no game by itself and plays for no account.",
  options: {
    seat: { short: "s", value: "N", what: "the seat, 0 to 3, where start_game has no id" },
    framing: { value: "HOW", words: ["auto", "array", "line"], what: "an array of events a line, or an object a line; auto tells by the line" },
    replies: { value: "WHEN", words: ["every", "acting", "asked"], what: "a reply to every line (none where there is nothing to do), only where something is done, or only to request_action" },
    tcp: { value: "HOST:PORT", what: "connect there; mjsonp://HOST:PORT/ROOM joins the room" },
    ws: { value: "URL", what: "connect there (Node 22); the token in NANIKIRU_TOKEN goes as Authorization: Bearer" },
    name: { value: "NAME", what: "the name to join with" },
    length: { value: "LENGTH", words: ["hanchan", "tonpuu"], what: "how long the game is, which mjai does not say" },
    rules: { short: "r", value: "NAME", words: RULES, what: "the rule set" },
    "budget-ms": { short: "b", value: "MS", what: `when a reply has to be there: the best so far, else a legal one; at most ${LONGEST_MS}, ${DEADLINE_MS} when left out` },
    depth: { value: "DEPTH", what: "first, fast, full or deepest" },
    threads: { value: "N", what: "threads of the search" },
    json: { short: "j", what: "the protocol is JSON anyway; taken for the sake of scripts" },
  },
  examples: [
    ["nanikiru mjai", "a host that says the seat in start_game"],
    ["nanikiru mjai --seat 2 --framing line --replies acting", "a host with the seat as an argument, and replies only when acting"],
    ["nanikiru mjai --tcp mjsonp://localhost:11600/default", "a server that players connect to"],
  ],
  async run(given, values, { stdin, stdout, stderr, env, signal }) {
    if (given.length > 0) throw new UsageError(`nothing but options: ${given.join(" ")}`);
    const [tcp, ws] = [text(values, "tcp"), text(values, "ws")];
    if (tcp !== undefined && ws !== undefined) throw new UsageError("--tcp or --ws, and not both");
    const deadlineMs = number(values, "budget-ms", 1, LONGEST_MS) ?? DEADLINE_MS;
    const note = (line: string) => void stderr.write(`nanikiru: ${line}\n`);
    const threads = number(values, "threads", 1);
    const analyzer = createAnalyzer(threads === undefined ? {} : { threads });
    // so that the first answer does not wait for the engine
    const warm = analyzer.analyze("19m19p19s12345677z", {}, { depth: "first", details: "none" }).catch(() => {});
    const depth = text(values, "depth");
    const options = { deadlineMs, details: "none" as const, ...(depth === undefined ? {} : { depth: depth as "fast" }) };
    const player = await Player.at(() => createTable({ ...tableOptions(values), analyzer }), options, note);
    const address = tcp === undefined ? undefined : tcpAddress(tcp);
    const lines = address
      ? await tcpLines(address.host, address.port)
      : ws === undefined
        ? linesOf(stdin, stdout)
        : await webSocketLines(ws, env["NANIKIRU_TOKEN"]);
    signal.addEventListener("abort", () => lines.close(), { once: true });
    const manner: Manner = {
      framing: text(values, "framing") ?? "auto",
      replies: text(values, "replies") ?? "every",
      name: text(values, "name") ?? "nanikiru",
      room: address?.room ?? "default",
    };
    try {
      await warm;
      return await speak(lines, player, manner, note);
    } finally {
      lines.close();
      player.dispose();
      analyzer.dispose();
    }
  },
};
