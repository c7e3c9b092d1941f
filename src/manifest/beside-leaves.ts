// Contents of leaves in a file beside the manifest: a JSON object a line, `{"id": …, "content": …, "summary"?: …}`. A reader goes
// over it once to find where each line begins; what is opened after that is one read.
import { closeSync, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { PithError } from "../base/error.ts";
import { isRecord } from "../base/record.ts";
import type { LeafLevel } from "./walk.ts";

export interface WrittenLeaf {
  id: string;
  content: string;
  summary?: string;
}

/** Lines of the file, one by one: all contents together may be larger than what memory holds twice. */
export function* leafLines(leaves: Iterable<WrittenLeaf>): Generator<string> {
  for (const { id, content, summary } of leaves)
    yield `${JSON.stringify({ id, content, ...(summary !== undefined && { summary }) })}\n`;
}

/** Read at once while lines are looked for, in bytes. */
const CHUNK = 1 << 20;
/** Of a line that is looked at for its id: the longest id, escaped. */
const MOST_HEAD = 1 << 16;

export class BesideLeaves implements Disposable {
  readonly #file: number;
  readonly #path: string;
  readonly #places = new Map<string, { at: number; bytes: number }>();

  /** Throws MANIFEST_CONTENT_MISSING where there is no such file. */
  constructor(path: string) {
    this.#path = path;
    try {
      // A pipe would be waited for, and a link may lead anywhere: who wrote the manifest may have made it.
      if (!lstatSync(path).isFile()) throw new Error("it is no plain file");
      this.#file = openSync(path, "r");
      if (!fstatSync(this.#file).isFile()) throw new Error("it is no plain file");
    } catch (cause) {
      throw unreadable(path, (cause as Error).message, cause);
    }
    this.#findLines();
  }

  /** Undefined where there is no such leaf, or none of that level. */
  get(id: string, level: LeafLevel): string | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const bytes = Buffer.allocUnsafe(place.bytes);
    const read = readSync(this.#file, bytes, 0, place.bytes, place.at);
    let leaf: unknown;
    try {
      leaf = JSON.parse(bytes.toString("utf8", 0, read));
    } catch (cause) {
      throw unreadable(this.#path, `the line of ${JSON.stringify(id)} is no JSON`, cause);
    }
    const text = isRecord(leaf) ? leaf[level === "full" ? "content" : "summary"] : undefined;
    return typeof text === "string" ? text : undefined;
  }

  get size(): number {
    return this.#places.size;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #findLines(): void {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let head: Buffer[] = [];
    let held = 0;
    let lineAt = 0;
    let at = 0;
    const endLine = (end: number): void => {
      const id = idOf(Buffer.concat(head).toString("utf8"));
      // Of two lines with one id the first holds.
      if (id !== null && !this.#places.has(id)) this.#places.set(id, { at: lineAt, bytes: end - lineAt });
      head = [];
      held = 0;
      lineAt = end + 1;
    };
    for (;;) {
      const read = readSync(this.#file, chunk, 0, CHUNK, at);
      if (read === 0) break;
      let from = 0;
      while (from < read) {
        const newline = chunk.subarray(0, read).indexOf(10, from);
        const to = newline === -1 ? read : newline;
        if (held < MOST_HEAD) {
          const part = Buffer.from(chunk.subarray(from, Math.min(to, from + MOST_HEAD - held)));
          head.push(part);
          held += part.length;
        }
        if (newline !== -1) endLine(at + newline);
        from = to + 1;
      }
      at += read;
    }
    if (lineAt < at) endLine(at);
  }
}

/** A line begins with its id: the rest need not be read to know whose it is. */
function idOf(head: string): string | null {
  const [, id] = /^\{"id":("(?:[^"\\]|\\.)*")/.exec(head) ?? [];
  if (id === undefined) return null;
  try {
    return JSON.parse(id) as string;
  } catch {
    return null;
  }
}

function unreadable(path: string, why: string, cause: unknown): PithError {
  return new PithError(
    "MANIFEST_CONTENT_MISSING",
    `The contents of leaves in ${path} can't be read: ${why}.`,
    {
      subject: path,
      next: "Put the file of leaves back beside the manifest, or build it anew.",
      cause,
    },
  );
}
