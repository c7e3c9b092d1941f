// How does a folder become a snapshot for a benchmark? As the program does it, in memory and without a cache.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { contentId } from "../../src/base/hash.ts";
import { compareStrings } from "../../src/base/order.ts";
import { languageOf } from "../../src/lang/registry.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { openSegment } from "../../src/store/segment.ts";
import { SegmentBuilder } from "../../src/store/segment-writer.ts";
import type { LiveFile, Snapshot } from "../../src/store/segment-view.ts";
import { TermReader } from "../../src/text/term-reader.ts";

export function snapshotOf(root: string): Snapshot {
  const reader = new TermReader();
  const builder = new SegmentBuilder();
  const files: LiveFile[] = [];
  const paths = execFileSync("git", ["ls-files", "-z", "--", "."], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e9,
  })
    .split("\0")
    .filter(Boolean)
    .sort(compareStrings);
  for (const path of paths) {
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(root, path));
    } catch {
      continue;
    }
    if (bytes.includes(0) || bytes.length > 2_000_000) continue;
    const text = bytes.toString("utf8").replace(/^\ufeff/, "");
    const language = languageOf(path, text.slice(0, 200).split("\n")[0]!, {});
    const key = `${contentId(bytes)}:${language.id}`;
    const entry = builder.add(
      { key, language: language.id, bytes: bytes.length, facts: wordsFacts(text, language, reader) },
      reader,
    );
    files.push({ path, size: bytes.length, mtimeNs: 0n, ino: 0n, key, segment: 0, entry, skip: null });
  }
  return { generation: 1, segments: [openSegment(builder.finish())], files, partial: null, notices: [] };
}
