// The files that a search by lines looks through, read when their turn comes; and which of them were left out.
import { isSkipped, type ReadText } from "../files/read.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import { firstLine } from "../lang/first-line.ts";
import { languageOf } from "../lang/registry.ts";
import type { SearchArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { Workspace } from "./workspace.ts";

/** What is fetched at once, where files must be fetched. */
const FETCHED_FILES = 500;
const FETCHED_BYTES = 16_000_000;

/** The files in scope as they are at this moment: on disk, or in the commit. */
export class LiveTexts {
  readonly paths: readonly string[];
  readonly skipped = new Map<string, SkipReason>();
  /** Content of every file that was read last. */
  readonly ids = new Map<string, string>();
  readonly #otherLanguage = new Set<string>();
  readonly #workspace: Workspace;
  readonly #sizes: readonly number[];
  #read: ReadText = (path) => ({ path, skip: "vanished" });
  #signal: AbortSignal | undefined;
  readonly #languages: Record<string, string>;
  readonly #wanted: ReadonlySet<string> | null;

  constructor(
    workspace: Workspace,
    { view, scope }: BegunAnswer,
    { language }: SearchArguments,
    signal: AbortSignal | undefined,
  ) {
    const files = view.walk.files.filter(({ path }) => scope === null || scope.matches(path));
    this.paths = files.map((f) => f.path);
    this.#sizes = files.map((f) => f.size);
    this.#workspace = workspace;
    this.#languages = workspace.config.values.languages;
    this.#wanted = language === undefined ? null : new Set(language);
    this.#signal = signal;
  }

  /** Before the path with this index is loaded. Gives up to which one paths can be loaded until it is called again. */
  async prepare(from: number): Promise<number> {
    let to = this.paths.length;
    if (this.#workspace.source.give !== null) {
      let bytes = 0;
      for (to = from; to < this.paths.length && to - from < FETCHED_FILES; to++) {
        if (to > from && bytes + this.#sizes[to]! > FETCHED_BYTES) break;
        bytes += this.#sizes[to]!;
      }
    }
    this.#read = await this.#workspace.open(this.paths.slice(from, to), { signal: this.#signal });
    return to;
  }

  /** Once more, whatever was prepared last. */
  async again(path: string): Promise<string | null> {
    this.#read = await this.#workspace.open([path], { signal: this.#signal });
    return this.load(path);
  }

  /** Null where the file can't be read, or is of another language. */
  load(path: string): string | null {
    const file = this.#read(path);
    if (isSkipped(file)) {
      if (this.#isWanted(path, "")) this.skipped.set(path, file.skip);
      else this.#otherLanguage.add(path);
      return null;
    }
    if (!this.#isWanted(path, file.text)) {
      this.#otherLanguage.add(path);
      return null;
    }
    this.ids.set(path, file.id);
    return file.text;
  }

  #isWanted(path: string, text: string): boolean {
    return this.#wanted === null || this.#wanted.has(languageOf(path, firstLine(text), this.#languages).id);
  }

  /** Looked at and not searched, for a reason of its own. */
  isLeftOut(path: string): boolean {
    return this.skipped.has(path) || this.#otherLanguage.has(path);
  }

  get inScope(): number {
    return this.paths.length - this.#otherLanguage.size;
  }

  /** How many are left out. */
  get leftOut(): number {
    return this.#otherLanguage.size + this.skipped.size;
  }
}
