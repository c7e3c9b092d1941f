// `context … --receipt FILE`: the receipt of the answer in a file that can be committed, as JSON or as a page by the ending,
// and verified from there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MODES } from "../../conditions.ts";
import { project, run } from "../../hosts/pith-process.ts";

const QUESTION = ["context", "where is the session token checked", "--budget", "600"];

test("both forms are written, hold the answer's own receipt, and are verified inside and outside the root", async () => {
  using tree = project();
  const elsewhere = mkdtempSync(join(tmpdir(), "pith-receipt-file-"));
  try {
    for (const file of ["receipt.json", "receipt.md", join(elsewhere, "receipt.json")]) {
      const asked = await run([...QUESTION, "--receipt", file], { cwd: tree.path });
      assert.equal(asked.code, 0, asked.stderr);
      const id = /^receipt (\d+)$/m.exec(asked.stdout)![1]!;
      assert.match(asked.stderr, /The receipt is in .*receipt\.(?:json|md)\./);
      const verified = await run(["receipt", "verify", file, "--json"], { cwd: tree.path });
      assert.equal(verified.code, 0, verified.stderr);
      assert.equal((JSON.parse(verified.stdout) as { receipt: string }).receipt, id);
      const text = readFileSync(join(file.startsWith(elsewhere) ? "" : tree.path, file), "utf8");
      assert.ok(text.includes(id) && text.endsWith("\n") && !text.includes("\r"));
    }
    writeFileSync(join(tree.path, "src/session.ts"), "export {};\n");
    const changed = await run(["receipt", "verify", "receipt.md"], { cwd: tree.path });
    assert.equal(changed.code, 1);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test("an answer without room for anything leaves no file, and says so; a place that takes none is refused before", async () => {
  using tree = project();
  const none = await run(["context", "session token", "--budget", "64", "--receipt", "none.json"], {
    cwd: tree.path,
  });
  assert.match(none.stderr, /no receipt to write/);
  assert.equal(existsSync(join(tree.path, "none.json")), false);
  const refused = await run([...QUESTION, "--receipt", "no/such/folder.json"], { cwd: tree.path });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^pith: OUTPUT_FAILED /);
});

test("a folder of receipts holds only where all of it was looked at: none is passed over for its place", async () => {
  using tree = project();
  for (const folder of [".github", ".gitlab", ".hidden", "a/b/c"]) {
    mkdirSync(join(tree.path, folder), { recursive: true });
    const file = join(folder, "receipt.json");
    assert.equal((await run([...QUESTION, "--receipt", file], { cwd: tree.path })).code, 0);
    writeFileSync(join(tree.path, folder, "cut.json"), '{"format": "pith-receipt-');
  }
  const { code, stdout } = await run(["receipt", "verify", ".", "--json"], { cwd: tree.path });
  const { receipts, faults } = JSON.parse(stdout) as Record<"receipts" | "faults", { from: string }[]>;
  assert.equal(code, 1);
  const from = (list: { from: string }[]) => list.map((each) => each.from);
  const within = (name: string) => [".github", ".gitlab", ".hidden", "a/b/c"].map((f) => `${f}/${name}`);
  assert.deepEqual(from(receipts), within("receipt.json"));
  assert.deepEqual(from(faults), within("cut.json"));
});

test("of a folder with more names than are looked at nothing is said to hold", async () => {
  using tree = project();
  mkdirSync(join(tree.path, "many"));
  const names = Array.from({ length: 50_001 }, (_, i) => `many/${i}`);
  for (const name of names) writeFileSync(join(tree.path, name), "");
  await run([...QUESTION, "--receipt", "many/receipt.json"], { cwd: tree.path });
  const { code, stderr } = await run(["receipt", "verify", "many"], { cwd: tree.path });
  assert.equal(code, 2);
  assert.match(stderr, /^pith: ARGUMENT_INVALID many holds more than 50000 [^\n]*\nnext: Name /);
});

test("a folder below that can't be listed is named", MODES, async (t) => {
  using tree = project();
  t.after(() => execFileSync("rm", ["-rf", join(tree.path, "deep")]));
  // Deeper than a path may be long: no mode keeps the superuser out.
  const script = `process.chdir("deep"); for (let i = 0; i < 30; i++) { const n = "d".repeat(200); fs.mkdirSync(n); process.chdir(n); }`;
  mkdirSync(join(tree.path, "deep"));
  assert.equal((await run([...QUESTION, "--receipt", "deep/receipt.json"], { cwd: tree.path })).code, 0);
  execFileSync(process.execPath, ["-e", script], { cwd: tree.path });
  const { code, stdout } = await run(["receipt", "verify", "deep"], { cwd: tree.path });
  assert.equal(code, 1);
  assert.match(stdout, /^1 of 1 receipt holds/);
  assert.match(stdout, /can't be listed \(ENAMETOOLONG\)/);
});
