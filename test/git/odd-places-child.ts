// Puts odd things into Git's places, one after another, and asks what Git knows. Started by a test that ends it if it hangs.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveRoot } from "../../src/files/guard.ts";
import { isSkipped, readTextFile } from "../../src/files/read.ts";
import { walk } from "../../src/files/walk.ts";
import { headRevision, isDirty } from "../../src/git/revision.ts";
import { ODD_THINGS, removeOdd } from "../files/odd-things.ts";

const PLACES = [
  ".git/HEAD",
  ".git/config",
  ".git/index",
  ".git/info/exclude",
  ".git/packed-refs",
  ".git/refs/heads/master",
  ".git/commondir",
  ".git/config.worktree",
  ".git/info/attributes",
  ".gitignore",
  ".gitattributes",
  ".pithignore",
];
const folder = process.argv[2]!;
/** Files outside that the settings name. */
const named = process.argv.slice(3);

async function ask(what: string): Promise<void> {
  const root = resolveRoot(folder);
  const { files } = walk(root, { include: [], exclude: [], ceilings: { files: 1_000 } });
  const seen = files.map(({ path }) => path).filter((path) => /^[ab]\./.test(path));
  const read = seen.map((path) => readTextFile(root, path, { fileBytes: 1_000 }));
  if (root.repository !== null) {
    headRevision(root.repository);
    await isDirty(root.repository);
  }
  if (seen.join(" ") !== "a.py b.txt" || read.some(isSkipped)) throw new Error(`${what}: ${seen.join(" ")}`);
}

for (const path of [...PLACES.map((place) => join(folder, place)), ...named]) {
  mkdirSync(dirname(path), { recursive: true });
  const had = existsSync(path);
  if (had) renameSync(path, `${path}.kept`);
  for (const [what, put] of Object.entries(ODD_THINGS)) {
    put(path);
    await ask(`${path}: ${what}`);
    removeOdd(path);
  }
  if (had) renameSync(`${path}.kept`, path);
}
