// Where does a text stand a second time, as it is or with other names? Looked for in the files themselves, whatever their
// words are: of a copy in which everything was renamed no word is left to find it by.
import { throwIfCancelled } from "../base/error.ts";
import { lineOfOffset, lineStarts } from "../base/lines.ts";
import { isSkipped, type ReadText } from "../files/read.ts";
import { NAME, occurrences, renamed, type Shape, type Shapes } from "../text/code-shape.ts";
import { indexedText } from "../redact/searched-text.ts";
import type { Subject } from "./similar-subject.ts";

export interface Copy {
  path: string;
  start: number;
  end: number;
  /** Names of the subject, each with what stands for it; null where they do not go one to one. */
  names: [string, string][] | null;
}

/** Fewer tokens than these have the same shape by chance: only the very same ones are a copy. */
const LEAST_TOKENS = 14;
/** Copies in one file, and in all. */
const MOST_IN_FILE = 20;
const MOST_COPIES = 200;
/** Characters that are read in search of copies: some half a second. */
const MOST_READ = 24_000_000;

export interface Copies {
  copies: Copy[];
  /** Files that were looked through. */
  read: number;
}

/** Files that are opened at once: what a commit holds is fetched in portions, and a signal is heard in between. */
const PORTION = 400;

export interface LookedThrough {
  shapes: Shapes;
  /** In the order in which they are looked through. */
  paths: readonly string[];
  open: (paths: readonly string[]) => Promise<ReadText>;
  signal: AbortSignal | undefined;
}

export async function copiesOf(
  subject: Subject,
  shape: Shape,
  { shapes, paths, open, signal }: LookedThrough,
): Promise<Copies> {
  const copies: Copy[] = [];
  const marks = marksOf(subject.text, shape);
  let characters = 0;
  let looked = 0;
  for (let from = 0; from < paths.length; from += PORTION) {
    throwIfCancelled(signal);
    const portion = paths.slice(from, from + PORTION);
    const read = await open(portion);
    for (const path of portion) {
      if (characters > MOST_READ || copies.length >= MOST_COPIES) return { copies, read: looked };
      looked++;
      const file = read(path);
      if (isSkipped(file) || file.text.length < shape.kinds.length) continue;
      if (!marks.every((mark) => file.text.includes(mark))) continue;
      characters += file.text.length;
      if (occurrences(shape, shapes.of(file.text)).length === 0) continue;
      // Once more without what must not be found. The subject's own secrets are one sign each, these as many as they are
      // long: what holds a secret is no copy of anything.
      const text = indexedText(path, file.text);
      copies.push(...copiesIn(subject, shape, { path, text, shape: shapes.of(text) }));
    }
  }
  return { copies: copies.slice(0, MOST_COPIES), read: looked };
}

/** Tokens that a copy must hold as they are: a file without them need not be cut into its own. */
const MOST_MARKS = 4;

function marksOf(text: string, { kinds, starts, ends }: Shape): string[] {
  const fixed = new Set<string>();
  for (let i = 0; i < kinds.length; i++) if (kinds[i] !== NAME) fixed.add(text.slice(starts[i], ends[i]));
  return [...fixed].sort((a, b) => b.length - a.length).slice(0, MOST_MARKS);
}

function copiesIn(
  subject: Subject,
  shape: Shape,
  file: { path: string; text: string; shape: Shape },
): Copy[] {
  const { path, text } = file;
  const lines = lineStarts(text);
  const copies: Copy[] = [];
  for (const at of occurrences(shape, file.shape)) {
    if (copies.length === MOST_IN_FILE) break;
    const start = lineOfOffset(lines, file.shape.starts[at]!);
    const end = lineOfOffset(lines, file.shape.ends[at + shape.kinds.length - 1]! - 1);
    const { place } = subject;
    if (place !== null && place.path === path && start <= place.end && place.start <= end) continue;
    const names = renamed({ text: subject.text, shape }, { text, shape: file.shape, at });
    if (shape.kinds.length < LEAST_TOKENS && (names === null || names.length > 0)) continue;
    copies.push({ path, start, end, names });
  }
  return copies;
}
