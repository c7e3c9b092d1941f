// Where does a loader keep manifests? In memory, or as files that appear whole; what can't be read there is as good as not there.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readPlainFile } from "../base/plain-file.ts";
import { isRecord } from "../base/record.ts";
import { writeFileAtomic } from "../store/atomic-write.ts";
import { cacheSlug, type Kept, type ManifestKey, type ManifestStore } from "./loader.ts";

/** A manifest of 100,000 leaves has some 60 MB. */
const MOST_BYTES = 256_000_000;

export class MemoryStore implements ManifestStore {
  /** As text: what a caller does to the one it was given changes no other. */
  readonly #kept = new Map<string, string>();

  get(key: ManifestKey): Kept | null {
    return keptIn(this.#kept.get(cacheSlug(key)));
  }

  put(key: ManifestKey, kept: Kept): void {
    this.#kept.set(cacheSlug(key), textOf(kept));
  }
}

export class FileStore implements ManifestStore {
  readonly #folder: string;

  /** The folder is made where something is first kept. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get(key: ManifestKey): Kept | null {
    try {
      return keptIn(readPlainFile(this.#path(key), MOST_BYTES).toString("utf8"));
    } catch {
      return null;
    }
  }

  /** Throws as the file system does. */
  put(key: ManifestKey, kept: Kept): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileAtomic(this.#path(key), textOf(kept));
  }

  #path(key: ManifestKey): string {
    return join(this.#folder, `${cacheSlug(key)}.json`);
  }
}

function textOf({ identity, manifest }: Kept): string {
  return JSON.stringify({ identity, manifest });
}

function keptIn(text: string | undefined): Kept | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value["identity"] !== "string" || !isRecord(value["manifest"]))
      return null;
    return { identity: value["identity"], manifest: value["manifest"] };
  } catch {
    return null;
  }
}
