// Which stems and folders name the query's concepts? Matches by file and by folder, from the path table alone.
import { FOLDER_IN_PATH, STEM_IDENTIFIER_LEAST, STEM_IDENTIFIER_PART, STEM_SHARE_FULL } from "./constants.ts";
import type { PathTable } from "./path-table.ts";
import type { Concept, QueryIdentifier } from "./read-query.ts";
import { foldName } from "./terms.ts";

export interface PathsLane {
  /** Match of concept `c` in a file's stem at `[file * concepts + c]`, in a folder at `[folder * concepts + c]`: 0 to 1. */
  stem: Float32Array;
  folder: Float32Array;
  /** Number of stem words of a file that some concept met; 0 where the stem says nothing. */
  stemWordsMet: Uint8Array;
  /** 1 for a folder that names any concept. */
  folderMet: Uint8Array;
  /** Files whose stem names any concept, in no particular order. */
  files: number[];
}

export function pathsLane(table: PathTable, concepts: readonly Concept[]): PathsLane {
  const count = concepts.length;
  const lane: PathsLane = {
    stem: new Float32Array(table.stem.length * count),
    folder: new Float32Array(table.folders.length * count),
    stemWordsMet: new Uint8Array(table.stem.length),
    folderMet: new Uint8Array(table.folders.length),
    files: [],
  };
  const metAtAll = new Set<number>();
  for (let c = 0; c < count; c++) {
    const met = new Map<number, number>();
    for (const { term, written, weight } of concepts[c]!.variants) {
      table.words.meet(term, written, weight, met);
    }
    for (const [word, value] of met) {
      metAtAll.add(word);
      markWord(table, lane, word, value, count, c);
    }
  }
  for (const word of metAtAll) countStemWord(table, lane, word);
  return lane;
}

function markWord(
  table: PathTable,
  lane: PathsLane,
  word: number,
  value: number,
  count: number,
  concept: number,
): void {
  const { stem, folder, folderMet } = lane;
  for (const file of table.words.filesOf(word)) {
    const at = file * count + concept;
    if (value > stem[at]!) stem[at] = value;
  }
  const numbers = table.words.foldersOf(word);
  const shares = table.words.sharesOf(word);
  for (let i = 0; i < numbers.length; i++) {
    const at = numbers[i]! * count + concept;
    const shared = value * shares[i]!;
    if (shared > folder[at]!) folder[at] = shared;
    folderMet[numbers[i]!] = 1;
  }
}

/** Every word of a stem counts once, whichever concepts met it; the whole counts as all of its words. */
function countStemWord(table: PathTable, lane: PathsLane, word: number): void {
  const { stemWordsMet, files } = lane;
  const whole = table.words.words[word]!.startsWith("=");
  for (const file of table.words.filesOf(word)) {
    const words = Math.max(1, table.stemWords[file]!);
    if (stemWordsMet[file] === 0) files.push(file);
    stemWordsMet[file] = whole ? words : Math.min(words, stemWordsMet[file]! + 1);
  }
}

/** Path evidence of one file; `fPath` is still to be divided by the largest. */
export interface PathEvidence {
  fPath: number;
  dirCov: number;
  stemPrec: number;
}

/** `idf`: by concept, its weight in features of files; `idfSum` their sum. */
export function pathEvidence(
  lane: PathsLane,
  table: PathTable,
  file: number,
  idf: Float64Array,
  idfSum: number,
  into: PathEvidence,
): void {
  const count = idf.length;
  const folder = table.folder[file]!;
  let path = 0;
  let folders = 0;
  let stems = 0;
  for (let c = 0; c < count; c++) {
    const inStem = lane.stem[file * count + c]!;
    const inFolder = lane.folder[folder * count + c]!;
    path += idf[c]! * (inStem + FOLDER_IN_PATH * inFolder);
    folders += idf[c]! * inFolder;
    stems += idf[c]! * inStem;
  }
  const precision = Math.min(1, lane.stemWordsMet[file]! / Math.max(1, table.stemWords[file]!));
  into.fPath = path;
  into.dirCov = idfSum === 0 ? 0 : folders / idfSum;
  into.stemPrec = idfSum === 0 ? 0 : precision * Math.min(1, (STEM_SHARE_FULL * stems) / idfSum);
}

/** Best match of a folded stem with an identifier of the query: 1 where both are the same. */
export function stemAgainst(stem: string, identifiers: readonly QueryIdentifier[]): number {
  let best = 0;
  for (const { name, weight } of identifiers) best = Math.max(best, weight * stemMatch(stem, foldName(name)));
  return best;
}

/** Less than 1 where one begins or ends the other. */
function stemMatch(stem: string, identifier: string): number {
  if (stem === identifier) return 1;
  const [short, long] = stem.length < identifier.length ? [stem, identifier] : [identifier, stem];
  if (short.length < STEM_IDENTIFIER_LEAST) return 0;
  if (!long.startsWith(short) && !long.endsWith(short)) return 0;
  return (STEM_IDENTIFIER_PART * short.length) / long.length;
}
