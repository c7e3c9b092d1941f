import assert from "node:assert/strict";
import { test } from "node:test";
import { stem } from "../../src/text/stem.ts";
import { isStopWord } from "../../src/text/stop-words.ts";
import { relatedTerms, wordGroups } from "../../src/text/word-groups.ts";

test("related terms go both ways and name their relation", () => {
  const terms = (term: string): string[] => relatedTerms(term).map((r) => r.term);
  assert.ok(terms("ctx").includes(stem("context")));
  assert.ok(terms(stem("context")).includes("ctx"));
  assert.ok(terms("=i18n").includes(stem("internationalization")));
  assert.deepEqual(
    relatedTerms(stem("remove")).map((r) => r.relation),
    ["synonym", "synonym", "synonym"],
  );
  assert.equal(relatedTerms("ctx")[0]!.relation, "abbreviation");
  assert.deepEqual(terms("zebra"), []);
});

test("groups are in order", () => {
  assert.ok(wordGroups("abbreviation").length >= 110);
  assert.equal(wordGroups("synonym").length, 69);
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
