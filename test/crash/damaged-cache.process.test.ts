// Each file of a cache in turn is cut, emptied, or has a bit turned over: every operation answers as if nothing were wrong,
// what was damaged and needed is said once and made again, and the next process finds a whole cache. The same for the
// compiled code that the program keeps for itself.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openSnapshot } from "../../src/store/snapshot.ts";
import { segmentFile } from "../../src/store/store-folder.ts";
import { storeOf } from "../engine/facts-dump.ts";
import { filesBelow } from "../engine/opened.ts";
import { project, run } from "../hosts/pith-process.ts";
import { BrokenOff } from "./broken-off.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const DAMAGES = 1 * soak;
const REPAIRED =
  /^(?:Part of the cache (?:was damaged and|is missing and) is made again|The syntax facts in the cache were damaged and are made again)\.$/;

/** The n-th of endless kinds of damage. */
function damage(path: string, n: number): string {
  const bytes = readFileSync(path);
  const at = Math.floor(((n * 0.618034) % 1) * bytes.length);
  if (n % 3 === 0) {
    if (bytes.length > 0) bytes[at]! ^= 1 << (n % 8);
    writeFileSync(path, bytes);
    return `bit ${n % 8} of byte ${at} turned`;
  }
  const length = n % 6 === 1 ? 0 : at;
  writeFileSync(path, bytes.subarray(0, length));
  return `cut to ${length} bytes`;
}

let tree: BrokenOff;
let whole: NodeJS.ProcessEnv;
before(async () => {
  tree = await BrokenOff.make();
  whole = tree.copy("behind");
  const ended = await tree.start(whole, "").ended;
  assert.equal(ended.code, 0, ended.stderr);
});
after(() => tree[Symbol.asyncDispose]());

test("each file of the store", async () => {
  const sound = whole["XDG_CACHE_HOME"]!;
  const files = filesBelow(sound).map((path) => path.slice(sound.length + 1));
  const { folder } = storeOf(tree.root, whole);
  const segments = openSnapshot(folder.snapshot).segmentIds.map((id) => segmentFile(folder, id));
  const named = new Set([folder.snapshot, ...segments].map((path) => path.slice(sound.length + 1)));
  for (const kind of [/\.seg$/, /\.snap$/, /syntax\.db$/, /about\.json$/, /receipts/]) {
    assert.ok(
      files.some((file) => kind.test(file)),
      `${kind.source}: ${files.join(" ")}`,
    );
  }
  for (const [place, file] of files.entries()) {
    // One answer's receipt is like another's.
    if (/receipts/.test(file) && place % 4 !== 0) continue;
    for (let i = 0; i < DAMAGES; i++) {
      const env = tree.env("damaged");
      cpSync(sound, env["XDG_CACHE_HOME"]!, { recursive: true });
      const what = `${file}: ${damage(join(env["XDG_CACHE_HOME"]!, file), i * files.length + place)}`;
      const said = await tree.checkNext(env, null, what, { notices: REPAIRED, kept: null });
      // Every bit of these is needed, and a sum over it is kept.
      if (/\.(?:seg|snap)$/.test(file)) assert.equal(said.length, named.has(file) ? 1 : 0, what);
      if (said.length > 0)
        await tree.checkNext(env, null, `${what}, once more`, { notices: null, kept: null });
      tree.drop(env);
    }
  }
});

test("the compiled code of the last run", async () => {
  using small = project();
  const env = {
    XDG_CACHE_HOME: join(tree.opened.folder, "of-the-program"),
    // That of the test runner would stand in for it.
    NODE_COMPILE_CACHE: undefined,
  };
  const ask = () => run(["symbol", "checkSessionToken"], { cwd: small.path, env, killAfterMs: 60_000 });
  await ask();
  const expected = await ask();
  assert.equal(expected.code, 0, expected.stderr);
  for (let i = 0; i < DAMAGES; i++) {
    const files = filesBelow(join(env.XDG_CACHE_HOME, "pith", "compiled"));
    assert.ok(files.length > 0);
    // All at once, each in another way: a run loads most of them.
    for (const [n, path] of files.entries()) damage(path, i * files.length + n);
    const { code, stdout, stderr } = await ask();
    assert.deepEqual([code, stdout, stderr], [0, expected.stdout, ""]);
  }
});
