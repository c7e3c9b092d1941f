// Snapshots for tests of ranking: files given as text, laid into segments as the test wants them.
import { contentId } from "../../src/base/hash.ts";
import { compareStrings } from "../../src/base/order.ts";
import { languageOf } from "../../src/lang/registry.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { openSegment } from "../../src/store/segment.ts";
import { SegmentBuilder } from "../../src/store/segment-writer.ts";
import type { LiveFile, Snapshot } from "../../src/store/segment-view.ts";
import { TermReader } from "../../src/text/term-reader.ts";

export interface Laying {
  /** Number of segments. */
  segments?: number;
  /** Segment of a file, from 0. */
  segmentOf?: (path: string, index: number) => number;
  /** Contents that rest in a segment though no file has them any more. */
  dead?: Record<string, string>;
}

export function madeSnapshot(files: Record<string, string>, laying: Laying = {}): Snapshot {
  const { segments: count = 1, segmentOf = () => 0, dead = {} } = laying;
  const builders = Array.from({ length: count }, () => ({
    builder: new SegmentBuilder(),
    reader: new TermReader(),
  }));
  const add = (path: string, text: string, segment: number) => {
    const { builder, reader } = builders[segment]!;
    const language = languageOf(path, text.split("\n", 1)[0]!, {});
    const key = `${contentId(Buffer.from(text))}.${language.id}`;
    const facts = wordsFacts(text, language, reader);
    return { key, entry: builder.add({ key, language: language.id, bytes: text.length, facts }, reader) };
  };
  Object.entries(dead).forEach(([path, text], i) => add(path, text, i % count));
  const live = Object.keys(files)
    .sort(compareStrings)
    .map((path, index): LiveFile => {
      const segment = segmentOf(path, index);
      const { key, entry } = add(path, files[path]!, segment);
      return { path, size: files[path]!.length, mtimeNs: 0n, ino: 0n, key, segment, entry, skip: null };
    });
  const segments = builders.map(({ builder }) => openSegment(builder.finish()));
  return { generation: 1, segments, files: live, partial: null, notices: [] };
}
