// What would be known of the tree if some lines were blank? The snapshot with the facts of a few files made anew from
// other text. Nothing is stored, and the files on disk stay as they are.
import { languageById } from "../lang/registry.ts";
import { wordsFacts } from "../parse/words.ts";
import { indexedText } from "../redact/searched-text.ts";
import { openSegment } from "../store/segment.ts";
import { SegmentBuilder } from "../store/segment-writer.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { TermReader } from "../text/term-reader.ts";

/** `texts`: by path, of files that the snapshot has. */
export function withTexts(snapshot: Snapshot, texts: ReadonlyMap<string, string>): Snapshot {
  const reader = new TermReader();
  const builder = new SegmentBuilder();
  const entries = new Map<string, number>();
  for (const { path, segment, entry } of snapshot.files) {
    const text = texts.get(path);
    if (text === undefined || segment < 0) continue;
    const view = snapshot.segments[segment]!;
    const language = view.entryLanguage(entry);
    const facts = wordsFacts(indexedText(path, text), languageById(language)!, reader);
    const bytes = view.entryBytes[entry]!;
    entries.set(path, builder.add({ key: `blanked ${path}`, language, bytes, facts }, reader));
  }
  if (entries.size === 0) return snapshot;
  const made = openSegment(builder.finish());
  const last = snapshot.segments.length;
  return {
    ...snapshot,
    segments: [...snapshot.segments, made],
    files: snapshot.files.map((file) => {
      const entry = entries.get(file.path);
      return entry === undefined ? file : { ...file, segment: last, entry };
    }),
  };
}
