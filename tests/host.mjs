// A host of mjai for the tests: it shuffles, deals, asks every seat and judges nothing that a table has not allowed.
// Whoever plays says what to do of what `createTable` says may be done; no points are counted.

const KINDS = [
  ...["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`)),
  ..."ESWNPFC",
];
const SEATS = [0, 1, 2, 3];

/** Numbers from 0 to `below`, the same ones for a seed. */
export function numbers(seed) {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

function shuffled(random) {
  const wall = KINDS.flatMap((kind) =>
    /^5[mps]$/u.test(kind) ? [kind, kind, kind, `${kind}r`] : [kind, kind, kind, kind],
  );
  for (let i = wall.length - 1; i > 0; i -= 1) {
    const j = random(i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  return wall;
}

/** An event as this seat hears it. */
export function masked(event, seat) {
  if (event.type === "tsumo" && event.actor !== seat) return { ...event, pai: "?" };
  if (event.type !== "start_kyoku") return event;
  return { ...event, tehais: event.tehais.map((hand, i) => (i === seat ? hand : hand.map(() => "?"))) };
}

/** Which replies to a tile on offer go before others; from the seat after the one whose tile it is. */
const PRECEDENCE = { hora: 3, pon: 2, daiminkan: 2, chi: 1 };

/**
 * Plays a round. `ask(seat, event)` gives what a seat replies to an event, `none` mostly; `hear(event)` gets every
 * event. Gives how it ended.
 */
export async function playRound(
  { seed, kyoku = 1, bakaze = "E", scores = [25000, 25000, 25000, 25000], hands = {} },
  { hear, ask },
) {
  const wall = shuffled(numbers(seed));
  const take = (tile) => wall.splice(wall.indexOf(tile), 1)[0];
  const given = SEATS.map((seat) => (hands[seat] ?? []).map(take));
  const dead = wall.splice(0, 14);
  const markers = dead.slice(4, 9);
  const oya = kyoku - 1;
  const tehais = given.map((hand) => [...hand, ...wall.splice(0, 13 - hand.length)]);
  const tell = async (event) => {
    await hear(event);
    return event;
  };
  const dora = () => tell({ type: "dora", dora_marker: markers[++turned - 1] });
  let turned = 1;
  await tell({
    type: "start_kyoku",
    bakaze,
    kyoku,
    honba: 0,
    kyotaku: 0,
    oya,
    scores,
    dora_marker: markers[0],
    tehais,
  });

  /** What the others reply to an event, the first by precedence. */
  const offered = async (event) => {
    const others = [1, 2, 3].map((n) => (event.actor + n) % 4);
    const replies = [];
    for (const seat of others) replies.push(await ask(seat, event));
    const rank = ({ type }) => PRECEDENCE[type] ?? 0;
    return replies.filter((reply) => rank(reply) > 0).sort((a, b) => rank(b) - rank(a))[0];
  };
  const over = async (event) => {
    await tell({ ...event, deltas: [0, 0, 0, 0] });
    await tell({ type: "end_kyoku" });
    return event.type;
  };

  let [actor, replaced, late, riichis] = [oya, false, 0, 0];
  let [kans, declared] = [[], undefined];
  // the first four discards, as long as nobody has called
  let first = [];
  for (let event, called = false; ;) {
    if (!called) {
      if (wall.length === 0) return over({ type: "ryukyoku", reason: "fanpai" });
      event = await tell({ type: "tsumo", actor, pai: replaced ? dead.shift() : wall.shift() });
      if (replaced) wall.pop();
    }
    [called, replaced] = [false, false];
    let reply = await ask(actor, event);
    if (reply.type === "hora" || reply.type === "ryukyoku") return over(reply);
    if (reply.type === "ankan" || reply.type === "kakan") {
      for (; late > 0; late -= 1) await dora();
      first = undefined;
      event = await tell(reply);
      const robbed = await offered(event);
      if (robbed) return over(robbed);
      kans.push(actor);
      if (reply.type === "ankan") await dora();
      else late += 1;
      replaced = true;
      continue;
    }
    declared = reply.type === "reach" ? actor : undefined;
    if (declared !== undefined) reply = await ask(actor, await tell(reply));
    event = await tell(reply);
    first?.push(reply.pai);
    for (; late > 0; late -= 1) await dora();
    const answer = await offered(event);
    if (answer?.type === "hora") return over(answer);
    if (declared !== undefined) {
      await tell({ type: "reach_accepted", actor: declared });
      riichis += 1;
    }
    if (first?.length === 4 && "ESWN".includes(first[0]) && new Set(first).size === 1) {
      return over({ type: "ryukyoku", reason: "sufonrenta" });
    }
    if (answer || first?.length === 4) first = undefined;
    if (riichis === 4) return over({ type: "ryukyoku", reason: "reach4" });
    if (kans.length === 4 && new Set(kans).size > 1) return over({ type: "ryukyoku", reason: "kan4" });
    actor = answer ? answer.actor : (actor + 1) % 4;
    if (!answer) continue;
    event = await tell(answer);
    if (answer.type !== "daiminkan") called = true;
    else [kans, late, replaced] = [[...kans, actor], 1, true];
  }
}

/** Four tables of the package and whoever chooses: `choose(table, actions, event)` gives a reply of mjai. */
export async function tablesHost(createTable, choose, options = {}) {
  const tables = await Promise.all(SEATS.map((seat) => createTable({ seat, ...options })));
  const events = [];
  return {
    tables,
    events,
    hear(event) {
      events.push(event);
      for (const seat of SEATS) tables[seat].apply(masked(event, seat));
    },
    ask(seat, event) {
      const actions = tables[seat].actions();
      return actions.length === 0 ? { type: "none" } : choose(tables[seat], actions, event);
    },
    dispose: () => tables.forEach((table) => table.dispose()),
  };
}

/** Chooses at random, wins always and calls seldom, so that rounds are long and have everything in them. */
export function randomly(random) {
  return (table, actions) => {
    const win = actions.find(({ type }) => type === "tsumo" || type === "ron");
    const rare = actions.filter((action) => ["ankan", "kakan", "daiminkan"].includes(action.type) || action.riichi);
    const usual = actions.filter(({ type }) => type === "discard" || type === "pass");
    const action =
      (win && random(3) > 0 && win) ||
      (rare.length > 0 && random(3) > 0 && rare[random(rare.length)]) ||
      (usual.length > 0 && random(4) > 0 && usual[random(usual.length)]) ||
      actions[random(actions.length)];
    return table.toMjai(action);
  };
}
