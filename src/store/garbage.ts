// Which files of a store may go? Segments that no snapshot names, once they are old or too many; writes that were never
// finished; snapshots of folders that are gone. Called by the one writer. A reader that opens a snapshot meanwhile may
// miss a segment: it reads the snapshot anew; and a writer writes again whatever its snapshot names and lacks.
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { isPithError } from "../base/error.ts";
import { UNFINISHED } from "./atomic-write.ts";
import { openSnapshot } from "./snapshot.ts";
import { DAMAGED, REVISION_END, SNAPSHOT_END, VERDICTS_END, type StoreFolder } from "./store-folder.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Unnamed segments are kept for a while: a switch back to the branch of a moment ago finds its facts in them. */
const UNNAMED_KEPT_MS = DAY_MS;
const UNNAMED_BYTES = 512_000_000;
/** But nothing is removed so soon that another process may still be about to name it. */
const ALWAYS_KEPT_MS = 10 * MINUTE_MS;
/** A root that is gone may be a disk that is not mounted now. */
const GONE_ROOT_KEPT_MS = 30 * DAY_MS;

/** Of use to whoever wants to know what happened; it may be large. */
const DAMAGED_KEPT_MS = 7 * DAY_MS;
/** Snapshots of commits that are kept. Beside that of the tree each has little of its own: a few segments of what differs. */
const MOST_REVISIONS = 8;

interface Found {
  name: string;
  path: string;
  bytes: number;
  age: number;
}

/** An unnamed segment's age counts from now on. */
export function becomesUnnamed(path: string, now = Date.now()): void {
  if (existsSync(path)) utimesSync(path, now / 1000, now / 1000);
}

/** The snapshot of a commit is read: it is not among those to go first. */
export function isUsedNow(path: string, now = Date.now()): void {
  try {
    if (path.endsWith(REVISION_END)) utimesSync(path, now / 1000, now / 1000);
  } catch {
    // None there, or not ours to touch.
  }
}

/** Those of commits that were not asked about for the longest time. */
export function removeOldRevisions(folder: StoreFolder, now = Date.now()): void {
  if (!folder.snapshot.endsWith(REVISION_END)) return;
  const revisions = filesIn(folder.snapshots, now).filter(({ name }) => name.endsWith(REVISION_END));
  revisions.sort((a, b) => a.age - b.age || (a.name < b.name ? -1 : 1));
  for (const { path } of revisions.slice(MOST_REVISIONS)) rmSync(path, { force: true });
}

export function collectGarbage(folder: StoreFolder, now = Date.now()): void {
  for (const { name, path, age } of [...filesIn(folder.segments, now), ...filesIn(folder.snapshots, now)]) {
    if (name.endsWith(UNFINISHED) && age > ALWAYS_KEPT_MS) rmSync(path, { force: true });
  }
  // Its last change is that it was moved aside.
  const damaged = statSync(folder.syntax + DAMAGED, { throwIfNoEntry: false });
  if (damaged !== undefined && now - damaged.ctimeMs > DAMAGED_KEPT_MS) {
    rmSync(folder.syntax + DAMAGED, { recursive: true, force: true });
  }
  const named = namedSegments(folder, now);
  removeLeftVerdicts(folder, now);
  if (named === null) return;
  const unnamed = filesIn(folder.segments, now).filter(
    ({ name, age }) => name.endsWith(".seg") && !named.has(name.slice(0, -4)) && age > ALWAYS_KEPT_MS,
  );
  unnamed.sort((a, b) => a.age - b.age);
  let bytes = 0;
  for (const file of unnamed) {
    bytes += file.bytes;
    if (file.age > UNNAMED_KEPT_MS || bytes > UNNAMED_BYTES) rmSync(file.path, { force: true });
  }
}

/** What the checker pass found of a root goes with its snapshot, which says where the root lies. */
function removeLeftVerdicts(folder: StoreFolder, now: number): void {
  const files = filesIn(folder.snapshots, now);
  const snapshots = new Set(files.map(({ name }) => name).filter((name) => name.endsWith(SNAPSHOT_END)));
  for (const { name, path, age } of files) {
    if (!name.endsWith(VERDICTS_END) || age <= GONE_ROOT_KEPT_MS) continue;
    if (!snapshots.has(name.slice(0, -VERDICTS_END.length) + SNAPSHOT_END)) rmSync(path, { force: true });
  }
}

/** Ids that any snapshot names; null if one of them can't be understood, so that nobody knows what it needs. */
function namedSegments(folder: StoreFolder, now: number): Set<string> | null {
  const named = new Set<string>();
  for (const { name, path, age } of filesIn(folder.snapshots, now)) {
    if (!name.endsWith(SNAPSHOT_END)) continue;
    try {
      const snapshot = openSnapshot(path);
      if (age > GONE_ROOT_KEPT_MS && !existsSync(snapshot.root)) {
        rmSync(path, { force: true });
        rmSync(path.slice(0, -SNAPSHOT_END.length) + VERDICTS_END, { force: true });
        continue;
      }
      for (const id of snapshot.segmentIds) named.add(id);
    } catch (error) {
      if (isPithError(error) && error.subject === "newer-version") return null;
      // A damaged snapshot names nothing: whoever owns it makes it again.
    }
  }
  return named;
}

function filesIn(folder: string, now: number): Found[] {
  const found: Found[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile()) found.push({ name, path, bytes: stat.size, age: now - stat.mtimeMs });
  }
  return found;
}
