// What the work tree changed since a revision, asked of a real Git: nothing that the repository names runs, and what Git
// does not know is said.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/lib ä.ts": "export function first() {\n  return 1;\n}\n\nexport function second() {\n  return 2;\n}\n",
  "src/use.ts":
    'import { first, second } from "./lib ä";\n\nexport const a = first();\nexport const b = second();\n',
  ".gitignore": "ignored.ts\n",
};

function commit(opened: Opened): (...args: string[]) => void {
  const git = (...args: string[]) => {
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: opened.root,
      stdio: "pipe",
    });
  };
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  return git;
}

async function impact(opened: Opened, diff: string): Promise<ImpactAnswer> {
  const outcome = await opened.ask("impact", { format: "json", diff } as never);
  return outcome.answer as ImpactAnswer;
}

test("changes of the work tree and of commits since a revision", async () => {
  await using opened = new Opened(FILES);
  const git = commit(opened);
  opened.write("src/lib ä.ts", FILES["src/lib ä.ts"].replace("return 1", "return 10"));
  opened.write("src/fresh.ts", "export const fresh = 1;\n");
  const answer = await impact(opened, "HEAD");
  assert.equal(answer.diff, "HEAD");
  assert.deepEqual(
    answer.declarations.map((d) => [d.path, d.name, d.change]),
    [["src/lib ä.ts", "first", "body"]],
  );
  assert.deepEqual(
    answer.proven.map((p) => p.line),
    [3],
  );
  assert.ok(answer.notLooked.some((n) => n.what === "files that Git does not track"));
  git("commit", "-qam", "two");
  assert.deepEqual((await impact(opened, "HEAD")).declarations, []);
  assert.equal((await impact(opened, "HEAD~1")).declarations.length, 1);
});

test("a revision that Git does not know, a range, a flag", async () => {
  await using opened = new Opened(FILES);
  commit(opened);
  const out = join(opened.root, "out.txt");
  for (const diff of [
    "nope",
    "HEAD..HEAD",
    "--output=out.txt",
    "-p",
    "HEAD:src/use.ts",
    "",
    " ",
    "a b",
    "__proto__",
  ]) {
    await assert.rejects(impact(opened, diff), { code: "ARGUMENT_INVALID" }, diff);
  }
  assert.equal(existsSync(out), false);
});

for (const [key, value] of [
  ["diff.external", "touch MARK"],
  ["diff.evil.command", "touch MARK"],
  ["diff.evil.textconv", "touch MARK; cat"],
  ["core.fsmonitor", "touch MARK"],
  ["core.pager", "touch MARK"],
  ["filter.evil.clean", "touch MARK; cat"],
  ["filter.evil.process", "touch MARK"],
] as const) {
  test(`no program of a repository's configuration is run (${key})`, async () => {
    await using opened = new Opened({ ...FILES, ".gitattributes": "* diff=evil\n* filter=evil\n" });
    const git = commit(opened);
    const mark = join(opened.root, "ran");
    git("config", key, value.replace("MARK", mark));
    opened.write("src/lib ä.ts", FILES["src/lib ä.ts"].replace("return 1", "return 10"));
    await assert.rejects(impact(opened, "HEAD"), { code: "ARGUMENT_INVALID" });
    assert.equal(existsSync(mark), false, "the program ran");
  });
}
