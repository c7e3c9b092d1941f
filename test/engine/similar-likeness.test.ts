// A long subject is read once, not once for each unit that is like it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Comparison } from "../../src/engine/similar-likeness.ts";
import type { Source } from "../../src/engine/sources.ts";
import { Shapes } from "../../src/text/code-shape.ts";
import { shippedModel } from "../../src/vectors/model.ts";

test("the words of the subject are looked up once, however many units are near it in meaning", (t) => {
  const loaded = shippedModel();
  assert.ok(!("fault" in loaded));
  // Words that the model does not know are looked up each time that they are met.
  const text = Array.from({ length: 1_000 }, (_, i) => `qzv${String.fromCharCode(97 + (i % 26))}xj${i}`).join(
    " ",
  );
  const shapes = new Shapes();
  const comparison = new Comparison(
    { text, place: null, described: "", caps: [] },
    shapes.of(text),
    shapes,
    new Map(),
  );
  const knows = t.mock.method(loaded.embedder, "knows");
  const counts: number[] = [];
  for (let i = 0; i < 20; i++) {
    const source = { path: `a${i}.ts`, lines: ["read the header"], units: [], redactions: [] };
    const likes = comparison.likesIn(
      source as unknown as Source,
      [],
      [{ start: 1, end: 1, near: 0.9, score: 1 }],
    );
    assert.equal(likes.length, 1);
    counts.push(knows.mock.callCount());
  }
  const later = counts.at(-1)! - counts[0]!;
  assert.ok(counts[0]! >= 900, `${counts[0]} look-ups`);
  assert.ok(later < 200, `${later} look-ups for 19 further units`);
});
