// What a walk decided about a name holds in the next one only as long as every rule, the index and the settings are what
// they were: a walk with a memory against one without, with changes of each of them in between, by the real Git.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import fc from "fast-check";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { WalkMemory, walkLooks, type WalkLooks } from "../../src/files/walk-memory.ts";
import { walk, type WalkConfig } from "../../src/files/walk.ts";
import { gitPlace } from "../../src/git/settings.ts";
import { LINKS } from "../conditions.ts";
import { cleanEnvironment, git, temporaryFolder, writeTree } from "./temporary-tree.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

/** Nothing is young to it; each act waits for another tick of the clock instead. */
const later: WalkLooks = { ...walkLooks, keepsTimes: () => true, now: () => Date.now() + 3_600_000 };
const TICK_MS = 12;

const TREE = {
  "a.ts": "",
  "b.log": "",
  "B.LOG": "",
  "deep/x.ts": "",
  "deep/y.log": "",
  "deep/in/z": "",
  "deep/in/z.log": "",
  "deep/.gitattributes": "*.ts text\n",
  "own/cache/k": "",
};
const PATHS = [...Object.keys(TREE), "deep", "deep/in", "new.log", "deep/in/more/w.log"];
const FOLDERS = ["", "deep/", "deep/in/"];
const RULES = [
  "*.log\n",
  "*.LOG\n",
  "in/\n",
  "deep\n!deep\n",
  "*.log\n!y.log\n",
  "/deep/*\n!/deep/in\n",
  "x.ts\n",
  "own\n",
  "",
];

const act = fc.oneof(
  fc.record({
    do: fc.constantFrom(".gitignore" as const, ".pithignore" as const),
    folder: fc.constantFrom(...FOLDERS),
    rules: fc.option(fc.constantFrom(...RULES)),
  }),
  fc.record({
    do: fc.constantFrom("exclude" as const, "user" as const),
    rules: fc.option(fc.constantFrom(...RULES)),
  }),
  fc.record({
    do: fc.constantFrom("add" as const, "forget" as const, "make" as const, "remove" as const),
    path: fc.constantFrom(...PATHS),
  }),
  fc.record({
    do: fc.constantFrom("move" as const, "link" as const),
    path: fc.constantFrom(...PATHS),
    to: fc.constantFrom(...PATHS),
  }),
  fc.record({ do: fc.constant("case" as const), fold: fc.boolean() }),
  fc.record({ do: fc.constant("repository" as const), folder: fc.constantFrom("deep", "deep/in") }),
  fc.record({
    do: fc.constant("configure" as const),
    config: fc.constantFrom<Partial<WalkConfig>>(
      {},
      { exclude: ["**/*.log"] },
      { exclude: ["deep/in"] },
      { include: ["deep"] },
      { own: ["own/cache"] },
      { own: ["own/cache"], exclude: ["own", "deep/in"] },
      { own: ["deep/in"] },
    ),
  }),
  fc.record({ do: fc.constant("most" as const), files: fc.integer({ min: 1, max: 12 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

function writeOrRemove(path: string, content: string | null): void {
  if (content === null) rmSync(path, { force: true });
  else writeTree(dirname(path), { [path.slice(dirname(path).length + 1)]: content });
}

function perform(folder: string, env: NodeJS.ProcessEnv, done: Act): void {
  const at = (path: string) => join(folder, path);
  if (done.do === ".gitignore" || done.do === ".pithignore")
    writeOrRemove(at(done.folder + done.do), done.rules);
  else if (done.do === "exclude") writeOrRemove(at(".git/info/exclude"), done.rules);
  else if (done.do === "user") writeOrRemove(join(env["HOME"]!, ".config/git/ignore"), done.rules);
  else if (done.do === "add" && existsSync(at(done.path))) git(folder, env, ["add", "-f", "--", done.path]);
  else if (done.do === "forget")
    git(folder, env, ["rm", "-r", "-q", "--cached", "--ignore-unmatch", "--", done.path]);
  else if (done.do === "make") writeTree(folder, { [done.path]: "" });
  else if (done.do === "remove") rmSync(at(done.path), { recursive: true });
  else if (done.do === "move") renameSync(at(done.path), at(done.to));
  else if (done.do === "link") symlinkSync(done.path, at(done.to));
  else if (done.do === "case") git(folder, env, ["config", "core.ignorecase", String(done.fold)]);
  else if (done.do === "repository") git(at(done.folder), env, ["init", "-q"]);
}

test("no decision outlives a change of what decided it", LINKS, async (t) => {
  const home = temporaryFolder(t);
  const env = cleanEnvironment(home);
  const place = gitPlace({ HOME: home, GIT_CONFIG_NOSYSTEM: "1" });
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 3, maxLength: 10 }),
      fc.constantFrom("", "", "deep/"),
      fc.subarray(Object.keys(TREE)),
      async (acts, below, added) => {
        const folder = temporaryFolder(t);
        writeTree(folder, TREE);
        writeOrRemove(join(home, ".config/git/ignore"), null);
        mkdirSync(join(home, ".config"), { recursive: true });
        writeFileSync(join(home, ".gitconfig"), "");
        git(folder, env, ["init", "-q"]);
        git(folder, env, ["add", "-f", "--", ...added]);
        const memory = new WalkMemory(later);
        let config: WalkConfig = defaultConfig();
        const listed = (known?: WalkMemory) => {
          const { files, ...rest } = walk(resolveRoot(join(folder, below)), config, { place, memory: known });
          return { files: [...files], ...rest };
        };
        listed(memory);
        for (const done of acts) {
          await sleep(TICK_MS);
          if (done.do === "configure") config = { ...defaultConfig(), ...done.config };
          else if (done.do === "most") config = { ...config, ceilings: { files: done.files } };
          else {
            try {
              perform(folder, env, done);
            } catch {
              // It isn't there, or is something else.
            }
          }
          try {
            resolveRoot(join(folder, below));
          } catch {
            return;
          }
          // The first decides what changed, the second keeps it, the third goes by it.
          for (const which of ["first", "second", "third"])
            assert.deepEqual(listed(memory), listed(), `${which} after ${JSON.stringify(done)}`);
        }
      },
    ),
    { numRuns: 60 * soak },
  );
});
