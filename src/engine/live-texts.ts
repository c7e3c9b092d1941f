// The files that a search by lines looks through, read from disk when their turn comes; and which of them were left out.
import { openReader, isSkipped } from "../files/read.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import { firstLine } from "../lang/first-line.ts";
import { languageOf } from "../lang/registry.ts";
import type { SearchArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { Workspace } from "./workspace.ts";

/** The files in scope as they are on disk at this moment. */
export class LiveTexts {
  readonly paths: readonly string[];
  readonly skipped = new Map<string, SkipReason>();
  /** Content of every file that was read last. */
  readonly ids = new Map<string, string>();
  readonly #otherLanguage = new Set<string>();
  readonly #read: ReturnType<typeof openReader>;
  readonly #languages: Record<string, string>;
  readonly #wanted: ReadonlySet<string> | null;

  constructor({ root, config }: Workspace, { view, scope }: BegunAnswer, { language }: SearchArguments) {
    this.paths = view.walk.files.map((f) => f.path).filter((path) => scope === null || scope.matches(path));
    this.#read = openReader(root, config.values.ceilings);
    this.#languages = config.values.languages;
    this.#wanted = language === undefined ? null : new Set(language);
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
