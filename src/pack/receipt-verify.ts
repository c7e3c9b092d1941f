// Is what an answer showed still true? Each span of a receipt is looked up in the files as they are now: the same lines
// at the same place, the same lines elsewhere, other lines under the same name (wherever that is declared now), or nothing.
import { splitLines } from "../base/lines.ts";
import type { Place, SpanKind } from "../base/span.ts";
import { redactSync } from "../redact/redact.ts";
import { linesHash, type KeptPlace, type Receipt } from "./receipt.ts";

export type PlaceState = "same" | "moved" | "changed" | "gone";

export interface VerifiedPlace extends Place {
  kind: SpanKind;
  /** Of several units that have changed, those that `to` has. */
  name: string;
  state: PlaceState;
  /** Where it stands now, if elsewhere: the same lines (`moved`), or what is declared by the name (`changed`). */
  to: Place | null;
  /** Set where lines have changed and nothing is declared by the name any more, though it stands in the file. */
  undeclared?: true;
  /** The file that its file has become, where that is known and its lines don't stand there. */
  file?: string;
}

export interface VerifiedReceipt {
  receipt: string;
  /** What was shown is there still, here or elsewhere; with `strict` where it was. */
  holds: boolean;
  places: VerifiedPlace[];
  counts: Record<PlaceState, number>;
  /** Set where the commit that the answer was about is in the repository no more. */
  missing?: "commit";
}

/** The text of a file now, or null where there is none. */
export type ReadText = (path: string) => string | null | Promise<string | null>;

/** What is declared now by the name of lines that stand nowhere any more. */
export type Redeclared = (kept: KeptPlace) => Promise<(Place & { name: string }) | null>;

/** Where else lines that left their own file may stand. */
export interface Elsewhere {
  /** Files in which they are looked for, in this order. */
  files: (kept: KeptPlace) => readonly string[];
  /** What Git says that a file has become. */
  renamed: (path: string) => string | undefined;
}

const NOWHERE: Elsewhere = { files: () => [], renamed: () => undefined };

export async function verifyReceipt(
  receipt: Pick<Receipt, "id" | "kept">,
  readText: ReadText,
  elsewhere: Elsewhere = NOWHERE,
  redeclared: Redeclared = async () => null,
): Promise<VerifiedReceipt> {
  const texts = new Map<string, NowText | null>();
  const open = async (path: string) => {
    let now = texts.get(path);
    if (now === undefined) {
      const text = await readText(path);
      now = text === null ? null : new NowText(path, text);
      texts.set(path, now);
    }
    return now;
  };
  const places: VerifiedPlace[] = [];
  for (const kept of receipt.kept) places.push(await verifyPlace(kept, open, elsewhere, redeclared));
  const counts = { same: 0, moved: 0, changed: 0, gone: 0 };
  for (const { state } of places) counts[state]++;
  return { receipt: receipt.id, holds: counts.changed + counts.gone === 0, places, counts };
}

/** A caller may want every span where it was. */
export function strictly(verified: VerifiedReceipt): VerifiedReceipt {
  return { ...verified, holds: verified.holds && verified.counts.moved === 0 };
}

/** Of an answer about a commit that is not there any more: nothing can be looked up. */
export function nothingLeft({ id, kept }: Pick<Receipt, "id" | "kept">): VerifiedReceipt {
  const places = kept.map(({ path, start, end, kind, name }): VerifiedPlace => {
    return { path, start, end, kind, name, state: "gone", to: null };
  });
  return {
    receipt: id,
    holds: false,
    places,
    counts: { same: 0, moved: 0, changed: 0, gone: places.length },
    missing: "commit",
  };
}

async function verifyPlace(
  kept: KeptPlace,
  open: (path: string) => Promise<NowText | null>,
  elsewhere: Elsewhere,
  redeclared: Redeclared,
): Promise<VerifiedPlace> {
  const { path, start, end, kind, name } = kept;
  const as = (state: PlaceState, to: Place | null = null) => ({ path, start, end, kind, name, state, to });
  const own = await open(path);
  if (own?.holds(kept, 0)) return as("same");
  const others = elsewhere.files(kept).filter((p) => p !== path);
  for (const other of [path, ...others]) {
    const shift = (await open(other))?.shiftOf(kept);
    if (shift != null) return as("moved", { path: other, start: start + shift, end: end + shift });
  }
  const now = name === "" ? null : await redeclared(kept);
  if (now !== null) {
    const { name: names, ...place } = now;
    const stays = names === name && now.path === path && now.start === start && now.end === end;
    return { ...as("changed", stays ? null : place), name: names };
  }
  if (own === null) {
    const file = elsewhere.renamed(path);
    const whole = file === undefined || kind !== "file" ? null : await open(file);
    if (file !== undefined && whole !== null)
      return as("changed", { path: file, start: 1, end: Math.max(1, whole.length) });
    return { ...as("gone"), ...(file === undefined ? {} : { file }) };
  }
  if (name === "") return as("changed");
  return own.mentions(name) ? { ...as("changed"), undeclared: true } : as("gone");
}

/** A file's redacted lines, with hashes of single lines made once. */
class NowText {
  readonly #lines: string[];
  #byHash: Map<string, number[]> | null = null;

  constructor(path: string, text: string) {
    this.#lines = splitLines(redactSync(path, text).text);
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Whether all lines of a kept place stand here, moved by `shift` lines. */
  holds(kept: KeptPlace, shift: number): boolean {
    return kept.lines.every(({ start, end, hash }) => {
      if (start + shift < 1 || end + shift > this.#lines.length) return false;
      return linesHash(this.#lines, start + shift, end + shift) === hash;
    });
  }

  /** The least shift under which they stand here, or null. */
  shiftOf(kept: KeptPlace): number | null {
    const [first] = kept.lines;
    if (first === undefined) return null;
    this.#byHash ??= this.#hashLines();
    const shifts = (this.#byHash.get(first.first) ?? []).map((line) => line - first.start);
    shifts.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
    return shifts.find((shift) => this.holds(kept, shift)) ?? null;
  }

  #hashLines(): Map<string, number[]> {
    const byHash = new Map<string, number[]>();
    for (let line = 1; line <= this.#lines.length; line++) {
      const hash = linesHash(this.#lines, line, line);
      const found = byHash.get(hash);
      if (found === undefined) byHash.set(hash, [line]);
      else found.push(line);
    }
    return byHash;
  }

  /** Whether the last part of any of the names (`Class.method, Class.other`) is still a word of the text. */
  mentions(names: string): boolean {
    const words = names.split(", ").map((n) => n.split(/\.|::|#/).at(-1)!);
    return words.some((word) => word !== "" && this.#lines.some((l) => hasWord(l, word)));
  }
}

function hasWord(line: string, word: string): boolean {
  const inWord = /[\p{L}\p{N}_$]/u;
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const before = line[at - 1] ?? " ";
    const after = line[at + word.length] ?? " ";
    if (!inWord.test(before) && !inWord.test(after)) return true;
  }
  return false;
}
