// The index of a commit begins with what the index of the disk knows: the facts of the same contents at the same paths.
import { aboveOf, type Root } from "../files/guard.ts";
import type { RevisionSource } from "../files/revision-source.ts";
import type { WalkedFile } from "../files/walk.ts";
import { contentOfKey } from "../store/facts-key.ts";
import type { LiveFile } from "../store/segment-view.ts";
import type { HeldSnapshot } from "../store/snapshot.ts";

/** Of the disk's snapshot the files that the commit has unchanged, as the walk of the commit lists them. */
export function ofCommit(
  disk: HeldSnapshot,
  files: readonly WalkedFile[],
  revision: Pick<RevisionSource, "idOf">,
): HeldSnapshot {
  const known = new Map(disk.files.map((file) => [file.path, file]));
  const same = files.flatMap(({ path, size, mtimeNs, ctimeNs, ino }): LiveFile[] => {
    const file = known.get(path);
    if (file === undefined || file.segment < 0 || contentOfKey(file.key) !== revision.idOf(path)) return [];
    return [{ ...file, size, mtimeNs, ctimeNs, ino, doubtful: false }];
  });
  return { ...disk, generation: 0, files: same, partial: null, notices: [] };
}

/**
 * Under this name its snapshot rests: the same for every work tree of the repository. Of the index there is one: what is
 * staged changes with every file, and a sweep tells what changed.
 */
export function revisionName(
  root: Root,
  { commit, staged }: Pick<RevisionSource, "commit" | "staged">,
): string {
  return `${staged ? `index ${root.repository?.gitDir ?? ""}` : commit}\0${aboveOf(root)}`;
}
