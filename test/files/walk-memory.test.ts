// A walk with a memory against one without: the same files and reasons, whatever happens between two walks.
import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import fc from "fast-check";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { WalkMemory, walkLooks, type WalkLooks } from "../../src/files/walk-memory.ts";
import { walk, walkFiles } from "../../src/files/walk.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { LINKS } from "../conditions.ts";
import { temporaryFolder, writeRepository, writeTree } from "./temporary-tree.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const place = gitPlace({ HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" });

function listed(folder: string, memory?: WalkMemory) {
  const { files, ...rest } = walk(resolveRoot(folder), defaultConfig(), { place, memory });
  return { files: [...files], ...rest };
}

/** What the walk does to the file system, by path. */
function counting() {
  const done: string[] = [];
  const files = {
    ...walkFiles,
    readFolder(path: string) {
      done.push(`read ${path}`);
      return walkFiles.readFolder(path);
    },
    stat(path: string) {
      done.push(`stat ${path}`);
      return walkFiles.stat(path);
    },
  };
  return { files, done };
}

/** Nothing is young to it, so that a test need not wait. */
const later: WalkLooks = { ...walkLooks, keepsTimes: () => true, now: () => Date.now() + 3_600_000 };

const NAMES = [
  "a",
  "b",
  "a-b",
  "a.ts",
  "c.log",
  "deep",
  "deep/x.ts",
  "deep/in",
  "deep/in/y.log",
  "deep/in/z",
];

type Step = [act: keyof typeof ACTS | "rest", on: string, other: string];

const ACTS = {
  write: (path: string) => writeFileSync(path, "one\n"),
  "write as long": (path: string) => writeFileSync(path, "two\n"),
  "write, with its old time": (path: string) => {
    const { atime, mtime } = lstatSync(path);
    writeFileSync(path, "six\n");
    utimesSync(path, atime, mtime);
  },
  "add, with the folder's old time": (path: string) => {
    const folder = dirname(path);
    const { atime, mtime } = lstatSync(folder);
    writeFileSync(path, "one\n");
    utimesSync(folder, atime, mtime);
  },
  remove: (path: string) => rmSync(path, { recursive: true }),
  "make a folder": (path: string) => mkdirSync(path),
  link: (path: string, other: string) => symlinkSync(other, path),
  move: (path: string, other: string) => renameSync(path, other),
  ignore: (path: string) => writeFileSync(join(dirname(path), ".gitignore"), "*.log\nin/\n"),
  "ignore no more": (path: string) => rmSync(join(dirname(path), ".gitignore")),
  "change who may": (path: string) => chmodSync(path, 0o700),
  "change it back": (path: string) => chmodSync(path, 0o755),
  "make a repository": (path: string) => writeRepository(path),
};

const steps = fc.array(
  fc.tuple(
    fc.constantFrom("rest" as const, ...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    fc.constantFrom(...NAMES),
    fc.constantFrom(...NAMES),
  ),
  { minLength: 4, maxLength: 14 },
);

test("whatever happens between two walks, the memory changes nothing", LINKS, async (t) => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (acts: Step[], inRepository) => {
      const folder = temporaryFolder(t);
      writeTree(folder, { "a.ts": "one\n", "deep/x.ts": "one\n", "deep/in/z": "one\n" });
      if (inRepository) writeRepository(folder);
      const memory = new WalkMemory();
      listed(folder, memory);
      for (const [act, on, other] of acts) {
        // Longer than a tick: what is kept is believed from then on.
        if (act === "rest") await sleep(60);
        else {
          try {
            ACTS[act](join(folder, on), join(folder, other));
          } catch {
            // It isn't there, or is something else.
          }
        }
        assert.deepEqual(listed(folder, memory), listed(folder), `${act} ${on}`);
      }
    }),
    { numRuns: 25 * soak },
  );
});

test("where nothing changes no folder is read again, and the list is the very same", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "a.ts": "", "deep/x.ts": "", "deep/in/z": "" });
  const memory = new WalkMemory(later);
  const { files, done } = counting();
  const root = resolveRoot(folder);
  const first = walk(root, defaultConfig(), { place, files, memory });
  done.length = 0;
  const second = walk(root, defaultConfig(), { place, files, memory });
  assert.deepEqual(done, []);
  assert.equal(second.files, first.files);
});

test("a name that is added is found, and its folder alone is read", async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "a.ts": "", "deep/x.ts": "", "deep/in/z": "" });
  const memory = new WalkMemory(later);
  const { files, done } = counting();
  const root = resolveRoot(folder);
  walk(root, defaultConfig(), { place, files, memory });
  await sleep(60);
  writeTree(folder, { "deep/new.ts": "" });
  done.length = 0;
  const found = walk(root, defaultConfig(), { place, files, memory });
  assert.deepEqual(found.files, listed(folder).files);
  assert.deepEqual(done, [`read ${folder}/deep/`, `stat ${folder}/deep/new.ts`]);
});

/** The times of a clock that ticks every so many milliseconds. */
function ticking(ms: number): WalkLooks {
  return {
    ...later,
    now: () => Date.now(),
    look(path) {
      const stats = walkLooks.look(path);
      if (stats === undefined) return stats;
      const { mtimeMs, ctimeMs } = stats;
      return Object.assign(stats, { mtimeMs: mtimeMs - (mtimeMs % ms), ctimeMs: ctimeMs - (ctimeMs % ms) });
    },
  };
}

for (const tick of [10, 1000]) {
  test(`a clock that ticks every ${tick} ms hides no name`, (t) => {
    const folder = temporaryFolder(t);
    writeTree(folder, { "a.ts": "", "deep/x.ts": "" });
    const memory = new WalkMemory(ticking(tick));
    for (let i = 0; i < 40; i++) {
      writeTree(folder, { [`deep/new-${i}.ts`]: "" });
      const paths = listed(folder, memory).files.map((f) => f.path);
      assert.ok(paths.includes(`deep/new-${i}.ts`), `${i}`);
    }
  });
}

test("a file system that may not keep its folders' times is read each time", (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "a.ts": "", "deep/x.ts": "" });
  for (const keepsTimes of [
    () => false,
    () => {
      throw new Error("not told");
    },
  ]) {
    const memory = new WalkMemory({ ...later, keepsTimes });
    const { files, done } = counting();
    const root = resolveRoot(folder);
    walk(root, defaultConfig(), { place, files, memory });
    done.length = 0;
    walk(root, defaultConfig(), { place, files, memory });
    assert.deepEqual(done, [`read ${folder}/`, `read ${folder}/deep/`]);
  }
});
