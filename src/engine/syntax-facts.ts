// Syntax facts of the files that an answer shows: from the store, or parsed now and stored. A few small files are parsed
// in this thread; with more text to parse, in workers.
import type { InlineParser } from "../parse/syntax-parser.ts";
import type { SyntaxPool } from "../parse/syntax.ts";
import type { SyntaxResult } from "../parse/facts.ts";
import { languageById } from "../lang/registry.ts";
import { openFactsDb, type FactsDb } from "../store/facts-db.ts";
import type { Ceilings } from "../config/load.ts";

export interface SyntaxWanted {
  /** Facts key. */
  key: string;
  language: string;
  text: string;
}

/** Below this much text a worker would start later than the parse in place ends (technology: start 100 ms, 4 MB/s). */
const INLINE_BYTES = 600_000;

export class SyntaxSource {
  readonly #db: FactsDb;
  readonly #ceilings: Ceilings;
  #inline: InlineParser | null = null;
  #pool: SyntaxPool | null = null;

  constructor(databasePath: string, ceilings: Ceilings) {
    this.#db = openFactsDb(databasePath);
    this.#ceilings = ceilings;
  }

  /** Facts by key. Languages without a grammar give `no-grammar` and are not stored. */
  async facts(wanted: readonly SyntaxWanted[]): Promise<Map<string, SyntaxResult>> {
    const found = new Map<string, SyntaxResult>();
    const parseable: SyntaxWanted[] = [];
    for (const item of wanted) {
      if (languageById(item.language)?.syntax === undefined) found.set(item.key, { skip: "no-grammar" });
      else parseable.push(item);
    }
    if (parseable.length === 0) return found;
    for (const [key, result] of this.#db.get(parseable.map((p) => p.key))) found.set(key, result);
    const missing = [...new Map(parseable.filter((p) => !found.has(p.key)).map((p) => [p.key, p])).values()];
    const made: [string, SyntaxResult][] = [];
    for (const [key, result] of await this.#parse(missing)) {
      found.set(key, result);
      // A failure may be the machine's, not the file's: it is never kept as a fact.
      if (!("skip" in result && result.skip === "failed")) made.push([key, result]);
    }
    this.#db.put(made);
    return found;
  }

  async #parse(items: readonly SyntaxWanted[]): Promise<[string, SyntaxResult][]> {
    if (items.length === 0) return [];
    const bytes = items.reduce((sum, i) => sum + i.text.length, 0);
    if (bytes <= INLINE_BYTES && this.#pool === null) {
      if (this.#inline === null || !this.#inline.usable()) {
        // Loaded here: most warm answers find all their facts in the store and need no parser.
        const { createInlineParser } = await import("../parse/syntax-parser.ts");
        this.#inline = await createInlineParser({ ceilings: this.#ceilings });
      }
      const parser = this.#inline;
      return items.map((i) => [i.key, parser.parse(i.text, i.language)]);
    }
    const { createSyntaxPool } = await import("../parse/syntax.ts");
    this.#pool ??= createSyntaxPool({ workers: this.#ceilings.workers, ceilings: this.#ceilings });
    const pool = this.#pool;
    return Promise.all(
      items.map(async (i): Promise<[string, SyntaxResult]> => [i.key, await pool.parse(i.text, i.language)]),
    );
  }

  takeNotices(): string[] {
    return this.#db.takeNotices();
  }

  async close(): Promise<void> {
    this.#inline?.close();
    this.#inline = null;
    await this.#pool?.close();
    this.#pool = null;
    this.#db.close();
  }
}
