// Which verdicts of the checker pass hold for a snapshot? Those that were made of the same contents: of every file that
// the compiler could have read, or that tells which file a module means. Others are dropped, and counted.
import { statSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../base/hash.ts";
import { FACTS_VERSION } from "../parse/facts.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { readVerdicts, verdictsStamp, type Verdicts, type VerdictsMeta } from "../store/verdicts-file.ts";

/** What may have a part in what a name means. */
const RELEVANT = /\.(?:[cm]?[jt]s|[jt]sx|json[c5]?|vue|svelte|astro|ya?ml)$/i;

const keys = new WeakMap<Snapshot, string>();

/** Hash of the contents, paths and absences of a snapshot on which verdicts depend. */
export function verdictsKey(snapshot: Snapshot): string {
  let key = keys.get(snapshot);
  if (key === undefined) {
    const files = snapshot.files
      .filter((f) => RELEVANT.test(f.path))
      .map((f) => JSON.stringify([f.path, f.key, f.skip]));
    keys.set(snapshot, (key = sha256(`${FACTS_VERSION}\n${files.join("\n")}`)));
  }
  return key;
}

/** Whether installed packages are as they were. */
export function areInstalled(root: string, installed: VerdictsMeta["installed"]): boolean {
  return installed.every(([path, stamp]) => {
    try {
      const stat = statSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      return (stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`) === stamp;
    } catch {
      // A link to itself, a folder that may not be looked into any more.
      return false;
    }
  });
}

export interface HeldVerdicts {
  /** Those that hold, or null. */
  readonly verdicts: Verdicts | null;
  /** Of what is stored and does not hold. */
  readonly dropped: VerdictsMeta | null;
}

const NONE: HeldVerdicts = { verdicts: null, dropped: null };

/** What is stored for one root; read anew when it was written anew, by whatever process. */
export class CheckerVerdicts {
  readonly #path: string;
  readonly #root: string;
  #stamp = "";
  #stored: Verdicts | null = null;
  #notices: string[] = [];

  constructor(path: string, root: string) {
    this.#path = path;
    this.#root = root;
  }

  of(snapshot: Snapshot): HeldVerdicts {
    const stored = this.#read();
    if (stored === null) return NONE;
    return stored.meta.key === verdictsKey(snapshot) && areInstalled(this.#root, stored.meta.installed)
      ? { verdicts: stored, dropped: null }
      : { verdicts: null, dropped: stored.meta };
  }

  /** What is stored, whether it holds or not. */
  stored(): VerdictsMeta | null {
    return this.#read()?.meta ?? null;
  }

  #read(): Verdicts | null {
    const stamp = verdictsStamp(this.#path);
    if (stamp === this.#stamp) return this.#stored;
    this.#stamp = stamp;
    const { verdicts, fault } = stamp === "" ? { verdicts: null, fault: null } : readVerdicts(this.#path);
    if (fault !== null)
      this.#notices.push(
        `What the checker pass found is left aside: ${fault}. pith index --checker makes it again.`,
      );
    this.#stored = verdicts;
    return verdicts;
  }

  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }
}
