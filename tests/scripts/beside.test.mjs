// What scripts/beside.mjs makes of the benches of two revisions, and what scripts/peer.mjs asks of another project.
import assert from "node:assert/strict";
import test from "node:test";
import { pairs, parse, table } from "../../scripts/beside.mjs";
import { asked, counts, exponent, rows } from "../../scripts/peer.mjs";

const OLD = `native, 1 threads; best of 3 or more
| shanten | n | m_f | hands | ms |
|---|---|---|---|---|
| 2 | 2 | 0 | 346 | 4.00 |
| 2 | 2 | 2 | 2668 | 62.00 |
`;
const NOW = `native, 1 threads; best of 3 or more
| shanten | n | m_f | hands | ms, all | first | none |
|---|---|---|---|---|---|---|
| 3 | 4 | 0 | 71700 | 900.00 | 500.00 | 400.00 |
| 2 | 2 | 0 | 346 | 2.00 | 1.50 | 1.00 |
| 2 | 2 | 2 | 2600 | 20.00 | 15.00 | 10.00 |
`;

test("a bench's table is read by its head, also the first ones'", () => {
  assert.deepEqual(parse(OLD)[1], { name: "2, 2, 2", hands: 2668, ms: { all: 62 } });
  assert.deepEqual(parse(NOW)[0], { name: "3, 4, 0", hands: 71700, ms: { all: 900, first: 500, none: 400 } });
});

test("what is no table of times is refused", () => {
  assert.throws(() => parse("thread 'main' panicked"), /no table/);
  assert.throws(() => parse(OLD.replace("4.00", "-")), /no time: -/);
  assert.throws(() => parse(OLD.split("\n").slice(0, 3).join("\n")), /no table/);
});

test("cases are paired by what they ask, wherever they stand", () => {
  const request = (hand) => ({ request: { hand }, hands: 1 });
  const { both, left } = pairs(
    [request("1m"), request("2m"), request("9m")],
    [request("3m"), request("1m"), request("2m")],
  );
  assert.deepEqual(both, [
    { old: 0, now: 1 },
    { old: 1, now: 2 },
  ]);
  assert.equal(left, 1);
});

test("the table has the best and mean times that both benches give, and says where the hands differ", () => {
  const old = [parse(OLD), parse(OLD.replace("4.00", "6.00"))];
  const now = [parse(NOW), parse(NOW.replace("2.00", "3.00"))];
  const both = [
    { old: 0, now: 1 },
    { old: 1, now: 2 },
  ];
  assert.equal(
    table({ old, now, both }),
    `| shanten, n, m_f | hands | old ms, all | mean | new ms, all | mean | factor | new ms, first | mean | factor | new ms, none | mean | factor |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| 2, 2, 0 | 346 | 4.00 | 5.00 | 2.00 | 2.50 | 2.00 | 1.50 | 1.50 | 2.67 | 1.00 | 1.00 | 4.00 |
| 2, 2, 2 | 2668 to 2600 | 62.00 | 62.00 | 20.00 | 20.00 | 3.10 | 15.00 | 15.00 | 4.13 | 10.00 | 10.00 | 6.20 |`,
  );
  const [head, , first] = table({ old: now, now, both: [{ old: 1, now: 1 }] }).split("\n");
  assert.equal(
    head,
    "| shanten, n, m_f | hands | old ms, all | mean | old ms, first | mean | old ms, none | mean | new ms, all | mean | factor | new ms, first | mean | factor | new ms, none | mean | factor |",
  );
  assert.equal(
    first,
    "| 2, 2, 0 | 346 | 2.00 | 2.50 | 1.50 | 1.50 | 1.00 | 1.00 | 2.00 | 2.50 | 1.00 | 1.50 | 1.50 | 1.00 | 1.00 | 1.00 | 1.00 |",
  );
});

test("a hand and its wall in the other project's numbers, where a red five is a five, too", () => {
  assert.deepEqual(counts("19m50p7z").flatMap((count, tile) => (count > 0 ? [[tile, count]] : [])), [
    [0, 1],
    [8, 1],
    [13, 2],
    [33, 1],
    [35, 1],
  ]);
  const request = {
    hand: "123m406p789s11222z",
    context: { doraIndicators: "1z", seat: "west", turn: 7, visible: "55p1z" },
  };
  const [turn, deeper, seat, indicator, hand, wall] = asked({ shanten: 0, exchanges: 1, request });
  assert.deepEqual([turn, deeper, seat, indicator], ["7", "1", "2", "27"]);
  const sum = (numbers) => numbers.split(",").slice(0, 34).reduce((all, count) => all + Number(count), 0);
  assert.deepEqual([sum(hand), sum(wall)], [14, 136 - 14 - 1 - 3]);
  const left = wall.split(",").map(Number);
  assert.deepEqual([left[13], left[27], left[34], left[35], left[36]], [1, 0, 1, 0, 1]);
});

test("a class of hands has the means of both, and how many times as long the other takes", () => {
  const cases = [10, 30, 1000].map((hands, at) => ({ shanten: at === 2 ? 1 : 0, exchanges: 1, hands }));
  const runs = (ms, kib) => ms.map((time) => ({ ms: time, kib, vertices: 7 }));
  assert.deepEqual(rows(cases, runs([0.2, 0.4, 9], 2048), runs([0.1, 0.1, 3], 1024), [0.3, 0.3, 4.5]), [
    "| 0 | 1 | 2 | 7 | 20 | 0.300 | 0.100 | 3.00 | 0.300 | 1.00 | 2.0; 1.0 |",
    "| 1 | 1 | 1 | 7 | 1000 | 9.0 | 3.0 | 3.00 | 4.5 | 2.00 | 2.0; 1.0 |",
  ]);
});

test("time that grows with the square of the hands has the exponent 2", () => {
  const cases = [10, 2000, 4000, 8000].map((hands) => ({ hands }));
  const ours = cases.map(({ hands }) => ({ ms: hands * hands }));
  assert.ok(Math.abs(exponent(cases, ours) - 2) < 1e-9);
});
