import assert from "node:assert/strict";
import { test } from "node:test";
import { type RankOptions, rank } from "../../src/rank/rank.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { madeSnapshot } from "./made-snapshot.ts";

const files = {
  "src/session.ts":
    "export class SessionStore {\n  open(id: string) {\n    return load(id);\n  }\n\n  close() {}\n}\n",
  "src/http/router.ts":
    "import { SessionStore } from '../session.ts';\nexport function addRoute(path: string) {\n  return new SessionStore().open(path);\n}\n",
  "src/http/index.ts": "export * from './router.ts';\n",
  "test/session.test.ts":
    "test('SessionStore opens a session', () => {\n  new SessionStore().open('session');\n});\n",
  "docs/session.md": "# Sessions\n\nHow a session is opened and closed.\n",
  "locale/de.json": '{ "session": "Sitzung", "session open": "Sitzung öffnen" }\n',
  "CHANGELOG.md": "# Changes\n\n- SessionStore: sessions are closed when they expire.\n",
};
const snapshot = madeSnapshot(files);
const paths = (query: string, options: RankOptions = {}) =>
  rank(snapshot, readQuery(query), options).files.map(({ path }) => path);

test("the definition comes first, code before tests, prose and records", () => {
  const found = paths("SessionStore");
  assert.equal(found[0], "src/session.ts");
  assert.ok(found.indexOf("src/http/router.ts") < found.indexOf("CHANGELOG.md"));
  assert.equal(paths("how is a session opened")[0], "src/session.ts");
});

test("what is asked for outright comes first", () => {
  assert.equal(paths("unit tests of the session")[0], "test/session.test.ts");
  assert.equal(paths("documentation of sessions")[0], "docs/session.md");
  assert.equal(paths("changelog of SessionStore")[0], "CHANGELOG.md");
  assert.ok(paths("German translations of session").indexOf("locale/de.json") < 3);
});

test("a named path comes first", () => {
  assert.equal(paths("session in router.ts")[0], "src/http/router.ts");
  assert.equal(paths("docs/session.md")[0], "docs/session.md");
  assert.equal(paths("src/http/router")[0], "src/http/router.ts");
});

test("a file that the query names in full comes before all evidence, and its path is no words", () => {
  const many: Record<string, string> = { "src/output.rs": "pub fn print() {\n    1\n}\n" };
  for (let i = 0; i < 20; i++) {
    many[`src/output/rs${i}.rs`] = "pub fn output_rs() {\n    output::src::rs(output, src, rs)\n}\n";
  }
  const made = madeSnapshot(many);
  for (const query of ["src/output.rs", "output.rs", "what is in `src/output.rs`?", "./src/output.rs:2"]) {
    const { files: found, query: read } = rank(made, readQuery(query));
    assert.deepEqual([found[0]!.path, found[0]!.named], ["src/output.rs", true], query);
    assert.deepEqual(read.concepts, [], query);
    assert.ok(found.every(({ path, named }) => named === (path === "src/output.rs")));
  }
  assert.equal(rank(made, readQuery("src/output.rs:2")).files[0]!.namedLine, 2);
  const { files: found, query } = rank(made, readQuery("output in src/output.rs"));
  assert.equal(found[0]!.path, "src/output.rs");
  assert.deepEqual(
    query.concepts.map(({ text }) => text),
    ["output"],
  );
});

test("a path of no file is unknown; its words are looked for, without its ending", () => {
  const { files: found, unknownPaths, query } = rank(snapshot, readQuery("what does src/session.rb do"));
  assert.deepEqual(unknownPaths, ["src/session.rb"]);
  assert.ok(!query.concepts.some(({ text }) => text === "rb"));
  assert.equal(found[0]!.path, "src/session.ts");
  assert.deepEqual(
    rank(snapshot, readQuery("see https://example.org/a.ts, and/or src/http")).unknownPaths,
    [],
  );
});

test("small words alone find nothing, unless one is a declaration's very name", () => {
  const made = madeSnapshot({
    "of.ts": "// the of and\nexport function of() {\n  return 1;\n}\n",
    "a.md": "the of and",
  });
  assert.deepEqual(rank(made, readQuery("the and")).files, []);
  assert.deepEqual(rank(made, readQuery("the and")).query.small, ["the", "and"]);
  const { files: found, query } = rank(made, readQuery("the of and"));
  assert.equal(found[0]!.path, "of.ts");
  assert.deepEqual([query.small, query.concepts.map(({ text }) => text)], [[], ["of"]]);
  assert.deepEqual(rank(made, readQuery("OF")).files, []);
});

test("scope, language, kind and limit bound the answer", () => {
  assert.deepEqual(paths("session", { scope: (path) => path.startsWith("docs/") }), ["docs/session.md"]);
  assert.deepEqual(paths("session", { language: ["markdown"] }).sort(), ["CHANGELOG.md", "docs/session.md"]);
  assert.equal(paths("session", { limit: 2 }).length, 2);
});

test("a kind gives the region of such a declaration, and only files that may have one", () => {
  const made = madeSnapshot({
    // A language without a parser.
    "session.groovy": "class Session {\n  def open(id) {\n    load(id)\n    id\n  }\n}\n",
    "helper.groovy": "def open_session() {\n  session\n  session\n}\n",
  });
  const kinds = (kind: string) =>
    rank(made, readQuery("open a session"), { kind: [kind] }).files.map(
      ({ path, region }) => `${path}:${region.start}-${region.end}`,
    );
  assert.deepEqual(kinds("class"), ["session.groovy:1-6"]);
  assert.deepEqual(kinds("method"), ["session.groovy:2-5"]);
});

test("no words, no files; an unknown word finds nothing", () => {
  assert.deepEqual(paths("!!!"), []);
  assert.deepEqual(paths("xylophone"), []);
});

test("an identifier of one letter is found by its definition", () => {
  const made = madeSnapshot({ "globals.py": "g = make()\n", "app.py": "def run():\n    return 1\n" });
  const [first] = rank(made, readQuery("g")).files;
  assert.equal(first?.path, "globals.py");
});

test("a qualifier chooses among definitions", () => {
  const made = madeSnapshot({
    "a.py": "class Query:\n    def filter(self):\n        a = 1\n        return a\n",
    "b.py": "class Other:\n    def filter(self):\n        b = 1\n        return b\n",
  });
  assert.equal(rank(made, readQuery("Other.filter")).files[0]!.path, "b.py");
  assert.equal(rank(made, readQuery("Query.filter")).files[0]!.path, "a.py");
});

test("two paths with one content are two files; equal scores are in path order", () => {
  const text = "export function parseHeader() {\n  return 1;\n}\n";
  const made = madeSnapshot({ "b/x.ts": text, "a/x.ts": text, "c/x.ts": text });
  const { files: found } = rank(made, readQuery("parseHeader"));
  assert.deepEqual(
    found.map(({ path, score }) => [path, score]),
    ["a/x.ts", "b/x.ts", "c/x.ts"].map((path) => [path, found[0]!.score]),
  );
});

test("an answer says why: features in order, concepts held, chunks best first", () => {
  const [file] = rank(snapshot, readQuery("open a SessionStore")).files;
  assert.equal(file!.path, "src/session.ts");
  assert.ok(file!.features.every((value) => Number.isFinite(value)));
  assert.ok(file!.concepts.length > 0);
  const scores = file!.chunks.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

test("lanes say where each of them alone would put a file", () => {
  const { files: found } = rank(snapshot, readQuery("SessionStore in router.ts"), { lanes: true });
  const lanes = new Map(found.map(({ path, lanes: own }) => [path, own!]));
  assert.equal(lanes.get("src/session.ts")!.declarations!.rank, 1);
  assert.equal(lanes.get("src/http/router.ts")!.paths!.rank, 1);
  assert.equal(lanes.get("CHANGELOG.md")!.paths, undefined);
  assert.equal(rank(snapshot, readQuery("session")).files[0]!.lanes, undefined);
});

test("a lane's ranks go down from 1 by its own score, equal ones in path order, whatever other lanes say", () => {
  const parcel = (times: number) => `export function f() {\n  return ${"parcel + ".repeat(times)}0;\n}\n`;
  const made = madeSnapshot({
    "a/often.ts": parcel(9),
    "b/same.ts": parcel(2),
    "c/same.ts": parcel(2),
    "parcel.ts": "export const none = 0;\n",
    "z.ts": "export const nothing = 1;\n",
  });
  const { files: found } = rank(made, readQuery("parcel"), { lanes: true });
  const placed = (lane: "words" | "paths") =>
    found
      .flatMap(({ path, lanes }) => (lanes![lane] === undefined ? [] : [{ path, ...lanes![lane] }]))
      .sort((a, b) => a.rank - b.rank);
  const words = placed("words");
  assert.deepEqual(
    words.map(({ path, rank: place }) => [path, place]),
    [
      ["a/often.ts", 1],
      ["b/same.ts", 2],
      ["c/same.ts", 3],
      // The words of its name count a little.
      ["parcel.ts", 4],
    ],
  );
  assert.ok(words[0]!.score > words[1]!.score && words[1]!.score === words[2]!.score);
  assert.deepEqual(
    placed("paths").map(({ path, rank: place }) => [path, place]),
    [["parcel.ts", 1]],
  );
});

test("of very many matching files the best are kept, wherever they stand in path order", () => {
  const many: Record<string, string> = {};
  for (let i = 0; i < 700; i++) {
    const times = i === 613 ? 12 : 1;
    many[`f${String(i).padStart(3, "0")}.ts`] =
      `export function f() {\n  return ${"parcel + ".repeat(times)}${i};\n}\n`;
  }
  const { files: found } = rank(madeSnapshot(many), readQuery("parcel"), { limit: 3 });
  assert.equal(found[0]!.path, "f613.ts");
});

test("one query does not disturb the next", () => {
  const before = rank(snapshot, readQuery("session"));
  rank(snapshot, readQuery("a long query about routes and sessions and tests and everything else"));
  assert.deepEqual(rank(snapshot, readQuery("session")), before);
});
