// The texts that an answer may show: read from disk now, redacted, with their units. What was read before is taken from
// memory only if the bytes on disk are still the same.
import { splitLines } from "../base/lines.ts";
import { isSkipped, type TextFile } from "../files/read.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import { firstLine } from "../lang/first-line.ts";
import { languageOf } from "../lang/registry.ts";
import type { SyntaxResult, SyntaxSkip } from "../parse/facts.ts";
import { unitsOfSyntax, unitsOfWords, type Unit } from "../rank/units.ts";
import { redactSync, secretRemover, type Redaction } from "../redact/redact.ts";
import { factsKey } from "../store/facts-key.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

export interface Source {
  path: string;
  /** Content id of the bytes on disk. */
  id: string;
  key: string;
  language: string;
  /** Redacted lines: the only text that may leave. */
  lines: readonly string[];
  /** The lines joined by `\n`. */
  text: string;
  redactions: readonly Redaction[];
  units: readonly Unit[];
  /** Null where the units come from the parser, else why they come from line patterns. */
  syntaxSkip: SyntaxSkip | null;
  syntax: SyntaxResult | null;
  /** The content is not the one that the snapshot knew. */
  changed: boolean;
}

/** A file's lines alone: all that a place without a unit needs. */
export type ShownText = Pick<Source, "path" | "lines" | "changed">;

/** A file's lines, as `read` shows them. */
export type ReadLines = Pick<Source, "path" | "lines" | "redactions">;

export interface Missing {
  path: string;
  skip: SkipReason;
}

export function isMissing(source: ShownText | ReadLines | Missing): source is Missing {
  return "skip" in source;
}

/** Texts kept between calls, in code units of their lines. */
const MEMORY = 24_000_000;

export class Sources {
  readonly #workspace: Workspace;
  readonly #syntax: SyntaxSource;
  readonly #kept = new Map<string, Source>();
  /** The files behind the kept sources, by path: not decoded again while their bytes are the same. */
  readonly #files = new Map<string, TextFile>();
  #size = 0;

  constructor(workspace: Workspace, syntax: SyntaxSource) {
    this.#workspace = workspace;
    this.#syntax = syntax;
  }

  /** Forgets what was read and closes the store of facts: it is about to be removed. */
  forget(): void {
    this.#kept.clear();
    this.#files.clear();
    this.#size = 0;
    this.#syntax.forget();
  }

  /** Reads files of a snapshot (by their index in it). The order of the result is the order of the indices. */
  async ofSnapshot(snapshot: Snapshot, files: readonly number[]): Promise<(Source | Missing)[]> {
    const wanted = files.map((f) => {
      const live = snapshot.files[f]!;
      return { path: live.path, known: live };
    });
    return this.#load(snapshot, wanted);
  }

  /** Reads paths that need not be in a snapshot. */
  async ofPaths(snapshot: Snapshot, paths: readonly string[]): Promise<(Source | Missing)[]> {
    const byPath = new Map(snapshot.files.map((f) => [f.path, f]));
    return this.#load(
      snapshot,
      paths.map((path) => ({ path, known: byPath.get(path) })),
    );
  }

  /** Redacted lines of files of a snapshot that need not be parsed. */
  async linesOf(snapshot: Snapshot, files: readonly number[]): Promise<(ShownText | Missing)[]> {
    const { config } = this.#workspace;
    const read = await this.#workspace.open(files.map((index) => snapshot.files[index]!.path));
    return files.map((index) => {
      const { path, key: known } = snapshot.files[index]!;
      const file = read(path);
      if (isSkipped(file)) return { path, skip: file.skip };
      const language = languageOf(path, firstLine(file.text), config.values.languages).id;
      const key = factsKey(file.id, language, file.encoding, path);
      const lines = this.#kept.get(`${path}\0${key}`)?.lines ?? splitLines(redactSync(path, file.text).text);
      return { path, lines, changed: key !== known };
    });
  }

  async #load(
    snapshot: Snapshot,
    wanted: readonly { path: string; known: Snapshot["files"][number] | undefined }[],
  ): Promise<(Source | Missing)[]> {
    const { config } = this.#workspace;
    const read = await this.#workspace.open(
      wanted.map(({ path }) => path),
      { before: (path) => this.#files.get(path) },
    );
    const loaded: (Source | Missing | undefined)[] = [];
    const fresh: { at: number; file: TextFile; language: string; key: string }[] = [];
    wanted.forEach(({ path }, at) => {
      const file = read(path);
      if (isSkipped(file)) {
        loaded[at] = { path, skip: file.skip };
        return;
      }
      const language = languageOf(path, firstLine(file.text), config.values.languages).id;
      const key = factsKey(file.id, language, file.encoding, path);
      const kept = this.#taken(`${path}\0${key}`, wanted[at]!.known?.key !== key);
      if (kept !== null) loaded[at] = kept;
      else fresh.push({ at, file, language, key });
    });
    const facts = await this.#syntax.facts(
      fresh.map(({ file, language, key }) => ({ key, language, text: file.text })),
    );
    for (const { at, file, language, key } of fresh) {
      const known = wanted[at]!.known;
      const source = this.#make(snapshot, file, language, key, known, facts.get(key) ?? null);
      // Units by line patterns come with the snapshot: of a content that it does not know yet they are missing.
      if (!source.changed || source.syntaxSkip === null) this.#keep(source, file);
      loaded[at] = source;
    }
    return loaded as (Source | Missing)[];
  }

  /**
   * What is kept under a name. As long as nothing changes it is one object: what ranking and packing found out about a
   * source, they know again by it.
   */
  #taken(name: string, changed: boolean): Source | null {
    let kept = this.#kept.get(name);
    if (kept === undefined) return null;
    if (kept.changed !== changed) kept = { ...kept, changed };
    // Moved to the end: the least recently used goes first.
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return kept;
  }

  #make(
    snapshot: Snapshot,
    file: TextFile,
    language: string,
    key: string,
    known: Snapshot["files"][number] | undefined,
    syntax: SyntaxResult | null,
  ): Source {
    const { text, redactions } = redactSync(file.path, file.text);
    const lines = splitLines(text);
    const parsed = syntax !== null && "facts" in syntax ? syntax.facts : null;
    const changed = known?.key !== key;
    let units: Unit[] = [];
    if (parsed !== null) units = unitsOfSyntax(parsed);
    else if (!changed && known.segment >= 0)
      units = unitsOfWords(snapshot.segments[known.segment]!, known.entry);
    if (redactions.length > 0) units = withoutSecrets(units, secretRemover(file.path, file.text));
    return {
      path: file.path,
      id: file.id,
      key,
      language,
      lines,
      text: lines.join("\n"),
      redactions,
      units,
      syntax,
      syntaxSkip: parsed !== null ? null : syntax !== null && "skip" in syntax ? syntax.skip : "failed",
      changed,
    };
  }

  #keep(source: Source, file: TextFile): void {
    const name = `${source.path}\0${source.key}`;
    const size = sizeOf(source);
    if (size > MEMORY / 4 || this.#kept.has(name)) return;
    this.#kept.set(name, source);
    this.#files.set(source.path, file);
    this.#size += size;
    for (const [other, held] of this.#kept) {
      if (this.#size <= MEMORY) break;
      this.#kept.delete(other);
      this.#files.delete(held.path);
      this.#size -= sizeOf(held);
    }
  }
}

/** Names, signatures and docs were cut from the text as it is on disk. */
function withoutSecrets(units: readonly Unit[], remove: ((text: string) => string) | null): Unit[] {
  if (remove === null) return [...units];
  return units.map((unit) => ({
    ...unit,
    name: remove(unit.name),
    shortName: remove(unit.shortName),
    signature: remove(unit.signature),
    doc: remove(unit.doc),
  }));
}

function sizeOf(source: Source): number {
  return 2 * source.text.length;
}
