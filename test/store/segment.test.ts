import assert from "node:assert/strict";
import { test } from "node:test";
import { packCounts, unpackCounts } from "../../src/parse/facts.ts";
import type { WordsFacts } from "../../src/parse/facts.ts";
import { isPithError } from "../../src/base/error.ts";
import { openSegment } from "../../src/store/segment.ts";
import { buildSegment } from "../../src/store/segment-writer.ts";

// A stand-in for the reader of terms, and a chunk's terms by their names.
const reader = { terms: [""] };
const terms = (counts: Record<string, number>): { termIds: Uint32Array; counts: Uint32Array } => ({
  termIds: Uint32Array.from(Object.keys(counts), (term) => {
    if (!reader.terms.includes(term)) reader.terms.push(term);
    return reader.terms.indexOf(term);
  }),
  counts: Uint32Array.from(Object.values(counts)),
});

const one = packCounts({ name: 0, signature: 0, comment: 0, body: 1, enclosing: 0 });
const named = packCounts({ name: 1, signature: 1, comment: 0, body: 3, enclosing: 0 });

const client: WordsFacts = {
  lines: 30,
  declarations: [
    { name: "Client", kind: "class", start: 1, line: 2, end: 30, parent: -1 },
    { name: "send", kind: "method", start: 5, line: 5, end: 12, parent: 0 },
  ],
  chunks: [
    { start: 1, end: 12, declaration: 1, length: 9, ...terms({ send: named, client: one }) },
    { start: 13, end: 30, declaration: 0, length: 4, ...terms({ "=größe": one, client: named }) },
  ],
  imports: ["socket", "errors", "socket"],
};
const server: WordsFacts = {
  lines: 3,
  declarations: [{ name: "SEND", kind: "constant", start: 1, line: 1, end: 1, parent: -1 }],
  chunks: [{ start: 1, end: 3, declaration: -1, length: 1, ...terms({ 𝒳: one, send: one, "": one }) }],
  imports: ["errors"],
};
const empty: WordsFacts = { lines: 0, declarations: [], chunks: [], imports: [] };

const bytes = buildSegment(
  [
    { key: "k2", language: "python", bytes: 300, facts: client },
    { key: "k1", language: "typescript", bytes: 20, facts: server },
    { key: "k0", language: "python", bytes: 0, facts: empty },
    { key: "k1", language: "typescript", bytes: 20, facts: server },
  ],
  reader,
);

test("a segment gives back entries, chunks and declarations", () => {
  const s = openSegment(bytes);
  assert.deepEqual([s.entries, s.chunks, s.declarations], [3, 3, 3]);
  assert.deepEqual(
    [0, 1, 2].map((e) => s.entryKey(e)),
    ["k2", "k1", "k0"],
  );
  assert.deepEqual(
    ["k0", "k1", "k2", "k"].map((k) => s.entryOfKey(k)),
    [2, 1, 0, -1],
  );
  assert.deepEqual(
    [0, 1, 2].map((e) => s.entryLanguage(e)),
    ["python", "typescript", "python"],
  );
  assert.deepEqual(Array.from(s.entryLines), [30, 3, 0]);
  assert.deepEqual(Array.from(s.chunkOffset), [0, 2, 3, 3]);
  assert.deepEqual(Array.from(s.declarationOffset), [0, 2, 3, 3]);
  assert.deepEqual(Array.from(s.chunkDeclaration), [1, 0, -1]);
  assert.deepEqual(Array.from(s.declarationParent), [-1, 0, -1]);
  assert.deepEqual(s.entryImports(0), ["socket", "errors", "socket"]);
  assert.equal(s.declarationName(1), "send");
  assert.equal(s.declarationKind(0), "class");
});

test("names are found exactly and by their lower-case form", () => {
  const s = openSegment(bytes);
  assert.deepEqual(s.declarationsNamed("send"), [1]);
  assert.deepEqual(s.declarationsNamed("Send"), []);
  assert.deepEqual(s.declarationsNamedFolded("send"), [1, 2]);
});

test("terms are found with their postings, imports on the first chunk", () => {
  const s = openSegment(bytes);
  const posting = (term: string): [number[], number[]] => {
    const id = s.termId(term);
    return [Array.from(s.postingChunks(id)), Array.from(s.postingCounts(id))];
  };
  assert.deepEqual(posting("send"), [
    [0, 2],
    [named, one],
  ]);
  assert.deepEqual(posting("client"), [
    [0, 1],
    [one, named],
  ]);
  assert.deepEqual(posting(">errors"), [
    [0, 2],
    [1, 1],
  ]);
  assert.deepEqual(posting(">socket"), [[0], [1]]);
  for (const term of ["=größe", "𝒳", ""]) assert.notEqual(s.termId(term), -1);
  assert.equal(s.termId("clien"), -1);
  assert.deepEqual(unpackCounts(s.postingCounts(s.termId("send"))[0]!).body, 3);
});

test("the empty segment opens", () => {
  const s = openSegment(buildSegment([], reader));
  assert.deepEqual([s.entries, s.terms, s.termId("x"), s.declarationsNamed("x")], [0, 0, -1, []]);
});

test("a flipped or missing byte is seen, wherever it stands", () => {
  const wrong = (changed: Uint8Array): void =>
    assert.throws(
      () => openSegment(changed),
      (e) => isPithError(e) && e.code === "CACHE_UNUSABLE",
    );
  for (let at = 0; at < bytes.length; at++) {
    const flipped = bytes.slice();
    flipped[at]! ^= 1 << (at % 8);
    wrong(flipped);
  }
  for (let length = 0; length < bytes.length; length += 13) wrong(bytes.slice(0, length));
  wrong(Buffer.concat([bytes, Buffer.alloc(8)]));
});

test("the terms of an entry are those whose postings name a chunk of it", () => {
  const s = openSegment(bytes);
  for (let entry = 0; entry < s.entries; entry++) {
    const holds = (id: number): boolean => s.postingChunks(id).some((chunk) => s.chunkEntry[chunk] === entry);
    const held = Array.from({ length: s.terms }, (_, id) => id).filter(holds);
    assert.deepEqual(
      s.termsOf(entry),
      held.map((id) => s.term(id)),
    );
  }
  assert.ok(s.termsOf(0).includes(">socket") && s.termsOf(2).length === 0);
});
