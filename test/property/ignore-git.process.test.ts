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

const SOAK = Number(process.env["PITH_SOAK"] ?? 1);

interface Case {
  /** Paths of files, some of them tracked, some of those removed again. */
  files: { path: string; tracked: boolean; removed: boolean }[];
  /** Folder → lines of its ignore file. */
  rules: [folder: string, lines: string[], end: string][];
}

interface Batch {
  cases: Case[];
  global: string[];
  exclude: string[];
  ignoreCase: boolean;
}

const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("a", "b", "c", "foo", "bar", "foo.o", "b.o", "a.b.o", "ab", "abc", "-", "0"),
  },
  { weight: 2, arbitrary: fc.constantFrom("A", "Foo", "B.O", "é", "éa", "日本", "x.é", "a~", ".h", "...") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "a ",
      " a",
      "a b",
      "[a]",
      "!a",
      "#a",
      "a*",
      "a?",
      "\\a",
      "a\\",
      "]",
      "^",
      "a\t",
    ),
  },
);

const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

const piece = fc.oneof(
  { weight: 8, arbitrary: name },
  { weight: 4, arbitrary: fc.constantFrom("*", "**", "?", "***", "*.o", "a*", "*a", "?o?", "*o*o") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "[ab]",
      "[a-c]",
      "[!a]",
      "[^a-b]",
      "[]a]",
      "[!]]",
      "[a-]",
      "[--0]",
      "[\\]]",
      "[é]",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "[[:alpha:]]",
      "[[:upper:][:digit:]]",
      "[![:punct:]]",
      "[[:space:]]",
      "[[:x:]]",
      "[[:alpha]",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "\\a",
      "\\*",
      "\\",
      "\\ ",
      "\\[a]",
      "[a",
      "[A-Z]",
      "[A]",
      "\\A",
      "[a-é]",
      "[\\a-\\c]",
    ),
  },
);

const component = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));

const pattern = fc
  .tuple(
    fc.constantFrom("", "", "", "", "!", "!", "\\!", "\\#"),
    fc.constantFrom("", "", "/", "**/", "/**/"),
    fc.array(component, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
    fc.constantFrom("", "", "", "/", "/*", "/**", "//"),
    fc.constantFrom("", "", "", "", " ", "  ", "\\ ", "\\  ", "\t", "\r"),
  )
  .map((parts) => parts.join(""));

const line = fc.oneof(
  { weight: 12, arbitrary: pattern },
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: path.map((p) => `/${p}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "*",
      "!*",
      "!*/",
      "*/",
      ".*/",
      "!a/",
      "!**/",
      "a/",
      "!foo.o",
      "/*",
      "!/a",
      "a**/b",
      "**/a/**",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("", "#a", "/", "//", "!", "!/", " ", "\ufeffa", "a\0b") },
);

/** Files and folders of one case may not take each other's place. */
function withoutClashes(files: Case["files"]): Case["files"] {
  const kept = new Map<string, Case["files"][number]>();
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.path.split("/");
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
    if (kept.has(file.path) || folders.has(file.path) || above.some((folder) => kept.has(folder))) continue;
    kept.set(file.path, file);
    for (const folder of above) folders.add(folder);
  }
  return [...kept.values()];
}

const oneCase: fc.Arbitrary<Case> = fc
  .record({
    files: fc
      .array(
        fc.record({ path, tracked: fc.nat(3).map((n) => n === 0), removed: fc.nat(9).map((n) => n === 0) }),
        {
          minLength: 3,
          maxLength: 14,
        },
      )
      .map(withoutClashes),
    top: fc.array(line, { minLength: 1, maxLength: 6 }),
    inner: fc.array(fc.tuple(fc.nat(20), fc.array(line, { minLength: 1, maxLength: 4 })), { maxLength: 3 }),
    end: fc.constantFrom("\n", "\n", "", "\r\n"),
  })
  .map(({ files, top, inner, end }) => {
    const rules = new Map<string, string[]>([["", top]]);
    for (const [pick, lines] of inner) {
      const parts = files[pick % files.length]!.path.split("/").slice(0, -1);
      rules.set(parts.slice(0, 1 + (pick % 3)).join("/"), lines);
    }
    return { files, rules: [...rules].map(([folder, lines]) => [folder, lines, end]) };
  });

const batch: fc.Arbitrary<Batch> = fc.record({
  cases: fc.array(oneCase, { minLength: 40, maxLength: 40 }),
  global: fc.array(line, { maxLength: 2 }),
  exclude: fc.array(line, { maxLength: 2 }),
  ignoreCase: fc.nat(3).map((n) => n === 0),
});

/** Under `core.ignoreCase` names that differ in case alone can't both be: the test's file system has them all. */
function foldable(files: Case["files"]): Case["files"] {
  const seen = new Map<string, string>();
  return files.filter(({ path }) => {
    const parts = path.split("/");
    return parts.every((_, i) => {
      const head = parts.slice(0, i + 1).join("/");
      const known = seen.get(head.toLowerCase());
      if (known === undefined) seen.set(head.toLowerCase(), head);
      return known === undefined || known === head;
    });
  });
}

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
    for (const [inner, lines, end] of rules) {
      const file = `top/case${i}/${inner === "" ? "" : `${inner}/`}.gitignore`;
      writeTree(folder, { [file]: lines.join(end === "\r\n" ? "\r\n" : "\n") + end });
    }
    for (const file of ignoreCase ? foldable(files) : files) {
      const path = `top/case${i}/${file.path}`;
      writeTree(folder, { [path]: "" });
      if (file.tracked) tracked.push(path);
      if (file.removed) removed.push(path);
    }
  });
  return { tracked, removed };
}

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

function listOfGit(folder: string, env: NodeJS.ProcessEnv): string[] {
  const out = git(folder, env, ["ls-files", "-z", "-co", "--exclude-standard"]);
  return [...new Set(out.split("\0"))].filter((p) => p !== "" && isFile(join(folder, p))).sort();
}

/** Source, line, pattern and path for each path; the first three empty where no rule matches. */
function checkIgnore(folder: string, env: NodeJS.ProcessEnv, paths: readonly string[]): string[] {
  // With `-n` every path is answered, but the exit code is 1 if no rule matches any: one path is there that does.
  const asked = [...paths, ".git/x"].map((path) => `${path}\0`).join("");
  return git(folder, env, ["check-ignore", "-z", "-v", "-n", "--no-index", "--stdin"], asked).split("\0");
}

/** Rules decide about each folder on the way, then about the path, as Git walks. */
function ruleFor(reader: RuleReader, start: RuleStack, folder: string, path: string): Decision | null {
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

let ignoreCase = false;

test("the walk lists what Git lists, and each path has the rule that Git names", (t) => {
  fc.assert(
    fc.property(batch, (generated) => {
      const folder = temporaryFolder({ after: (end) => t.after(end) });
      try {
        ignoreCase = generated.ignoreCase;
        const { tracked, removed } = build(folder, generated);
        const env = cleanEnvironment(join(folder, "home"));
        git(folder, env, ["update-index", "--add", "-z", "--stdin"], tracked.map((p) => `${p}\0`).join(""));
        for (const path of removed) rmSync(join(folder, path));
        const place = gitPlace(env);

        // From the top, and from a folder below it.
        const all = walk(resolveRoot(folder), defaultConfig(), { place }).files.map((f) => f.path);
        assert.deepEqual([...all].sort(), listOfGit(folder, env));
        assert.deepEqual(all, [...all].sort(), "sorted");
        if (checkIgnore(folder, env, ["top/case0"])[0] === "") {
          const sub = join(folder, "top/case0");
          const below = walk(resolveRoot(sub), defaultConfig(), { place }).files.map((f) => f.path);
          assert.deepEqual(below, listOfGit(sub, env));
        }

        const paths = new Set<string>();
        generated.cases.forEach(({ files }, i) => {
          for (const file of files) {
            const parts = `top/case${i}/${file.path}`.split("/");
            for (let end = 2; end <= parts.length; end++) paths.add(parts.slice(0, end).join("/"));
          }
        });
        const asked = [...paths].filter(
          (p) => lstatSync(join(folder, p), { throwIfNoEntry: false }) !== undefined,
        );
        const answers = checkIgnore(folder, env, asked);
        const reader = new RuleReader(walkFiles, place);
        const { stack } = reader.enter(resolveRoot(folder).repository, "", NO_RULES);
        asked.forEach((path, i) => {
          const [source, line, pattern, named] = answers.slice(i * 4, i * 4 + 4);
          assert.equal(named, path);
          const decision = ruleFor(reader, stack, folder, path);
          const ours =
            decision === null
              ? ["", "", ""]
              : [decision.source, String(decision.rule.line), decision.rule.pattern];
          assert.deepEqual(ours, [source, line, pattern], path);
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    // Shrinking would write thousands of trees; the failing path is named.
    { numRuns: 8 * SOAK, endOnFailure: true },
  );
});
