// Of which files does the index hold the words of their first part alone? Long data files: see `Language.wordsHead`.
import { languageById } from "../lang/registry.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";

export function isKnownInPart(snapshot: Snapshot, file: LiveFile): boolean {
  const view = snapshot.segments[file.segment];
  if (view === undefined) return false;
  const head = languageById(view.entryLanguage(file.entry))?.wordsHead;
  // Bytes are at least as many as code units, so none is overlooked.
  return head !== undefined && view.entryBytes[file.entry]! > head;
}

/** A sentence for the completeness line; none where every file is known whole. */
export function knownInPart(snapshot: Snapshot, looksAt: (file: LiveFile) => boolean): string[] {
  const count = snapshot.files.filter((f) => isKnownInPart(snapshot, f) && looksAt(f)).length;
  if (count === 0) return [];
  return [`${count === 1 ? "1 long data file" : `${count} long data files`} known by the first part`];
}
