// Which files of a tree may a provider of vectors be sent? What somebody wrote and others read: no data, nothing that a
// machine made. What is ignored, binary or too large is in no snapshot.
import { languageById } from "../lang/registry.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";

/** A content, once, whatever files have it. */
export interface SentContent {
  readonly key: string;
  readonly paths: readonly string[];
  readonly segment: number;
  readonly entry: number;
  readonly chunks: number;
  /** Prose, not code. */
  readonly prose: boolean;
}

/** In the order of their first paths. */
export function sentContents(snapshot: Snapshot): SentContent[] {
  const found = new Map<string, SentContent & { paths: string[] }>();
  for (const file of snapshot.files) {
    if (file.segment < 0 || file.generated === true || file.minified === true) continue;
    const known = found.get(file.key);
    if (known !== undefined) {
      known.paths.push(file.path);
      continue;
    }
    const view = snapshot.segments[file.segment]!;
    const language = languageById(view.entryLanguage(file.entry));
    if (language?.data === true) continue;
    const chunks = view.chunkOffset[file.entry + 1]! - view.chunkOffset[file.entry]!;
    const { key, path, segment, entry } = file as LiveFile;
    if (chunks > 0)
      found.set(key, { key, paths: [path], segment, entry, chunks, prose: language?.prose === true });
  }
  return [...found.values()];
}

/** The first of them that have at most so many chunks together. */
export function withinCeiling(contents: readonly SentContent[], mostChunks: number): SentContent[] {
  let chunks = 0;
  return contents.filter((content) => {
    if (chunks + content.chunks > mostChunks) return false;
    chunks += content.chunks;
    return true;
  });
}
