// Weights are tried on what was kept of one ranking: the order must be the one that ranking itself would give.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LANE_NAMES, MOST_LANE_WEIGHT, type LaneWeights } from "../../src/config/lane-weights.ts";
import { blanked } from "../../src/eval/doc-questions.ts";
import { withTexts } from "../../src/eval/blanked-snapshot.ts";
import { factorsOf, orderUnder, rankQuestion, ranksUnder } from "../../src/eval/ranked-question.ts";
import { rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { madeSnapshot } from "../rank/made-snapshot.ts";

const FILES = {
  "src/session.ts":
    "/** Renews what expires. */\nexport class SessionStore {\n  open(id: string) {\n    return load(id);\n  }\n\n  close() {}\n}\n",
  "src/http/router.ts":
    "import { SessionStore } from '../session.ts';\nexport function addRoute(path: string) {\n  return new SessionStore().open(path);\n}\n",
  "src/http/index.ts": "export * from './router.ts';\n",
  "test/session.test.ts":
    "test('SessionStore opens a session', () => {\n  new SessionStore().open('session');\n});\n",
  "docs/session.md": "# Sessions\n\nHow a session is opened and closed by the router.\n",
  "CHANGELOG.md": "# Changes\n\n- SessionStore: sessions are closed when they expire.\n",
  "vendor/session.js": "function openSession() { return store(); }\n",
};
const snapshot = madeSnapshot(FILES);
const asked = (query: string, without: string | null = null) =>
  ({
    id: query,
    kind: "given",
    source: query,
    query,
    targets: [
      { path: "src/session.ts", spans: [] },
      { path: "gone.ts", spans: [] },
    ],
    without,
  }) as const;

test("any factors: the order is the one that ranking gives with them", () => {
  const factor = fc.double({ min: 0, max: MOST_LANE_WEIGHT, noNaN: true });
  const weights = fc.record(
    Object.fromEntries(LANE_NAMES.map((lane) => [lane, factor])),
  ) as fc.Arbitrary<LaneWeights>;
  const query = fc.constantFrom(
    "SessionStore",
    "how is a session opened",
    "session in router.ts",
    "tests of sessions",
    "expire",
  );
  fc.assert(
    fc.property(query, weights, (text, laneWeights) => {
      const ranked = rankQuestion(snapshot, asked(text));
      const order = orderUnder(ranked, factorsOf(laneWeights)).map((row) => ranked.places[row]!.path);
      const { files } = rank(snapshot, readQuery(text), { limit: 100, laneWeights });
      const scores = new Map(files.map(({ path, score }) => [path, score]));
      // Sums in another order differ in their last bit: what is as good as equal may stand either way.
      order.forEach((path, i) => {
        assert.ok(
          Math.abs(scores.get(path)! - files[i]!.score) < 1e-9,
          `${text}: ${path} for ${files[i]!.path}`,
        );
      });
      const [own, none] = ranksUnder(ranked, factorsOf(laneWeights));
      assert.equal(order[own! - 1], own === 0 ? undefined : "src/session.ts");
      assert.equal(none, 0);
    }),
  );
});

test("the file that a question was taken from is not looked at", () => {
  const ranked = rankQuestion(snapshot, asked("SessionStore opens a session", "test/session.test.ts"));
  assert.ok(ranked.places.length > 0);
  assert.ok(ranked.places.every(({ path }) => path !== "test/session.test.ts"));
});

test("a comment that is blank is not found, and every line stays where it was", () => {
  const path = "src/session.ts";
  const text = blanked(FILES[path].split("\n"), new Set([1]));
  const without = withTexts(snapshot, new Map([[path, text]]));
  const found = (of: typeof snapshot) =>
    rank(of, readQuery("renews what expires"), { limit: 50 }).files.map((f) => f.path);
  assert.ok(found(snapshot).includes(path));
  const other = rank(without, readQuery("renews"), { limit: 50 }).files;
  assert.ok(other.every((file) => file.path !== path));
  const [file] = rank(without, readQuery("SessionStore"), { limit: 1 }).files;
  assert.equal(file!.path, path);
  assert.ok(file!.region.start >= 2 && file!.region.end <= FILES[path].split("\n").length);
  assert.equal(withTexts(snapshot, new Map()), snapshot);
});
