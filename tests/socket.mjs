// A WebSocket server for the tests, as far as they need it (RFC 6455): whole frames, and the end.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [TEXT, BINARY, CLOSE] = [0x81, 0x82, 0x88];

function frame(first, payload) {
  if (payload.length < 126) return Buffer.concat([Buffer.from([first, payload.length]), payload]);
  const long = payload.length > 65_535;
  const size = Buffer.alloc(long ? 10 : 4);
  size.writeUInt16BE(first * 256 + (long ? 127 : 126), 0);
  if (long) size.writeBigUInt64BE(BigInt(payload.length), 2);
  else size.writeUInt16BE(payload.length, 2);
  return Buffer.concat([size, payload]);
}

/**
 * Takes whole frames off the front of `bytes`: `[opcode, text]` of each, and the rest. A client has to mask
 * them.
 */
function frames(bytes) {
  const all = [];
  for (;;) {
    if (bytes.length < 6) return [all, bytes];
    const [first, second] = bytes;
    if ((second & 0x80) === 0) throw new Error("a frame is not masked");
    const short = second & 0x7f;
    if (short === 127) throw new Error("a frame is too long");
    const at = short === 126 ? 4 : 2;
    const length = short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < at + 4 + length) return [all, bytes];
    const mask = bytes.subarray(at, at + 4);
    const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length).map((byte, i) => byte ^ mask[i % 4]));
    all.push([first & 0x0f, payload.toString()]);
    bytes = bytes.subarray(at + 4 + length);
  }
}

/**
 * Listens on loopback; `met(headers, say, end, raw)` gives what is done with each text. `say` takes a value, `end` a
 * code, `raw` has the frames as they are and the connection itself. With `refusal`, a status of HTTP, nobody is let
 * in. Gives `url` and `close`.
 */
export async function webSocketServer(met, { refusal } = {}) {
  const server = createServer((_, response) => response.writeHead(426).end());
  const open = new Set();
  server.on("upgrade", (request, socket) => {
    open.add(socket);
    if (refusal !== undefined)
      return socket.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    const accept = createHash("sha1")
      .update(request.headers["sec-websocket-key"] + MAGIC)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const say = (value) => void socket.write(frame(TEXT, Buffer.from(JSON.stringify(value))));
    const end = (code = 1000) => void socket.write(frame(CLOSE, Buffer.from([code >> 8, code & 0xff])));
    const raw = {
      text: (text) => socket.write(frame(TEXT, Buffer.from(text))),
      binary: (bytes) => socket.write(frame(BINARY, Buffer.from(bytes))),
      socket,
    };
    const heard = met(request.headers, say, end, raw);
    let left = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (chunk) => {
      let whole;
      [whole, left] = frames(Buffer.concat([left, chunk]));
      for (const [opcode, text] of whole) {
        if (opcode === 1) heard(JSON.parse(text));
        else if (opcode === 8) socket.end();
      }
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { url: `ws://127.0.0.1:${server.address().port}/game`, close };
}
