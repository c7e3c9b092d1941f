// What is secret stays so in a review: in lines that are taken out, in files that are gone, in what a diff would make, in the
// subjects of commits; and a diff finds out no hidden line by fitting it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import { Reviewed } from "./reviewed.ts";

const KEY = ["MIIEpAIBAAKCAQEA7q2Zc9xWv0RsT", "u1v2w3x4y5z6A7B8C9D0E1F2G3H4Y1Z2"];
const SECRET = "Zx9kfPq27LmTuVw";
const TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const FILES = {
  "key.ts": `export const a = 1;\n/*\n-----BEGIN RSA PRIVATE KEY-----\n${KEY.join("\n")}\n-----END RSA PRIVATE KEY-----\n*/\nexport const b = 2;\n`,
  "secret.yaml": `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\nstringData:\n  dbLogin: ${SECRET}\n`,
  "token.ts": `export function login() {\n  return "${TOKEN}";\n}\n`,
  "pass.ts": 'export const dbPassword = "Kq7mZp2xWv9";\nexport const other = 1;\n',
};
const HIDDEN = [...KEY, SECRET, TOKEN, "Kq7mZp2xWv9"];

async function said(tree: Reviewed, args: object): Promise<string> {
  const all: string[] = [];
  for (const format of ["text", "json"] as const) {
    try {
      const { output, answer } = await tree.ask("review", { ...args, format } as never);
      all.push(output, JSON.stringify(answer));
    } catch (error) {
      assert.ok(error instanceof PithError, String(error));
      all.push(JSON.stringify(error.toJSON()));
    }
  }
  return all.join("\n");
}

function hidesAll(text: string): void {
  for (const secret of HIDDEN) assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

test("secrets that come, change and go, on both sides, however the change is named", async () => {
  await using tree = new Reviewed(FILES);
  tree.git("commit", "-q", "--amend", "-m", `use ${TOKEN}`);
  const changes: (() => void)[] = [
    () => tree.write("secret.yaml", FILES["secret.yaml"].replace("dbLogin", "dbLogin2")),
    () => tree.write("key.ts", FILES["key.ts"].replace("-----BEGIN RSA PRIVATE KEY-----\n", "")),
    () => tree.write("key.ts", FILES["key.ts"].replace(/-----[A-Z ]+-----\n/g, "")),
    () => tree.write("token.ts", FILES["token.ts"].replace("return", "return 1 +")),
    () => Object.keys(FILES).forEach((path) => tree.remove(path)),
    () => {
      for (const path of Object.keys(FILES)) tree.git("mv", path, `moved-${path}`);
    },
  ];
  for (const change of changes) {
    change();
    hidesAll(await said(tree, {}));
    tree.git("add", "-A");
    hidesAll(await said(tree, { staged: true }));
    const diff = tree.git("diff", "--cached");
    hidesAll(await said(tree, { diff }));
    tree.commit("change");
    hidesAll(await said(tree, { range: "HEAD~1..HEAD" }));
    hidesAll(await said(tree, { range: "HEAD..HEAD~1" }));
    tree.git("reset", "-q", "--hard", "HEAD~1");
    hidesAll(await said(tree, { diff }));
  }
});

test("a diff that takes the frame of a key away shows no line of it", async () => {
  await using tree = new Reviewed(FILES);
  const head = "--- a/key.ts\n+++ b/key.ts\n";
  for (const diff of [
    `${head}@@ -1,4 +1,3 @@\n export const a = 1;\n-enum X {\n /*\n-x\n -----BEGIN RSA PRIVATE KEY-----\n`,
    `${head}@@ -2,4 +2,2 @@\n-enum X {\n-export function leak(a =\n+/*\n+-----BEGIN RSA PRIVATE KEY-----\n@@ -6,1 +6,2 @@\n-}\n+-----END RSA PRIVATE KEY-----\n+*/\n`,
    `${head}@@ -3,1 +3,0 @@\n------BEGIN RSA PRIVATE KEY-----\n`,
  ])
    hidesAll(await said(tree, { diff }));
});

test("a right guess of a hidden line is answered as a wrong one is", async () => {
  await using tree = new Reviewed(FILES);
  const diff = (guess: string) =>
    `--- a/pass.ts\n+++ b/pass.ts\n@@ -1,2 +1,2 @@\n export const dbPassword = "${guess}";\n-export const other = 0;\n+export const other = 1;\n`;
  const receipt = (text: string) => text.replaceAll(/receipt"?:? ?"?\d{18}/g, "");
  assert.equal(
    receipt(await said(tree, { diff: diff("Kq7mZp2xWv9") })),
    receipt(await said(tree, { diff: diff("wrong") })),
  );
});

test("a folder that points at another repository tells nothing of it", async () => {
  await using victim = new Reviewed({ "plan.ts": "export function topSecretInternal() {}\n" });
  victim.write("plan.ts", "export function topSecretInternal2() {}\n");
  victim.commit("topSecretSubject");
  await using evil = new Reviewed({ "a.ts": "export const a = 1;\n" });
  evil.remove(".git");
  evil.write(".git", `gitdir: ${victim.root}/.git\n`);
  for (const args of [{}, { staged: true }, { range: "HEAD~1..HEAD" }, { range: "man..HEAD" }])
    assert.doesNotMatch(await said(evil, args), /topSecret|main/);
});
