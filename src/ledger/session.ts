// What does one client hold of what it was sent? Lines of files and items of lists, and what all of it costs. A session is
// read from its file when a call begins and gets one more row when the call ends; between them it tells what need not be
// sent again.
import { sha256 } from "../base/hash.ts";
import { isRecord } from "../base/record.ts";
import { alignHeld, LINE_HASH, lineHash, type Aligned } from "./held-lines.ts";
import type { NumberedRow } from "./line-file.ts";

/** Ascending, inclusive, from 1. */
export type Lines = readonly (readonly [start: number, end: number])[];

interface FileRow {
  /** Path as it was shown. */
  p: string;
  /** Start of each run of lines with the hashes of its lines, joined. */
  r: [number, string][];
  /** These are all that is held of the file: what was held of it has moved or changed. */
  all?: true;
}

interface AnswerRow {
  op: string;
  out: number;
  unit: string;
  files: FileRow[];
  items: string[];
  /** What was told of the root and of what was looked at, where that was in text. */
  told?: Told;
}

interface Told {
  root: string;
  looked: string;
  /** Budget and unit. */
  allowed: string;
}

/** Digits of the hash of an item. */
const ITEM_HASH = 16;

export class Session {
  readonly id: string;
  readonly #files = new Map<string, Map<number, string>>();
  readonly #items = new Set<string>();
  readonly #resident = new Map<string, number>();
  readonly #aligned = new Map<string, { lines: readonly string[]; found: Aligned }>();
  readonly #sent = new Map<string, Map<number, string>>();
  readonly #sentItems: string[] = [];
  answers = 0;
  #told: Told | undefined;
  #newTold: Told | undefined;

  constructor(id: string, rows: readonly NumberedRow[] = []) {
    this.id = id;
    for (const { value } of rows) this.#replay(value);
  }

  /** Cost of all that was sent, in the unit in which it was counted. */
  resident(unit: string): number {
    return this.#resident.get(unit) ?? 0;
  }

  /** Every unit with its cost. */
  get residents(): Record<string, number> {
    return Object.fromEntries(this.#resident);
  }

  /** Files of which lines are held, and how many lines. */
  get holds(): { files: number; lines: number; items: number } {
    const lines = [...this.#files.values()].reduce((sum, file) => sum + file.size, 0);
    return { files: this.#files.size, lines, items: this.#items.size };
  }

  /** Lines of a text, as it is now, that the client holds; and about where it holds others than stand there now. */
  held(path: string, lines: readonly string[]): { now: ReadonlySet<number>; lost: readonly number[] } {
    const found = this.#alignedTo(path, lines);
    return { now: new Set(found.now.keys()), lost: found.lost };
  }

  #alignedTo(path: string, lines: readonly string[]): Aligned {
    const known = this.#aligned.get(path);
    if (known?.lines === lines) return known.found;
    const held = this.#files.get(path);
    const found = held === undefined ? { now: new Map(), lost: [], changed: false } : alignHeld(held, lines);
    this.#aligned.set(path, { lines, found });
    return found;
  }

  /** Whether the client holds this line at this place, without a look at the others of its file. */
  holdsLine(path: string, line: number, text: string): boolean {
    return this.#files.get(path)?.get(line) === lineHash(text);
  }

  /** The answer shows these lines of a text. */
  sends(path: string, lines: readonly string[], shown: Lines): void {
    const sent = this.#sent.get(path) ?? new Map<number, string>();
    this.#alignedTo(path, lines);
    for (const [from, to] of shown)
      for (let line = from; line <= to; line++) sent.set(line, lineHash(lines[line - 1]!));
    this.#sent.set(path, sent);
  }

  /** The last lines about a whole answer. */
  get told(): Told | undefined {
    return this.#told;
  }

  tells(told: Told): void {
    this.#newTold = told;
  }

  holdsItem(text: string): boolean {
    return this.#items.has(itemHash(text));
  }

  sendsItem(text: string): void {
    this.#sentItems.push(itemHash(text));
  }

  /** The row of an answer that was made, with all that it shows. */
  row(op: string, out: number, unit: string): string {
    const files = [...this.#sent]
      .map(([path, sent]): FileRow => {
        const before = this.#aligned.get(path)?.found;
        if (before === undefined || !before.changed) return { p: path, r: runsOf(sent) };
        return { p: path, r: runsOf(new Map([...before.now, ...sent])), all: true };
      })
      .filter(({ r, all }) => r.length > 0 || all === true);
    const told = this.#newTold;
    const row: AnswerRow = {
      op,
      out,
      unit,
      files,
      items: this.#sentItems,
      ...(told === undefined || isSame(told, this.#told) ? {} : { told }),
    };
    return JSON.stringify(row);
  }

  #replay(value: Record<string, unknown>): void {
    if (!isAnswerRow(value)) return;
    this.answers++;
    this.#resident.set(value.unit, this.resident(value.unit) + value.out);
    if (value.told !== undefined) this.#told = value.told;
    for (const item of value.items) this.#items.add(item);
    for (const { p, r, all } of value.files) {
      const held = all === true ? new Map<number, string>() : (this.#files.get(p) ?? new Map());
      for (const [start, hashes] of r)
        for (let i = 0; i * LINE_HASH < hashes.length; i++)
          held.set(start + i, hashes.slice(i * LINE_HASH, (i + 1) * LINE_HASH));
      this.#files.set(p, held);
    }
  }
}

function isAnswerRow(value: Record<string, unknown>): value is Record<string, unknown> & AnswerRow {
  const { op, out, unit, files, items, told } = value;
  return (
    (told === undefined ||
      (isRecord(told) &&
        [told["root"], told["looked"], told["allowed"]].every((t) => typeof t === "string"))) &&
    typeof op === "string" &&
    Number.isSafeInteger(out) &&
    (out as number) >= 0 &&
    typeof unit === "string" &&
    Array.isArray(items) &&
    items.every((item) => typeof item === "string") &&
    Array.isArray(files) &&
    files.every(isFileRow)
  );
}

function isSame(told: Told, before: Told | undefined): boolean {
  return told.root === before?.root && told.looked === before.looked && told.allowed === before.allowed;
}

function isFileRow(value: unknown): value is FileRow {
  if (!isRecord(value) || typeof value["p"] !== "string" || !Array.isArray(value["r"])) return false;
  return value["r"].every(
    (run: unknown) =>
      Array.isArray(run) &&
      Number.isSafeInteger(run[0]) &&
      (run[0] as number) >= 1 &&
      typeof run[1] === "string" &&
      run[1].length % LINE_HASH === 0,
  );
}

function itemHash(text: string): string {
  return sha256(text).slice(0, ITEM_HASH);
}

function runsOf(lines: ReadonlyMap<number, string>): [number, string][] {
  const runs: [number, string][] = [];
  let next = -1;
  for (const [line, hash] of [...lines].sort((a, b) => a[0] - b[0])) {
    const run = runs.at(-1);
    if (run !== undefined && line === next) run[1] += hash;
    else runs.push([line, hash]);
    next = line + 1;
  }
  return runs;
}
