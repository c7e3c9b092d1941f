// Where does a text stand a second time, as it is or with other names? Looked for in the files themselves, whatever their
// words are: of a copy in which everything was renamed no word is left to find it by.
import { lineOfOffset, lineStarts } from "../base/lines.ts";
import { isSkipped, type ReadText } from "../files/read.ts";
import { occurrences, renamed, type Shape, type Shapes } from "../text/code-shape.ts";
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

/** `paths` in the order in which they are looked through. */
export function copiesOf(
  subject: Subject,
  shape: Shape,
  { shapes, paths, read }: { shapes: Shapes; paths: readonly string[]; read: ReadText },
): Copies {
  const copies: Copy[] = [];
  let characters = 0;
  let looked = 0;
  for (const path of paths) {
    if (characters > MOST_READ || copies.length >= MOST_COPIES) break;
    looked++;
    const file = read(path);
    if (isSkipped(file)) continue;
    characters += file.text.length;
    if (file.text.length < shape.kinds.length) continue;
    if (occurrences(shape, shapes.of(file.text)).length === 0) continue;
    // Once more without what must not be found. The subject's own secrets are one sign each, these as many as they are
    // long: what holds a secret is no copy of anything.
    const text = indexedText(path, file.text);
    copies.push(...copiesIn(subject, shape, { path, text, shape: shapes.of(text) }));
  }
  return { copies: copies.slice(0, MOST_COPIES), read: looked };
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
    const start = lineOfOffset(lines, file.shape.starts[at]!);
    const end = lineOfOffset(lines, file.shape.ends[at + shape.kinds.length - 1]! - 1);
    const { place } = subject;
    if (place !== null && place.path === path && start <= place.end && place.start <= end) continue;
    const names = renamed({ text: subject.text, shape }, { text, shape: file.shape, at });
    if (shape.kinds.length < LEAST_TOKENS && (names === null || names.length > 0)) continue;
    if (copies.length < MOST_IN_FILE) copies.push({ path, start, end, names });
  }
  return copies;
}
