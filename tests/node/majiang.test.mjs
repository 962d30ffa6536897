// The player of examples/majiang in games of majiang-core, whose rules are its own: every reply is one that its rules
// allow, and no win that they allow is missed.
import assert from "node:assert/strict";
import { test } from "node:test";
import Majiang from "@kobalab/majiang-core";
import { Player } from "../../examples/majiang/player.mjs";
import { numbers } from "../host.mjs";
import { GAME } from "../limits.mjs";
import { analyzer, nanikiru } from "./support.mjs";

/** Of the random ones, and the seed of their first. */
const GAMES = Number(process.env.MAJIANG_GAMES ?? 2);
const SEED = Number(process.env.MAJIANG_SEED ?? 21);
/** As many more until there was one of every kind: which game has a kan depends on every value. */
const MOST_GAMES = GAMES + 10;
const KINDS = ["dapai", "fulou", "gang", "hule", "daopai"];

/** Plays by the rules of majiang-core at random, and calls, kans and wins whenever it may. */
class Randomly extends Majiang.Player {
  constructor(random) {
    super();
    this.random = random;
  }

  #one(all) {
    return all?.length > 0 ? all[this.random(all.length)] : undefined;
  }

  #own({ l }) {
    const { shoupai } = this;
    // after an open kan the tile is still to come
    if (l !== this._menfeng || !shoupai._zimo) return this._callback();
    if (shoupai._zimo.length > 2) return this._callback({ dapai: this.#one(this.get_dapai(shoupai)) });
    if (this.allow_hule(shoupai, null, false)) return this._callback({ hule: "-" });
    const gang = this.#one(this.get_gang_mianzi(shoupai));
    if (gang) return this._callback({ gang });
    const riichi = this.#one(this.allow_lizhi(shoupai) || []);
    this._callback({ dapai: riichi ? `${riichi}*` : this.#one(this.get_dapai(shoupai)) });
  }

  action_kaiju() {
    this._callback();
  }
  action_qipai() {
    this._callback();
  }
  action_hule() {
    this._callback();
  }
  action_pingju() {
    this._callback();
  }
  action_jieju() {
    this._callback();
  }
  action_zimo(zimo) {
    this.#own(zimo);
  }
  action_fulou(fulou) {
    this.#own(fulou);
  }

  action_dapai({ l, p }) {
    if (l === this._menfeng) return this._callback();
    const tile = p.slice(0, 2) + ["", "+", "=", "-"][(4 + l - this._menfeng) % 4];
    if (this.allow_hule(this.shoupai, tile, false)) return this._callback({ hule: "-" });
    const melds = ["get_chi_mianzi", "get_peng_mianzi", "get_gang_mianzi"].flatMap(
      (name) => this[name](this.shoupai, tile) ?? [],
    );
    this._callback(this.random(3) > 0 && melds.length > 0 ? { fulou: this.#one(melds) } : {});
  }

  action_gang({ l, m }) {
    if (l === this._menfeng || /^[mpsz]\d{4}$/.test(m)) return this._callback();
    const tile = m[0] + m.slice(-1) + ["", "+", "=", "-"][(4 + l - this._menfeng) % 4];
    this._callback(this.allow_hule(this.shoupai, tile, true) ? { hule: "-" } : {});
  }
}

/** A game that notes every reply of ours, and which of them its rules do not allow. */
class Refereed extends Majiang.Game {
  constructor(players, done, rule, { ours, eager }) {
    super(players, done, rule, "test");
    [this.ours, this.eager, this.counts, this.refused] = [ours, eager, {}, []];
  }

  reply(id, reply = {}) {
    if (this.ours.has(id)) this.#judge(this.model.player_id.indexOf(id), reply);
    super.reply(id, reply);
  }

  #judge(l, reply) {
    const own = l === this.model.lunban;
    const [kind] = Object.keys(reply);
    const drawn = own && ["zimo", "gangzimo"].includes(this._status);
    const offered =
      !own && (this._status === "dapai" || (this._status === "gang" && !/^[mpsz]\d{4}$/.test(this._gang)));
    const missed = this.eager && kind !== "hule" && ((drawn && this.allow_hule()) || (offered && this.allow_hule(l)));
    if (kind === undefined && !missed && !drawn && !(own && this._status === "fulou" && !this._gang)) return;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (!missed && this.#allows(l, own, kind, reply[kind])) return;
    this.refused.push({
      status: this._status,
      l,
      reply,
      missed,
      hand: String(this.model.shoupai[l]),
      river: this._dapai,
    });
  }

  #allows(l, own, kind, said) {
    switch (kind) {
      case "hule":
        return own ? this.allow_hule() : this.allow_hule(l);
      case "dapai":
        return (
          own &&
          this.get_dapai().includes(said.replace("*", "")) &&
          (!said.endsWith("*") || Boolean(this.allow_lizhi(said.replace("*", ""))))
        );
      case "gang":
        return own && this.get_gang_mianzi().includes(said);
      case "fulou":
        return ["get_chi_mianzi", "get_peng_mianzi", "get_gang_mianzi"].some((name) => this[name](l)?.includes(said));
      case "daopai":
        return this._status === "dapai"
          ? this._rule.ノーテン宣言あり && this.model.shan.paishu === 0
          : own && this.allow_pingju();
      default:
        return false;
    }
  }
}

/** Plays a game to its end: `ours` are the seats of the package, the others play at random. */
async function play(t, { seed, rule = {}, ours, engine, eager = false }) {
  const random = numbers(seed);
  t.mock.method(Math, "random", () => random(1_000_000) / 1_000_000);
  let fail;
  const broken = new Promise((_, reject) => (fail = reject));
  const player = () => new Player({ table: { analyzer: engine }, decide: { depth: "first" }, onError: fail });
  let game;
  const over = new Promise((done) => {
    const players = [0, 1, 2, 3].map((id) => (ours.includes(id) ? player() : new Randomly(numbers(seed * 7 + id))));
    game = new Refereed(players, done, Majiang.rule(rule), { ours: new Set(ours), eager });
  });
  game.wait = 0;
  game.speed = 0;
  game.kaiju();
  const record = await Promise.race([over, broken]);
  assert.deepEqual(game.refused, [], `seed ${seed}`);
  assert.equal(
    record.defen.reduce((sum, points) => sum + points),
    100_000,
  );
  return { record, counts: game.counts };
}

test("four of it play a whole game, and every reply is allowed", { timeout: GAME }, async (t) => {
  const { record, counts } = await play(t, {
    seed: 5,
    rule: { 場数: 1 },
    ours: [0, 1, 2, 3],
    engine: analyzer(t, nanikiru, { threads: 1 }),
  });
  t.diagnostic(JSON.stringify(counts));
  const bankrupt = record.defen.some((points) => points < 0);
  assert.ok(record.log.length >= 4 || bankrupt, "east is dealt four times, unless somebody has nothing left");
  assert.ok(counts.dapai > 100 && counts.hule > 0, JSON.stringify(counts));
});

/**
 * Wins wherever there is a win, else does anything, kans, calls and riichi rather than others, and what comes first
 * one time in two: so it wins.
 */
function eagerly(real, random) {
  const rank = ({ action: { type, riichi } }) =>
    type === "tsumo" || type === "ron"
      ? 9
      : riichi || (type !== "discard" && type !== "pass")
        ? 4 + random(5)
        : random(7);
  const liked = (candidate, place) => (place === 0 && random(2) === 0 ? Math.max(rank(candidate), 8) : rank(candidate));
  return {
    async analyze(...question) {
      const report = await real.analyze(...question);
      const ranked = report.candidates
        .map((candidate, place) => [liked(candidate, place), candidate])
        .sort(([a], [b]) => b - a);
      return { ...report, candidates: ranked.map(([, candidate]) => candidate) };
    },
  };
}

test(
  "calls, kans, riichi and wins of every kind are said as the game says them, and no win is missed",
  { timeout: MOST_GAMES * GAME },
  async (t) => {
    const real = analyzer(t, nanikiru, { threads: 1 });
    const counts = {};
    const lacks = () => KINDS.find((kind) => counts[kind] === undefined);
    for (let seed = SEED; seed < SEED + GAMES || (lacks() && seed < SEED + MOST_GAMES); seed += 1) {
      const rule = seed % 2 === 0 ? {} : { 場数: 1, ノーテン宣言あり: true };
      const game = await play(t, { seed, rule, ours: [seed % 4], engine: eagerly(real, numbers(seed)), eager: true });
      for (const [kind, number] of Object.entries(game.counts)) counts[kind] = (counts[kind] ?? 0) + number;
    }
    t.diagnostic(JSON.stringify(counts));
    assert.equal(lacks(), undefined, JSON.stringify(counts));
  },
);

test("rules that no table has are an error, and the game gets its default", async () => {
  for (const rule of [
    { 場数: 4 },
    { 喰い替え許可レベル: 1 },
    { 赤牌: { m: 1, p: 1, s: 2 } },
    { 途中流局あり: false },
  ]) {
    const [field] = Object.keys(rule);
    const errors = [];
    const reply = await new Promise((done) => {
      const player = new Player({ onError: (error) => errors.push(error) });
      player.action({ kaiju: { id: 0, rule: Majiang.rule(rule), qijia: 0 } }, done);
    });
    assert.deepEqual(
      [reply, errors.map(({ code, field: at }) => [code, at])],
      [{}, [["context.unknown_rules", field]]],
    );
  }
});
