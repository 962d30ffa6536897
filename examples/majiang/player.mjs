// A player for games of majiang-core, the engine of 電脳麻将: its messages become events of mjai, an action becomes its
// reply.
import { NanikiruError, createTable } from "nanikiru";

const HONOURS = "ESWNPFC";
const WINDS = "ESWN";
/** Behind a claimed tile: which seat it came from, counted onwards from the one who claims it. */
const FROM = { "+": 1, "=": 2, "-": 3 };
const SIGNS = ["", "+", "=", "-"];
/** The rules that a table is built on; `rules` of the table's options covers no other ones. */
const REQUIRED = { 喰い替え許可レベル: 0, 途中流局あり: true, ツモ番なしリーチあり: false, リーチ後暗槓許可レベル: 2 };
/** How many winds a game has. */
const LENGTHS = { 1: "tonpuu", 2: "hanchan" };
const TILES_TO_DRAW = 70;

/** `m0` to `5mr`, `z5` to `P`. */
const toMjai = ([suit, digit]) => (suit === "z" ? HONOURS[digit - 1] : digit === "0" ? `5${suit}r` : `${digit}${suit}`);

/** `5mr` to `m0`, `P` to `z5`. */
const toMajiang = (pai) =>
  pai.length === 1 ? `z${HONOURS.indexOf(pai) + 1}` : `${pai[1]}${pai[2] === "r" ? 0 : pai[0]}`;

/** Digits in the order that melds are written in, a red five as a five, the plain one first. */
const byDigit = (a, b) => (a === "0" ? 5.5 : Number(a)) - (b === "0" ? 5.5 : Number(b));

/** What a rule of the game asks of the table; an error where the table has no such rules. */
function tableOptions(rule) {
  const wrong = (name) => {
    throw new NanikiruError({
      code: "context.unknown_rules",
      field: name,
      value: rule[name],
      message: `there is no rule set with this ${name}`,
    });
  };
  for (const [name, value] of Object.entries(REQUIRED)) if (rule[name] !== value) wrong(name);
  const reds = Object.values(rule.赤牌);
  if (reds.some((red) => red !== reds[0] || red > 1)) wrong("赤牌");
  return { length: LENGTHS[rule.場数] ?? wrong("場数"), redFives: reds[0] === 1, kuitan: rule.クイタンあり };
}

export class Player {
  #options;
  #decide;
  #onError;
  #table;
  #rule;
  #seat = 0;
  #first = 0;
  #hand = 0;
  #left = 0;
  #drawn = "";
  #pons = [];
  #riichi;

  /**
   * `table`: further options of `createTable`, `analyzer` for one that players share; `decide`: how to search.
   * `onError` gets what goes wrong, after which the game has the empty reply, its default; where there is none
   * it is thrown.
   */
  constructor({ table = {}, decide = {}, onError } = {}) {
    this.#options = table;
    this.#decide = decide;
    this.#onError = onError;
  }

  /** What the game calls, with a callback where it waits for a reply. */
  action(message, callback) {
    this.#answer(message, callback !== undefined).then(
      (reply) => callback?.(reply),
      (error) => {
        if (!this.#onError) throw error;
        this.#onError(error);
        callback?.({});
      },
    );
  }

  async #answer(message, asked) {
    const [[kind, content]] = Object.entries(message);
    if (kind === "kaiju") return this.#begin(content);
    // an event that is announced while another one is on its way has to come after it: nothing here waits before it
    // is applied
    for (const event of this.#events(kind, content)) this.#table.apply(event);
    if (kind === "jieju") this.#table.dispose();
    return asked ? this.#reply(kind, content) : {};
  }

  async #begin({ id, rule, qijia }) {
    this.#rule = rule;
    this.#seat = (id - qijia + 4) % 4;
    this.#table?.dispose();
    this.#table = await createTable({ ...tableOptions(rule), ...this.#options, seat: this.#seat });
    this.#table.apply({ type: "start_game", id: this.#seat });
    return {};
  }

  /** Seats are counted from the first dealer in mjai, from this round's dealer in messages. */
  #actor(l) {
    return (this.#first + l) % 4;
  }

  #events(kind, content) {
    const events = this.#event(kind, content);
    // a riichi stands once nobody has won its tile
    const accepted =
      this.#riichi !== undefined && !["kaigang", "hule", "jieju"].includes(kind)
        ? [{ type: "reach_accepted", actor: this.#riichi }]
        : [];
    if (kind !== "kaigang") this.#riichi = events[0]?.type === "reach" ? events[0].actor : undefined;
    return [...accepted, ...events];
  }

  #event(kind, content) {
    const actor = this.#actor(content.l ?? 0);
    switch (kind) {
      case "qipai":
        return [this.#dealt(content)];
      case "zimo":
      case "gangzimo":
        this.#left -= 1;
        this.#drawn = content.p;
        return [{ type: "tsumo", actor, pai: content.p ? toMjai(content.p) : "?" }];
      case "dapai": {
        const discard = { type: "dahai", actor, pai: toMjai(content.p), tsumogiri: content.p.includes("_") };
        return content.p.endsWith("*") ? [{ type: "reach", actor }, discard] : [discard];
      }
      case "fulou":
        this.#drawn = "";
        return [this.#claim(actor, content.m)];
      case "gang":
        return [this.#kan(actor, content.m)];
      case "kaigang":
        return [{ type: "dora", dora_marker: toMjai(content.baopai) }];
      case "hule":
      case "pingju":
        // other winners, and what they are paid, come with the next round
        return [{ type: "end_kyoku" }];
      case "jieju":
        return [{ type: "end_game" }];
      default:
        throw new NanikiruError({
          code: "event.unknown",
          field: "type",
          value: kind,
          message: `majiang has no message ${kind}`,
        });
    }
  }

  #dealt({ zhuangfeng, jushu, changbang, lizhibang, defen, baopai, shoupai }) {
    this.#first = jushu;
    this.#hand = (this.#seat - jushu + 4) % 4;
    this.#left = TILES_TO_DRAW;
    this.#pons = [];
    this.#riichi = undefined;
    const own = [...shoupai[this.#hand].matchAll(/([mpsz])(\d+)/g)].flatMap(([, suit, digits]) =>
      [...digits].map((digit) => toMjai(suit + digit)),
    );
    const bySeat = (of) => [0, 1, 2, 3].map((seat) => of((seat - jushu + 4) % 4));
    return {
      type: "start_kyoku",
      bakaze: WINDS[zhuangfeng],
      kyoku: jushu + 1,
      honba: changbang,
      kyotaku: lizhibang,
      oya: jushu,
      scores: bySeat((l) => defen[l]),
      dora_marker: toMjai(baopai),
      tehais: bySeat((l) => (l === this.#hand ? own : Array(13).fill("?"))),
    };
  }

  /** `m12-3`, `p550+`, `s8888=`: the sign stands behind the claimed tile. */
  #claim(actor, m) {
    const [, sign] = /([-=+])/.exec(m);
    const at = m.indexOf(sign) - 1;
    const digits = [...m.slice(1)]
      .map((digit, i) => ({ digit, claimed: i + 1 === at }))
      .filter(({ digit }) => digit !== sign);
    const tile = ({ digit }) => toMjai(m[0] + digit);
    const [pai] = digits.filter(({ claimed }) => claimed).map(tile);
    const consumed = digits.filter(({ claimed }) => !claimed).map(tile);
    const same = new Set(m.slice(1).replace(/[-=+]/g, "").replaceAll("0", "5")).size === 1;
    const type = !same ? "chi" : consumed.length === 3 ? "daiminkan" : "pon";
    if (type === "pon" && actor === this.#seat) this.#pons.push(m);
    return { type, actor, target: (actor + FROM[sign]) % 4, pai, consumed };
  }

  /** `m5550`, or `m555+0`: the pon, and the tile that is added. */
  #kan(actor, m) {
    const tiles = [...m.slice(1).replace(/[-=+]/g, "")].map((digit) => toMjai(m[0] + digit));
    if (!/[-=+]/.test(m)) return { type: "ankan", actor, consumed: tiles };
    return { type: "kakan", actor, pai: tiles[3], consumed: tiles.slice(0, 3) };
  }

  async #reply(kind, { l }) {
    const own = l === this.#hand;
    const asks =
      kind === "zimo" || kind === "gangzimo" || kind === "fulou" ? own : !own && (kind === "dapai" || kind === "gang");
    // the game looks itself whether the hand is in tenpai
    const shows = kind === "dapai" && this.#left === 0 && this.#rule.ノーテン宣言あり ? { daopai: "-" } : {};
    if (!asks) return shows;
    const decision = await this.#table.decide(this.#decide);
    return decision === undefined ? shows : (this.#said(decision.action) ?? shows);
  }

  /** An action as the game wants it; none for a pass. */
  #said(action) {
    switch (action.type) {
      case "tsumo":
      case "ron":
        return { hule: "-" };
      case "nineTerminals":
        return { daopai: "-" };
      case "pass":
        return undefined;
      case "discard": {
        const [digit, suit] = action.tile;
        const tile = suit + digit;
        return { dapai: `${tile}${tile === this.#drawn ? "_" : ""}${action.riichi ? "*" : ""}` };
      }
      default:
        return this.#meld(this.#table.toMjai(action));
    }
  }

  #meld({ type, actor, target, pai, consumed }) {
    const tiles = consumed.map(toMajiang);
    const [suit] = tiles[0];
    const held = tiles.map(([, digit]) => digit).sort(byDigit);
    if (type === "ankan") return { gang: suit + held.join("") };
    const [, digit] = toMajiang(pai);
    if (type === "kakan") {
      const kind = (text) => text.replaceAll("0", "5").slice(0, 2);
      return { gang: this.#pons.find((pon) => kind(pon) === kind(suit + digit)) + digit };
    }
    const claimed = digit + SIGNS[(target - actor + 4) % 4];
    const digits = type === "chi" ? [...held, claimed].sort(([a], [b]) => byDigit(a, b)) : [...held, claimed];
    return { fulou: suit + digits.join("") };
  }
}
