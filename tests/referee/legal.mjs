// A player who lists the legal actions: a line of stdin is an array of events, a line of stdout { actions, unasked } in
// mjai. `unasked` are what there was to do at an event that another one followed at once.
//   node legal.mjs SEAT RULES
import { createInterface } from "node:readline";
import { createTable } from "../../dist/node.js";

/** Events that leave what was asked as it was. */
const ANNOUNCED = new Set(["dora", "reach_accepted"]);

const [, , seat, rules] = process.argv;
const table = await createTable({ seat: Number(seat), rules });
const listed = () => table.actions().map((action) => table.toMjai(action));
for await (const line of createInterface({ input: process.stdin })) {
  const unasked = [];
  let isNew = false;
  for (const event of JSON.parse(line)) {
    if (isNew && !ANNOUNCED.has(event.type)) unasked.push(...listed());
    table.apply(event);
    isNew ||= !ANNOUNCED.has(event.type);
  }
  console.log(JSON.stringify({ actions: listed(), unasked }));
}
