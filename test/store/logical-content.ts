// What a snapshot says, told file by file and without any number that depends on segments: for comparing snapshots.
import type { SegmentView, Snapshot } from "../../src/store/segment-view.ts";
import type { Segment } from "../../src/store/segment.ts";

interface Logical {
  key: string;
  skip: string | null;
  marks: string[];
  size: number;
  content: unknown;
}

export function logicalContent(snapshot: Snapshot): Record<string, Logical> {
  const ofSegment = snapshot.segments.map((s) => entriesOf(s as Segment));
  return Object.fromEntries(
    snapshot.files.map((f) => [
      f.path,
      {
        key: f.key,
        skip: f.skip,
        marks: (["generated", "minified", "lossy"] as const).filter((mark) => f[mark] === true),
        size: f.size,
        content: f.segment < 0 ? null : ofSegment[f.segment]![f.entry],
      },
    ]),
  );
}

/** Entries with their chunks, terms, declarations and imports, in the order of the segment. */
export function entriesOf(segment: SegmentView & { term(id: number): string }): unknown[] {
  const terms: [string, number][][] = Array.from({ length: segment.chunks }, () => []);
  for (let id = 0; id < segment.terms; id++) {
    const chunks = segment.postingChunks(id);
    const counts = segment.postingCounts(id);
    chunks.forEach((chunk, i) => terms[chunk]!.push([segment.term(id), counts[i]!]));
  }
  return Array.from({ length: segment.entries }, (_, entry) => {
    const firstDeclaration = segment.declarationOffset[entry]!;
    const local = (d: number): number => (d < 0 ? -1 : d - firstDeclaration);
    const chunks = [];
    for (let c = segment.chunkOffset[entry]!; c < segment.chunkOffset[entry + 1]!; c++) {
      chunks.push({
        entry: segment.chunkEntry[c] === entry,
        lines: [segment.chunkStart[c], segment.chunkEnd[c]],
        length: segment.chunkLength[c],
        declaration: local(segment.chunkDeclaration[c]!),
        terms: terms[c],
      });
    }
    const declarations = [];
    for (let d = firstDeclaration; d < segment.declarationOffset[entry + 1]!; d++) {
      const name = segment.declarationName(d);
      declarations.push({
        entry: segment.declarationEntry[d] === entry,
        name,
        kind: segment.declarationKind(d),
        lines: [segment.declarationStart[d], segment.declarationLine[d], segment.declarationEnd[d]],
        parent: local(segment.declarationParent[d]!),
        found: segment.declarationsNamed(name).includes(d),
        foundFolded: segment.declarationsNamedFolded(name.toLowerCase()).includes(d),
      });
    }
    return {
      key: segment.entryKey(entry),
      language: segment.entryLanguage(entry),
      lines: segment.entryLines[entry],
      bytes: segment.entryBytes[entry],
      imports: segment.entryImports(entry),
      chunks,
      declarations,
    };
  });
}
