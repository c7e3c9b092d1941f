// The disk fills up at any step that writes into the cache, or a file may not grow, or there is no room from the beginning:
// every answer is as without a cache, what is wrong is said once, and the next process with room makes the cache whole.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BrokenOff, type Ended } from "./broken-off.ts";
import { FULL_MOUNTS, SHELL } from "../conditions.ts";
import type { Told } from "./session.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const SOME = 1 * soak;
/** Each fault says what stands still, and why. */
const SAID = /can't be (?:written|kept) (?:\(|in .+ \()|could not be kept in .+ \(/;

let tree: BrokenOff;
before(async () => (tree = await BrokenOff.make()));
after(() => tree[Symbol.asyncDispose]());

function assertAnswered({ code, stderr, told }: Ended, what: string): void {
  assert.equal(code, 0, `${what}: ${stderr}`);
  assert.equal(stderr, "", what);
  tree.assertAnswered(told, what);
  const said = told.flatMap(({ notices }) => notices);
  for (const notice of said) assert.match(notice, SAID, what);
  assert.equal(new Set(said).size, said.length, `${what}: said more than once: ${said.join(" ")}`);
}

for (const kind of ["behind", "empty"] as const) {
  test(`the disk is full from any step on: a cache that is ${kind}`, async (t) => {
    const counting = tree.copy(kind);
    const { steps } = await tree.start(counting, "count").ended;
    tree.drop(counting);
    t.diagnostic(`${steps} steps`);
    for (let i = 0; i < SOME; i++) {
      const step = 1 + (Math.floor((i + 0.5) * Math.max(1, steps / SOME)) % steps);
      const env = tree.copy(kind);
      const kept = tree.kept(env);
      const ended = await tree.start(env, `full ${step}`).ended;
      assertAnswered(ended, `full from ${step} on`);
      // Nothing of what was said to be done need be there, but whatever was there before.
      await tree.checkNext(env, { ...ended, told: [] }, `full from ${step} on`, { notices: null, kept });
      tree.drop(env);
    }
  });
}

test("no file may grow beyond a size", SHELL, async () => {
  // Blocks of 512 bytes; a process that ignores the signal is told EFBIG.
  const sizes = Array.from({ length: SOME }, (_, i) => Math.round(4 ** (1 + (4 * (i + 0.5)) / SOME)));
  for (const blocks of sizes) {
    const env = tree.copy("empty");
    const script = `trap "" XFSZ; ulimit -f ${blocks}; exec "$@"`;
    const ended = await tree.start(env, "", [], ["sh", "-c", script, "sh"]).ended;
    assertAnswered(ended, `${blocks} blocks`);
    await tree.checkNext(env, { ...ended, told: [] }, `${blocks} blocks`, { notices: null, kept: null });
    tree.drop(env);
  }
});

test("a disk with little room, and with room again", FULL_MOUNTS, async () => {
  const child = fileURLToPath(new URL("./writer-child.ts", import.meta.url));
  for (let i = 0; i < SOME; i++) {
    const left = Math.round((i * 120) / SOME);
    const env = tree.copy("behind");
    const script = `mount -t tmpfs -o size=400k none "$PITH_CACHE_DIR" && head -c ${400 - left}k /dev/zero > "$PITH_CACHE_DIR/filler" 2>/dev/null
"$@" && rm -f "$PITH_CACHE_DIR/filler" && exec "$@"`;
    const node = [process.execPath, "--disable-warning=ExperimentalWarning", child, tree.root];
    const { status, stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", script, "sh", ...node], {
      env: { ...env, PITH_CACHE_DIR: `${env["XDG_CACHE_HOME"]}/pith` },
      encoding: "utf8",
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    assert.equal(status, 0, `${left} kB left: ${stderr}`);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Partial<Told>);
    const told = lines.filter((line) => line.operation !== undefined) as Told[];
    const half = tree.expected.told.length;
    tree.assertAnswered(told.slice(0, half), `${left} kB left`);
    tree.assertAnswered(told.slice(half), `room again after ${left} kB`);
    const said = told.flatMap(({ notices }) => notices);
    for (const notice of said.slice(0, half)) assert.match(notice, SAID, `${left} kB left`);
    tree.drop(env);
  }
});
