// A process that is killed before, or in the middle of, any step that writes into the cache, or at any moment: whoever asks
// next answers as if nothing had been there, has lost nothing but what was just being made, and has nothing to say of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { BrokenOff } from "./broken-off.ts";
import { SIGNALS } from "../conditions.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
/** Of each kind. */
const KILLS = 2 * soak;

let tree: BrokenOff;
before(async () => (tree = await BrokenOff.make()));
after(() => tree[Symbol.asyncDispose]());

const KINDS = [
  ["behind", "an index that is behind is brought up to date", []],
  ["empty", "the first index", []],
  ["behind", "everything is made anew", ["rebuild"]],
] as const;

for (const [kind, name, work] of KINDS) {
  test(`killed at each step, while ${name}`, SIGNALS, async (t) => {
    const counting = tree.copy(kind);
    const counted = await tree.start(counting, "count", [...work]).ended;
    assert.equal(counted.code, 0, counted.stderr);
    assert.ok(counted.steps > 10, String(counted.steps));
    tree.drop(counting);
    t.diagnostic(`${counted.steps} steps`);
    // Spread over the steps while there are fewer kills than steps; each step in turn beyond that.
    for (let i = 0; i < KILLS; i++) {
      const fault = i % 2 === 0 ? "kill" : "torn";
      const step = 1 + (Math.floor((i + 0.5) * Math.max(1, counted.steps / KILLS)) % counted.steps);
      const env = tree.copy(kind);
      const kept = work.length === 0 ? tree.kept(env) : null;
      const ended = await tree.start(env, `${fault} ${step}`, [...work]).ended;
      assert.equal(ended.signal, "SIGKILL", `${fault} ${step}: ${ended.stderr}`);
      assert.equal(ended.stderr, "");
      await tree.checkNext(env, ended, `${fault} ${step}`, { notices: null, kept });
      tree.drop(env);
    }
  });
}

test("killed at any moment", SIGNALS, async (t) => {
  const trial = tree.copy("behind");
  const sound = tree.start(trial, "");
  await sound.begun;
  const began = performance.now();
  await sound.ended;
  const whole = performance.now() - began;
  tree.drop(trial);
  let early = 0;
  for (let i = 0; i < KILLS; i++) {
    const env = tree.copy(i % 3 === 2 ? "empty" : "behind");
    const kept = tree.kept(env);
    const writer = tree.start(env, "");
    await writer.begun;
    // Steps of the golden ratio fall evenly, however many there are.
    const share = (i * 0.618034) % 1;
    await wait(whole * share);
    writer.process.kill("SIGKILL");
    const ended = await writer.ended;
    if (ended.signal !== null) early++;
    await tree.checkNext(env, ended, `killed after ${share.toFixed(3)}`, { notices: null, kept });
    tree.drop(env);
  }
  t.diagnostic(`${early} of ${KILLS} were killed before they ended`);
});
