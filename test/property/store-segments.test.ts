// Segments give back what they were made of, and merging them is the same as building the segment anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SpanKind } from "../../src/base/span.ts";
import { mergeSegments } from "../../src/store/merge.ts";
import { openSegment } from "../../src/store/segment.ts";
import { buildSegment } from "../../src/store/segment-writer.ts";
import type { SegmentFile } from "../../src/store/segment-writer.ts";
import { utf8Order } from "../../src/store/byte-order.ts";
import { encodeStrings } from "../../src/store/string-table.ts";
import { entriesOf } from "../store/logical-content.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const word = fc.oneof(
  fc.constantFrom(
    "get",
    "Get",
    "GET",
    "=get",
    "größe",
    "=𝒳x",
    "naïve",
    "\ue000",
    "𝒳",
    "a",
    "ab",
    "abc",
    "abd",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }).filter((s) => !s.startsWith(">")),
);
const line = fc.integer({ min: 1, max: 100_000 });

interface Chunk {
  start: number;
  end: number;
  declaration: number;
  length: number;
  terms: [string, number][];
}
interface File {
  key: string;
  language: string;
  bytes: number;
  lines: number;
  declarations: { name: string; kind: SpanKind; start: number; line: number; end: number; parent: number }[];
  chunks: Chunk[];
  imports: string[];
}

const file: fc.Arbitrary<Omit<File, "key">> = fc
  .array(
    fc.record({
      name: word,
      kind: fc.constantFrom<SpanKind>("class", "function", "section"),
      start: line,
      line,
      end: line,
    }),
    { maxLength: 5 },
  )
  .chain((declarations) => {
    const index = fc.integer({ min: -1, max: declarations.length - 1 });
    return fc.record({
      language: fc.constantFrom("python", "go", "text"),
      bytes: fc.nat(2_000_000),
      lines: line,
      declarations: fc.tuple(...declarations.map((d) => index.map((parent) => ({ ...d, parent })))),
      chunks: fc.array(
        fc.record({
          start: line,
          end: line,
          declaration: index,
          length: fc.nat(5000),
          terms: fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 2 ** 30 - 1 })), {
            selector: ([term]) => term,
          }),
        }),
        { maxLength: 4 },
      ),
      imports: fc.array(word, { maxLength: 3 }),
    });
  });
const files = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 8 })
  .chain((keys) => fc.tuple(...keys.map((key) => file.map((f): File => Object.assign({ key }, f)))));

/** Builds with a reader of its own, so that numbers of terms differ from segment to segment. */
function build(list: readonly File[]): Uint8Array {
  const reader = { terms: [""] };
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    if (!numbers.has(term)) numbers.set(term, reader.terms.push(term) - 1);
    return numbers.get(term)!;
  };
  const made = list.map((f): SegmentFile => ({
    key: f.key,
    language: f.language,
    bytes: f.bytes,
    facts: {
      lines: f.lines,
      declarations: f.declarations,
      imports: f.imports,
      chunks: f.chunks.map(({ terms, ...chunk }) => ({
        ...chunk,
        termIds: Uint32Array.from(terms, ([term]) => numberOf(term)),
        counts: Uint32Array.from(terms, ([, counts]) => counts),
      })),
    },
  }));
  return buildSegment(made, reader);
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The oracle: what a segment of the files has to say. */
function expected(list: readonly File[]): unknown[] {
  return list.map((f) => ({
    key: f.key,
    language: f.language,
    lines: f.lines,
    bytes: f.bytes,
    imports: f.imports,
    chunks: f.chunks.map((chunk, i) => {
      const imported: [string, number][] =
        i === 0 ? [...new Set(f.imports)].map((name) => [`>${name}`, 1]) : [];
      return {
        entry: true,
        lines: [chunk.start, chunk.end],
        length: chunk.length,
        declaration: chunk.declaration,
        terms: [...imported, ...chunk.terms].sort(([a], [b]) => byBytes(a, b)),
      };
    }),
    declarations: f.declarations.map((d) => ({
      entry: true,
      name: d.name,
      kind: d.kind,
      lines: [d.start, d.line, d.end],
      parent: d.parent,
      found: true,
      foundFolded: true,
    })),
  }));
}

test("a segment gives back the facts of its files", () => {
  fc.assert(
    fc.property(files, (list) => {
      const segment = openSegment(build(list));
      assert.deepEqual(entriesOf(segment), expected(list));
      for (const f of list) assert.equal(segment.entryKey(segment.entryOfKey(f.key)), f.key);
      assert.equal(segment.entryOfKey("no such key, it is too long"), -1);
      for (let id = 0; id < segment.terms; id++) assert.equal(segment.termId(segment.term(id)), id);
    }),
    { numRuns: 200 * soak },
  );
});

test("merging what lives is building it anew, byte for byte", () => {
  fc.assert(
    fc.property(
      files,
      fc.array(fc.nat(2), { maxLength: 8 }),
      fc.array(fc.boolean(), { maxLength: 8 }),
      (list, where, dead) => {
        const parts = [0, 1, 2].map((part) => list.filter((_, i) => (where[i] ?? 0) === part));
        const lives = (f: File): boolean => dead[list.indexOf(f)] !== true;
        const { segments, placed } = mergeSegments(
          parts.map((part) => ({
            segment: openSegment(build(part)),
            entries: part.map((f, i) => (lives(f) ? i : -1)).filter((i) => i >= 0),
          })),
        );
        const left = parts.flat().filter(lives);
        assert.equal(segments.length, left.length === 0 ? 0 : 1);
        if (left.length > 0) assert.deepEqual(segments[0]!.bytes, build(left));
        assert.deepEqual(
          placed.flat(),
          left.map((_, entry) => ({ segment: 0, entry })),
        );
      },
    ),
    { numRuns: 200 * soak },
  );
});

test("a merge into several segments keeps every entry once", () => {
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 6 }), (list, most) => {
      const parts = [list.slice(0, 3), list.slice(3)];
      const { segments, placed } = mergeSegments(
        parts.map((part) => ({ segment: openSegment(build(part)), entries: part.map((_, i) => i) })),
        most,
      );
      const contents = segments.map((s) => entriesOf(s));
      assert.deepEqual(
        placed.flat().map(({ segment, entry }) => contents[segment]![entry]),
        expected(list),
      );
      assert.equal(contents.flat().length, list.length);
    }),
    { numRuns: 100 * soak },
  );
});

test("strings are ordered as their bytes are, however many", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.string({ unit: "binary" })), { maxLength: 60 }),
      fc.boolean(),
      (some, many) => {
        // Above some thousands another way of sorting begins.
        const strings = many
          ? Array.from({ length: 11_000 }, (_, i) => `${some[i % 60] ?? ""}${i % 997}`)
          : some;
        const bytes = strings.map((s) => Buffer.from(s));
        const wanted = strings.map((_, i) => i).sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!) || a - b);
        assert.deepEqual(Array.from(utf8Order(encodeStrings(strings))), wanted);
      },
    ),
    { numRuns: 40 * soak },
  );
});
