import { createInterface } from "node:readline";
import { createTable } from "nanikiru";

const [, , seat, rules] = process.argv;
const table = await createTable({ seat: Number(seat), rules }); // such as tenhou-sanma for three players
for await (const line of createInterface({ input: process.stdin })) {
  for (const event of JSON.parse(line)) table.apply(event); // a line is an array of events of mjai
  const decision = await table.decide({ depth: "fast", deadlineMs: 1500 });
  console.log(JSON.stringify(decision ? table.toMjai(decision.action) : { type: "none" }));
}
