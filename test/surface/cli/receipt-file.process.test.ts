// `context … --receipt FILE`: the receipt of the answer in a file that can be committed, as JSON or as a page by the ending,
// and verified from there.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
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
