import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { isPithError } from "../../src/base/error.ts";
import { pack } from "../../src/pack/packer.ts";
import type { Receipt } from "../../src/pack/receipt.ts";
import { receiptMarkdown, verifiedMarkdown } from "../../src/pack/receipt-markdown.ts";
import { parseReceipt, readReceipt, receiptText, writeReceipt } from "../../src/pack/receipt-store.ts";
import { verifyReceipt } from "../../src/pack/receipt-verify.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { candidate, code, input, source } from "./made.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-receipt-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const lines = ["import x;", "", "function one() {", ...code(4), "}", "", "function two() {", ...code(3), "}"];
const a = source("src/a.ts", lines);
const given = input([
  candidate(a, 3, 8, { name: "one", reason: "defines one" }),
  candidate(source("src/b.ts", code(900)), 1, 900, {
    name: "long",
    fileRank: 1,
    matches: [{ line: 400, weight: 1 }],
  }),
  candidate(source("src/c.ts", [`y = "${"z".repeat(30_000)}"`]), 1, 1, { name: "huge", fileRank: 2 }),
]);

function receiptOf(more: Partial<typeof given> = {}): Receipt {
  return pack({ ...given, ...more }).receipt!;
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    return error.code;
  }
  return "none";
}

test("a receipt names what was kept and dropped, and why", () => {
  const receipt = receiptOf();
  assert.deepEqual(
    receipt.kept.map((k) => [k.path, k.name, k.form, k.reason, k.content, k.ranks]),
    [
      ["src/a.ts", "one", "whole", "defines one", a.contentId, { file: 1 }],
      ["src/b.ts", "long", "lines", "matches word", given.candidates[1]!.source.contentId, { file: 1 }],
    ],
  );
  assert.deepEqual(
    receipt.dropped.map((d) => [d.path, d.why]),
    [["src/c.ts", "no room"]],
  );
  assert.equal(receipt.droppedTotal, 1);
});

test("the id rests on paths, contents, query, options and engine, not on where and when", () => {
  const { id } = receiptOf();
  assert.match(id, /^\d{18}$/);
  assert.equal(receiptOf({ root: { path: "/elsewhere", rev: null, dirty: null } }).id, id);
  assert.equal(receiptOf({ completeness: { ...given.completeness, scope: "src" } }).id, id);
  assert.notEqual(receiptOf({ query: "another" }).id, id);
  assert.notEqual(receiptOf({ options: { scope: ["src"] } }).id, id);
  assert.notEqual(receiptOf({ engine: "0.2.0" }).id, id);
  assert.notEqual(receiptOf({ candidates: given.candidates.slice(0, 1) }).id, id);
});

test("every id costs the same, so an answer can be counted before its id is known", () => {
  for (const unit of ["o200k_base", "cl100k_base"] as const) {
    const counter = openCounterSync(unit);
    for (let n = 0; n < 1000; n++) assert.equal(counter.count(String(n).padStart(3, "0")), 1);
  }
});

test("what is written is read back; the same receipt is the same bytes; nothing else is left behind", () => {
  const receipt = receiptOf();
  const path = writeReceipt(join(folder, "store"), receipt);
  assert.deepEqual(readReceipt(join(folder, "store"), receipt.id), JSON.parse(JSON.stringify(receipt)));
  const bytes = readFileSync(path, "utf8");
  assert.equal(bytes, receiptText(receiptOf()));
  writeReceipt(join(folder, "store"), receiptOf());
  assert.equal(readFileSync(path, "utf8"), bytes);
  assert.deepEqual(readdirSync(join(folder, "store")), [`${receipt.id}.json`]);
});

test("what is no receipt is refused with a reason", () => {
  const receipt = receiptOf();
  const good = JSON.parse(receiptText(receipt)) as Record<string, unknown>;
  const invalid = (text: string) => codeOf(() => parseReceipt(text, "r.json"));
  assert.equal(invalid(receiptText(receipt)), "none");
  const cases: unknown[] = [
    null,
    [],
    {},
    { ...good, format: "pith-receipt-9" },
    { ...good, query: "changed afterwards" },
    { ...good, kept: "none" },
    { ...good, kept: [{ ...receipt.kept[0], path: "../../etc/passwd" }] },
    { ...good, kept: [{ ...receipt.kept[0], path: "/etc/passwd" }] },
    { ...good, kept: [{ ...receipt.kept[0], start: 0 }] },
    { ...good, id: "12" },
    { ...good, cost: { ...receipt.cost, tokens: -1 } },
  ];
  for (const value of cases)
    assert.equal(invalid(JSON.stringify(value)), "RECEIPT_INVALID", JSON.stringify(value).slice(0, 80));
  assert.equal(invalid("{"), "RECEIPT_INVALID");
  assert.equal(invalid(""), "RECEIPT_INVALID");
  assert.equal(
    codeOf(() => readReceipt(folder, "../secret")),
    "RECEIPT_INVALID",
  );
  assert.equal(
    codeOf(() => readReceipt(folder, `${receipt.id}\n`)),
    "RECEIPT_INVALID",
  );
  assert.equal(
    codeOf(() => readReceipt(folder, "0".repeat(18))),
    "RECEIPT_NOT_FOUND",
  );
  writeFileSync(join(folder, `${"1".repeat(18)}.json`), receiptText(receipt));
  assert.equal(
    codeOf(() => readReceipt(folder, "1".repeat(18))),
    "RECEIPT_INVALID",
  );
});

test("verify tells what still holds, what moved, what changed and what is gone", async () => {
  const receipt = receiptOf({ candidates: given.candidates.slice(0, 1) });
  const verify = async (files: Record<string, string[] | null>, elsewhere: string[] = []) => {
    const verified = await verifyReceipt(receipt, (p) => files[p]?.join("\n") ?? null, {
      files: () => elsewhere,
      renamed: () => undefined,
    });
    const [{ state, to }] = verified.places as [(typeof verified.places)[0]];
    return { holds: verified.holds, state, to };
  };
  assert.deepEqual(await verify({ "src/a.ts": lines }), { holds: true, state: "same", to: null });
  assert.deepEqual(await verify({ "src/a.ts": ["new", "lines", ...lines] }), {
    holds: true,
    state: "moved",
    to: { path: "src/a.ts", start: 5, end: 10 },
  });
  assert.deepEqual(
    await verify({ "src/a.ts": ["rest"], "src/z.ts": lines.slice(2) }, ["src/y.ts", "src/z.ts"]),
    {
      holds: true,
      state: "moved",
      to: { path: "src/z.ts", start: 1, end: 6 },
    },
  );
  assert.equal((await verify({ "src/z.ts": lines }, ["src/z.ts"])).state, "moved");
  const edited = lines.with(4, "  changed();");
  assert.equal((await verify({ "src/a.ts": edited })).state, "changed");
  assert.equal((await verify({ "src/a.ts": edited.map((l) => l.replace("one", "oneMore")) })).state, "gone");
  assert.equal((await verify({ "src/a.ts": [] })).state, "gone");
  assert.equal((await verify({})).state, "gone");
});

test("verify follows a span with gaps, and redacts before it compares", async () => {
  const receipt = receiptOf();
  const long = given.candidates[1]!.source.lines;
  const files = new Map([
    ["src/a.ts", lines.join("\r\n")],
    ["src/b.ts", ["first", ...long].join("\n")],
  ]);
  const verified = await verifyReceipt(receipt, async (p) => files.get(p) ?? null);
  assert.deepEqual(verified.counts, { same: 1, moved: 1, changed: 0, gone: 0 });
  assert.equal(verified.places[1]!.to!.start, receipt.kept[1]!.start + 1);
});

test("the page for people holds what the receipt holds, and no cell can break the table", async () => {
  const receipt = receiptOf({
    query: "a | b\n```\n# not a heading",
    candidates: [candidate(source("a|b`.ts", code(2)), 1, 2, { name: "x|y", reason: "in | *stars*" })],
  });
  const page = receiptMarkdown(receipt);
  assert.ok(page.includes(`# Receipt ${receipt.id}`));
  assert.ok(page.includes("````\na | b\n```\n# not a heading\n````"));
  const rows = page.split("\n").filter((l) => l.startsWith("| "));
  for (const row of rows) assert.equal(row.replaceAll("\\|", "").split("|").length, 8);
  const verified = verifiedMarkdown(receipt, await verifyReceipt(receipt, () => null));
  const states = verified.split("\n").filter((l) => l.startsWith("| "));
  for (const row of states) assert.equal(row.replaceAll("\\|", "").split("|").length, 5);
  assert.ok(states.at(-1)!.includes("gone"));
});

test("of a verified receipt the verdict and what changed are told, the rest is counted", async () => {
  const receipt = receiptOf({
    query: "what",
    candidates: [
      candidate(source("same.ts", code(2)), 1, 2, { name: "one" }),
      candidate(source("gone.ts", code(3)), 1, 3, { name: "two" }),
    ],
  });
  const text = async (files: Record<string, string>) =>
    verifiedMarkdown(receipt, await verifyReceipt(receipt, (path) => files[path] ?? null)).split("\n");
  const same = { "same.ts": code(2).join("\n") };
  const some = await text(same);
  assert.match(some[0]!, /does not hold: of 2 spans 1 gone, 1 same\./);
  assert.ok(some.some((line) => line.includes("gone.ts")));
  assert.ok(!some.some((line) => line.includes("same.ts")));
  assert.ok(some.includes("1 span stands where and as the answer had it."));
  const whole = await text({ ...same, "gone.ts": code(3).join("\n") });
  assert.match(whole[0]!, /holds: all 2 spans stand/);
  assert.equal(whole.length, 4, whole.join("\n"));
});
