// Writes a bundle: into a file beside its place, a part at a time, and renamed over it when it is whole. Never over a
// file that is no bundle.
import { createHash, randomUUID } from "node:crypto";
import type { Hash } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename } from "node:path";
import { PithError } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { replaceFile, UNFINISHED } from "./atomic-write.ts";
import { HEADER_BYTES, headerBytes, isBundle, RECORD_HEAD_BYTES } from "./bundle-form.ts";

/** Written at once: many small writes cost more than what they write. */
const PART_BYTES = 1_000_000;

export interface WrittenBundle {
  id: string;
  bytes: number;
  words: number;
  syntax: number;
}

/** First all words, then all syntax, each by key ascending. */
export class BundleWriter {
  readonly #path: string;
  readonly #unfinished: string;
  #descriptor = -1;
  readonly #hash: Hash = createHash("sha256");
  readonly #records = { words: 0, syntax: 0 };
  #last = "";
  #part: Uint8Array[] = [];
  #partBytes = 0;
  #bodyBytes = 0;
  #open = true;

  /** Throws OUTPUT_FAILED where no file can be made there, ARGUMENT_INVALID where something else lies there. */
  constructor(path: string) {
    this.#path = path;
    this.#unfinished = `${path}.${process.pid}-${randomUUID().slice(0, 8)}${UNFINISHED}`;
    this.#descriptor = this.#guarded(() => {
      requireOwn(path);
      return openSync(this.#unfinished, "wx");
    });
    this.#guarded(() => writeSync(this.#descriptor, new Uint8Array(HEADER_BYTES)));
  }

  add(kind: "words" | "syntax", key: string, value: Uint8Array): void {
    const before = this.#records[kind] === 0 ? "" : this.#last;
    const late = kind === "words" && this.#records.syntax > 0;
    if (late || compareStrings(before, key) >= 0) throw new TypeError("records out of order");
    this.#last = key;
    this.#records[kind]++;
    const name = Buffer.from(key, "latin1");
    const head = Buffer.alloc(RECORD_HEAD_BYTES);
    head.writeUInt32LE(name.byteLength, 0);
    head.writeUInt32LE(value.byteLength, 4);
    this.#write(head, name, value);
  }

  finish(): WrittenBundle {
    this.#flush();
    const id = this.#hash.digest("hex");
    const head = headerBytes({ ...this.#records, bodyBytes: this.#bodyBytes, id });
    this.#guarded(() => {
      writeSync(this.#descriptor, head, 0, head.byteLength, 0);
      // It is carried away, perhaps by a machine that is switched off the next moment.
      fsyncSync(this.#descriptor);
      this.#close();
      // Something else may have been put there meanwhile.
      requireOwn(this.#path);
      replaceFile(this.#unfinished, this.#path);
    });
    return { id, bytes: HEADER_BYTES + this.#bodyBytes, ...this.#records };
  }

  /** Leaves nothing behind; does nothing to what is finished. */
  end(): void {
    this.#close();
    rmSync(this.#unfinished, { force: true });
  }

  #write(...pieces: Uint8Array[]): void {
    for (const piece of pieces) {
      this.#part.push(piece);
      this.#partBytes += piece.byteLength;
    }
    if (this.#partBytes >= PART_BYTES) this.#flush();
  }

  #flush(): void {
    const part = Buffer.concat(this.#part);
    this.#part = [];
    this.#partBytes = 0;
    this.#hash.update(part);
    this.#bodyBytes += part.byteLength;
    this.#guarded(() => {
      for (let at = 0; at < part.byteLength;) at += writeSync(this.#descriptor, part, at);
    });
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#descriptor !== -1) closeSync(this.#descriptor);
  }

  #guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      this.#close();
      rmSync(this.#unfinished, { force: true });
      if (cause instanceof PithError) throw cause;
      const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
      throw new PithError("OUTPUT_FAILED", `The bundle could not be written to ${this.#path} (${code}).`, {
        subject: this.#path,
        next: "Name a file in a folder that can be written, with room for it.",
        cause,
      });
    }
  }
}

/** What Windows takes for a device, whatever stands behind a dot; a file of that name is hard to be rid of. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A slip of the fingers must not cost a source file. */
function requireOwn(path: string): void {
  if (process.platform === "win32" && RESERVED.test(basename(path)))
    throw new PithError("ARGUMENT_INVALID", `${path} is the name of a device.`, {
      subject: path,
      next: "Name another file.",
    });
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && isOurs(path, stats))) return;
  throw new PithError("ARGUMENT_INVALID", `${path} is there, and is no bundle of facts.`, {
    subject: path,
    next: "Name another file: only a bundle is written over.",
  });
}

function isOurs(path: string, stats: Stats): boolean {
  if (stats.size === 0) return true;
  const descriptor = openSync(path, "r");
  try {
    const first = Buffer.alloc(HEADER_BYTES);
    return isBundle(first.subarray(0, readSync(descriptor, first, 0, first.length, 0)));
  } finally {
    closeSync(descriptor);
  }
}
