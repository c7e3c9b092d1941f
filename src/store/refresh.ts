// How does a snapshot come up to date? The sweep tells what changed; what is known by its content is taken from where
// it rests; the rest is read; small segments are merged; the result is written if nobody else is writing.
import { availableParallelism } from "node:os";
import { throwIfCancelled } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/canonical-json.ts";
import type { Root } from "../files/guard.ts";
import type { GivenTexts } from "../files/read.ts";
import { assemble } from "./assemble.ts";
import type { ReadFile } from "./assemble.ts";
import { SEGMENT_CHUNKS } from "./merge.ts";
import { readingOrder } from "./reading-order.ts";
import type { OrderOptions } from "./reading-order.ts";
import { openSegment } from "./segment.ts";
import type { Segment } from "./segment.ts";
import type { LiveFile } from "./segment-view.ts";
import type { HeldSnapshot } from "./snapshot.ts";
import type { StoreWriter } from "./store-writer.ts";
import type { Store } from "./store.ts";
import { sweep } from "./sweep.ts";
import type { Sweep, SweptFile } from "./sweep.ts";
import { makeWords } from "./words-pool.ts";
import { MARKS, OUTCOMES, ROW, SKIPS } from "./words-work.ts";
import type { ReadSettings, WorkPart } from "./words-work.ts";

/** With fewer files to read, reading them is faster than looking whether another work tree knows their content. */
const LOOK_BESIDE_FILES = 16;
/** Segments are opened a hundred times as fast as text is read into words: so much more of them may be opened in vain. */
const LOOK_BESIDE_SHARE = 20;

export interface RefreshOptions extends OrderOptions {
  settings: ReadSettings;
  /** Where facts rest between runs; null works in memory. */
  store?: Store | null;
  /** Whether facts of other trees and branches may be taken; false to make everything anew. */
  beside?: boolean;
  /** Facts that were found elsewhere, taken by their keys before any are made. */
  facts?: readonly Segment[];
  /** Fetches contents before they are read, of at most `GIVEN_BYTES` at once; without it threads read from the disk. */
  give?: (paths: readonly string[]) => Promise<GivenTexts>;
  /** Threads at work, this one included: `ceilings.workers`, if the machine has so many cores. */
  threads?: number;
  /** Up to this much text no worker thread is started. */
  aloneBytes?: number;
  /** The module that a worker thread runs. */
  worker?: URL;
  /** `Date.now()` from before the files were looked at. */
  sweptAtMs?: number;
  /** The files were compared with the previous snapshot before, and all of them were as it has them. */
  isEqual?: boolean;
  onProgress?: (done: number, of: number) => void;
  /** Told once how many files were read, and of how many the facts were made: those of the others were known. */
  onRead?: (read: number, made: number) => void;
  signal?: AbortSignal;
}

/** What is fetched at once: little beside what the segments take, enough to keep threads at work. */
const GIVEN_BYTES = 32_000_000;

const PARTIAL = "byte ceiling of the first answer";
/** The walk may have taken this long before the refresh is called. */
const WALK_MS = 1_000;

/** The snapshot of the files, which are sorted by path. `previous` itself where nothing has changed. */
export async function refresh(
  root: Root,
  files: readonly SweptFile[],
  previous: HeldSnapshot | null,
  options: RefreshOptions,
): Promise<HeldSnapshot> {
  throwIfCancelled(options.signal);
  const { settings, store = null, beside = true, sweptAtMs = Date.now() - WALK_MS } = options;
  if (options.isEqual === true && previous?.settings === settingsOf(settings)) return kept(previous, store);
  const { settingsId, swept } = sweepAgainst(files, previous, settings);
  if (previous !== null && swept.same && previous.settings === settingsId) return kept(previous, store);

  const { now, later } = readingOrder(files, swept.unread, settings.ceilings.fileBytes, options);
  const writer = store?.beginWriting() ?? null;
  try {
    const known = [...(previous?.segments ?? []), ...(options.facts ?? [])];
    if (beside && now.length > LOOK_BESIDE_FILES && store !== null) {
      const bytes = now.reduce((sum, i) => sum + files[i]!.size, 0);
      known.push(...store.segmentsBeside(new Set(known.map((s) => s.id)), LOOK_BESIDE_SHARE * bytes));
    }
    const { read, made } = await readFiles(root, files, now, known, writer, options);
    const segments = [...known, ...made];
    const assembled = assemble(files, swept.known, read, segments, sweptAtMs);
    const unread = later.length + now.length - read.size;
    const snapshot: HeldSnapshot = {
      generation: (previous?.generation ?? 0) + 1,
      settings: settingsId,
      segments: assembled.segments,
      files: assembled.files,
      partial: unread === 0 ? null : { read: files.length - unread, of: files.length, why: PARTIAL },
      notices: [],
    };
    const dropped = (previous?.segments ?? []).filter((s) => !assembled.segments.includes(s));
    await writer?.commit(snapshot, dropped);
    return { ...snapshot, notices: store?.takeNotices() ?? [] };
  } finally {
    await writer?.end();
  }
}

/** What is known of the files and what is to be read, told from their folder alone. */
export function sweepAgainst(
  files: readonly SweptFile[],
  previous: HeldSnapshot | null,
  settings: ReadSettings,
): { settingsId: string; swept: Sweep } {
  const settingsId = settingsOf(settings);
  const before = previous?.settings === settingsId ? knownFiles(files, previous.files) : [];
  return { settingsId, swept: sweep(files, before) };
}

function settingsOf(settings: ReadSettings): string {
  return sha256(canonicalJson(settings));
}

/** Another process was writing when this snapshot was made, and may have ended before it was done. */
async function keep(snapshot: HeldSnapshot, store: Store | null): Promise<void> {
  if (store === null || store.hasSnapshot()) return;
  const writer = store.beginWriting();
  try {
    await writer?.commit(snapshot, []);
  } finally {
    await writer?.end();
  }
}

async function kept(previous: HeldSnapshot, store: Store | null): Promise<HeldSnapshot> {
  await keep(previous, store);
  return withNotices(previous, store);
}

function withNotices(snapshot: HeldSnapshot, store: Store | null): HeldSnapshot {
  const notices = store?.takeNotices() ?? [];
  return notices.length === 0 && snapshot.notices.length === 0 ? snapshot : { ...snapshot, notices };
}

/** Without those whose reading depends on a `.gitattributes` file, if one among the files has changed. */
function knownFiles(files: readonly SweptFile[], before: readonly LiveFile[]): readonly LiveFile[] {
  const attributes = (file: { path: string }): boolean =>
    file.path === ".gitattributes" || file.path.endsWith("/.gitattributes");
  if (sweep(files.filter(attributes), before.filter(attributes)).same) return before;
  // An encoding other than UTF-8 stands behind the second dot of the key.
  return before.filter((f) => f.skip !== "binary" && f.lossy !== true && f.key.split(".").length <= 3);
}

/** What was read, by place in `files`. Segments count through the known ones, then the made ones. */
async function readFiles(
  root: Root,
  files: readonly SweptFile[],
  order: readonly number[],
  known: readonly Segment[],
  writer: StoreWriter | null,
  options: RefreshOptions,
): Promise<{ read: Map<number, ReadFile>; made: Segment[] }> {
  const read = new Map<number, ReadFile>();
  const made: Segment[] = [];
  if (order.length === 0) return { read, made };
  let newlyMade = 0;
  const entryOfKnown = known.flatMap((s, segment) =>
    s.entries === 0 ? [] : { segment, entries: s.entries },
  );

  let first = 0;
  const take = (part: WorkPart): void => {
    const segment = part.segment === null ? null : openSegment(part.segment);
    if (segment !== null) {
      made.push(segment);
      // What is large stays as it is; what is small may be merged before it is written, if nothing interrupts.
      if (segment.chunks >= SEGMENT_CHUNKS / 2 || options.signal?.aborted === true) writer?.save(segment);
    }
    for (let i = 0; i < part.rows.length; i += ROW) {
      const [place, outcome, value, marks] = part.rows.subarray(i, i + ROW) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const row: ReadFile = { segment: -1, entry: -1, skip: null };
      if (OUTCOMES[outcome] === "skipped") row.skip = SKIPS[value]!;
      else if (OUTCOMES[outcome] === "made") {
        newlyMade++;
        [row.segment, row.entry] = [known.length + made.length - 1, value];
      } else [row.segment, row.entry] = placeOfKnown(entryOfKnown, value);
      for (const mark of Object.keys(MARKS) as (keyof typeof MARKS)[])
        if (marks & MARKS[mark]) row[mark] = true;
      read.set(order[first + place]!, row);
    }
  };
  const { settings, give, onProgress, signal } = options;
  try {
    for (const some of give === undefined ? [order] : inParts(order, files)) {
      const wanted = some.map((i) => files[i]!);
      const given = await give?.(wanted.map((f) => f.path));
      const before = first;
      await makeWords({ root, settings, given, known: known.map((s) => s.keys) }, wanted, take, {
        threads: options.threads ?? availableParallelism(),
        aloneBytes: options.aloneBytes,
        worker: options.worker,
        signal,
        onProgress: onProgress && ((done) => onProgress(before + done, order.length)),
      });
      first += some.length;
    }
  } catch (error) {
    // No snapshot names them: whoever reads these files next finds them beside.
    for (const segment of made) writer?.save(segment);
    throw error;
  }
  options.onRead?.(read.size, newlyMade);
  return { read, made };
}

function inParts(order: readonly number[], files: readonly SweptFile[]): number[][] {
  const parts: number[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of order) {
    const { size } = files[file]!;
    if (bytes + size > GIVEN_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(file);
    bytes += size;
  }
  return parts;
}

function placeOfKnown(
  tables: readonly { segment: number; entries: number }[],
  number: number,
): [number, number] {
  let rest = number;
  for (const { segment, entries } of tables) {
    if (rest < entries) return [segment, rest];
    rest -= entries;
  }
  throw new RangeError(`no entry ${number} in the known segments`);
}
