// Syntax facts of the files that an answer shows: from the store, or parsed now and stored.
import { availableParallelism } from "node:os";
import type { SyntaxPool } from "../parse/syntax.ts";
import type { SyntaxResult, SyntaxSkip } from "../parse/facts.ts";
import { hasSyntax } from "../lang/language.ts";
import { languageById } from "../lang/registry.ts";
import { openFactsDb, type FactsDb } from "../store/facts-db.ts";
import { defaultCeilings } from "../config/ceilings.ts";
import type { Ceilings } from "../config/load.ts";

export interface SyntaxWanted {
  /** Facts key. */
  key: string;
  language: string;
  text: string;
}

/** Text parsed in this thread before workers start, in UTF-16 code units: the files of a first answer, about 0.2 s. */
const INLINE_LENGTH = 800_000;

export class SyntaxSource {
  readonly #db: FactsDb;
  readonly #ceilings: Ceilings;
  /** The ceilings that syntax facts depend on, where they are not the usual ones. */
  readonly #settings: string;
  #pool: SyntaxPool | null = null;

  constructor(databasePath: string, ceilings: Ceilings) {
    this.#db = openFactsDb(databasePath);
    this.#ceilings = ceilings;
    const { syntaxBytes, nesting, parserSteps } = ceilings;
    const standard = defaultCeilings();
    const same =
      syntaxBytes === standard.syntaxBytes &&
      nesting === standard.nesting &&
      parserSteps === standard.parserSteps;
    this.#settings = same ? "" : `.${syntaxBytes}.${nesting}.${parserSteps}`;
  }

  /** Facts by key. Languages without a grammar give `no-grammar` and are not stored. */
  async facts(wanted: readonly SyntaxWanted[]): Promise<Map<string, SyntaxResult>> {
    const found = new Map<string, SyntaxResult>();
    const parseable: SyntaxWanted[] = [];
    for (const item of wanted) {
      if (!hasSyntax(languageById(item.language))) found.set(item.key, { skip: "no-grammar" });
      else parseable.push(item);
    }
    if (parseable.length === 0) return found;
    const stored = this.#db.get(parseable.map((p) => this.stored(p.key)));
    for (const { key } of parseable) {
      const result = stored.get(this.stored(key));
      if (result !== undefined) found.set(key, result);
    }
    const missing = [...new Map(parseable.filter((p) => !found.has(p.key)).map((p) => [p.key, p])).values()];
    const made: [string, SyntaxResult][] = [];
    for (const [key, result] of await this.#parse(missing)) {
      found.set(key, result);
      // A failure may be the machine's, not the file's: it is never kept as a fact.
      if (!("skip" in result && result.skip === "failed")) made.push([this.stored(key), result]);
    }
    this.#db.put(made);
    return found;
  }

  /** Why the files of these keys have no facts, or null where facts rest here; keys of which nothing is known are left out. */
  outcomes(keys: Iterable<string>): Map<string, SyntaxSkip | null> {
    const byStored = new Map(Array.from(keys, (key) => [this.stored(key), key]));
    const found = this.#db.outcomes(byStored.keys());
    return new Map(Array.from(found, ([stored, outcome]) => [byStored.get(stored)!, outcome]));
  }

  /** Makes facts and stores them, for who needs none of them now. The outcome of each, in their order. */
  async store(wanted: readonly SyntaxWanted[]): Promise<(SyntaxSkip | null)[]> {
    const pool = await this.#opened();
    const made = await Promise.all(wanted.map(({ text, language }) => pool.encoded(text, language)));
    const lasting = made.flatMap((result, i) =>
      "skip" in result && result.skip === "failed" ? [] : [[this.stored(wanted[i]!.key), result] as const],
    );
    this.#db.put(lasting);
    return made.map((result) => ("skip" in result ? result.skip : null));
  }

  /** Facts that rest here, of the keys asked for. None are made. */
  held(keys: Iterable<string>): Map<string, SyntaxResult> {
    const byStored = new Map(Array.from(keys, (key) => [this.stored(key), key]));
    const found = this.#db.get(byStored.keys());
    return new Map(Array.from(found, ([stored, result]) => [byStored.get(stored)!, result]));
  }

  /** The keys that have facts here. */
  known(keys: Iterable<string>): Set<string> {
    const byStored = new Map(Array.from(keys, (key) => [this.stored(key), key]));
    return new Set(Array.from(this.#db.has(byStored.keys()), (stored) => byStored.get(stored)!));
  }

  /** Facts that were made elsewhere. Whether they are kept. */
  adopt(results: readonly (readonly [key: string, result: SyntaxResult])[]): boolean {
    return this.#db.put(results.map(([key, result]) => [this.stored(key), result] as const));
  }

  /** Gives up what was adopted. */
  disown(keys: readonly string[]): void {
    this.#db.remove(keys.map((key) => this.stored(key)));
  }

  /** Made from the text whatever rests here, and not kept. */
  async made({ text, language }: Omit<SyntaxWanted, "key">): Promise<SyntaxResult> {
    return (await this.#opened()).parse(text, language);
  }

  /** The key under which facts rest: what was skipped for a ceiling is no fact under another one. */
  stored(key: string): string {
    return `${key}${this.#settings}`;
  }

  async #parse(items: readonly SyntaxWanted[]): Promise<[string, SyntaxResult][]> {
    if (items.length === 0) return [];
    const pool = await this.#opened();
    return Promise.all(
      items.map(async (i): Promise<[string, SyntaxResult]> => [i.key, await pool.parse(i.text, i.language)]),
    );
  }

  /** Loaded here: most warm answers find all their facts in the store and need no parser. */
  async #opened(): Promise<SyntaxPool> {
    const { createSyntaxPool } = await import("../parse/syntax.ts");
    this.#pool ??= createSyntaxPool({
      workers: Math.min(this.#ceilings.workers, availableParallelism()),
      ceilings: this.#ceilings,
      inlineTotal: INLINE_LENGTH,
    });
    return this.#pool;
  }

  /** Lets go of the database; it is opened anew when it is asked next. */
  forget(): void {
    this.#db.close();
  }

  takeNotices(): string[] {
    return this.#db.takeNotices();
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
    this.#db.close();
  }
}
