// Several processes at once in one repository: one writes, all answer, and all answer the same.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { digestOf, startAnswer } from "../store/answer-process.ts";
import { writeGeneratedTree } from "../store/generated-tree.ts";
import { Repository } from "../store/repository.ts";

const rounds = 1 * Number(process.env["PITH_SOAK"] ?? 1);

test("several processes answer at once, cold and after a change", async () => {
  for (let round = 0; round < rounds; round++) {
    using repository = new Repository();
    for (const version of [1, 2]) {
      writeGeneratedTree(repository, version);
      const answers = await Promise.all([1, 2].map((threads) => startAnswer(repository, threads).answer));
      const expected = digestOf(await repository.refresh(null, { threads: 1 }));
      for (const answer of answers) {
        assert.equal(answer?.digest, expected);
        assert.deepEqual(answer?.notices, []);
      }
      const store = repository.store();
      assert.equal(digestOf(store.load()!), expected);
      assert.ok(!existsSync(store.folder.lock));
    }
  }
});
