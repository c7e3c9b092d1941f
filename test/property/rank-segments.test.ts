// A ranking must not depend on how the files are divided into segments, nor on contents that no file has any more.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RankResult, rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { madeSnapshot } from "../rank/made-snapshot.ts";

const word = fc.constantFrom(
  "session",
  "parse",
  "header",
  "HttpRouter",
  "retry_queue",
  "open",
  "read",
  "test",
  "令牌",
  "g",
);
const line = fc
  .tuple(
    fc.constantFrom("", "  ", "function ", "class ", "// ", "import "),
    fc.array(word, { minLength: 1, maxLength: 4 }),
  )
  .map(([start, words]) => start + words.join(start === "function " ? "_" : " "));
const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join("\n"));
const path = fc
  .tuple(
    fc.constantFrom("", "src/", "test/", "docs/", "v1/", "v2/", "src/http/"),
    fc.constantFrom("router", "session", "index", "parse_header", "readme"),
    fc.constantFrom(".ts", ".py", ".md", ".json", ".h", ".c"),
  )
  .map((parts) => parts.join(""));
const tree = fc.dictionary(path, text, { minKeys: 1, maxKeys: 12 });
const query = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));

/** What a caller sees: all but the numbers of segments, entries and chunks. */
function seen({ files, matched, importance }: RankResult) {
  return {
    matched,
    importance,
    files: files.map(({ path: at, score, features, concepts, chunks, region }) => ({
      at,
      score,
      features,
      concepts,
      chunks: chunks.map(({ start, end, score: worth }) => [start, end, worth]),
      region: [region.start, region.end],
    })),
  };
}

test("any division into segments ranks the same", () => {
  fc.assert(
    fc.property(
      tree,
      tree,
      query,
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (files, dead, asked, segments, salt) => {
        const whole = madeSnapshot(files);
        const divided = madeSnapshot(files, {
          segments,
          segmentOf: (_path, i) => (i * 7 + salt) % segments,
          dead,
        });
        const read = readQuery(asked);
        const options = { limit: Number.POSITIVE_INFINITY };
        assert.deepEqual(seen(rank(divided, read, options)), seen(rank(whole, read, options)));
      },
    ),
    { numRuns: 60 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("a scope answers as the whole does, less what is outside", () => {
  fc.assert(
    fc.property(tree, query, (files, asked) => {
      const inScope = (at: string) => at.startsWith("src/");
      const found = rank(madeSnapshot(files), readQuery(asked), { scope: inScope, limit: 100 });
      assert.ok(found.files.every(({ path: at }) => inScope(at)));
      assert.equal(found.matched, found.files.length);
    }),
    { numRuns: 60 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});
