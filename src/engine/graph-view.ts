// The graph's view of an opened root: names from the words index of a snapshot, facts from the parser on demand. Texts
// and facts are kept between calls by content, so that a warm question reads no file.
import { splitLines } from "../base/lines.ts";
import { compareStrings, nearestNames } from "../base/order.ts";
import { isSkipped } from "../files/read.ts";
import type { CheckedName, GraphFile, GraphView } from "../graph/view.ts";
import type { SyntaxFacts, SyntaxResult, SyntaxSkip } from "../parse/facts.ts";
import { redactSync, shownText } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { holdsIdeograph } from "../text/letters.ts";
import { importName } from "../text/import-name.ts";
import { foldIdentifier, WHOLE } from "../text/identifiers.ts";
import type { Verdicts } from "../store/verdicts-file.ts";
import { CheckerVerdicts, type HeldVerdicts } from "./checker-verdicts.ts";
import { GraphTexts } from "./graph-texts.ts";
import { languageOfFile } from "./file-language.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

const MOST_NEAREST = 5;

/** What the graph has read of one opened root. Lives as long as the root is open. */
export class GraphMemory {
  readonly #workspace: Workspace;
  readonly texts: GraphTexts;
  #view: { snapshot: Snapshot; verdicts: Verdicts | null; view: GraphView } | null = null;
  /** What the checker pass found. */
  readonly checker: CheckerVerdicts;

  constructor(workspace: Workspace, syntax: SyntaxSource) {
    this.#workspace = workspace;
    this.texts = new GraphTexts(workspace, syntax);
    this.checker = new CheckerVerdicts(workspace.store.folder.verdicts, workspace.root.path);
  }

  /** Each question asks for the view anew. */
  view(snapshot: Snapshot): GraphView {
    this.texts.ask();
    const held = this.checker.of(snapshot);
    const { verdicts } = held;
    if (this.#view?.snapshot !== snapshot || this.#view.verdicts !== verdicts) {
      const view = new SnapshotGraphView(this.#workspace, snapshot, this, held);
      this.#view = { snapshot, verdicts, view };
    }
    return this.#view.view;
  }
}

class SnapshotGraphView implements GraphView {
  readonly paths: readonly string[];
  readonly root: string;
  readonly unread: readonly { path: string; why: string }[];
  readonly #workspace: Workspace;
  readonly #snapshot: Snapshot;
  readonly #memory: GraphMemory;
  /** Number in the snapshot of each file of the view. */
  readonly #place: number[] = [];
  /** Files of the view with an entry's content, by segment and entry. */
  readonly #byEntry: Map<number, number[]>[];
  readonly #named = new Map<string, readonly number[]>();
  readonly #texts = new Map<string, string | null>();
  readonly checked: ((file: number, offset: number) => CheckedName | null) | undefined;
  readonly droppedVerdicts: number;
  readonly #changed = new Set<number>();

  constructor(workspace: Workspace, snapshot: Snapshot, memory: GraphMemory, held: HeldVerdicts) {
    this.#workspace = workspace;
    this.#snapshot = snapshot;
    this.#memory = memory;
    this.root = workspace.root.path;
    this.#byEntry = snapshot.segments.map(() => new Map<number, number[]>());
    const paths: string[] = [];
    const unread: { path: string; why: string }[] = [];
    snapshot.files.forEach((file, i) => {
      if (file.segment < 0) {
        unread.push({ path: file.path, why: file.skip ?? "not read yet" });
        return;
      }
      const entries = this.#byEntry[file.segment]!;
      const same = entries.get(file.entry);
      if (same === undefined) entries.set(file.entry, [paths.length]);
      else same.push(paths.length);
      this.#place.push(i);
      paths.push(file.path);
    });
    this.paths = paths;
    this.unread = unread;
    this.droppedVerdicts = held.dropped?.verdicts ?? 0;
    this.checked = held.verdicts === null ? undefined : this.#lookUp(held.verdicts);
  }

  #lookUp(verdicts: Verdicts): (file: number, offset: number) => CheckedName | null {
    const stored = this.paths.map((path) => verdicts.number(path));
    const own = verdicts.paths.map((path) => this.indexOf(path));
    const place = ([path, offset]: readonly [number, number]) => ({ file: own[path]!, offset });
    return (file, offset) => {
      const path = stored[file]!;
      const row = path === -1 || this.#changed.has(file) ? null : verdicts.at(path, offset);
      if (row === null) return null;
      const { targets, values, receivers, bound, exact } = row;
      return {
        targets: targets.map(place),
        values: values.map(place),
        receivers: receivers.map(place),
        bound,
        exact,
      };
    };
  }

  isChanged(file: number): boolean {
    return this.#changed.has(file);
  }

  indexOf(path: string): number {
    let low = 0;
    let high = this.paths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareStrings(this.paths[middle]!, path) < 0) low = middle + 1;
      else high = middle;
    }
    return this.paths[low] === path ? low : -1;
  }

  languageOf(file: number): string {
    const live = this.#snapshot.files[this.#place[file]!]!;
    return languageOfFile(this.#workspace, this.#snapshot, live);
  }

  naming(name: string): readonly number[] {
    const folded = foldIdentifier(name);
    // What is written without spaces is known to the index by its pairs of characters alone.
    if (folded.length <= 1 || holdsIdeograph(folded)) return this.paths.map((_, i) => i);
    return this.#holding(WHOLE + folded);
  }

  importing(stem: string): readonly number[] {
    const name = importName(stem);
    return name === "" ? [] : this.#holding(`>${name}`);
  }

  #holding(term: string): readonly number[] {
    const known = this.#named.get(term);
    if (known !== undefined) return known;
    const files = new Set<number>();
    this.#snapshot.segments.forEach((segment, s) => {
      const id = segment.termId(term);
      if (id === -1) return;
      for (const chunk of segment.postingChunks(id)) {
        for (const file of this.#byEntry[s]!.get(segment.chunkEntry[chunk]!) ?? []) files.add(file);
      }
    });
    const sorted = [...files].sort((a, b) => a - b);
    this.#named.set(term, sorted);
    return sorted;
  }

  async load(files: readonly number[]): Promise<readonly GraphFile[]> {
    const wanted = files.map((file) => {
      const { path, key } = this.#snapshot.files[this.#place[file]!]!;
      return { path, key, language: this.languageOf(file) };
    });
    const read = await this.#memory.texts.read(wanted);
    return wanted.map(({ path, key, language }, i) => {
      const kept = read.get(path);
      if (kept?.key !== key) this.#changed.add(files[i]!);
      return new LoadedFile(files[i]!, path, language, kept?.text ?? "", kept?.result ?? { skip: "failed" });
    });
  }

  async text(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    let text: string | null = null;
    // Only what the walk admitted: an ignored or a foreign file says nothing here.
    if (this.indexOf(path) !== -1) {
      const file = (await this.#workspace.open([path]))(path);
      if (!isSkipped(file)) text = file.text;
    }
    this.#texts.set(path, text);
    return text;
  }

  declaring(name: string): readonly { file: number; line: number }[] {
    return this.#snapshot.segments.flatMap((segment, s) =>
      segment.declarationsNamed(name).flatMap((d) => {
        if (segment.declarationKind(d) === "section") return [];
        const files = this.#byEntry[s]!.get(segment.declarationEntry[d]!) ?? [];
        return files.map((file) => ({ file, line: segment.declarationLine[d]! }));
      }),
    );
  }

  nearest(name: string, inPath: (path: string) => boolean = () => true): readonly string[] {
    const names = new Set<string>();
    const isLive = (file: number) => inPath(this.paths[file]!);
    this.#snapshot.segments.forEach((segment, s) => {
      for (let d = 0; d < segment.declarations; d++) {
        const files = this.#byEntry[s]!.get(segment.declarationEntry[d]!);
        if (files?.some(isLive) === true) names.add(segment.declarationName(d));
      }
    });
    // What declares it was not parsed, and that is said.
    names.delete(name);
    return nearestNames(name, [...names].sort(compareStrings), MOST_NEAREST).map((near) => shownText(near));
  }
}

class LoadedFile implements GraphFile {
  readonly index: number;
  readonly path: string;
  readonly language: string;
  readonly text: string;
  readonly facts: SyntaxFacts | null;
  readonly skip: SyntaxSkip | null;
  #lines: readonly string[] | null = null;

  constructor(index: number, path: string, language: string, text: string, result: SyntaxResult) {
    this.index = index;
    this.path = path;
    this.language = language;
    this.text = text;
    this.facts = "facts" in result ? result.facts : null;
    this.skip = "skip" in result ? result.skip : null;
  }

  get lines(): readonly string[] {
    return (this.#lines ??= splitLines(redactSync(this.path, this.text).text));
  }
}
