import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery } from "../../src/rank/read-query.ts";

const concepts = (text: string) => readQuery(text).concepts.map(({ text: word, kind }) => `${word} ${kind}`);
const wordsOf = (text: string) =>
  readQuery(text).concepts.flatMap(({ text: word, kind }) => (kind === "pair" ? [] : [word]));
const names = (text: string) => readQuery(text).identifiers.map(({ name }) => name);

test("plain words stand for their stem and for themselves, stop words for nothing", () => {
  const [word, ...others] = readQuery("the retries of a").concepts;
  assert.deepEqual(others, []);
  assert.deepEqual(
    word!.variants.filter(({ relation }) => relation === "same").map(({ term }) => term),
    ["retr", "=retries"],
  );
  assert.ok(
    word!.variants.some(({ relation }) => relation !== "same"),
    "related words",
  );
});

test("an identifier counts as a whole, its parts less", () => {
  const { concepts: found } = readQuery("where is parseHeader used");
  assert.deepEqual(
    found
      .filter(({ kind }) => kind !== "word")
      .map(({ kind, weight, variants }) => [kind, weight, variants[0]!.term]),
    [
      ["identifier", 1, "=parseheader"],
      ["part", 0.7, "pars"],
      ["part", 0.7, "head"],
    ],
  );
});

test("what is written as code is an identifier", () => {
  assert.deepEqual(names("how does run() end"), ["run"]);
  assert.deepEqual(names("Router::addRoute and this->socket"), ["addRoute", "socket"]);
  assert.deepEqual(names("the `retry` option"), ["retry"]);
  assert.deepEqual(names("read_file"), ["read_file"]);
  assert.deepEqual(names("how a JSON body is read"), []);
  assert.deepEqual(readQuery("z.transform chains").identifiers, [
    { name: "transform", qualifier: "z", weight: 1 },
  ]);
});

test("a capitalised word in the middle of a sentence may be a name", () => {
  assert.deepEqual(readQuery("how the Session ends").identifiers, [
    { name: "Session", qualifier: "", weight: 0.5 },
  ]);
  assert.deepEqual(names("Session handling"), []);
});

test("neighbouring words may be one identifier", () => {
  assert.deepEqual(concepts("event loop"), ["event word", "loop word", "eventloop pair"]);
  assert.deepEqual(concepts("event, loop"), ["event word", "loop word"]);
});

test("one word, a phrase, a how", () => {
  assert.equal(readQuery("createStore").kind, "word");
  assert.equal(readQuery(" createStore ").kind, "word");
  assert.equal(readQuery("create a store").kind, "phrase");
  assert.equal(readQuery("how is a store created").kind, "how");
  assert.equal(readQuery("what does @Inject do").kind, "word");
  assert.equal(readQuery("where is parseHeader").kind, "word");
  assert.equal(readQuery("where is parseHeader used, and how").kind, "phrase");
});

test("paths, file names and versions", () => {
  assert.deepEqual(readQuery("what does src\\rank\\rank.ts do").paths, ["src/rank/rank.ts"]);
  assert.deepEqual(readQuery("imports in app.py, e.g. z.pipe").paths, ["app.py"]);
  assert.deepEqual(readQuery("release notes of 4.2").paths, ["4.2"]);
});

test("quoted text is kept as written", () => {
  assert.deepEqual(readQuery("says \"no such table\" or 'x y' or `a b`, it's fine").quoted, [
    "no such table",
    "x y",
    "a b",
  ]);
});

test("text without spaces gives pairs of characters", () => {
  assert.deepEqual(
    readQuery("酒店预订").concepts.map(({ variants }) => variants.map(({ term }) => term)),
    [["酒店", "店预", "预订"]],
  );
});

test("nothing to ask gives no concepts; of small words alone they are told", () => {
  assert.deepEqual(concepts("!!! ??? ..."), []);
  assert.deepEqual(concepts(""), []);
  assert.deepEqual(concepts("what is it for"), []);
  assert.deepEqual(readQuery("what is it for").small, ["what", "is", "it", "for"]);
  assert.deepEqual(readQuery("of").small, ["of"]);
  assert.deepEqual(readQuery("what is a session").small, []);
  const named = readQuery("the of and", { names: new Set(["of"]) });
  assert.deepEqual([named.small, named.identifiers.map(({ name }) => name)], [[], ["of"]]);
});

test("what is written as a name is a name, though it be a small word", () => {
  assert.deepEqual(wordsOf("where are @Before and @After methods run"), [
    "Before",
    "After",
    "methods",
    "run",
  ]);
  assert.deepEqual(names("where are @Before and @After methods run"), ["Before", "After"]);
  assert.deepEqual(wordsOf("when does Before run"), ["Before", "run"]);
  assert.deepEqual(wordsOf("how is $if read"), ["$if", "read"]);
  assert.deepEqual(wordsOf("styles of :where and ::before"), ["styles", "where", "before"]);
  assert.deepEqual(wordsOf("the `for` loop, 'with' blocks"), ["for", "loop", "with", "blocks"]);
  assert.deepEqual(wordsOf("what `where the` says"), ["where", "the", "says"]);
  assert.deepEqual(wordsOf("is --all given, or -not"), ["all", "given", "not"]);
  assert.deepEqual(wordsOf("the WHERE clause"), ["WHERE", "clause"]);
  assert.deepEqual(wordsOf("expand #if and <If>"), ["expand", "if"]);
  assert.deepEqual(wordsOf("call with() or .over"), ["call", "with", "over"]);
});

test("small words stay small at the beginning of a sentence, in titles, and as one letter", () => {
  assert.deepEqual(wordsOf("Where is it parsed? When it fails."), ["parsed", "fails"]);
  assert.deepEqual(wordsOf("How Do You Run The Tests"), ["Run", "Tests"]);
  assert.deepEqual(wordsOf("can I parse A file"), ["parse", "file"]);
  assert.deepEqual(names("me@Before.org"), ["org"]);
  assert.deepEqual(wordsOf("types of @types/node"), ["types", "node"]);
});

test("an option is a name; its parts are words", () => {
  assert.deepEqual(names("what does --size do"), ["size"]);
  assert.deepEqual(concepts("what does --no-ignore do"), ["no word", "ignore word", "noignore pair"]);
});

test("digits with letters are one word, and short numbers weigh little", () => {
  const variants = (text: string, of: string) =>
    readQuery(text)
      .concepts.find((c) => c.text === of)!
      .variants.map(({ term, relation }) => `${term} ${relation}`);
  assert.deepEqual(variants("e.g. +10k", "10k"), ["=10k same", "10 number"]);
  assert.deepEqual(variants("a 64bit build", "64bit"), ["=64bit same", "64 number", "bit number"]);
  const weights = (text: string) => readQuery(text).concepts.map(({ text: word, weight }) => [word, weight]);
  assert.deepEqual(weights("errors, 10 and 404"), [
    ["errors", 1],
    ["10", 0.3],
    ["404", 1],
  ]);
  assert.deepEqual(concepts("base64 sums"), ["base64 word", "base64 part", "sums word", "base64sums pair"]);
  assert.equal(variants("base64 sums", "base64")[0], "=base64 same");
  assert.ok(variants("where is i18n", "i18n").some((v) => v.endsWith("abbreviation")));
});

test("a query of any length has a bounded number of concepts", () => {
  const words = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(" ");
  assert.equal(readQuery(words).concepts.length, 48);
});

test("what lifts which prior", () => {
  const lifted = (text: string) => {
    const { wants, words: _, ...lifts } = readQuery(text).lifts;
    return [
      ...Object.entries(lifts).flatMap(([name, on]) => (on === true ? [name] : [])),
      ...wants.map((w) => `wants ${w}`),
    ];
  };
  assert.deepEqual(lifted("how is a session stored"), []);
  assert.deepEqual(lifted("mocking the client"), ["tests"]);
  assert.deepEqual(lifted("unit tests of the queue"), ["tests", "wants tests"]);
  assert.deepEqual(lifted("examples of retries"), ["examples", "wants examples"]);
  assert.deepEqual(lifted("readme"), ["docs", "wants docs"]);
  assert.deepEqual(lifted("v3 errors"), ["version"]);
  assert.deepEqual(lifted("what imports the router"), ["imports"]);
  assert.deepEqual(lifted("deprecated options"), ["legacy"]);
});

test("of many texts in quotes the first 48 count", () => {
  const quotes = Array.from({ length: 100 }, (_, i) => `text ${i}`);
  assert.deepEqual(readQuery(quotes.map((q) => `"${q}"`).join(" ")).quoted, quotes.slice(0, 48));
});
