// Whence comes a manifest, and is it still the one? A loader always asks by what the source is known now; what it has kept is
// given only where the source says that nothing changed. A stale map is never served, also not where the source can't be asked.
import { PithError } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { checkStructure } from "./check-structure.ts";

export interface ManifestKey {
  sourceId: string;
  /** A number of tokens, or the label of a variant: `4k`. */
  budget: number | string;
}

export type Fetched =
  | { kind: "unchanged" }
  /** What was fetched, and by what it is known: compared for equality alone. */
  | { kind: "fresh"; identity: string; manifest: unknown };

/** Asks the source. `known`: by what the kept copy is known, or null. */
export type Transport = (key: ManifestKey, known: string | null) => Fetched;
export type AsyncTransport = (key: ManifestKey, known: string | null) => Promise<Fetched>;

export interface Kept {
  identity: string;
  manifest: unknown;
}

export interface ManifestStore {
  get(key: ManifestKey): Kept | null;
  put(key: ManifestKey, kept: Kept): void;
}

export class ManifestLoader {
  readonly #transport: Transport;
  readonly #store: ManifestStore;

  constructor(transport: Transport, store: ManifestStore) {
    this.#transport = transport;
    this.#store = store;
  }

  /** Throws MANIFEST_INVALID; what the transport throws goes through, and what was kept stays. */
  load(key: ManifestKey): Manifest {
    const kept = this.#store.get(key);
    return settled(key, kept, this.#transport(key, kept?.identity ?? null), this.#store);
  }
}

/** The same over a transport that is waited for. Loads of one key that come while it is asked share the answer. */
export class AsyncManifestLoader {
  readonly #transport: AsyncTransport;
  readonly #store: ManifestStore;
  readonly #asked = new Map<string, Promise<Manifest>>();

  constructor(transport: AsyncTransport, store: ManifestStore) {
    this.#transport = transport;
    this.#store = store;
  }

  async load(key: ManifestKey): Promise<Manifest> {
    const slug = cacheSlug(key);
    const asked = this.#asked.get(slug);
    if (asked !== undefined) return asked;
    const loading = this.#load(key).finally(() => this.#asked.delete(slug));
    this.#asked.set(slug, loading);
    return loading;
  }

  async #load(key: ManifestKey): Promise<Manifest> {
    const kept = this.#store.get(key);
    return settled(key, kept, await this.#transport(key, kept?.identity ?? null), this.#store);
  }
}

function settled(key: ManifestKey, kept: Kept | null, fetched: Fetched, store: ManifestStore): Manifest {
  if (fetched.kind === "unchanged") {
    if (kept === null) throw fault(key, "its source says that nothing changed, and nothing was kept");
    return readManifest(kept.manifest);
  }
  const { identity, manifest } = fetched;
  if (typeof identity !== "string" || identity === "") throw fault(key, "it came without an identity");
  if (manifest === undefined || manifest === null) throw fault(key, "it came without a body");
  // What can't be walked must not take the place of what can.
  const wrong = checkStructure(manifest, { versions: ["0.1", "0.2"] }).find(
    ({ severity }) => severity === "error",
  );
  if (wrong !== undefined)
    throw fault(key, `it is not sound: ${wrong.code}${wrong.node === null ? "" : ` at ${wrong.node}`}`);
  const read = readManifest(manifest);
  store.put(key, { identity, manifest });
  return read;
}

function fault({ sourceId, budget }: ManifestKey, why: string): PithError {
  return new PithError(
    "MANIFEST_INVALID",
    `The manifest ${sourceId} for ${budget} tokens can't be loaded: ${why}.`,
    {
      subject: sourceId,
      next: "Ask the source again without what was kept, or build the manifest anew.",
    },
  );
}

/** Of a name that a file may have. */
const LONGEST_SLUG = 80;
const HASH_DIGITS = 8;

/** Under which a store keeps it: readable, safe as the name of a file, and another for every other key. */
export function cacheSlug({ sourceId, budget }: ManifestKey): string {
  const whole = `${sourceId}@${budget}`;
  const safe = [...whole]
    .map((c) => (/[A-Za-z0-9._-]/.test(c) ? c : "_"))
    .join("")
    .slice(0, LONGEST_SLUG);
  return `${safe}.${sha256(whole).slice(0, HASH_DIGITS)}`;
}
