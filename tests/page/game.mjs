// A game made up for the tests, in mjai: tiles from a fixed shuffle, everybody discards what is drawn, South of the first
// round declares riichi, and nobody wins.

const KINDS = [...["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`)), ..."ESWNPFC"];
/** South's 13 tiles of the first round and its draw: without 9p it waits for 1, 4 and 7 of characters. */
const TENPAI = ["2m", "3m", "4m", "5m", "6m", "3p", "4p", "5p", "6s", "7s", "8s", "2s", "2s"];
const RIICHI_TILE = "9p";

function shuffled(seed) {
  const wall = KINDS.flatMap((kind) => (/^5[mps]$/u.test(kind) ? [kind, kind, kind, `${kind}r`] : [kind, kind, kind, kind]));
  let state = seed;
  for (let i = wall.length - 1; i > 0; i -= 1) {
    state = (state * 48271) % 2147483647;
    const j = state % (i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  return wall;
}

function round({ kyoku, honba, kyotaku, scores, seed, riichi }) {
  const oya = kyoku - 1;
  const wall = shuffled(seed);
  const take = (tile) => wall.splice(wall.indexOf(tile), 1)[0];
  const dora_marker = wall.shift();
  const fixed = riichi === undefined ? [] : TENPAI.map(take);
  const first = riichi === undefined ? undefined : take(RIICHI_TILE);
  const tehais = [0, 1, 2, 3].map((seat) => (seat === riichi ? fixed : wall.splice(0, 13)));
  const events = [{ type: "start_kyoku", bakaze: "E", kyoku, honba, kyotaku, oya, scores, dora_marker, tehais }];
  for (let n = 0, actor = oya; n < 70; n += 1, actor = (actor + 1) % 4) {
    const declares = actor === riichi && n < 4;
    const pai = declares ? first : wall.shift();
    events.push({ type: "tsumo", actor, pai });
    if (declares) events.push({ type: "reach", actor });
    events.push({ type: "dahai", actor, pai, tsumogiri: true });
    if (declares) events.push({ type: "reach_accepted", actor });
  }
  const deltas = [0, 0, 0, 0].map((_, seat) => (riichi === undefined ? 0 : seat === riichi ? 3000 : -1000));
  events.push({ type: "ryukyoku", reason: "fanpai", tehais, tenpais: [0, 1, 2, 3].map((seat) => seat === riichi), deltas }, { type: "end_kyoku" });
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
