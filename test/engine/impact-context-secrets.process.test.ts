// What is secret by what stands around it stays so in an impact: keys cut out of their frame, values of a Secret that are
// gone, guesses of a hidden line; and nothing is told of a repository that the folder only points at.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import { askOf, Opened } from "./opened.ts";

const KEY = ["MIIEpAIBAAKCAQEA7q2Zc9xWv0RsT", "u1v2w3x4y5z6A7B8C9D0E1F2G3H4Y1Z2"];
const SECRET = "Zx9kfPq27LmTuVw";
const FILES = {
  "key.ts": `export const a = 1;\n/*\n-----BEGIN RSA PRIVATE KEY-----\n${KEY.join("\n")}\n-----END RSA PRIVATE KEY-----\n*/\nexport const b = 2;\n`,
  "secret.yaml": `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\nstringData:\n  dbLogin: ${SECRET}\n`,
  "pass.ts": 'export const dbPassword = "Kq7mZp2xWv9";\nexport const other = 1;\n',
};

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=n", "-c", "user.email=e@e", ...args], {
    encoding: "utf8",
  });

async function ask(opened: Opened, args: object): Promise<string> {
  const all: string[] = [];
  for (const format of ["text", "json"] as const) {
    try {
      const { output, answer } = await opened.ask("impact", { ...args, format } as never);
      all.push(output, JSON.stringify(answer));
    } catch (error) {
      assert.ok(error instanceof PithError);
      all.push(JSON.stringify(error.toJSON()));
    }
  }
  return all.join("\n");
}

test("a patch that takes the frame of a key away shows no line of it", async () => {
  await using opened = new Opened(FILES);
  const head = "--- a/key.ts\n+++ b/key.ts\n";
  for (const patch of [
    `${head}@@ -1,4 +1,3 @@\n export const a = 1;\n-enum X {\n /*\n-x\n -----BEGIN RSA PRIVATE KEY-----\n`,
    `${head}@@ -2,4 +2,2 @@\n-enum X {\n-export function leak(a =\n+/*\n+-----BEGIN RSA PRIVATE KEY-----\n@@ -6,1 +6,2 @@\n-}\n+-----END RSA PRIVATE KEY-----\n+*/\n`,
  ]) {
    const said = await ask(opened, { patch });
    for (const line of KEY) assert.ok(!said.includes(line), said);
  }
});

test("what a Secret held is not told when it is changed or gone, whichever way the change is given", async () => {
  await using opened = new Opened(FILES);
  git(opened.root, "init", "-q");
  git(opened.root, "add", ".");
  git(opened.root, "commit", "-qm", `use ${SECRET}`);
  const path = join(opened.root, "secret.yaml");
  for (const text of [FILES["secret.yaml"].replace("dbLogin", "dbLogin2"), ""]) {
    writeFileSync(path, text);
    const patch = git(opened.root, "diff", "HEAD");
    for (const args of [{ diff: "HEAD" }, { patch }]) {
      const said = await ask(opened, args);
      assert.ok(!said.includes(SECRET), said);
    }
  }
  git(opened.root, "checkout", "-q", "--", ".");
  // A revision that searches messages would tell them letter by letter.
  const refused: string[] = [];
  for (const diff of [`HEAD^{/use ${SECRET.slice(0, 4)}}`, "HEAD^{/never}", ":/use", "@{1 day ago}"])
    await assert.rejects(opened.ask("impact", { diff } as never), (error) => {
      refused.push((error as PithError).message);
      return error instanceof PithError;
    });
  assert.equal(new Set(refused).size, 1);
});

test("a right guess of a hidden line is answered as a wrong one is", async () => {
  await using opened = new Opened(FILES);
  const patch = (guess: string) =>
    `--- a/pass.ts\n+++ b/pass.ts\n@@ -1,2 +1,2 @@\n export const dbPassword = "${guess}";\n-export const other = 0;\n+export const other = 1;\n`;
  assert.equal(
    await ask(opened, { patch: patch("Kq7mZp2xWv9") }),
    await ask(opened, { patch: patch("wrong") }),
  );
});

test("a folder that points at another repository tells nothing of it", async () => {
  await using victim = new Opened({ "plan.ts": "export function topSecretInternal() {}\n" });
  git(victim.root, "init", "-q");
  git(victim.root, "add", ".");
  git(victim.root, "commit", "-qm", "x");
  await using evil = new Opened({ ".git": `gitdir: ${victim.root}/.git\n`, "a.ts": "export const a = 1;\n" });
  assert.ok(!(await ask(evil, { diff: "HEAD" })).includes("topSecretInternal"));
  // Linked work trees and submodules are their own.
  git(victim.root, "worktree", "add", "-q", join(evil.folder, "linked"));
  const root = join(evil.folder, "linked");
  writeFileSync(join(root, "plan.ts"), "export function renamed() {}\n");
  const { output } = await askOf(evil.engine, root, "impact", { diff: "HEAD" } as never);
  assert.match(output, /topSecretInternal/);
});
