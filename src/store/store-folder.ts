// Where do the facts of a repository rest? One folder in the cache for all its work trees, named by a hash of the
// place that they share: Git's common directory, or the root itself outside Git.
//
//   <cache>/repositories/<hash of the common directory>/
//     about.json            which repository it is, for people
//     lock                  the one writer
//     segments/<id>.seg     shared by every work tree
//     snapshots/<hash of the root>.snap
//     snapshots/<hash of the root>.verdicts   of the checker pass
//     snapshots/<hash of a commit and the folder in it>.rev.snap
//     syntax.db
//     vectors.db            of a provider, where one is set
import { join } from "node:path";
import { sha256 } from "../base/hash.ts";

export interface StorePlace {
  /** Folder for derived files: `cacheFolder(config)`. */
  cacheDir: string;
  /** Absolute real path of the root. */
  root: string;
  /** Git's common directory, or null outside Git. */
  commonDir: string | null;
  /** The commit whose files these are, with the folder in it, instead of those on disk. */
  revision?: string;
}

export interface StoreFolder {
  folder: string;
  about: string;
  lock: string;
  segments: string;
  snapshots: string;
  snapshot: string;
  syntax: string;
  verdicts: string;
  vectors: string;
}

export const ABOUT_FILE = "about.json";
export const LOCK_FILE = "lock";
/** Ends of the names of what is kept of one root. */
export const SNAPSHOT_END = ".snap";
export const REVISION_END = `.rev${SNAPSHOT_END}`;
export const VERDICTS_END = ".verdicts";
/** Ends the name of a damaged database that was moved aside. */
export const DAMAGED = ".damaged";

export const storeName = (path: string): string => sha256(path).slice(0, 24);

export function storeFolder({ cacheDir, root, commonDir, revision }: StorePlace): StoreFolder {
  const folder = join(cacheDir, "repositories", storeName(commonDir ?? root));
  const snapshots = join(folder, "snapshots");
  const snapshot =
    revision === undefined ? storeName(root) + SNAPSHOT_END : storeName(revision) + REVISION_END;
  return {
    folder,
    about: join(folder, ABOUT_FILE),
    lock: join(folder, LOCK_FILE),
    segments: join(folder, "segments"),
    snapshots,
    snapshot: join(snapshots, snapshot),
    syntax: join(folder, "syntax.db"),
    vectors: join(folder, "vectors.db"),
    verdicts: join(snapshots, snapshot.slice(0, -SNAPSHOT_END.length) + VERDICTS_END),
  };
}

export function segmentFile(folder: StoreFolder, id: string): string {
  return join(folder.segments, `${id}.seg`);
}
