// A snapshot as the store holds it, and its form on disk: the live file table in columns, with the ids of its segments.
import type { SkipReason } from "../files/skip-reasons.ts";
import { columnBytes, readColumnFile, writeColumnFile } from "./column-file.ts";
import type { LiveFile, Snapshot } from "./segment-view.ts";
import type { Segment } from "./segment.ts";
import { StringTable, stringColumns } from "./string-table.ts";

export interface HeldSnapshot extends Snapshot {
  readonly segments: readonly Segment[];
  /** Hash of the settings by which files were read. Under other settings every file is read again. */
  readonly settings: string;
}

const SNAPSHOT_KIND = "SNAP";
/** Raised whenever a column of a snapshot changes its meaning. */
export const SNAPSHOT_FORMAT = 1;

interface SnapshotMeta {
  generation: number;
  /** The root, for people and for clearing away snapshots of folders that are gone. */
  root: string;
  settings: string;
  segments: string[];
  skips: SkipReason[];
  partial: Snapshot["partial"];
}

const MARKS = { generated: 1, minified: 2, lossy: 4, doubtful: 8 } as const;

export function snapshotBytes(snapshot: HeldSnapshot, root: string): Uint8Array {
  const { files } = snapshot;
  const skips = [...new Set(files.map((f) => f.skip).filter((skip) => skip !== null))].sort();
  const columns = {
    size: new Float64Array(files.length),
    mtime: new BigInt64Array(files.length),
    // 0 where it was not looked at.
    ctime: new BigInt64Array(files.length),
    ino: new BigUint64Array(files.length),
    segment: new Int32Array(files.length),
    entry: new Int32Array(files.length),
    // 0 for no skip, else one more than the place in `skips`.
    skip: new Uint8Array(files.length),
    marks: new Uint8Array(files.length),
  };
  // Written after each change of a file: column by column through iterators it would take ten times as long.
  for (let i = 0; i < files.length; i++) {
    const file = files[i]!;
    columns.size[i] = file.size;
    columns.mtime[i] = file.mtimeNs;
    columns.ctime[i] = file.ctimeNs ?? 0n;
    columns.ino[i] = file.ino;
    columns.segment[i] = file.segment;
    columns.entry[i] = file.entry;
    columns.skip[i] = file.skip === null ? 0 : skips.indexOf(file.skip) + 1;
    columns.marks[i] = marksOf(file);
  }
  const meta: SnapshotMeta = {
    generation: snapshot.generation,
    root,
    settings: snapshot.settings,
    segments: snapshot.segments.map((s) => s.id),
    skips,
    partial: snapshot.partial,
  };
  return writeColumnFile(SNAPSHOT_KIND, SNAPSHOT_FORMAT, meta, {
    ...stringColumns(
      "path",
      files.map((f) => f.path),
    ),
    ...columns,
  });
}

const MARK_NAMES = Object.keys(MARKS) as (keyof typeof MARKS)[];

function marksOf(file: LiveFile): number {
  let marks = 0;
  for (const mark of MARK_NAMES) if (file[mark] === true) marks |= MARKS[mark];
  return marks;
}

export interface SnapshotFile {
  readonly generation: number;
  readonly root: string;
  readonly segmentIds: readonly string[];
  /** The snapshot over its opened segments; null stands for one that could not be opened. */
  over(opened: readonly (Segment | null)[]): HeldSnapshot;
}

/** The same of a file. Throws as `columnBytes` does. */
export function openSnapshot(path: string): SnapshotFile {
  return readSnapshot(columnBytes(path, SNAPSHOT_KIND, SNAPSHOT_FORMAT));
}

/** Throws CACHE_UNUSABLE unless the bytes are a whole snapshot of this version. */
export function readSnapshot(bytes: Uint8Array): SnapshotFile {
  const file = readColumnFile<SnapshotMeta>(SNAPSHOT_KIND, SNAPSHOT_FORMAT, bytes);
  const { meta } = file;
  return {
    generation: meta.generation,
    root: meta.root,
    segmentIds: meta.segments,
    over(opened) {
      const segments = opened.filter((s) => s !== null);
      // Files of a lost segment are as good as never read.
      const place = opened.map((s) => (s === null ? -1 : segments.indexOf(s)));
      const paths = StringTable.of(file, "path").all();
      const size = file.column("size", "f64");
      const mtime = file.column("mtime", "i64");
      const ctime = file.column("ctime", "i64");
      const ino = file.column("ino", "u64");
      const segmentOf = file.column("segment", "i32");
      const entryOf = file.column("entry", "i32");
      const skip = file.column("skip", "u8");
      const marks = file.column("marks", "u8");
      const files = paths.map((path, i): LiveFile => {
        const segment = segmentOf[i]! < 0 ? -1 : place[segmentOf[i]!]!;
        const entry = segment < 0 ? -1 : entryOf[i]!;
        const live: LiveFile = {
          path,
          size: size[i]!,
          mtimeNs: mtime[i]!,
          ino: ino[i]!,
          key: segment < 0 ? "" : segments[segment]!.entryKey(entry),
          segment,
          entry,
          skip: skip[i] === 0 ? null : meta.skips[skip[i]! - 1]!,
        };
        if (ctime[i] !== 0n) live.ctimeNs = ctime[i]!;
        if (marks[i] !== 0) {
          for (const mark of MARK_NAMES) {
            if (marks[i]! & MARKS[mark]) live[mark] = true;
          }
        }
        return live;
      });
      const { generation, settings, partial } = meta;
      return { generation, settings, partial, segments, files, notices: [] };
    },
  };
}
