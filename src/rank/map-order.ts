// Which files of a repository matter most where nothing is asked? Code that others rest on first, then what is written for
// people, then tests, examples, generated and outdated files.
import { importName } from "../text/import-name.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { LiveFiles } from "./live-files.ts";
import { ROLE } from "./path-kinds.ts";
import { pathTable } from "./path-table.ts";
import { filesWith } from "./references.ts";
import { declaredTerms } from "./terms.ts";

export interface MappedFile {
  file: number;
  /** How many files mention a name that hardly another file declares, or import this one by its name. */
  mentionedBy: number;
}

/** A name that more files declare says nothing of any of them: `Post` in every fixture, `Config` in every package. */
const MOST_DECLARING = 3;
/** A name of one word is written in other senses as well: of its mentions so many count as one. */
const ORDINARY = 4;

/** Mentions that count for one import: others come by way of a file that passes the name on. */
const MOST_PER_IMPORT = 4;

/** Kinds that are known by their own names: members have common ones, and headings are not mentioned. */
const KNOWN_BY_NAME = new Set(
  "function class interface trait struct enum type module namespace macro variable constant".split(" "),
);

const LAST = ROLE.test | ROLE.generated | ROLE.legacy | ROLE.olderVersion | ROLE.record;
const NO_CODE = ROLE.prose | ROLE.data;

/** The files given, in the order of a map. */
export function mapOrder(snapshot: Snapshot, live: LiveFiles, files: readonly number[]): MappedFile[] {
  const tiers = tiersOf(snapshot);
  const known = new KnownNames(snapshot, live, tiers);
  return files
    .map((file) => ({ file, mentionedBy: known.mentionsOf(file) }))
    .sort((a, b) => tiers[a.file]! - tiers[b.file]! || b.mentionedBy - a.mentionedBy || a.file - b.file);
}

/** By file: 0 for code, 1 for prose and data, 2 for what is read last. */
function tiersOf(snapshot: Snapshot): Uint8Array {
  const { role } = pathTable(snapshot);
  return Uint8Array.from(role, (bits) => {
    if ((bits & LAST) !== 0) return 2;
    if ((bits & NO_CODE) !== 0) return 1;
    return (bits & ROLE.example) === 0 ? 0 : 2;
  });
}

/** What files are known by, and how many files of code share it. */
class KnownNames {
  readonly #snapshot: Snapshot;
  readonly #live: LiveFiles;
  readonly #declaring = new Map<string, number>();
  readonly #importedAs = new Map<string, number>();

  constructor(snapshot: Snapshot, live: LiveFiles, tiers: Uint8Array) {
    this.#snapshot = snapshot;
    this.#live = live;
    snapshot.files.forEach(({ path, segment }, file) => {
      // Tests that declare a name again take nothing from the code that is tested.
      if (segment < 0 || tiers[file] !== 0) return;
      add(this.#importedAs, importName(path));
      for (const { whole } of this.#namesOf(file)) add(this.#declaring, whole);
    });
  }

  mentionsOf(file: number): number {
    const { path } = this.#snapshot.files[file]!;
    const imported = importName(path);
    const importing =
      imported === "" ? 0 : this.#shared(`>${imported}`, this.#importedAs.get(imported) ?? 1, 0);
    // Where files are imported by their names, a name that is mentioned far more often means something else.
    const bound = importing === 0 ? Number.POSITIVE_INFINITY : MOST_PER_IMPORT * importing;
    let most = 0;
    for (const { whole, ordinary } of this.#namesOf(file)) {
      const declaring = this.#declaring.get(whole) ?? 1;
      const mentions = this.#shared(whole, declaring, declaring);
      most = Math.max(most, ordinary ? mentions / ORDINARY : mentions);
    }
    return Math.round(Math.max(importing, Math.min(most, bound)));
  }

  /** The files that hold a term, less those that declare it, shared by as many as have it for a name. */
  #shared(term: string, among: number, less: number): number {
    if (among > MOST_DECLARING) return 0;
    return Math.max(0, filesWith(this.#snapshot, this.#live, term) - less) / Math.max(1, among);
  }

  /** Outer declarations by which others can mean this file, each once. */
  #namesOf(file: number): { whole: string; ordinary: boolean }[] {
    const { segment, entry } = this.#snapshot.files[file]!;
    const { view } = this.#live.segments[segment]!;
    const names = new Map<string, { whole: string; ordinary: boolean }>();
    for (let d = view.declarationOffset[entry]!; d < view.declarationOffset[entry + 1]!; d++) {
      if (view.declarationParent[d]! >= 0 || !KNOWN_BY_NAME.has(view.declarationKind(d))) continue;
      const { whole, compound } = declaredTerms(view, d);
      if (whole === "" || names.has(whole)) continue;
      const name = view.declarationName(d);
      // A single ordinary word in small letters is mentioned everywhere without being meant.
      if (!compound && name === name.toLowerCase()) continue;
      names.set(whole, { whole, ordinary: !compound });
    }
    return [...names.values()];
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
