// Which files of the tree could take facts from a bundle? Those whose content the bundle names, and whose facts are not
// known already. The name is made here, of the bytes on disk.
import { isSkipped, openReader, type TextFile } from "../files/read.ts";
import { firstLine } from "../lang/first-line.ts";
import type { Language } from "../lang/language.ts";
import { languageOf } from "../lang/registry.ts";
import type { Bundle } from "../store/bundle-reader.ts";
import { factsKey } from "../store/facts-key.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Look, Workspace } from "./workspace.ts";

/** Facts of a text have no more bytes than so many times its own, and a few more: what has is not read. */
const MOST_WORDS = 16;
const MOST_SYNTAX = 32;
const FEW = 4_096;

export interface Candidate {
  key: string;
  language: Language;
  file: TextFile;
  /** As the bundle has them; null where it has none, or none are needed. */
  words: Uint8Array | null;
  syntax: Uint8Array | null;
}

export class BundleCandidates {
  readonly #workspace: Workspace;
  readonly #syntax: SyntaxSource;
  readonly #bundle: Bundle;
  readonly #look: Look;
  /** Keys with words facts here. */
  readonly #known: ReadonlySet<string>;

  constructor(workspace: Workspace, syntax: SyntaxSource, bundle: Bundle) {
    this.#workspace = workspace;
    this.#syntax = syntax;
    this.#bundle = bundle;
    this.#look = workspace.look();
    this.#known = new Set(
      this.#look.known.flatMap((row) => (row === null || row.segment < 0 ? [] : [row.key])),
    );
  }

  /** Files of the tree. */
  get count(): number {
    return this.#look.walk.files.length;
  }

  /** The files of these numbers, each content once; null for what takes nothing. Files are read as they are asked for. */
  *inOrder(numbers: readonly number[]): Generator<Candidate | null> {
    const read = openReader(this.#workspace.root, this.#workspace.config.values.ceilings);
    const met = new Set<string>();
    for (const number of numbers) {
      const row = this.#look.known[number]!;
      if (row !== null && !this.#offersSyntax(row.key)) yield null;
      else {
        const file = read(this.#look.walk.files[number]!.path);
        const candidate = isSkipped(file) ? null : this.#candidate(file);
        yield candidate === null || met.has(candidate.key) ? null : candidate;
        if (candidate !== null) met.add(candidate.key);
      }
    }
  }

  #candidate(file: TextFile): Candidate | null {
    const { languages } = this.#workspace.config.values;
    const language = languageOf(file.path, firstLine(file.text), languages);
    const key = factsKey(file.id, language.id, file.encoding, file.path);
    const most = (times: number): number => times * file.bytes + FEW;
    const words = this.#known.has(key) ? null : this.#bundle.get("words", key, most(MOST_WORDS));
    const syntax = this.#offersSyntax(key)
      ? this.#bundle.get("syntax", this.#syntax.stored(key), most(MOST_SYNTAX))
      : null;
    return words === null && syntax === null ? null : { key, language, file, words, syntax };
  }

  #offersSyntax(key: string): boolean {
    if (key === "" || !this.#bundle.has("syntax", this.#syntax.stored(key))) return false;
    return !this.#syntax.known([key]).has(key);
  }
}
