// While a folder of the root is exchanged with a link to a folder outside, again and again, no word from outside gets in.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { resolveRoot } from "../../src/files/guard.ts";
import { isOpenedAt } from "../../src/files/opened-file.ts";
import { isSkipped, openReader } from "../../src/files/read.ts";
import { Opened } from "../engine/opened.ts";
import { temporaryFolder, writeTree } from "./temporary-tree.ts";
import { LINKS } from "../conditions.ts";

const CHILD = fileURLToPath(new URL("swapping-child.mjs", import.meta.url));
const FILES = Array.from({ length: 400 }, (_, i) => `f${i}.txt`);
const INSIDE = Object.fromEntries(FILES.map((name) => [name, `common inside ${name}\n`]));
const OUTSIDE = Object.fromEntries(FILES.map((name) => [name, `common from-outside ${name}\n`]));

/** Goes on until it is disposed of: before the folders are removed. */
async function swapping(folder: string, other: string): Promise<AsyncDisposable> {
  const child = fork(CHILD, [folder, other], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = new Promise((done) => child.once("exit", done));
  await Promise.race([new Promise((done) => child.once("message", done)), ended]);
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

test("a reader of one sweep", LINKS, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/": "", "outside/": "" });
  writeTree(join(folder, "outside"), OUTSIDE);
  writeTree(join(folder, "root", "race", "d"), INSIDE);
  const root = resolveRoot(join(folder, "root"));
  await using _swapping = await swapping(join(root.path, "race", "d"), join(folder, "outside"));
  const read = openReader(root, { fileBytes: 1_000 });
  let texts = 0;
  let skips = 0;
  for (let i = 0; i < 40_000 && (texts < 5_000 || skips < 500); i++) {
    const found = read(`race/d/${FILES[i % FILES.length]!}`);
    if (isSkipped(found)) skips++;
    else {
      texts++;
      assert.match(found.text, /^common inside/);
    }
  }
  assert.ok(texts > 0 && skips > 0, `${texts} texts, ${skips} skipped: nothing was raced for`);
});

test("without the system's word for the path", LINKS, async (t) => {
  const folder = temporaryFolder(t);
  writeTree(folder, { "root/": "", "outside/": "" });
  writeTree(join(folder, "outside"), OUTSIDE);
  writeTree(join(folder, "root", "race", "d"), INSIDE);
  const root = join(folder, "root");
  await using _swapping = await swapping(join(root, "race", "d"), join(folder, "outside"));
  const notTold = () => {
    throw new Error("not told");
  };
  let taken = 0;
  let refused = 0;
  for (let i = 0; i < 40_000 && (taken < 5_000 || refused < 500); i++) {
    const path = join(root, "race", "d", FILES[i % FILES.length]!);
    let descriptor: number;
    try {
      descriptor = openSync(path, "r");
    } catch {
      continue;
    }
    try {
      if (isOpenedAt(descriptor, root, path, notTold)) {
        taken++;
        assert.match(readFileSync(descriptor, "utf8"), /^common inside/);
      } else refused++;
    } finally {
      closeSync(descriptor);
    }
  }
  assert.ok(taken > 0 && refused > 0, `${taken} taken, ${refused} refused: nothing was raced for`);
});

test("answers and the index", LINKS, async () => {
  await using opened = new Opened();
  writeTree(join(opened.folder, "outside"), OUTSIDE);
  writeTree(join(opened.root, "race", "d"), INSIDE);
  writeTree(opened.root, { "plain.txt": "common plain\n" });
  await using _swapping = await swapping(join(opened.root, "race", "d"), join(opened.folder, "outside"));
  for (let i = 0; i < 12; i++) {
    for (const asked of [
      ["search", { query: "common", mode: "exact" }],
      ["search", { query: "outside", limit: 50 }],
      ["context", { query: "from-outside common" }],
    ] as const) {
      let text: string;
      try {
        text = JSON.stringify((await opened.ask(asked[0], { format: "json", ...asked[1] } as never)).answer);
      } catch (error) {
        text = String(error);
      }
      assert.doesNotMatch(text.replaceAll(/"query":"[^"]*"/g, ""), /common from-outside/, asked[0]);
    }
  }
});
