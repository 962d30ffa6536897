// What the tools take and answer. Figures are nanikiru's own; what is asked wrongly is an error of the tool, so that
// a model can correct it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { NanikiruError, difference, explain, formatAction, summarize } from "nanikiru";

const { definitions } = createRequire(import.meta.url)("nanikiru/schema/request.json");

/** A field of a request of nanikiru, as its schema describes it. */
const of = (type, field) => definitions[type].properties[field];
const optionsOf = (fields) => ({
  type: "object",
  description: "How to search.",
  additionalProperties: false,
  properties: Object.fromEntries(fields.map((field) => [field, of("Options", field)])),
});

const HAND = of("Request", "hand");
const CONTEXT = of("Request", "context");
/** Without old names and what changes only the machine's work. */
const OPTIONS = optionsOf(["depth", "calls", "kans", "objective", "others", "danger", "policy", "budgetMs"]);
const ROWS = {
  type: "integer",
  minimum: 1,
  maximum: 20,
  description: "How many actions to answer, best first; 5 when left out.",
};
const ACTION = { $ref: "#/definitions/Action" };

/** The definitions that a schema refers to, directly or not. */
function referred(schema, found = {}) {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/definitions\/(\w+)"/g)) {
    if (name in found) continue;
    found[name] = definitions[name];
    referred(definitions[name], found);
  }
  return found;
}

function tool(title, description, properties, required, run) {
  return {
    title,
    description,
    inputSchema: {
      type: "object",
      properties,
      required,
      additionalProperties: false,
      definitions: referred(properties),
    },
    run,
  };
}

const same = (one, other) => Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);

/** A candidate without figures that repeat others. */
function rowOf(candidate, best) {
  const { action, value, winRate, tenpaiRate, foldRate, shanten, ukeire, outcomes, dealInRate, expectedLoss, policy } =
    candidate;
  return {
    text: formatAction(action),
    action,
    value,
    difference: difference(candidate, best),
    winRate,
    tenpaiRate,
    foldRate,
    shanten,
    ukeire,
    outcomes,
    dealInRate,
    expectedLoss,
    policy,
  };
}

async function analyze(analyzer, { hand, context, options, action, rows = 5 }, { signal }) {
  const report = await analyzer.analyze(hand, context, { depth: "fast", details: "none", ...options, action, signal });
  const { candidates, shanten, tilesLeft, drawsLeft, opponents } = report;
  return {
    candidates: candidates.slice(0, rows).map((one) => rowOf(one, candidates[0])),
    actions: candidates.length,
    shanten,
    tilesLeft,
    drawsLeft,
    opponents,
  };
}

/** The kinds of a hand's own tiles in mpsz; melds stand after commas or in brackets. */
function ownTiles(hand) {
  const text = typeof hand === "string" ? hand.split(/[,[(]/)[0] : hand.tiles;
  return new Set(
    [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit)),
  );
}

async function danger(analyzer, { hand, context, estimator, all = false }, { signal }) {
  const { opponents, tiles } = await analyzer.danger(hand, context, { estimator, signal });
  const own = ownTiles(hand);
  const shown = tiles.filter(({ tile }) => all || own.has(tile)).sort((a, b) => a.dealInRate - b.dealInRate);
  const risksOf = (risks) => risks.map(({ seat, rate, mean, facts }) => ({ seat, rate, mean, facts }));
  return { opponents, tiles: shown.map(({ risks, ...tile }) => ({ ...tile, risks: risksOf(risks) })) };
}

function refuse(code, field, value, message) {
  throw new NanikiruError({ code, field, value, message });
}

async function recordOf({ record, path }) {
  if ((record === undefined) === (path === undefined))
    refuse("request.missing_field", "record", record, "give either `record` or `path`");
  if (path === undefined) return record;
  if (typeof path !== "string") refuse("request.type", "path", path, "a path is text");
  try {
    return await readFile(path);
  } catch (error) {
    return refuse("log.unknown", "path", path, `the file cannot be read: ${error.message}`);
  }
}

/** One game of a record; without `game` the first. `games` names all of several, so that the next can be asked for. */
async function review(
  analyzer,
  { record, path, game = 0, seat, rules, options, threshold, decisions: wanted = "mistakes" },
  { signal, onProgress },
) {
  const log = await analyzer.parseLog(await recordOf({ record, path }), { rules, game, signal });
  const { games, broken } = log;
  const found = [];
  for await (const decision of analyzer.review(log, {
    depth: "fast",
    ...options,
    seat,
    threshold,
    rows: 3,
    signal,
    onProgress,
  }))
    found.push(decision);
  const shown = found.filter(({ mistake }) => wanted === "all" || mistake);
  return {
    ...(games.length > 1 && { game, games }),
    summary: summarize(found, options?.objective),
    decisions: shown,
    broken,
  };
}

async function explained(analyzer, { hand, context, options, action, than }, { signal }) {
  const { candidates } = await analyzer.analyze(hand, context, { depth: "fast", details: "none", ...options, signal });
  const candidateOf = (field, wanted) => {
    const one = candidates.find((candidate) => same(candidate.action, wanted));
    return (
      one ??
      refuse(
        "request.unknown_value",
        field,
        wanted,
        `this is none of the actions: ${candidates.map((candidate) => JSON.stringify(candidate.action)).join(", ")}`,
      )
    );
  };
  const one = candidateOf("action", action ?? {});
  const other = than === undefined ? candidates[0] : candidateOf("than", than);
  return {
    ...explain(one, other, options?.objective),
    difference: difference(one, other),
    action: rowOf(one, other),
    than: rowOf(other, other),
  };
}

export const TOOLS = {
  analyze: tool(
    "Value every action with a hand",
    "Values discards, riichi, kans, calls, wins and passes with a riichi-mahjong hand, best first: expected points, win rate, deal-in rate, ukeire, and what strong players do. Tiles are in mpsz: 2346m4067p2478s55z, 0 is a red five, 1z to 7z are east, south, west, north, white, green, red. 14 tiles after a draw; 13 while another player's tile is on offer in context.offered.",
    { hand: HAND, context: CONTEXT, options: OPTIONS, action: of("Request", "action"), rows: ROWS },
    ["hand"],
    analyze,
  ),
  danger: tool(
    "How dangerous tiles are",
    "How likely each tile of a hand deals in to each opponent, what that costs, and why; the safest first. The context needs `players` with their rivers and melds.",
    {
      hand: of("DangerRequest", "hand"),
      context: of("DangerRequest", "context"),
      estimator: of("DangerRequest", "estimator"),
      all: { type: "boolean", description: "All 34 kinds, and not only those of the hand." },
    },
    ["hand", "context"],
    danger,
  ),
  review: tool(
    "Review a game record",
    "Judges the decisions of a game record (Tenhou's mjlog and tenhou.net/6 JSON, mjai, Mahjong Soul's JSON or a browser's capture of it, 電脳麻将 JSON): what was done, the best, what the difference is worth, and why. A game takes about a minute. Where the record has several games, `games` lists them, and `game` chooses the one. `broken` says why a record is not read to its end.",
    {
      record: { type: "string", description: "The record's text, or an address that has the record in it. Or `path`." },
      path: { type: "string", description: "A file with the record." },
      game: {
        type: "integer",
        minimum: 0,
        description: "Which game of a record with several, from 0; the first when left out.",
      },
      seat: {
        enum: ["east", "south", "west", "north", 0, 1, 2, 3],
        description: "Whose decisions: by the wind in the first round or by number; everybody's when left out.",
      },
      rules: of("Context", "rules"),
      options: OPTIONS,
      threshold: {
        type: "number",
        exclusiveMinimum: 0,
        description: "The loss from which on a decision is a mistake; 500 points when left out.",
      },
      decisions: {
        enum: ["mistakes", "all"],
        description: "Which decisions to answer; `mistakes` when left out. The summary is of all.",
      },
    },
    [],
    review,
  ),
  explain: tool(
    "Why one action is better than another",
    "What two actions with a hand differ by, in parts that add up (win rate, average win, deal-ins, others' tsumo, draws), with a sentence. Without `than` it is compared with the best.",
    { hand: HAND, context: CONTEXT, options: OPTIONS, action: ACTION, than: ACTION },
    ["hand", "action"],
    explained,
  ),
};

const TYPES = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: Number.isFinite,
};

/** Refuses what a schema does not allow; what goes to nanikiru is checked there, field by field. */
function check(name, given) {
  const { properties, required } = TOOLS[name].inputSchema;
  const missing = required.find((field) => given[field] === undefined);
  if (missing !== undefined) refuse("request.missing_field", missing, null, `${missing} is missing`);
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, field))
      refuse("request.unknown_field", field, value, `${name} takes ${Object.keys(properties).join(", ")}`);
    const { type, enum: words, minimum, maximum } = properties[field];
    if (words && !words.includes(value))
      refuse("request.unknown_value", field, value, `${field} is one of ${words.join(", ")}`);
    if (TYPES[type] && !TYPES[type](value)) refuse("request.type", field, value, `${field} is of type ${type}`);
    if (value < minimum || value > maximum)
      refuse("request.out_of_range", field, value, `${field} is from ${minimum} to ${maximum}`);
  }
}

const answer = (structuredContent, more = {}) => ({
  content: [{ type: "text", text: JSON.stringify(structuredContent) }],
  structuredContent,
  ...more,
});

/**
 * Calls a tool. What nanikiru refuses is a result with `isError`, and the error's `code`, `field`, `value` and
 * `message`.
 */
export async function call(analyzer, name, given, run = {}) {
  try {
    check(name, given);
    return answer(await TOOLS[name].run(analyzer, given, run));
  } catch (error) {
    if (!(error instanceof NanikiruError)) throw error;
    const { code, field, value, message } = error;
    return answer({ error: { code, field, value: value ?? null, message } }, { isError: true });
  }
}
