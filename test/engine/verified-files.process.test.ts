// Receipts as files of a repository with a history: verified one by one and by the folder, on disk and at a commit, through
// renames and moves, and refused where they are of another repository.
import assert from "node:assert/strict";
import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import type { Receipt } from "../../src/pack/receipt.ts";
import { receiptFileText } from "../../src/pack/receipt-file.ts";
import type { VerifyManyReport, VerifyReport } from "../../src/pack/reports.ts";
import { LINKS } from "../conditions.ts";
import { Reviewed } from "./reviewed.ts";

function body(name: string, lines = 12): string {
  return Array.from({ length: lines }, (_, i) => `  ${name}Step(${i}, "${name} of ${i}");`).join("\n");
}
const FILES = {
  "src/session.ts": `export function openSession() {\n${body("open")}\n}\n\nexport function closeSession() {\n${body("close")}\n}\n`,
  "notes.txt": `${Array.from({ length: 30 }, (_, i) => `session note number ${i}`).join("\n")}\n`,
};

async function receiptOf(tree: Reviewed, query = "openSession closeSession session note"): Promise<Receipt> {
  let receipt: Receipt | undefined;
  await tree.ask(
    "context",
    { query, budget: 3000, answer: "slice" },
    { onReceipt: (made) => (receipt = made) },
  );
  return receipt!;
}

const verify = async (tree: Reviewed, args: object): Promise<VerifyReport> =>
  (await tree.ask("receipt", { action: "verify", receipt: "r.md", format: "json", ...args }))
    .answer as VerifyReport;

test("renamed and edited, far back: Git says where the file went, and the lines are found there", async () => {
  await using tree = new Reviewed(FILES);
  tree.write("r.md", receiptFileText(await receiptOf(tree), "r.md"));
  const old = tree.commit("receipt");
  mkdirSync(tree.path("docs"));
  renameSync(tree.path("notes.txt"), tree.path("docs/remarks.txt"));
  tree.commit("renamed");
  tree.write("docs/remarks.txt", `first\n${FILES["notes.txt"]}last\n`);
  tree.commit("edited");
  renameSync(tree.path("src/session.ts"), tree.path("src/sessions.ts"));
  tree.write("src/sessions.ts", `// head\n${FILES["src/session.ts"].replace("close of 3", "closed of 3")}`);
  tree.commit("both");
  const report = await verify(tree, {});
  assert.ok(report.places.some(({ path }) => path === "src/session.ts"));
  const states = report.places.map((p) => [p.path, p.state, p.to?.path ?? null]);
  assert.deepEqual(
    states.filter(([path]) => path === "notes.txt").map(([, state, to]) => [state, to]),
    [["moved", "docs/remarks.txt"]],
  );
  for (const [, state, to] of states.filter(([path]) => path === "src/session.ts")) {
    assert.ok(state === "moved" || state === "changed", state!);
    assert.equal(to, "src/sessions.ts");
  }
  const then = await verify(tree, { rev: old });
  assert.ok(then.holds && then.counts.same === then.places.length);
  assert.equal(then.root.rev, old);
});

test("moved is no difference unless that is asked for", async () => {
  await using tree = new Reviewed(FILES);
  tree.write("r.json", receiptFileText(await receiptOf(tree), "r.json"));
  tree.write("src/session.ts", `\n\n${FILES["src/session.ts"]}`);
  for (const [strict, found] of [
    [false, true],
    [true, false],
  ] as const) {
    const outcome = await tree.ask("receipt", { action: "verify", receipt: "r.json", strict });
    assert.equal(outcome.found, found);
  }
});

test("a folder: every receipt, what is none passed over, what is broken named", async () => {
  await using tree = new Reviewed(FILES);
  const receipt = await receiptOf(tree);
  const json = receiptFileText(receipt, "r.json");
  tree.write("docs/a.json", json);
  tree.write("docs/deep/b.md", `# Decision\n\n${receiptFileText(receipt, "b.md")}`);
  tree.write("docs/plain.md", "# Nothing\n");
  tree.write("docs/package.json", "{}\n");
  const good = await tree.ask("receipt", { action: "verify", receipt: "docs", format: "json" });
  const said = good.answer as VerifyManyReport;
  assert.ok(good.found && said.holds);
  assert.deepEqual(
    said.receipts.map(({ from }) => from),
    ["docs/a.json", "docs/deep/b.md"],
  );
  assert.equal(said.others, 2);
  tree.write("docs/cut.json", json.slice(0, 500));
  tree.write("docs/edited.md", receiptFileText(receipt, "b.md").replace("# Receipt", "# Receipts"));
  tree.write("docs/later.json", json.replace("pith-receipt-1", "pith-receipt-9"));
  const bad = await tree.ask("receipt", { action: "verify", receipt: "docs", format: "json" });
  const { faults, receipts } = bad.answer as VerifyManyReport;
  assert.equal(bad.found, false);
  assert.equal(receipts.length, 2);
  assert.deepEqual(
    faults.map(({ from, code }) => [from, code]),
    [
      ["docs/cut.json", "RECEIPT_INVALID"],
      ["docs/edited.md", "RECEIPT_INVALID"],
      ["docs/later.json", "RECEIPT_INVALID"],
    ],
  );
  await assert.rejects(tree.ask("receipt", { action: "verify", receipt: "src" }), {
    code: "RECEIPT_NOT_FOUND",
  });
  await assert.rejects(tree.ask("receipt", { action: "verify", receipt: "../" }), {
    code: "PATH_OUTSIDE_ROOT",
  });
});

test("a folder's links are not followed", LINKS, async () => {
  await using tree = new Reviewed(FILES);
  const receipt = await receiptOf(tree);
  tree.write("docs/a.json", receiptFileText(receipt, "r.json"));
  symlinkSync("..", tree.path("docs/loop"));
  symlinkSync("a.json", tree.path("docs/b.json"));
  const { answer } = await tree.ask("receipt", { action: "verify", receipt: "docs", format: "json" });
  assert.equal((answer as VerifyManyReport).receipts.length, 1);
});

test("a receipt of another repository is refused, one whose commit a shallow clone has not is verified", async () => {
  await using tree = new Reviewed(FILES);
  await using other = new Reviewed({ "lib/unlike.ts": "export const unlike = 1;\n" });
  const text = receiptFileText(await receiptOf(tree), "r.md");
  other.write("r.md", text);
  await assert.rejects(verify(other, {}), { code: "RECEIPT_INVALID", message: /of another repository/ });
  other.writeAll(FILES);
  assert.ok((await verify(other, {})).holds);
});
