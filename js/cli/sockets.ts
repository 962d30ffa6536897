// Where a bot's lines come from and go to: stdin and stdout, a TCP connection, a WebSocket.
import { connect } from "node:net";
import { CliError, type Output, UsageError } from "./command.js";
import type { Reason } from "./input.js";

/** A line of the host, or why there is none to read. */
export type Heard = { readonly line: string } | { readonly fault: Reason };

/** Lines in, lines out; the iteration ends when the other side does, and throws where the connection breaks. */
export interface Lines extends AsyncIterable<Heard> {
  send(line: string): Promise<void>;
  close(): void;
}

/** A connection that could not be made, or that broke. */
export class ConnectionError extends CliError {
  readonly code = "connection";

  constructor(where: string, reason: Reason) {
    super(({ files }) => files.fault(where, reason(files)));
  }
}

const broken = (where: string, error: unknown) => {
  const { code = "", message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return new ConnectionError(where, ({ system }) => system(code, message));
};
/** The most bytes of a line of a host: an event of mjai has some hundred. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;

const tooLong = (bytes: number): Heard => ({ fault: ({ longLine }) => longLine(bytes, MOST_LINE_BYTES) });

/** The lines in chunks of bytes, each a `\n` long or to the end; of one that is too long nothing is stored. */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Heard> {
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  const take = (part: Uint8Array) => {
    size += part.length;
    if (size <= MOST_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const whole = (): Heard => {
    const heard = size > MOST_LINE_BYTES ? tooLong(size) : { line: Buffer.concat(parts).toString() };
    [parts, size] = [[], 0];
    return heard;
  };
  for await (const chunk of chunks) {
    let begin = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, begin)) {
      take(chunk.subarray(begin, end));
      yield whole();
      begin = end + 1;
    }
    take(chunk.subarray(begin));
  }
  if (size > 0) yield whole();
}

/** stdin and stdout. */
export function standardLines(stdin: NodeJS.ReadStream, stdout: Output): Lines {
  return {
    [Symbol.asyncIterator]: () => linesIn(stdin as AsyncIterable<Uint8Array>),
    send: (line) => stdout.write(`${line}\n`),
    close: () => void stdin.destroy(),
  };
}

/** `HOST:PORT`, also with `mjsonp://` or `tcp://` before it. */
export function tcpAddress(given: string): { host: string; port: number; room: string | undefined } {
  const match = /^(?:\w+:\/\/)?(\[[^\]]+\]|[^:/]+):(\d+)(?:\/(\w*))?$/.exec(given);
  const [, host = "", port = "", room] = match ?? [];
  if (match === null || Number(port) > 65_535) throw new UsageError(({ usage }) => usage.address(given));
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port), room: room || undefined };
}

export function tcpLines(host: string, port: number): Promise<Lines> {
  const where = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    // the iteration and every write have the errors as theirs
    socket.on("error", (error) => reject(broken(where, error)));
    socket.once("connect", () => {
      socket.setNoDelay(true);
      resolve({
        async *[Symbol.asyncIterator]() {
          try {
            yield* linesIn(socket);
          } catch (error) {
            throw broken(where, error);
          }
        },
        send: (line) =>
          new Promise((done, failed) =>
            socket.write(`${line}\n`, (error) => (error ? failed(broken(where, error)) : done())),
          ),
        close: () => void socket.end(),
      });
    });
  });
}

interface Socket {
  binaryType: string;
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; reason?: string; code?: number; message?: string }) => void,
  ): void;
  send(text: string): void;
  close(): void;
}

/** Codes of a WebSocket that was closed on purpose: normal, going away, none given (RFC 6455, 7.4.1). */
const CLOSED = [1000, 1001, 1005];

/** A frame is a line, also one of bytes. */
function frameOf(data: unknown): Heard {
  const bytes = typeof data === "string" ? Buffer.from(data) : Buffer.from(data as ArrayBuffer);
  return bytes.length > MOST_LINE_BYTES ? tooLong(bytes.length) : { line: bytes.toString() };
}

/** `token` goes as `Authorization: Bearer`. */
export function webSocketLines(url: string, token: string | undefined): Promise<Lines> {
  const { WebSocket } = globalThis as { WebSocket?: new (url: string, options?: object) => Socket };
  if (!WebSocket) throw new UsageError(({ usage }) => usage.webSocketNode(process.version));
  let socket: Socket;
  try {
    socket = new WebSocket(url, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  } catch (error) {
    throw new UsageError(({ usage }) =>
      usage.webSocketAddress(url, error instanceof Error ? error.message : String(error)),
    );
  }
  socket.binaryType = "arraybuffer";
  const waiting: Heard[] = [];
  let [wake, end]: [() => void, ConnectionError | "closed" | undefined] = [() => {}, undefined];
  socket.addEventListener("message", ({ data }) => {
    waiting.push(frameOf(data));
    wake();
  });
  return new Promise((resolve, reject) => {
    let open = false;
    let said = "";
    socket.addEventListener("error", ({ message = "" }) => {
      said = message && `: ${message}`;
      reject(new ConnectionError(url, ({ noConnection }) => noConnection(undefined, said)));
    });
    socket.addEventListener("close", ({ code = 1006, reason = "" }) => {
      const why = `${reason && ` ${reason}`}${said}`;
      end ??= CLOSED.includes(code)
        ? "closed"
        : new ConnectionError(url, ({ brokenConnection }) => brokenConnection(code, why));
      if (!open) reject(new ConnectionError(url, ({ noConnection }) => noConnection(code, why)));
      wake();
    });
    socket.addEventListener("open", () => {
      open = true;
      resolve({
        async *[Symbol.asyncIterator]() {
          for (;;) {
            const heard = waiting.shift();
            if (heard) yield heard;
            else if (end === "closed") return;
            else if (end) throw end;
            else await new Promise<void>((done) => (wake = done));
          }
        },
        send: async (line) => socket.send(line),
        close: () => socket.close(),
      });
    });
  });
}
