import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import { writeGeneratedTree } from "./generated-tree.ts";
import { logicalContent } from "./logical-content.ts";
import { Repository } from "./repository.ts";

test("any number of threads makes the same facts", async () => {
  using repository = new Repository();
  writeGeneratedTree(repository, 1);
  const one = await repository.refresh(null, { threads: 1 });
  const content = logicalContent(one);
  for (const threads of [2, 4]) {
    const many = await repository.refresh(null, { threads, aloneBytes: 0 });
    assert.ok(many.segments.length >= one.segments.length);
    assert.deepEqual(logicalContent(many), content);
  }
  // With facts known beforehand, workers find them by key.
  const first = await repository.answer(undefined, { threads: 2, aloneBytes: 0 });
  writeGeneratedTree(repository, 1);
  const again = await repository.answer(undefined, { threads: 3, aloneBytes: 0 });
  assert.deepEqual(
    again.segments.map((s) => s.id),
    first.segments.map((s) => s.id),
  );
  assert.deepEqual(logicalContent(again), content);
});

test("workers end with a cancelled refresh, at a ceiling, and at the end", async () => {
  using repository = new Repository();
  writeGeneratedTree(repository, 1);
  for (const delay of [0, 20, 80]) {
    await assert.rejects(
      repository.refresh(null, { threads: 3, aloneBytes: 0, signal: AbortSignal.timeout(delay) }),
      (e) => isPithError(e) && e.code === "CANCELLED",
    );
  }
  const part = await repository.refresh(null, { threads: 3, aloneBytes: 0, byteCeiling: 10_000 });
  assert.equal(part.files.length, 60);
  const whole = await repository.refresh(part, { threads: 3, aloneBytes: 0 });
  assert.equal(whole.partial, null);
  assert.deepEqual(logicalContent(whole), logicalContent(await repository.refresh(null, { threads: 1 })));
});
