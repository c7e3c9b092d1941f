// Of which files does the index hold the words of their first part alone? Long data files: see `Language.wordsHead`.
import { languageById } from "../lang/registry.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";

function isKnownInPart(snapshot: Snapshot, file: LiveFile): boolean {
  const view = snapshot.segments[file.segment];
  if (view === undefined) return false;
  const head = languageById(view.entryLanguage(file.entry))?.wordsHead;
  // Bytes are at least as many as code units, so none is overlooked.
  return head !== undefined && view.entryBytes[file.entry]! > head;
}

const known = new WeakMap<Snapshot, readonly LiveFile[]>();

/** All of them. */
export function filesInPart(snapshot: Snapshot): readonly LiveFile[] {
  let files = known.get(snapshot);
  if (files === undefined) {
    known.set(snapshot, (files = snapshot.files.filter((file) => isKnownInPart(snapshot, file))));
  }
  return files;
}

/** A sentence for the completeness line; none where every file is known whole. */
export function knownInPart(snapshot: Snapshot, looksAt: (file: LiveFile) => boolean): string[] {
  const count = filesInPart(snapshot).filter(looksAt).length;
  if (count === 0) return [];
  return [`${count === 1 ? "1 long data file" : `${count} long data files`} known by the first part`];
}
