// nanikiru mjai
import { createAnalyzer, createTable, type MjaiEvent, type TableOptions } from "../index.js";
import { RULES, THREE_PLAYER_RULES } from "../rules.js";
import { LONGEST_MS } from "../deadline.js";
import { type Command, EXIT, number, type Sentence, text, UsageError, type Values, whole } from "./command.js";
import { forJson } from "../escape.js";
import { Player } from "./player.js";
import { type Heard, type Lines, standardLines, tcpAddress, tcpLines, webSocketLines } from "./sockets.js";

/** The shortest time that known hosts leave is 2 s: the answer has to be there, and to travel. */
const DEADLINE_MS = 1500;

/** The events of a line, and what else stands in it. */
interface Events {
  readonly events: MjaiEvent[];
  readonly faults: readonly Sentence[];
}

/** The JSON of a line; of a frame with an event a line all of them. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (!line.includes("\n")) throw error;
    return line
      .split("\n")
      .filter((part) => part.trim() !== "")
      .map((part): unknown => JSON.parse(part));
  }
}

/** How deep the fields of mjai are: lists of lists. */
const DEPTH = 2;
const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)));

/** An event without what cannot be a field of mjai, be it for its depth. */
const shallow = (event: MjaiEvent): MjaiEvent =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => isWithin(value, DEPTH))) as MjaiEvent;

function eventsOf(heard: Heard, framing: string): Events {
  if ("fault" in heard) return { events: [], faults: [({ files }) => heard.fault(files)] };
  // some hosts begin with a byte order mark
  const line = heard.line.replace(/^\ufeff/, "");
  let read: unknown;
  try {
    read = jsonOf(line);
  } catch (error) {
    return { events: [], faults: [({ mjai }) => mjai.noJson(error instanceof Error ? error.message : String(error))] };
  }
  const all: readonly unknown[] = Array.isArray(read) ? read : [read];
  const isEvent = (event: unknown): event is MjaiEvent =>
    typeof event === "object" && event !== null && typeof (event as { type?: unknown }).type === "string";
  const given = all.filter(isEvent);
  const events = given.map(shallow);
  const found = Array.isArray(read) ? "array" : "line";
  const isShallow = given.every((event, i) => Object.keys(event).length === Object.keys(events[i] ?? {}).length);
  const faults: Sentence[] = [
    ...(framing === "auto" || framing === found
      ? []
      : ([({ mjai }) => mjai.framing(found, framing)] satisfies Sentence[])),
    ...(given.length === all.length ? [] : ([({ mjai }) => mjai.noEvent] satisfies Sentence[])),
    ...(isShallow ? [] : ([({ mjai }) => mjai.deep] satisfies Sentence[])),
  ];
  return { events, faults };
}

const rulesOf = (players: number) => (players === 3 ? THREE_PLAYER_RULES[0] : undefined);

/** A game that begins with three players has their usual rules, unless others are given. */
function tableOptions(values: Values, players: number): TableOptions {
  const seat = whole(values, "seat", { most: 3 });
  const said = {
    seat,
    length: text(values, "length"),
    rules: text(values, "rules") ?? rulesOf(players),
    nukidora: values["nukidora"],
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as TableOptions;
}

interface Manner {
  readonly framing: string;
  /** To every line, only where there is something to do, or only to `request_action`. */
  readonly replies: string;
  readonly name: string;
  readonly room: string;
}

/** The most characters of a host's line in a message, and of a message. */
const LONGEST_QUOTE = 200;
const LONGEST_NOTE = 1_000;

/** Speaks until the other side ends, through any input; gives the exit code. */
async function speak(
  lines: Lines,
  player: Player,
  manner: Manner,
  note: (sentence: Sentence) => void,
): Promise<number> {
  let code: number = EXIT.fine;
  for await (const heard of lines) {
    if ("line" in heard && /^[ \t\r]*$/.test(heard.line)) continue;
    const { events, faults } = eventsOf(heard, manner.framing);
    const quote = "line" in heard ? heard.line.slice(0, LONGEST_QUOTE) : "";
    if (faults.length > 0)
      note((words, language) =>
        [quote, faults.map((fault) => fault(words, language)).join("; ")].filter(Boolean).join(": "),
      );
    const last = events.at(-1);
    // a host that ends the game so closes the connection
    code = last?.type === "error" ? EXIT.failed : EXIT.fine;
    if (last?.type === "error") note(({ mjai }) => mjai.host(quote));
    if (last?.type === "hello") {
      await lines.send(forJson(JSON.stringify({ type: "join", name: manner.name, room: manner.room })));
      continue;
    }
    const asks = last?.type === "request_action" ? last : undefined;
    const moved = await player.follow(asks || last?.type === "error" ? events.slice(0, -1) : events);
    if (asks) await lines.send(forJson(JSON.stringify({ ...(await player.reply()), request_id: asks["request_id"] })));
    // where nothing has moved, the reply is what it was, and only who waits for one gets it again
    else if (manner.replies === "every" || (manner.replies === "acting" && moved)) {
      const reply = await player.reply();
      if (reply.type !== "none" || manner.replies === "every") await lines.send(forJson(JSON.stringify(reply)));
    }
  }
  return code;
}

export const mjaiCommand: Command = {
  name: "mjai",
  takes: "",
  options: {
    seat: { short: "s", value: "N", what: ({ tableSeat }) => tableSeat },
    framing: { value: "HOW", words: ["auto", "array", "line"], what: (words) => words.framing },
    replies: { value: "WHEN", words: ["every", "acting", "asked"], what: (words) => words.replies },
    tcp: { value: "HOST:PORT", what: (words) => words.tcp },
    ws: { value: "URL", what: (words) => words.ws },
    name: { value: "NAME", what: (words) => words.name },
    length: { value: "LENGTH", words: ["hanchan", "tonpuu"], what: (words) => words.length },
    rules: { short: "r", value: "NAME", words: [...RULES, ...THREE_PLAYER_RULES], what: ({ rules }) => rules },
    nukidora: { what: ({ nukidora }) => nukidora },
    "budget-ms": { short: "b", value: "MS", what: ({ deadline }) => deadline(LONGEST_MS, DEADLINE_MS) },
    depth: { value: "DEPTH", what: ({ depthWord }) => depthWord },
    threads: { value: "N", what: ({ threads }) => threads },
    json: { short: "j", what: ({ protocolJson }) => protocolJson },
  },
  examples: [
    "nanikiru mjai",
    "nanikiru mjai --seat 2 --framing line --replies acting",
    "nanikiru mjai --tcp mjsonp://localhost:11600/default",
  ],
  async run(given, values, { stdin, stdout, env, ...world }) {
    if (given.length > 0) throw new UsageError(({ usage }) => usage.onlyOptions(given.join(" ")));
    const [tcp, ws] = [text(values, "tcp"), text(values, "ws")];
    if (tcp !== undefined && ws !== undefined) throw new UsageError(({ usage }) => usage.tcpOrWs);
    const deadlineMs = number(values, "budget-ms", { least: 1, most: LONGEST_MS }) ?? DEADLINE_MS;
    const note = (sentence: Sentence) =>
      world.note((words, language) => {
        const line = sentence(words, language);
        return line.length > LONGEST_NOTE ? `${line.slice(0, LONGEST_NOTE)}…` : line;
      });
    const threads = whole(values, "threads", { least: 1 });
    const address = tcp === undefined ? undefined : tcpAddress(tcp);
    const analyzer = createAnalyzer(threads === undefined ? {} : { threads });
    // so that the first answer does not wait for the engine
    const warm = analyzer.analyze("19m19p19s12345677z", {}, { depth: "first", details: "none" }).catch(() => {});
    const depth = text(values, "depth");
    const options = {
      deadlineMs,
      details: "none" as const,
      ...(depth === undefined ? {} : { depth: depth as "fast" }),
    };
    const table = (players: number) => createTable({ ...tableOptions(values, players), analyzer });
    const player = await Player.at(table, options, note);
    const lines = address
      ? await tcpLines(address.host, address.port)
      : ws === undefined
        ? standardLines(stdin, stdout)
        : await webSocketLines(ws, env["NANIKIRU_TOKEN"]);
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
