import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "../../src/git/turns.ts";

test("never more at once, each in its turn, also after one that failed", async () => {
  const turns = new Turns(3);
  let atWork = 0;
  let most = 0;
  const begun: number[] = [];
  const all = Array.from({ length: 20 }, (_, n) =>
    turns.take(async () => {
      begun.push(n);
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => setTimeout(resolve, n % 4));
      atWork--;
      if (n % 5 === 0) throw new Error(`no ${n}`);
      return n;
    }),
  );
  const ended = await Promise.allSettled(all);
  assert.equal(most, 3);
  assert.deepEqual(
    begun,
    [...begun].sort((a, b) => a - b),
  );
  ended.forEach((one, n) => {
    assert.equal(one.status, n % 5 === 0 ? "rejected" : "fulfilled");
    if (one.status === "fulfilled") assert.equal(one.value, n);
  });
  assert.equal(await turns.take(async () => "after"), "after");
});

test("whoever is called off does not wait, and takes nobody's turn", async () => {
  const turns = new Turns(1);
  let end = () => {};
  const first = turns.take(() => new Promise<string>((resolve) => (end = () => resolve("first"))));
  const off = new AbortController();
  const second = turns.take(async () => "second", off.signal);
  const third = turns.take(async () => "third");
  off.abort();
  assert.equal(await second, null);
  assert.equal(await turns.take(async () => "never", AbortSignal.abort()), null);
  end();
  assert.deepEqual(await Promise.all([first, third]), ["first", "third"]);
});
