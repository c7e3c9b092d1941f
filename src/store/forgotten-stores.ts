// Which whole stores may go? Those of repositories that have been gone for long. Looked at once a day.
import { existsSync, lstatSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readPlainFile } from "../base/plain-file.ts";
import { writeFileAtomic } from "./atomic-write.ts";
import { takeLock } from "./lock.ts";
import { ABOUT_FILE, LOCK_FILE, storeName } from "./store-folder.ts";

const DAY_MS = 24 * 3_600_000;
/** A repository that is gone may lie on a disk that is not mounted now. */
const GONE_KEPT_MS = 30 * DAY_MS;
/** Beside the stores: when they were looked at last. */
const LOOKED_FILE = "looked";
/** In a store: since when its repository is gone. */
const GONE_FILE = "gone";

/** An `about.json` has a path in it. */
const MOST_ABOUT_BYTES = 64_000;

/** `own`: the folder of the store at work, which stays. */
export function removeForgottenStores(own: string, now = Date.now()): void {
  const stores = dirname(own);
  const looked = join(stores, LOOKED_FILE);
  if (ageOf(looked, now) < DAY_MS) return;
  stamp(looked, now);
  for (const name of readdirSync(stores).sort()) {
    const folder = join(stores, name);
    if (name === basename(own) || repositoryOf(folder, name) === null) continue;
    try {
      look(folder, name, now);
    } catch {
      // It can't be removed, or somebody else is at it: another day.
    }
  }
}

function look(folder: string, name: string, now: number): void {
  const lock = takeLock(join(folder, LOCK_FILE));
  if (lock === null) return;
  try {
    const gone = join(folder, GONE_FILE);
    const repository = repositoryOf(folder, name);
    if (repository === null || existsSync(repository)) rmSync(gone, { force: true });
    else if (!existsSync(gone)) stamp(gone, now);
    else if (ageOf(gone, now) > GONE_KEPT_MS) rmSync(folder, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

/** The place whose facts the folder holds; null for a folder that is no store of Pith's. */
function repositoryOf(folder: string, name: string): string | null {
  try {
    const about = JSON.parse(readPlainFile(join(folder, ABOUT_FILE), MOST_ABOUT_BYTES).toString("utf8")) as {
      repository?: unknown;
    };
    const { repository } = about;
    return typeof repository === "string" && storeName(repository) === name ? repository : null;
  } catch {
    return null;
  }
}

function ageOf(file: string, now: number): number {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat === undefined || !stat.isFile() ? Number.POSITIVE_INFINITY : Math.abs(now - stat.mtimeMs);
}

function stamp(file: string, now: number): void {
  // Put in its place: a pipe would be waited for, and what a link leads to is not ours.
  writeFileAtomic(file, new Uint8Array());
  utimesSync(file, now / 1000, now / 1000);
}
