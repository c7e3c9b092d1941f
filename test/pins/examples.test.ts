// The transcripts in examples/: each shows the lines that answer its question, inside its budget. Whether they are what Pith
// answers today is for `npm run examples -- --check`, which needs the repositories.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { EXAMPLES, exampleQuestions, notShown } from "../../scripts/examples/questions.ts";
import { readCheckout } from "../structure/checkout.ts";

const questions = exampleQuestions();

test("every question has its transcript, and every transcript its question", () => {
  assert.deepEqual(
    readdirSync(EXAMPLES).toSorted(),
    [...questions.map(({ name }) => `${name}.md`), "questions.json"].toSorted(),
  );
  assert.ok(questions.every(({ commit }) => /^[0-9a-f]{40}$/.test(commit)));
});

for (const question of questions) {
  test(`${question.name} shows what it must`, () => {
    const transcript = readCheckout(`examples/${question.name}.md`);
    assert.deepEqual(notShown(question, transcript), []);
    assert.match(transcript, /^Exit code 0\.$/m);
  });
}

test("what is not there, or stands in another file, is missed", () => {
  const answer =
    "a.ts:1-2 function f (9)\n```\nf();\n```\nb.ts:7 lines (9)\n```\ng();\n```\ncost 9 of 99 o200k_base\n";
  const shows = (path: string, line: string) => ({ ...questions[0]!, shows: [{ path, line }] });
  assert.deepEqual(notShown(shows("a.ts", "f();"), answer), []);
  assert.deepEqual(notShown(shows("b.ts", "f();"), answer), ["b.ts: f();"]);
  assert.deepEqual(notShown(shows("a.ts", "h();"), answer), ["a.ts: h();"]);
  assert.equal(notShown(shows("a.ts", "f();"), answer.replace("cost 9", "cost 100")).length, 1);
});
