// What the graph has read of a root: texts and facts, kept between calls by content, so that a warm question reads no
// file.
import { sha256 } from "../base/hash.ts";
import { isSkipped } from "../files/read.ts";
import type { SyntaxFacts, SyntaxResult } from "../parse/facts.ts";
import { factsKey } from "../store/facts-key.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

/** Text kept between calls, in UTF-16 code units. With its facts a unit takes about 5 bytes. */
const MEMORY = 40_000_000;
/** Files parsed in one go: between them what was read is let go of, if the ceiling asks for it. */
const BATCH = 512;

export interface KeptText {
  key: string;
  text: string;
  result: SyntaxResult;
  /** Number of the last question that needed it. */
  asked: number;
}

export class GraphTexts {
  readonly #workspace: Workspace;
  readonly #syntax: SyntaxSource;
  readonly #kept = new Map<string, KeptText>();
  #size = 0;
  #asked = 0;

  constructor(workspace: Workspace, syntax: SyntaxSource) {
    this.#workspace = workspace;
    this.#syntax = syntax;
  }

  /** A new question begins. */
  ask(): void {
    this.#asked++;
  }

  /** Facts of texts that are in no file: how a file was before a change. Null where one cannot be parsed. */
  async factsOf(
    texts: readonly { readonly language: string; readonly text: string }[],
  ): Promise<(SyntaxFacts | null)[]> {
    const keyed = texts.map(({ language, text }) => {
      const id = sha256(text);
      return { key: factsKey(`text-${id}`, language, "utf-8"), language, text };
    });
    const found = await this.#syntax.facts(keyed);
    return keyed.map(({ key }) => {
      const result = found.get(key);
      return result !== undefined && "facts" in result ? result.facts : null;
    });
  }

  /** Texts and facts by path, of those that can be read. */
  async read(
    wanted: readonly { path: string; key: string; language: string }[],
  ): Promise<Map<string, KeptText>> {
    const found = new Map<string, KeptText>();
    for (let at = 0; at < wanted.length; at += BATCH)
      await this.#readBatch(wanted.slice(at, at + BATCH), found);
    return found;
  }

  async #readBatch(
    wanted: readonly { path: string; key: string; language: string }[],
    found: Map<string, KeptText>,
  ): Promise<void> {
    const unknown = wanted.filter(({ path, key }) => this.#kept.get(path)?.key !== key);
    const read = await this.#workspace.open(unknown.map(({ path }) => path));
    const fresh: { path: string; key: string; own: string; language: string; text: string }[] = [];
    for (const { path, key, language } of wanted) {
      const kept = this.#kept.get(path);
      if (kept?.key === key) {
        // Moved to the end: the least recently used goes first.
        this.#kept.delete(path);
        this.#kept.set(path, kept);
        kept.asked = this.#asked;
        found.set(path, kept);
        continue;
      }
      const file = read(path);
      if (isSkipped(file)) continue;
      fresh.push({
        path,
        key,
        own: factsKey(file.id, language, file.encoding, path),
        language,
        text: file.text,
      });
    }
    if (fresh.length === 0) return;
    const facts = await this.#syntax.facts(
      fresh.map(({ own, language, text }) => ({ key: own, language, text })),
    );
    for (const { path, key, own, text } of fresh) {
      const kept: KeptText = {
        key: own,
        text,
        result: facts.get(own) ?? { skip: "failed" },
        asked: this.#asked,
      };
      found.set(path, kept);
      // What changed since the snapshot was made is not kept under a name that it no longer has.
      if (own === key && !("skip" in kept.result && kept.result.skip === "failed")) this.#keep(path, kept);
    }
  }

  #keep(path: string, kept: KeptText): void {
    const before = this.#kept.get(path);
    if (before !== undefined) {
      this.#kept.delete(path);
      this.#size -= before.text.length;
    }
    if (kept.text.length > MEMORY / 4) return;
    this.#kept.set(path, kept);
    this.#size += kept.text.length;
    for (const [other, held] of this.#kept) {
      if (this.#size <= MEMORY) break;
      // A question that reads more than fits would let go of everything before it is asked for again: what it has read
      // stays, what it reads last is not kept.
      const going = held.asked === this.#asked ? path : other;
      this.#size -= this.#kept.get(going)!.text.length;
      this.#kept.delete(going);
    }
  }
}
