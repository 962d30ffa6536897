// Games made up for the tests, in mjai: tiles from a fixed shuffle, everybody discards what is drawn. In the short
// one South of the first round declares riichi, and nobody wins; in the whole hanchan somebody wins each round by the
// own draw.

const KINDS = [
  ...["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`)),
  ..."ESWNPFC",
];
/** South's 13 tiles of the first round and its draw: without 9p it waits for 1, 4 and 7 of characters. */
const TENPAI = ["2m", "3m", "4m", "5m", "6m", "3p", "4p", "5p", "6s", "7s", "8s", "2s", "2s"];
const RIICHI_TILE = "9p";
const WINNING_TILE = "7m";
/** In the whole game a round ends when the one in riichi has drawn so often: a review of all of it takes seconds. */
const DRAWS = 4;

function shuffled(seed) {
  const wall = KINDS.flatMap((kind) =>
    /^5[mps]$/u.test(kind) ? [kind, kind, kind, `${kind}r`] : [kind, kind, kind, kind],
  );
  let state = seed;
  for (let i = wall.length - 1; i > 0; i -= 1) {
    state = (state * 48271) % 2147483647;
    const j = state % (i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  return wall;
}

function round({ bakaze = "E", kyoku, honba, kyotaku, scores, seed, riichi, wins = false }) {
  const oya = kyoku - 1;
  const wall = shuffled(seed);
  const take = (tile) => wall.splice(wall.indexOf(tile), 1)[0];
  const dora_marker = wall.shift();
  const fixed = riichi === undefined ? [] : TENPAI.map(take);
  const first = riichi === undefined ? undefined : take(RIICHI_TILE);
  const last = wins ? take(WINNING_TILE) : undefined;
  const tehais = [0, 1, 2, 3].map((seat) => (seat === riichi ? fixed : wall.splice(0, 13)));
  const events = [{ type: "start_kyoku", bakaze, kyoku, honba, kyotaku, oya, scores, dora_marker, tehais }];
  for (let n = 0, actor = oya; n < 70; n += 1, actor = (actor + 1) % 4) {
    const declares = actor === riichi && n < 4;
    const ends = wins && actor === riichi && n >= 4 * (DRAWS - 1);
    const pai = declares ? first : ends ? last : wall.shift();
    events.push({ type: "tsumo", actor, pai });
    if (ends) {
      // 1,300 and 2,600 from the dealer, and the own stick
      const deltas = [0, 1, 2, 3].map((seat) => (seat === actor ? 6200 : seat === oya ? -2600 : -1300));
      events.push(
        { type: "hora", actor, target: actor, pai, uradora_markers: [wall.pop()], deltas },
        { type: "end_kyoku" },
      );
      return { events, after: scores.map((points, seat) => points + deltas[seat] - (seat === actor ? 1000 : 0)) };
    }
    if (declares) events.push({ type: "reach", actor });
    events.push({ type: "dahai", actor, pai, tsumogiri: true });
    if (declares) events.push({ type: "reach_accepted", actor });
  }
  const deltas = [0, 0, 0, 0].map((_, seat) => (riichi === undefined ? 0 : seat === riichi ? 3000 : -1000));
  events.push(
    { type: "ryukyoku", reason: "fanpai", tehais, tenpais: [0, 1, 2, 3].map((seat) => seat === riichi), deltas },
    { type: "end_kyoku" },
  );
  const after = scores.map((points, seat) => points + deltas[seat] - (seat === riichi ? 1000 : 0));
  return { events, after };
}

/** The game as text, a JSON object a line. */
export function game() {
  const one = round({ kyoku: 1, honba: 0, kyotaku: 0, scores: [25000, 25000, 25000, 25000], seed: 7, riichi: 1 });
  const two = round({ kyoku: 2, honba: 1, kyotaku: 1, scores: one.after, seed: 11 });
  const names = ["Ayumi", "Botan", "Chika", "Daigo"];
  const all = [{ type: "start_game", names }, ...one.events, ...two.events, { type: "end_game" }];
  return all.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/**
 * A whole hanchan as text: eight rounds, each won by the player after the dealer, but for the last: Chika wins, and has
 * the 30,000 points that end a hanchan.
 */
export function hanchan() {
  const all = [{ type: "start_game", names: ["Ayumi", "Botan", "Chika", "Daigo"] }];
  let scores = [25000, 25000, 25000, 25000];
  for (let n = 0; n < 8; n += 1) {
    const { events, after } = round({
      bakaze: n < 4 ? "E" : "S",
      kyoku: 1 + (n % 4),
      honba: 0,
      kyotaku: 0,
      scores,
      seed: 3 + n,
      riichi: n === 7 ? 2 : (n + 1) % 4,
      wins: true,
    });
    all.push(...events);
    scores = after;
  }
  all.push({ type: "end_game", scores });
  return all.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Twelve rounds without a winner as text, whose honba make the longest names that rounds have. */
export function draws() {
  const all = [{ type: "start_game", names: ["Ayumi", "Botan", "Chika", "Daigo"] }];
  for (let n = 0; n < 12; n += 1) {
    const start = { bakaze: "ESW"[Math.floor(n / 4)], kyoku: 1 + (n % 4), honba: n, kyotaku: 0 };
    all.push(...round({ ...start, scores: [25000, 25000, 25000, 25000], seed: 3 + n }).events);
  }
  all.push({ type: "end_game" });
  return all.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/** Three players have no 2m to 8m and no red 5m. */
const isOfThree = (tile) => !/^[2-8]mr?$/u.test(tile);
/** South's 13 tiles of the first round of three, which wait for 5p and 8p, and the draw that declares riichi. */
const TENPAI_OF_THREE = ["1m", "1m", "1m", "6p", "7p", "3p", "4p", "5p", "6s", "7s", "8s", "2s", "2s"];
const DRAWS_OF_THREE = 55;

function roundOfThree({ kyoku, honba, kyotaku, scores, seed, riichi }) {
  const oya = kyoku - 1;
  const wall = shuffled(seed).filter(isOfThree);
  const take = (tile) => wall.splice(wall.indexOf(tile), 1)[0];
  const dora_marker = wall.shift();
  const fixed = riichi === undefined ? [] : TENPAI_OF_THREE.map(take);
  const first = riichi === undefined ? undefined : take("9m");
  // nobody wins: what South waits for lies in the dead wall
  const kept = riichi === undefined ? [] : wall.filter((tile) => /^[58]pr?$/u.test(tile));
  for (const tile of kept) take(tile);
  const tehais = [0, 1, 2].map((seat) => (seat === riichi ? fixed : wall.splice(0, 13)));
  const events = [{ type: "start_kyoku", bakaze: "E", kyoku, honba, kyotaku, oya, scores, dora_marker, tehais }];
  let actor = oya;
  for (let n = 0, declared = false; n < DRAWS_OF_THREE; n += 1) {
    const declares = actor === riichi && !declared;
    const pai = declares ? first : wall.shift();
    events.push({ type: "tsumo", actor, pai });
    // the replacement of a north comes next
    if (pai === "N" && n + 1 < DRAWS_OF_THREE) {
      events.push({ type: "kita", actor, pai });
      continue;
    }
    if (declares) events.push({ type: "reach", actor });
    events.push({ type: "dahai", actor, pai, tsumogiri: true });
    if (declares) events.push({ type: "reach_accepted", actor });
    declared ||= declares;
    actor = (actor + 1) % 3;
  }
  const deltas = [0, 1, 2].map((seat) => (riichi === undefined ? 0 : seat === riichi ? 2000 : -1000));
  const tenpais = [0, 1, 2].map((seat) => seat === riichi);
  events.push({ type: "ryukyoku", reason: "fanpai", tehais, tenpais, deltas }, { type: "end_kyoku" });
  return { events, after: scores.map((points, seat) => points + deltas[seat] - (seat === riichi ? 1000 : 0)) };
}

/** A game of three as text: two rounds, every north that is drawn is set aside. */
export function gameOfThree() {
  const one = roundOfThree({ kyoku: 1, honba: 0, kyotaku: 0, scores: [35000, 35000, 35000], seed: 24, riichi: 1 });
  const two = roundOfThree({ kyoku: 2, honba: 1, kyotaku: 1, scores: one.after, seed: 11 });
  const names = ["Ayumi", "Botan", "Chika"];
  const all = [{ type: "start_game", names }, ...one.events, ...two.events, { type: "end_game" }];
  return all.map((event) => `${JSON.stringify(event)}\n`).join("");
}

/**
 * A round with a call and a deal-in, in mjai: East discards 9p; South discards 1m, which North pons, to wait for 4s;
 * East discards that in turn 2.
 */
export function called() {
  const hands = [
    "2m 3m 4m 6m 5mr 4p 5p 6p 3s 4s 6s E E",
    "1m 8m 9m 1p 3p 9p 1s 2s 8s 9s S W N",
    "1m 8m 9m 1p 3p 9p 1s 2s 8s 9s S W N",
    "1m 1m 2p 3p 4p 7p 8p 9p 4s 5s P P P",
  ];
  const events = [
    { type: "start_game", names: ["A", "B", "C", "D"] },
    {
      type: "start_kyoku",
      bakaze: "E",
      kyoku: 1,
      honba: 0,
      kyotaku: 0,
      oya: 0,
      scores: Array(4).fill(25000),
      dora_marker: "4p",
      tehais: hands.map((hand) => hand.split(" ")),
    },
    { type: "tsumo", actor: 0, pai: "9p" },
    { type: "dahai", actor: 0, pai: "9p", tsumogiri: true },
    { type: "tsumo", actor: 1, pai: "F" },
    { type: "dahai", actor: 1, pai: "1m", tsumogiri: false },
    { type: "pon", actor: 3, target: 1, pai: "1m", consumed: ["1m", "1m"] },
    { type: "dahai", actor: 3, pai: "5s", tsumogiri: false },
    { type: "tsumo", actor: 0, pai: "7m" },
    { type: "dahai", actor: 0, pai: "4s", tsumogiri: false },
    { type: "hora", actor: 3, target: 0, pai: "4s", deltas: [-1300, 0, 0, 1300] },
    { type: "end_kyoku" },
    { type: "end_game" },
  ];
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

const HONOURS = "ESWNPFC";
const ofMajsoul = (tile) =>
  HONOURS.includes(tile) ? `${1 + HONOURS.indexOf(tile)}z` : tile.endsWith("r") ? `0${tile[1]}` : tile;

/**
 * A game of mjai without wins, calls and kans as Mahjong Soul's messages in JSON, with what a capture has `beside`
 * it.
 */
export function majsoul(text, beside = {}) {
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [{ names }] = events;
  const data = [];
  const tell = (name, fields) => data.push({ name: `.lq.Record${name}`, data: fields });
  let [round, declares, accepted, left] = [null, false, null, 0];
  for (const { type, actor: seat, pai, ...event } of events) {
    if (type === "start_kyoku") {
      const { bakaze, kyoku, honba, kyotaku, scores, dora_marker, tehais } = event;
      const tiles = Object.fromEntries(tehais.map((tehai, i) => [`tiles${i}`, tehai.map(ofMajsoul)]));
      round = {
        chang: "ESWN".indexOf(bakaze),
        ju: kyoku - 1,
        ben: honba,
        liqibang: kyotaku,
        scores,
        doras: [ofMajsoul(dora_marker)],
        ...tiles,
      };
      left = scores.length === 3 ? 54 : 69;
    } else if (type === "tsumo" && round) {
      // the dealer's first tile is the fourteenth of the hand
      round[`tiles${seat}`].push(ofMajsoul(pai));
      tell("NewRound", { ...round, left_tile_count: left });
      round = null;
    } else if (type === "tsumo") {
      left -= 1;
      tell("DealTile", { seat, tile: ofMajsoul(pai), left_tile_count: left, ...(accepted && { liqi: accepted }) });
      accepted = null;
    } else if (type === "dahai") {
      tell("DiscardTile", { seat, tile: ofMajsoul(pai), is_liqi: declares, moqie: event.tsumogiri });
      declares = false;
    } else if (type === "reach") declares = true;
    else if (type === "reach_accepted") accepted = { seat, score: 24000, liqibang: 1 };
    else if (type === "kita") tell("BaBei", { seat, moqie: true });
    else if (type === "ryukyoku")
      tell("NoTile", {
        players: event.tenpais.map((tingpai) => ({ tingpai })),
        scores: event.deltas.some((delta) => delta !== 0) ? [{ delta_scores: event.deltas }] : [{}],
      });
  }
  const accounts = names.map((nickname, i) => ({ account_id: 1 + i, seat: i, nickname }));
  return JSON.stringify({
    ...beside,
    head: {
      uuid: "240101-0a0b",
      start_time: 1704067200,
      config: { category: 2, mode: { mode: names.length === 3 ? 12 : 2, detail_rule: {} } },
      accounts,
    },
    data,
  });
}
