import assert from "node:assert/strict";
import { test } from "node:test";
import { stem } from "../../src/text/stem.ts";
import { isStopWord } from "../../src/text/stop-words.ts";
import { relatedWords, wordGroups } from "../../src/text/word-groups.ts";

test("related terms go both ways and name their relation", () => {
  const terms = (word: string): string[] => relatedWords(word).map((r) => r.term);
  assert.ok(terms("ctx").includes(stem("context")));
  assert.ok(terms("context").includes("ctx") && terms("contexts").includes("ctx"));
  assert.ok(terms("i18n").includes(stem("internationalization")));
  assert.deepEqual(
    relatedWords("remove").map((r) => r.relation),
    ["synonym", "synonym", "synonym"],
  );
  assert.equal(relatedWords("ctx")[0]!.relation, "abbreviation");
  assert.deepEqual(terms("zebra"), []);
});

test("groups are in order", () => {
  assert.ok(wordGroups("abbreviation").length >= 100);
  assert.ok(wordGroups("synonym").length >= 60);
  for (const relation of ["abbreviation", "synonym"] as const) {
    const seen = new Set<string>();
    for (const group of wordGroups(relation)) {
      assert.ok(new Set(group.map(stem)).size > 1, group.join(" "));
      assert.ok(!seen.has(group.join(" ")));
      seen.add(group.join(" "));
      for (const word of group) {
        assert.match(word, /^[a-z][a-z0-9]+$/);
        assert.ok(!isStopWord(word) || word === "other", word);
      }
    }
  }
});

test("a word that only shares its stem with a word of a group has no relatives", () => {
  const words = (word: string) => relatedWords(word).map((r) => r.word);
  // signal, directory, column, module, statistics, setting, optional, locate, author
  for (const word of [
    "signed",
    "direct",
    "direction",
    "colors",
    "mode",
    "state",
    "set",
    "options",
    "location",
  ]) {
    assert.deepEqual(words(word), [], word);
  }
  assert.deepEqual(words("authors"), []);
  assert.ok(words("directories").includes("dir"));
  assert.ok(words("settings").includes("config"));
});

test("where a stem is taken for another word, a related word stands as a whole", () => {
  const term = (word: string, related: string) => relatedWords(word).find((r) => r.word === related)?.term;
  assert.equal(term("config", "setting"), "=setting");
  assert.equal(term("columns", "col"), "=col");
  assert.equal(term("dir", "directory"), stem("directory"));
});

test("relatives of relatives are none, nor are words with another common meaning", () => {
  for (const [word, other] of [
    ["event", "sign"],
    ["secret", "token"],
    ["size", "count"],
    ["route", "path"],
    ["list", "array"],
    ["include", "import"],
    ["stop", "end"],
    ["schema", "type"],
    ["queue", "thread"],
  ] as const) {
    const related = new Set(relatedWords(word).map((r) => r.term));
    assert.ok(!related.has(stem(other)) && !related.has(`=${other}`), `${word} → ${other}`);
  }
  // A word's relatives are the words of its own groups alone.
  const groups = [...wordGroups("abbreviation"), ...wordGroups("synonym")];
  for (const word of new Set(groups.flat())) {
    for (const { word: related } of relatedWords(word)) {
      assert.ok(
        groups.some(
          (group) => group.includes(related) && group.some((w) => stem(w) === stem(word) || w === word),
        ),
        `${word} → ${related}`,
      );
    }
  }
});
