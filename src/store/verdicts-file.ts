// What the checker pass found, as one file of the store: which names mean which declarations, by file and offset. It holds
// for the contents of which its key is made, and for no others.
import { statSync } from "node:fs";
import { isPithError } from "../base/error.ts";
import { columnBytes, readColumnFile, writeColumnFile, type ColumnFault } from "./column-file.ts";
import { StringTable, stringColumns } from "./string-table.ts";

const VERDICTS_KIND = "CHKR";
/** Raised whenever a column changes its meaning, or the same contents would give other verdicts. */
const VERDICTS_FORMAT = 3;
const EXACT = 1;
const BOUND = 2;

export interface CheckedProgram {
  /** Path of its configuration; empty where its files have none. */
  readonly config: string;
  readonly files: number;
  readonly verdicts: number;
  /** Why it was left out, or null. */
  readonly skipped: string | null;
}

export interface VerdictsMeta {
  /** Hash of everything that could have had a part in the verdicts. */
  readonly key: string;
  /** Version of the compiler. */
  readonly compiler: string;
  readonly programs: readonly CheckedProgram[];
  /** What was seen of installed packages, which no snapshot holds: path and stamp, empty where there was nothing. */
  readonly installed: readonly (readonly [path: string, stamp: string])[];
  /** Names with a verdict. */
  readonly verdicts: number;
}

/** What one name means. Places are numbers of a path and offsets in that file. */
export interface VerdictRow {
  readonly targets: readonly (readonly [path: number, offset: number])[];
  readonly values: readonly (readonly [path: number, offset: number])[];
  readonly receivers: readonly (readonly [path: number, offset: number])[];
  readonly bound: boolean;
  readonly exact: boolean;
}

export interface VerdictsContent {
  readonly meta: VerdictsMeta;
  readonly paths: readonly string[];
  readonly rows: readonly VerdictRow[];
  /** For each path the offsets with a verdict, ascending, and their rows. */
  readonly files: readonly { readonly offsets: Uint32Array; readonly rows: Uint32Array }[];
}

export function verdictsBytes({ meta, paths, rows, files }: VerdictsContent): Uint8Array {
  const places = rows.flatMap((row) => [...row.targets, ...row.values, ...row.receivers]);
  const targetEnd = new Uint32Array(rows.length);
  const valueEnd = new Uint32Array(rows.length);
  const receiverEnd = new Uint32Array(rows.length);
  let at = 0;
  rows.forEach((row, i) => {
    targetEnd[i] = at += row.targets.length;
    valueEnd[i] = at += row.values.length;
    receiverEnd[i] = at += row.receivers.length;
  });
  const fileEnd = new Uint32Array(files.length);
  const total = files.reduce((sum, f) => sum + f.offsets.length, 0);
  const offsets = new Uint32Array(total);
  const rowOf = new Uint32Array(total);
  let filled = 0;
  files.forEach((file, i) => {
    offsets.set(file.offsets, filled);
    rowOf.set(file.rows, filled);
    fileEnd[i] = filled += file.offsets.length;
  });
  return writeColumnFile(VERDICTS_KIND, VERDICTS_FORMAT, meta, {
    ...stringColumns("path", paths),
    fileEnd,
    offset: offsets,
    row: rowOf,
    targetEnd,
    valueEnd,
    receiverEnd,
    marks: Uint8Array.from(rows, (row) => (row.exact ? EXACT : 0) | (row.bound ? BOUND : 0)),
    placePath: Uint32Array.from(places, ([path]) => path),
    placeOffset: Uint32Array.from(places, ([, offset]) => offset),
  });
}

/** Read without being unpacked: a question looks at few of them. */
export class Verdicts {
  readonly meta: VerdictsMeta;
  readonly paths: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #fileEnd: Uint32Array;
  readonly #offset: Uint32Array;
  readonly #row: Uint32Array;
  readonly #targetEnd: Uint32Array;
  readonly #valueEnd: Uint32Array;
  readonly #receiverEnd: Uint32Array;
  readonly #marks: Uint8Array;
  readonly #placePath: Uint32Array;
  readonly #placeOffset: Uint32Array;

  /** Throws CACHE_UNUSABLE unless the bytes are whole and of this version. */
  constructor(bytes: Uint8Array) {
    const file = readColumnFile<VerdictsMeta>(VERDICTS_KIND, VERDICTS_FORMAT, bytes);
    this.meta = file.meta;
    this.paths = StringTable.of(file, "path").all();
    this.paths.forEach((path, i) => this.#numbers.set(path, i));
    this.#fileEnd = file.column("fileEnd", "u32");
    this.#offset = file.column("offset", "u32");
    this.#row = file.column("row", "u32");
    this.#targetEnd = file.column("targetEnd", "u32");
    this.#valueEnd = file.column("valueEnd", "u32");
    this.#receiverEnd = file.column("receiverEnd", "u32");
    this.#marks = file.column("marks", "u8");
    this.#placePath = file.column("placePath", "u32");
    this.#placeOffset = file.column("placeOffset", "u32");
  }

  /** Number of a path, or -1. */
  number(path: string): number {
    return this.#numbers.get(path) ?? -1;
  }

  /** What the name that begins at the offset means; null where nothing is known of it. */
  at(path: number, offset: number): VerdictRow | null {
    let low = path === 0 ? 0 : this.#fileEnd[path - 1]!;
    let high = this.#fileEnd[path]!;
    const end = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offset[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low < end && this.#offset[low] === offset ? this.#rowAt(this.#row[low]!) : null;
  }

  #rowAt(row: number): VerdictRow {
    const from = row === 0 ? 0 : this.#receiverEnd[row - 1]!;
    const targets = this.#targetEnd[row]!;
    const values = this.#valueEnd[row]!;
    const to = this.#receiverEnd[row]!;
    const places = (start: number, end: number) => {
      const found: [number, number][] = [];
      for (let i = start; i < end; i++) found.push([this.#placePath[i]!, this.#placeOffset[i]!]);
      return found;
    };
    return {
      targets: places(from, targets),
      values: places(targets, values),
      receivers: places(values, to),
      bound: (this.#marks[row]! & BOUND) !== 0,
      exact: (this.#marks[row]! & EXACT) !== 0,
    };
  }
}

/** Changes whenever the file is written anew; empty where there is none. */
export function verdictsStamp(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  } catch (error) {
    // A link to itself, a folder that may not be looked into: reading it says what is wrong.
    return `unreadable ${(error as NodeJS.ErrnoException).code ?? ""}`;
  }
}

/** Null where there is none. `fault`: what is there can't be used, and why. */
export function readVerdicts(path: string): { verdicts: Verdicts | null; fault: string | null } {
  try {
    return { verdicts: new Verdicts(columnBytes(path, VERDICTS_KIND, VERDICTS_FORMAT)), fault: null };
  } catch (error) {
    if (isPithError(error)) return { verdicts: null, fault: FAULTS[error.subject as ColumnFault] };
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { verdicts: null, fault: missing ? null : "it can't be read" };
  }
}

const FAULTS: Readonly<Record<ColumnFault, string>> = {
  "not-ours": "it is damaged",
  corrupt: "it is damaged",
  truncated: "it is damaged",
  "older-version": "an older Pith wrote it",
  "newer-version": "a newer Pith wrote it",
};
