// What ranking takes over from the snapshot before changes no answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { carryOver } from "../../src/rank/carry-over.ts";
import { liveFiles } from "../../src/rank/live-files.ts";
import { mapOrder } from "../../src/rank/map-order.ts";
import { rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { referencesTo } from "../../src/rank/references.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";
import { madeSnapshot } from "./made-snapshot.ts";

const SOAK = Number(process.env.PITH_SOAK ?? 1);
const QUERIES = ["open session store", "SessionStore", "mailQueue", "tests of the mail queue", "index"].map(
  (text) => readQuery(text),
);

const name = fc.constantFrom("SessionStore", "mailQueue", "openCache", "__proto__", "token", "Überlauf");
const path = fc
  .tuple(
    fc.constantFrom("", "src/", "src/mail/", "test/", "v1/", "v2/"),
    fc.constantFrom("index", "store", "mail_queue", "session", "constructor"),
    fc.constantFrom(".ts", ".py", ".md", ".h", ".c"),
  )
  .map((parts) => parts.join(""));
const text = fc
  .array(fc.tuple(name, name), { maxLength: 4 })
  .map((all) => all.map(([a, b]) => `export class ${a} {\n  run() { return ${b}(1); }\n}\n`).join("\n"));
const tree = fc.dictionary(path, text, { minKeys: 3, maxKeys: 12, noNullPrototype: true });
/** Two of the paths in turn, and what becomes of the first. */
const edit = fc.record({
  at: fc.nat(40),
  other: fc.nat(40),
  made: path,
  text,
  what: fc.constantFrom("written", "added to", "gone", "new", "exchanged"),
});
const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(files: Record<string, string>, { at, other, made, text: now, what }: Edit) {
  const paths = Object.keys(files);
  const next = { ...files };
  const one = paths[at % paths.length]!;
  const two = paths[other % paths.length]!;
  if (what === "gone" && paths.length > 1) delete next[one];
  else if (what === "new") next[made] = now;
  else if (what === "written") next[one] = now;
  else if (what === "added to") next[one] = files[one]! + now;
  else [next[one], next[two]] = [files[two]!, files[one]!];
  return next;
}

const laying = fc.record({ segments: fc.integer({ min: 1, max: 3 }), shift: fc.nat(5) });

function laid(files: Record<string, string>, { segments, shift }: { segments: number; shift: number }) {
  return madeSnapshot(files, { segments, segmentOf: (_, index) => (index + shift) % segments });
}

/** All that ranking says of a snapshot, but for the numbers of segments. */
function said(snapshot: Snapshot): unknown {
  const answers = QUERIES.map((query) => {
    const { files, matched, importance } = rank(snapshot, query, { lanes: true, limit: 20 });
    const plain = files.map(({ path, file, score, features, chunks, region, concepts, lanes }) => ({
      where: [path, file, region.start, region.end],
      why: [score, features, concepts, lanes],
      chunks: chunks.map(({ start, end, score: own }) => [start, end, own]),
    }));
    return { plain, matched, importance };
  });
  const live = liveFiles(snapshot);
  const references = snapshot.files.map((_, file) => referencesTo(snapshot, live, file));
  const all = snapshot.files.map((_, file) => file);
  return { answers, references, map: mapOrder(snapshot, live, all) };
}

test("what is taken over says the same as what is made anew, whatever changed and wherever it rests", () => {
  fc.assert(
    fc.property(tree, edits, fc.array(laying, { minLength: 5, maxLength: 5 }), (first, rounds, layings) => {
      let files = first;
      let before = laid(files, layings[0]!);
      said(before);
      rounds.forEach((round, i) => {
        const old = files;
        files = round.reduce(edited, files);
        const after = laid(files, layings[i + 1]!);
        carryOver(before, after);
        assert.deepEqual(said(after), said(laid(files, layings[0]!)));
        // A call that began before the change still reads what was there.
        assert.deepEqual(said(before), said(laid(old, layings[0]!)));
        before = after;
      });
    }),
    { numRuns: 30 * SOAK },
  );
});
