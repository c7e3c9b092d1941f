// The provider that is set, with the vectors that are kept of it. Loaded only where one is set.
import { isPithError, type PithError } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import type { ProviderConfig } from "../config/provider-keys.ts";
import type { GivenRows, GivenVectors } from "../rank/given-vectors.ts";
import { ProviderVectors } from "../store/provider-vectors.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { writeVector } from "../vectors/embedder.ts";
import { EmbeddingClient } from "../vectors/providers/embedding-client.ts";
import { openProvider } from "../vectors/providers/open-provider.ts";
import type { TextKind } from "../vectors/providers/provider.ts";
import { providerSettings, type ProviderSettings } from "../vectors/providers/settings.ts";
import { sentContents, withinCeiling, type SentContent } from "./sent-files.ts";

/** Rows that are kept in memory between questions, in bytes. */
const MEMORY = 64_000_000;
/** A provider that failed a question is not asked again for so long, in ms: each question would wait for it. */
const REST = 30_000;

export interface Coverage {
  /** Chunks that are to have vectors, and that have. */
  readonly chunks: number;
  readonly withVectors: number;
  /** More chunks than may have vectors. */
  readonly left: number;
  /** Contents of which a chunk has none. */
  readonly unsettled: readonly SentContent[];
}

/** What a question is given: vectors, or why there are none. `said`: for the completeness line. */
export interface Given {
  readonly given: GivenVectors | null;
  readonly said: readonly string[];
}

export class OpenedProvider {
  readonly settings: ProviderSettings;
  readonly client: EmbeddingClient;
  readonly vectors: ProviderVectors;
  /** Contents without all vectors that were looked through for chunks that have some. */
  readonly adopted = new Set<string>();
  readonly #rows = new Map<string, GivenRows | null>();
  readonly #queries = new Map<string, Int8Array>();
  #size = 0;
  #stamp = "";
  #coverage: { snapshot: WeakRef<Snapshot>; coverage: Coverage } | null = null;
  #failed: { fault: PithError; until: number } | null = null;

  constructor(settings: ProviderSettings, path: string) {
    this.settings = settings;
    this.vectors = new ProviderVectors(path, settings.vectorsName);
    this.client = new EmbeddingClient(openProvider(settings), settings, {
      get: (kind) => this.vectors.known().get(kind) ?? null,
      set: (kind, vector) => this.vectors.setKnown(this.vectors.known().set(kind, vector)),
    });
  }

  /** Numbers of a vector: as set, or as those have that are kept; 0 where nobody knows yet. */
  get dimension(): number {
    const [first] = this.vectors.known().values();
    return this.settings.config.dimension || (first?.length ?? 0);
  }

  /** For a question: its vector, and the vectors of what is asked about. Throws only where the question is given up. */
  async of(snapshot: Snapshot, query: string, signal?: AbortSignal): Promise<Given> {
    const { id } = this.client.provider;
    const coverage = this.coverage(snapshot);
    if (coverage.withVectors === 0) {
      const why = this.vectors.fault ?? "pith index makes them";
      return nothing(`there are no vectors of ${id} yet (${why}); ranked with the static vectors`);
    }
    const vector = await this.#ofQuery(query, signal);
    if (vector === null) return { given: null, said: [] };
    if (isPithError(vector)) {
      return nothing(`${vector.message.replace(/\.$/, "")}: ranked with the static vectors`);
    }
    const model = `${id} ${vector.length}`;
    const given = { model, query: vector, ofContent: (key: string) => this.#ofContent(key, vector.length) };
    const { chunks, withVectors, left } = coverage;
    if (withVectors >= chunks + left) return { given, said: [] };
    const rest = `${withVectors} of ${chunks + left} chunks have vectors of ${id}: the others are ranked with the static vectors`;
    return { given, said: [rest] };
  }

  async #ofQuery(query: string, signal: AbortSignal | undefined): Promise<Int8Array | PithError | null> {
    const hash = textHash("query", query);
    const known = this.#queries.get(hash) ?? this.vectors.vectors([hash]).get(hash);
    if (known !== undefined) return this.#remember(hash, known);
    if (this.#failed !== null && performance.now() < this.#failed.until) return this.#failed.fault;
    this.#failed = null;
    try {
      const vector = await this.client.one(query, "query", this.settings.config.queryMs, signal);
      if (vector === null) return null;
      this.vectors.put([[hash, vector]]);
      return this.#remember(hash, vector);
    } catch (error) {
      if (!isPithError(error) || error.code === "CANCELLED") throw error;
      // A model in this process is late while it is loaded, and then no more.
      const rest = this.settings.url === null ? 0 : REST;
      this.#failed = { fault: error, until: performance.now() + rest };
      return error;
    }
  }

  #remember(hash: string, vector: Int8Array): Int8Array {
    this.#queries.delete(hash);
    this.#queries.set(hash, vector);
    if (this.#queries.size > 256) this.#queries.delete(this.#queries.keys().next().value!);
    return vector;
  }

  #ofContent(key: string, dimension: number): GivenRows | null {
    const kept = this.#rows.get(key);
    if (kept !== undefined) return kept;
    const rows = this.vectors.ofContent(key)?.filter((row) => row?.length === dimension) as
      | Int8Array[]
      | undefined;
    const found = rows === undefined || rows.length === 0 ? null : { rows, whole: wholeOf(rows, dimension) };
    this.#rows.set(key, found);
    // A row with what holds it.
    this.#size += 100 + ((found?.rows.length ?? 0) + 1) * dimension;
    for (const [oldest, held] of this.#rows) {
      if (this.#size <= MEMORY) break;
      this.#rows.delete(oldest);
      this.#size -= 100 + ((held?.rows.length ?? 0) + 1) * dimension;
    }
    return found;
  }

  coverage(snapshot: Snapshot): Coverage {
    const stamp = this.vectors.stamp();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#rows.clear();
      this.#size = 0;
      this.#coverage = null;
    }
    if (this.#coverage?.snapshot.deref() === snapshot) return this.#coverage.coverage;
    const all = sentContents(snapshot);
    const contents = withinCeiling(all, this.settings.config.mostChunks);
    const settled = this.vectors.settled(contents.map(({ key }) => key));
    const count = (of: typeof all) => of.reduce((sum, { chunks }) => sum + chunks, 0);
    const chunks = count(contents);
    const coverage = {
      chunks,
      withVectors: [...settled.values()].reduce((sum, n) => sum + n, 0),
      left: count(all) - chunks,
      unsettled: contents.filter(({ key, chunks: of }) => (settled.get(key) ?? 0) < of),
    };
    this.#coverage = { snapshot: new WeakRef(snapshot), coverage };
    return coverage;
  }

  /** Before what is kept is removed. */
  forget(): void {
    this.vectors.close();
    this.adopted.clear();
    this.#rows.clear();
    this.#queries.clear();
    this.#size = 0;
    this.#coverage = null;
    this.#failed = null;
    this.#stamp = "";
  }

  async close(): Promise<void> {
    this.forget();
    await this.client.provider.close();
  }
}

/** Null where none is set. Throws PROVIDER_INVALID. */
export function openedProvider(
  config: ProviderConfig,
  env: NodeJS.ProcessEnv,
  path: string,
): OpenedProvider | null {
  const settings = providerSettings(config, env);
  return settings === null ? null : new OpenedProvider(settings, path);
}

/** Under which a vector is kept. */
export function textHash(kind: TextKind, text: string): string {
  return sha256(`${kind}\0${text}`);
}

function nothing(said: string): Given {
  return { given: null, said: [said] };
}

function wholeOf(rows: readonly Int8Array[], dimension: number): Int8Array {
  const sums = new Float64Array(dimension);
  for (const row of rows) for (let d = 0; d < dimension; d++) sums[d]! += row[d]!;
  const whole = new Int8Array(dimension);
  writeVector(sums, whole, 0);
  return whole;
}
