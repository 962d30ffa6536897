// Where a bot's lines come from and go to: stdin and stdout, a TCP connection, a WebSocket.
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { UsageError } from "./command.js";

/** Lines in, lines out; the iteration ends when the other side does. */
export interface Lines extends AsyncIterable<string> {
  send(line: string): void;
  close(): void;
}

export function linesOf(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, close = () => {}): Lines {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  // at once: a line that comes before anybody iterates would be lost
  const iterator = lines[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => iterator,
    send: (line) => void output.write(`${line}\n`),
    close() {
      lines.close();
      close();
    },
  };
}

/** `HOST:PORT`, also with `mjsonp://` or `tcp://` before it. */
export function tcpAddress(given: string): { host: string; port: number; room: string | undefined } {
  const match = /^(?:\w+:\/\/)?(\[[^\]]+\]|[^:/]+):(\d+)(?:\/(\w*))?$/.exec(given);
  const [, host = "", port = "", room] = match ?? [];
  if (match === null || Number(port) > 65_535) throw new UsageError(`an address is HOST:PORT, and not ${given}`);
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port), room: room || undefined };
}

export function tcpLines(host: string, port: number): Promise<Lines> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    socket.once("error", (error) => reject(new Error(`${host}:${port}: ${error.message}`)));
    socket.once("connect", () => {
      socket.setNoDelay(true);
      resolve(linesOf(socket, socket, () => socket.end()));
    });
  });
}

interface Socket {
  addEventListener(type: string, listener: (event: { data?: unknown; reason?: string; code?: number }) => void): void;
  send(text: string): void;
  close(): void;
}

/** One frame is one line. `token` goes as `Authorization: Bearer`. */
export function webSocketLines(url: string, token: string | undefined): Promise<Lines> {
  const { WebSocket } = globalThis as { WebSocket?: new (url: string, options?: object) => Socket };
  if (!WebSocket) throw new UsageError(`--ws needs Node 22 or newer, this is ${process.version}`);
  const socket = new WebSocket(url, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  const waiting: string[] = [];
  let [open, wake] = [true, () => {}];
  socket.addEventListener("message", ({ data }) => {
    waiting.push(String(data));
    wake();
  });
  return new Promise((resolve, reject) => {
    const end = () => {
      open = false;
      wake();
      reject(new Error(`${url}: the connection could not be made`));
    };
    socket.addEventListener("close", end);
    socket.addEventListener("error", end);
    socket.addEventListener("open", () =>
      resolve({
        async *[Symbol.asyncIterator]() {
          for (;;) {
            const line = waiting.shift();
            if (line !== undefined) yield line;
            else if (!open) return;
            else await new Promise<void>((done) => (wake = done));
          }
        },
        send: (line) => socket.send(line),
        close: () => socket.close(),
      }),
    );
  });
}
