// What a command writes: all of it, or an error that says so.
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { type Output, UsageError } from "./command.js";
import { FileError } from "./input.js";

/** stdout or stderr. */
export class StandardOutput implements Output {
  readonly #name: string;
  readonly #stream: NodeJS.WriteStream & { readonly fd: number };
  /** Files and devices: the stream of Node stops without an error where the system takes a part of what is written. */
  readonly #isFile: boolean;

  constructor(name: string, stream: NodeJS.WriteStream & { readonly fd: number }) {
    this.#name = name;
    this.#stream = stream;
    const found = fstatSync(stream.fd);
    this.#isFile = !stream.isTTY && (found.isFile() || found.isCharacterDevice());
    // every write has the error as its own
    stream.on("error", () => {});
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  async write(text: string): Promise<void> {
    try {
      if (this.#isFile) writeFileSync(this.#stream.fd, text);
      else
        await new Promise<void>((done, failed) =>
          this.#stream.write(text, (error) => (error ? failed(error) : done())),
        );
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isLeft = code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
      throw new FileError(code ?? "", this.#name, (files) =>
        files.unwritable(isLeft ? files.readerGone : files.system(code ?? "", message)),
      );
    }
  }
}

/**
 * Lines of several files in the order of the files, whichever is done first: those of the first that is not done are
 * written at once.
 */
export class OrderedLines {
  readonly #output: Output;
  readonly #held: { text: string; ended: boolean }[];
  #first = 0;
  #written: Promise<void> = Promise.resolve();

  constructor(output: Output, files: number) {
    this.#output = output;
    this.#held = Array.from({ length: files }, () => ({ text: "", ended: false }));
  }

  /** Resolves when all that can be written has been. */
  add(file: number, text: string, { last = false } = {}): Promise<void> {
    const held = this.#held[file];
    if (!held) throw new Error(`there is no file ${file}`);
    held.text += text;
    held.ended ||= last;
    for (let next = this.#held[this.#first]; next; next = this.#held[(this.#first += 1)]) {
      const { text: ready, ended } = next;
      next.text = "";
      if (ready !== "") this.#written = this.#written.then(() => this.#output.write(ready));
      if (!ended) break;
    }
    return this.#written;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file as a whole: where that fails, an old file of the name is what it was. */
export function writeWhole(path: string, content: string): void {
  const old = statOf(path);
  if (old?.isCharacterDevice()) return writeFileSync(path, content);
  if (old && !old.isFile()) throw new UsageError(({ files }) => files.outputNoFile(path));
  // a link stays one
  const target = old ? realpathSync(path) : path;
  const beside = `${target}.${process.pid}.part`;
  let file: number;
  try {
    file = openSync(beside, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new UsageError(({ files }) => files.noFolder(path));
  }
  try {
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (old) chmodSync(beside, old.mode);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
