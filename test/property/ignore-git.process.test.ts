// Ignore rules equal Git's: on generated trees and rules the walk lists what `git ls-files` lists, and each path is
// decided by the same rule of the same file as `git check-ignore` says. Many cases share a repository, a folder each,
// so that a run needs only a few processes.
import assert from "node:assert/strict";
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { defaultConfig } from "../../src/config/schema.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { RuleReader } from "../../src/files/repository-rules.ts";
import { decide, NO_RULES } from "../../src/files/rule-stack.ts";
import type { Decision, RuleStack } from "../../src/files/rule-stack.ts";
import { walk, walkFiles } from "../../src/files/walk.ts";
import { gitPlace } from "../../src/git/settings.ts";
import {
  cleanEnvironment,
  git,
  temporaryFolder,
  writeRepository,
  writeTree,
} from "../files/temporary-tree.ts";
import { batch, foldersOf } from "./ignore-cases.ts";
import type { Batch } from "./ignore-cases.ts";

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);

function build(
  folder: string,
  { cases, global, exclude, ignoreCase }: Batch,
): { tracked: string[]; removed: string[] } {
  writeRepository(folder, `\tignorecase = ${ignoreCase}\n`);
  writeTree(folder, {
    ".git/info/exclude": [...exclude, "/.git/x"].join("\n"),
    "home/.config/git/ignore": global.join("\n"),
  });
  const tracked: string[] = [];
  const removed: string[] = [];
  cases.forEach(({ files, rules }, i) => {
    for (const [inner, content] of rules) {
      writeTree(folder, { [`top/case${i}/${inner === "" ? "" : `${inner}/`}.gitignore`]: content });
    }
    for (const file of files) {
      const path = `top/case${i}/${file.path}`;
      writeTree(folder, { [path]: "" });
      if (file.tracked) tracked.push(path);
      if (file.removed) removed.push(path);
    }
  });
  return { tracked, removed };
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

function listOfGit(folder: string, env: NodeJS.ProcessEnv): string[] {
  const out = git(folder, env, ["ls-files", "-z", "-co", "--exclude-standard"]);
  return [...new Set(out.split("\0"))].filter((p) => p !== "" && isFile(join(folder, p))).sort();
}

/** Source, line, pattern and path for each path; the first three empty where no rule matches. */
function checkIgnore(folder: string, env: NodeJS.ProcessEnv, paths: readonly string[]): string[][] {
  // With `-n` every path is answered, but the exit code is 1 if no rule matches any: one path is there that does.
  const asked = [...paths, ".git/x"].map((path) => `${path}\0`).join("");
  const answer = git(folder, env, ["check-ignore", "-z", "-v", "-n", "--no-index", "--stdin"], asked).split(
    "\0",
  );
  return paths.map((_, i) => answer.slice(i * 4, i * 4 + 4));
}

/** Rules decide about each folder on the way, then about the path, as Git walks. */
function ruleFor(
  reader: RuleReader,
  start: RuleStack,
  folder: string,
  path: string,
  ignoreCase: boolean,
): Decision | null {
  const holder = { repository: null, ignoreCase, tracked: null };
  let stack = start;
  let prefix = "";
  for (const part of path.split("/")) {
    const own = `${join(folder, prefix)}/`;
    if (isFile(`${own}.gitignore`)) stack = reader.withOwn(stack, "git", own, prefix, holder);
    const here = prefix + part;
    const isFolder = lstatSync(join(folder, here)).isDirectory();
    const decision = decide(stack, here, part, isFolder, false);
    if (here === path || (decision !== null && !decision.rule.negative)) return decision;
    prefix = `${here}/`;
  }
  return null;
}

function check(folder: string, generated: Batch): void {
  const { tracked, removed } = build(folder, generated);
  const env = cleanEnvironment(join(folder, "home"));
  git(folder, env, ["update-index", "--add", "-z", "--stdin"], tracked.map((p) => `${p}\0`).join(""));
  for (const path of removed) rmSync(join(folder, path));
  const place = gitPlace(env);
  const list = (root: string) => walk(resolveRoot(root), defaultConfig(), { place }).files.map((f) => f.path);

  const all = list(folder);
  assert.deepEqual(all, listOfGit(folder, env), JSON.stringify(generated));

  // Each path by the same rule.
  const paths = new Set<string>();
  generated.cases.forEach(({ files }, i) => {
    for (const { path } of files)
      for (const part of [...foldersOf(path), path]) paths.add(`top/case${i}/${part}`);
  });
  const asked = [...paths].filter((path) => exists(join(folder, path)));
  const answers = checkIgnore(folder, env, asked);
  const reader = new RuleReader(walkFiles, place);
  const { stack } = reader.enter(resolveRoot(folder).repository, "", NO_RULES);
  asked.forEach((path, i) => {
    const decision = ruleFor(reader, stack, folder, path, generated.ignoreCase);
    const ours =
      decision === null ? ["", "", ""] : [decision.source, `${decision.rule.line}`, decision.rule.pattern];
    assert.deepEqual([...ours, path], answers[i]);
  });

  // From folders below the top; one that is ignored itself is another matter.
  const below = asked.filter((path, i) => !isFile(join(folder, path)) && /^(!|$)/.test(answers[i]![2]!));
  for (const root of below.filter((_, i) => i % 40 === 20)) {
    assert.deepEqual(list(join(folder, root)), listOfGit(join(folder, root), env), root);
  }
}

test("the walk lists what Git lists, and each path has the rule that Git names", (t) => {
  fc.assert(
    fc.property(batch, (generated) => {
      const folder = temporaryFolder(t);
      check(folder, generated);
      rmSync(folder, { recursive: true });
    }),
    // Shrinking would write thousands of trees; the failing path is named.
    { numRuns: 6 * SOAK, endOnFailure: true },
  );
});

test("every sign of ASCII is in the classes in which Git has it", (t) => {
  const signs = Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1)).filter(
    (sign) => sign !== "/",
  );
  const classes = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split(" ");
  const lines = [
    ...classes.map((name) => `c[[:${name}:]]`),
    ...String.raw`c[!-/] c[:-~] c[^a-z] c[A-Z] c[\a-\c] c[]-a] c[a-] c? c\A c[A] cA c[[:alpha:]-z] c[[:x]`.split(
      " ",
    ),
  ];
  for (const ignoreCase of [false, true]) {
    const folder = temporaryFolder(t);
    writeRepository(folder, `\tignorecase = ${ignoreCase}\n`);
    writeTree(folder, { ".git/info/exclude": "/.git/x\n" });
    lines.forEach((rule, i) => writeTree(folder, { [`r${i}/.gitignore`]: `${rule}\n` }));
    const env = cleanEnvironment(folder);
    const asked = lines.flatMap((_, i) => signs.map((sign) => `r${i}/c${sign}`));
    const answers = checkIgnore(folder, env, asked).map((answer) => answer[2] !== "");
    const reader = new RuleReader(walkFiles, gitPlace(env));
    const holder = { repository: null, ignoreCase, tracked: null };
    const ours = lines.flatMap((_, i) => {
      const stack = reader.withOwn(NO_RULES, "git", `${folder}/r${i}/`, `r${i}/`, holder);
      return signs.map((sign) => decide(stack, `r${i}/c${sign}`, `c${sign}`, false, false) !== null);
    });
    const wrong = asked.filter((_, i) => ours[i] !== answers[i]);
    assert.deepEqual(wrong, []);
  }
});
