// A worker: takes a game out of the queue, reviews it, says how far it is. As many of them as there are cores, on any
// machine.
import { Worker } from "bullmq";
import { createAnalyzer } from "nanikiru";
import { QUEUE, connection } from "./queue.mjs";

const analyzer = createAnalyzer({ threads: 1 });
const options = process.env.DEPTH ? { depth: process.env.DEPTH } : {};

async function reviewed(job) {
  const onProgress = ({ done, total }) => void job.updateProgress({ done, total }).catch(() => {}); // the next one says it, too
  const games = analyzer.review(Buffer.from(job.data.record, "base64"), { ...options, onProgress });
  const mistakes = [];
  for (;;) {
    const { done, value } = await games.next();
    if (done)
      return {
        decisions: value.decisions,
        accuracy: value.accuracy,
        loss: value.loss,
        mistakes,
        starts: job.attemptsStarted,
      };
    if (value.mistake)
      mistakes.push({
        round: value.round,
        player: value.player,
        turn: value.turn,
        hand: value.hand,
        done: value.done,
        best: value.best,
        loss: value.loss,
      });
  }
}

// the lock of a worker that dies in the middle of a game runs out; then another begins that game anew
const lockDuration = Number(process.env.LOCK_MS ?? 30_000);
const worker = new Worker(QUEUE, reviewed, {
  connection: connection(),
  lockDuration,
  stalledInterval: lockDuration,
  maxStalledCount: 3,
});
worker.on("error", (error) => console.error(error.message));

async function end() {
  await worker.close(); // the game under way is finished first
  analyzer.dispose();
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
