// Words facts as bytes: the same whichever way they went, and bytes from elsewhere are a record or a RangeError.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import { firstLine } from "../../src/lang/first-line.ts";
import { languageOf } from "../../src/lang/registry.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { mergeSegments } from "../../src/store/merge.ts";
import { SegmentEntries } from "../../src/store/segment-entries.ts";
import { buildSegment, type SegmentFile } from "../../src/store/segment-writer.ts";
import { openSegment } from "../../src/store/segment.ts";
import { decodeWords, encodeWords } from "../../src/store/words-record.ts";
import { TermReader } from "../../src/text/term-reader.ts";
import { CHECKOUT, sources } from "../structure/checkout.ts";

const paths = sources("test/fixtures/{lang,syntax}/*.*");

function factsOf(path: string, reader: TermReader): SegmentFile {
  const text = readFileSync(join(CHECKOUT, path), "utf8");
  const language = languageOf(path, firstLine(text), {});
  return { key: path, language: language.id, bytes: text.length, facts: wordsFacts(text, language, reader) };
}

test(`facts of ${paths.length} files are the same bytes out of segments as they were made`, () => {
  assert.ok(paths.length > 40);
  const reader = new TermReader();
  const files = paths.map((path) => factsOf(path, reader));
  const half = files.length >> 1;
  const segments = [files.slice(0, half), files.slice(half)].map((some) =>
    openSegment(buildSegment(some, reader)),
  );
  const whole = mergeSegments(
    segments.map((segment) => ({ segment, entries: Array.from(segment.entryLines.keys()) })),
  );
  for (const segment of [...segments, ...whole.segments]) {
    const entries = new SegmentEntries(segment);
    for (let entry = 0; entry < segment.entries; entry++) {
      const file = files.find(({ key }) => key === segment.entryKey(entry))!;
      const made = encodeWords(file.bytes, file.facts, reader);
      assert.deepEqual(
        encodeWords(segment.entryBytes[entry]!, entries.facts(entry), entries),
        made,
        file.key,
      );
      const read = decodeWords(made);
      assert.equal(read.bytes, file.bytes);
      assert.deepEqual(encodeWords(read.bytes, read.facts, read), made, file.key);
      assert.deepEqual(read.facts.declarations, file.facts.declarations);
      assert.deepEqual(read.facts.imports, file.facts.imports);
    }
  }
});

const reader = new TermReader();
const records = paths.slice(0, 8).map((path) => {
  const { bytes, facts } = factsOf(path, reader);
  return encodeWords(bytes, facts, reader);
});

test("what is cut short is no record", () => {
  for (const record of records)
    for (let end = 0; end < record.length; end += 1 + (end >> 5))
      assert.throws(() => decodeWords(record.subarray(0, end)), RangeError);
});

test("changed bytes are a record of their own or none, never half of one", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...records),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (record, changes) => {
        const bytes = record.slice();
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        let read;
        try {
          read = decodeWords(bytes);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
          return;
        }
        // What is read can be put into a segment, and comes out as the same bytes.
        const file = { key: "k", language: "text", bytes: read.bytes, facts: read.facts };
        const segment = openSegment(buildSegment([file], read));
        const again = new SegmentEntries(segment);
        assert.deepEqual(encodeWords(read.bytes, again.facts(0), again), bytes);
      },
    ),
    { numRuns: 2_000 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("no small record asks for much memory", () => {
  const number = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...number(n >>> 7)]);
  const huge = number(0xffffffff);
  for (const head of [
    [1, 5, 5],
    [1, 5, 5, 0],
    [1, 5, 5, 0, 0],
    [1, 5, 5, 0, 0, 0],
    [1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0],
  ])
    assert.throws(() => decodeWords(Uint8Array.from([...head, ...huge])), RangeError);
});
