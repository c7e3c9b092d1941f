// Which stems and folders name the query's concepts? One row of matches per concept, from the path table alone.
import { FOLDER_IN_PATH, STEM_IDENTIFIER_LEAST, STEM_IDENTIFIER_PART, STEM_SHARE_FULL } from "./constants.ts";
import { type PathTable, meetPathWords } from "./path-table.ts";
import type { Concept, QueryIdentifier } from "./read-query.ts";

export interface PathsLane {
  /** By concept: match of the file's stem, 0 to 1. */
  stem: Float32Array[];
  /** By concept: match of a folder (by its number), 0 to 1. */
  folder: Float32Array[];
  /** Number of stem words of a file that some concept met. */
  stemWordsMet: Uint8Array;
  /** Files whose stem names any concept, ascending. */
  files: number[];
}

export function pathsLane(table: PathTable, concepts: readonly Concept[]): PathsLane {
  const count = table.stem.length;
  const stem: Float32Array[] = [];
  const folder: Float32Array[] = [];
  const metWords = new Map<number, number>();
  for (const concept of concepts) {
    const met = new Map<number, number>();
    for (const { term, weight } of concept.variants) meetPathWords(table, term, met, weight);
    const ofStem = new Float32Array(count);
    const ofFolder = new Float32Array(table.folders.length);
    for (const [word, value] of met) {
      metWords.set(word, Math.max(value, metWords.get(word) ?? 0));
      for (const file of table.stemFiles[word]!) ofStem[file] = Math.max(ofStem[file]!, value);
      const numbers = table.folderNumbers[word]!;
      const shares = table.folderShares[word]!;
      for (let i = 0; i < numbers.length; i++) {
        ofFolder[numbers[i]!] = Math.max(ofFolder[numbers[i]!]!, value * shares[i]!);
      }
    }
    stem.push(ofStem);
    folder.push(ofFolder);
  }
  const stemWordsMet = new Uint8Array(count);
  const files: number[] = [];
  for (const word of metWords.keys()) {
    const whole = table.words[word]!.startsWith("=");
    for (const file of table.stemFiles[word]!) {
      if (stemWordsMet[file] === 0) files.push(file);
      stemWordsMet[file] = whole
        ? Math.max(1, table.stemWords[file]!)
        : Math.min(table.stemWords[file]!, stemWordsMet[file]! + 1);
    }
  }
  return { stem, folder, stemWordsMet, files: files.sort((a, b) => a - b) };
}

export interface PathFeatures {
  fPath: number;
  dirCov: number;
  stemPrec: number;
  identStem: number;
}

/** `idf`: by concept, its weight in file features; `idfSum` their sum. `fPath` is still to be divided by the largest. */
export function pathFeatures(
  lane: PathsLane,
  table: PathTable,
  file: number,
  idf: Float64Array,
  idfSum: number,
  identifiers: readonly QueryIdentifier[],
): PathFeatures {
  const folder = table.folder[file]!;
  let path = 0;
  let folders = 0;
  let stems = 0;
  for (let c = 0; c < idf.length; c++) {
    const inStem = lane.stem[c]![file]!;
    const inFolder = lane.folder[c]![folder]!;
    path += idf[c]! * (inStem + FOLDER_IN_PATH * inFolder);
    folders += idf[c]! * inFolder;
    stems += idf[c]! * inStem;
  }
  const words = table.stemWords[file]!;
  const precision = words === 0 ? 0 : Math.min(1, lane.stemWordsMet[file]! / words);
  const share = idfSum === 0 ? 0 : stems / idfSum;
  let identStem = 0;
  for (const { name, weight } of identifiers) {
    identStem = Math.max(identStem, weight * stemAgainst(table.stem[file]!, name));
  }
  return {
    fPath: path,
    dirCov: idfSum === 0 ? 0 : folders / idfSum,
    stemPrec: precision * Math.min(1, STEM_SHARE_FULL * share),
    identStem,
  };
}

/** 1 where stem and identifier are the same but for case and separators; less where one begins or ends the other. */
function stemAgainst(stem: string, identifier: string): number {
  const a = stem.replaceAll(/[-_.]/g, "");
  const b = identifier.toLowerCase().replaceAll(/[-_.$]/g, "");
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < STEM_IDENTIFIER_LEAST) return 0;
  if (!long.startsWith(short) && !long.endsWith(short)) return 0;
  return (STEM_IDENTIFIER_PART * short.length) / long.length;
}
