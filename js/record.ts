// A game record: its bytes, in whichever shape a caller has it, and whose its decisions are.
import type { Decision, GameLog, WindName } from "./api.js";
import { NanikiruError, refuse } from "./errors.js";
import { THREE_PLAYER_RULES } from "./rules.js";
import type { GameSeat, LogInput } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most bytes that the engine takes of a record. */
const MOST_BYTES = 64 * 1024 * 1024;

const SHAPES = "text, bytes, a Blob or File, a Response, or JSON that has been parsed";

function refusal(value: unknown, message: string): NanikiruError {
  return new NanikiruError({ code: "request.type", field: "log", value, message });
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** A body that is read once: of a Blob, a File or a Response, also of another realm or library. */
interface Body {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly ok?: unknown;
  readonly status?: unknown;
  readonly url?: unknown;
  readonly size?: unknown;
}

function isBody(value: object): value is Body {
  return "arrayBuffer" in value && typeof value.arrayBuffer === "function";
}

async function bodyBytes(body: Body): Promise<Bytes> {
  if (body.ok === false) {
    const message = `the server answered ${String(body.url)} with status ${String(body.status)}, and no record`;
    throw new NanikiruError({ code: "log.unknown", field: "log", value: body.status, message });
  }
  if (typeof body.size === "number" && body.size > MOST_BYTES) {
    const message = `a record of ${body.size} bytes: ${MOST_BYTES} are the most`;
    throw new NanikiruError({ code: "log.too_large", field: "log", value: { byte: MOST_BYTES, line: 1 }, message });
  }
  try {
    return new Uint8Array(await body.arrayBuffer());
  } catch (error) {
    throw refusal(body, `the record could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Parsed JSON as text. */
function parsedText(json: object): string {
  try {
    return JSON.stringify(json);
  } catch (error) {
    throw refusal(json, `a record is ${SHAPES}; this is no JSON: ${String(error)}`);
  }
}

/** A copy of a record as bytes, text as UTF-8: later changes of the caller's buffer do not reach it. */
export async function recordBytes(record: LogInput): Promise<Bytes> {
  if (typeof record === "string") return utf8(record);
  if (typeof record !== "object" || record === null) throw refusal(record, `a record is ${SHAPES}`);
  if (record instanceof ArrayBuffer) return new Uint8Array(record).slice();
  if (ArrayBuffer.isView(record)) return new Uint8Array(record.buffer, record.byteOffset, record.byteLength).slice();
  if (isBody(record)) return bodyBytes(record);
  if ("then" in record) throw refusal(record, `a record is ${SHAPES}; this is a promise of one: await it first`);
  const tag = Object.prototype.toString.call(record);
  if (tag === "[object ArrayBuffer]") return new Uint8Array(record as unknown as ArrayBuffer).slice();
  if (!Array.isArray(record) && tag !== "[object Object]")
    throw refusal(record, `a record is ${SHAPES}, and no ${tag.slice(8, -1)}`);
  return utf8(parsedText(record));
}

// Which decisions of a game record are whose.

const WINDS: readonly WindName[] = ["east", "south", "west", "north"];

/** How many play by these rules. */
export const playersBy = (rules: string | undefined): number =>
  THREE_PLAYER_RULES.some((name) => name === rules) ? 3 : WINDS.length;

/** A decision, and where it stands in its game. */
export interface PlacedDecision {
  readonly round: number;
  readonly index: number;
  readonly player: number;
  readonly decision: Decision;
}

/** The seat's number, 0 for the one who deals first; `undefined` for all of them. */
export function seatNumber(seat: GameSeat | undefined): number | undefined {
  if (seat === undefined || (typeof seat === "number" && [0, 1, 2, 3].includes(seat))) return seat;
  const number = WINDS.findIndex((wind) => wind === seat);
  if (number >= 0) return number;
  const code = typeof seat === "number" ? "request.out_of_range" : "request.unknown_value";
  const message = "a seat is `east`, `south`, `west` or `north` by its wind in the first round, or 0 to 3";
  return refuse(code, "seat", seat, message);
}

/** Whether this is what `parseLog` has answered, and not a record still to be read. */
export function isGameLog(log: LogInput | GameLog): log is GameLog {
  return typeof log === "object" && log !== null && "rounds" in log && Array.isArray(log.rounds);
}

/** The decisions of one player, or of all, in the order of the game. */
export function placesOf(game: GameLog, player: number | undefined): PlacedDecision[] {
  const players = playersBy(game.rules.name);
  const all = game.rounds.flatMap(({ number, decisions }, round) =>
    decisions.map((decision, index) => {
      // in round 2 the second player deals and is East
      const owner = (number - 1 + WINDS.indexOf(decision.seat)) % players;
      return { round, index, player: owner, decision };
    }),
  );
  return player === undefined ? all : all.filter((place) => place.player === player);
}
