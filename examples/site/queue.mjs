// What the server and its workers agree on.

export const QUEUE = "reviews";

/** BullMQ's connection; its workers must never give up on a command. */
export function connection() {
  const { hostname, port } = new URL(process.env.REDIS_URL ?? "redis://127.0.0.1:6379");
  return { host: hostname, port: Number(port || 6379), maxRetriesPerRequest: null };
}
