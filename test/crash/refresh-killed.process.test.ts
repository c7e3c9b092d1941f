// A process that is killed at any point of a refresh leaves the snapshot before, or the one after; never anything else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { digestOf, startAnswer } from "../store/answer-process.ts";
import { writeGeneratedTree } from "../store/generated-tree.ts";
import { Repository } from "../store/repository.ts";

const kills = 3 * Number(process.env["PITH_SOAK"] ?? 1);

test("killed while it refreshes", async () => {
  using repository = new Repository();
  writeGeneratedTree(repository, 1);
  const began = performance.now();
  assert.notEqual(await startAnswer(repository).answer, null);
  const whole = performance.now() - began;

  for (let i = 0; i < kills; i++) {
    const before = digestOf(repository.store().load()!);
    writeGeneratedTree(repository, i + 2);
    const after = digestOf(await repository.refresh(null, { threads: 1 }));
    const started = startAnswer(repository);
    // Most of the time goes into starting and reading: later points are the more interesting ones.
    await wait(whole * (0.3 + 0.7 * (i / kills)));
    started.process.kill(i % 2 === 0 ? "SIGKILL" : "SIGINT");
    await started.answer;

    const store = repository.store();
    const left = store.load();
    assert.notEqual(left, null);
    assert.ok([before, after].includes(digestOf(left!)));
    assert.deepEqual(store.takeNotices(), []);
    const next = await startAnswer(repository).answer;
    assert.deepEqual(next, { digest: after, notices: [], wrote: true });
    assert.equal(digestOf(repository.store().load()!), after);
  }
});

test("killed while it makes the first snapshot", async () => {
  for (let i = 0; i < Math.ceil(kills / 3); i++) {
    using repository = new Repository();
    writeGeneratedTree(repository, 1);
    const started = startAnswer(repository);
    await wait(250 + 250 * i);
    started.process.kill("SIGKILL");
    await started.answer;
    const expected = digestOf(await repository.refresh(null, { threads: 1 }));
    assert.deepEqual(await startAnswer(repository).answer, { digest: expected, notices: [], wrote: true });
  }
});
