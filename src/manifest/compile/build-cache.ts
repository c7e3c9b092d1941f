// What an earlier build of a source found out, kept in Pith's cache folder: by keys that cover all that it depends on, so that
// what is found there is what would be made again. A file that is damaged, of another version or of another source is as none.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { isRecord } from "../../base/record.ts";
import { writeFileAtomic } from "../../store/atomic-write.ts";

/** One kind of what is kept: what a build asks for or adds stays; the rest goes with it, unless it is dear to make. */
export interface CachePart<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  has(key: string): boolean;
  /** All that is there, used or not. */
  all(): ReadonlyMap<string, T>;
}

/** Of what is dear to make as much stays, used or not. */
const MOST_DEAR = 200_000;

/** Larger ones are not kept: they would take longer to read than to make. */
const MOST_BYTES = 512_000_000;

export class BuildCache {
  readonly #path: string;
  readonly #version: string;
  readonly #parts = new Map<string, Part<unknown>>();
  readonly #kept: Map<string, Map<string, unknown>>;

  /** `source`: its place and kind. `version`: of all code that makes what is kept. */
  constructor(folder: string, source: string, version: string) {
    this.#path = join(folder, "manifests", `${sha256(source).slice(0, 24)}.cache`);
    this.#version = version;
    this.#kept = this.#read();
  }

  /** `dear`: what was once made is not made again, also where a build had no use for it. */
  part<T>(name: string, { dear = false } = {}): CachePart<T> {
    let part = this.#parts.get(name);
    if (part === undefined) {
      part = new Part(this.#kept.get(name) ?? new Map(), dear);
      this.#parts.set(name, part);
    }
    return part as Part<T>;
  }

  /**
   * Writes what was used and added, where that is another than before; with `all`, of a build that isn't done, also what it has
   * not come to. A cache that can't be written is none.
   */
  save({ all = false } = {}): void {
    if (![...this.#parts.values()].some(({ changed }) => changed)) return;
    const body = [...this.#parts]
      .map(([name, part]) => {
        const isWhole = all || (part.dear && part.all().size + part.used.size <= MOST_DEAR);
        const kept = isWhole ? new Map([...part.all(), ...part.used]) : part.used;
        return `${JSON.stringify([name, [...kept]])}\n`;
      })
      .join("");
    if (body.length > MOST_BYTES) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileAtomic(
        this.#path,
        `${JSON.stringify({ version: this.#version, hash: sha256(body) })}\n${body}`,
      );
    } catch {
      // The next build is as slow as this one.
    }
  }

  #read(): Map<string, Map<string, unknown>> {
    const kept = new Map<string, Map<string, unknown>>();
    try {
      const text = readFileSync(this.#path, "utf8");
      const end = text.indexOf("\n");
      const head: unknown = JSON.parse(text.slice(0, end));
      const body = text.slice(end + 1);
      if (!isRecord(head) || head["version"] !== this.#version || head["hash"] !== sha256(body)) return kept;
      for (const line of body.split("\n")) {
        if (line === "") continue;
        const [name, entries] = JSON.parse(line) as [string, [string, unknown][]];
        kept.set(name, new Map(entries));
      }
    } catch {
      kept.clear();
    }
    return kept;
  }
}

class Part<T> implements CachePart<T> {
  readonly used = new Map<string, T>();
  readonly dear: boolean;
  readonly #kept: ReadonlyMap<string, T>;
  #added = false;

  constructor(kept: ReadonlyMap<string, T>, dear: boolean) {
    this.#kept = kept;
    this.dear = dear;
  }

  get changed(): boolean {
    return this.#added || (!this.dear && this.used.size !== this.#kept.size);
  }

  get(key: string): T | undefined {
    const value = this.used.get(key) ?? this.#kept.get(key);
    if (value !== undefined) this.used.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#added = true;
    this.used.set(key, value);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  all(): ReadonlyMap<string, T> {
    return this.#kept;
  }
}
