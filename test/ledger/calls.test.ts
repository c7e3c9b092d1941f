// The ledger: one row a call, whatever asked; figures that add up; odd files; roll-up.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import { keepCall, readCalls, callFiles } from "../../src/ledger/call-files.ts";
import type { CallRow } from "../../src/ledger/call-row.ts";
import { readLedger, rollUp } from "../../src/ledger/retention.ts";
import { totalsOf } from "../../src/ledger/sums.ts";
import type { LedgerMetrics, LedgerReport } from "../../src/pack/ledger-report.ts";
import { LINKS } from "../conditions.ts";
import { Opened } from "../engine/opened.ts";

const FILES = {
  "src/token.ts":
    "/** Parses a token. */\nexport function parseToken(text: string) {\n  return text.trim();\n}\n",
};
const COUNTED = { PITH_NO_LEDGER: "" };
const folderOf = (opened: Opened): string => join(opened.cache(0), "pith", "ledger");

function rowsOf(folder: string): CallRow[] {
  return readCalls(folder, callFiles(folder)).rows;
}

async function reported(opened: Opened, args: object = {}): Promise<LedgerReport> {
  return (await opened.ask("report", { format: "json", ...args })).answer as LedgerReport;
}

const row = (at: string, more: Partial<CallRow> = {}): CallRow => ({
  v: 1,
  at,
  surface: "cli",
  op: "context",
  root: "/r",
  status: "found",
  out: 100,
  unit: "o200k_base",
  budget: 1000,
  in: { grep: 300, files: 900, scope: 9000 },
  scanned: 3,
  shown: 2,
  ms: 12,
  ...more,
});

test("one row a call, also of a fault, of nothing found and of each request of a batch", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  const answered = await opened.ask("context", { query: "parse token", budget: 500 });
  await opened.ask("search", { query: "zzzz", mode: "exact" });
  await assert.rejects(opened.ask("read", { places: ["nowhere.ts"] }));
  await opened.ask("status", {});
  await opened.ask("index", { dryRun: true });
  opened.write(
    "requests.jsonl",
    '{"op":"symbol","symbol":"parseToken"}\n{"op":"symbol","symbol":"nothing"}\n',
  );
  await opened.ask("batch", { file: opened.path("requests.jsonl") });
  const rows = rowsOf(folderOf(opened));
  assert.deepEqual(
    rows.map(({ op, status, surface }) => `${surface} ${op} ${status}`),
    ["context found", "search nothing", "read fault", "status found", "symbol found", "symbol nothing"].map(
      (each) => `library ${each}`,
    ),
  );
  const { cost, receipt } = answered.answer as { cost: { tokens: number }; receipt: string };
  assert.equal(rows[0]!.out, cost.tokens);
  assert.equal(rows[0]!.receipt, receipt);
  assert.deepEqual(answered.counted, rows[0]);
  assert.equal(rows[2]!.code, "PATH_NOT_FOUND");
  assert.equal(rows[3]!.out, null);
});

test("queries are redacted and cut", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  const secret = `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40);
  await opened.ask("context", { query: `where is ${secret} used ${"token ".repeat(100)}`, budget: 500 });
  const text = readdirSync(folderOf(opened))
    .map((name) => readFileSync(join(folderOf(opened), name), "utf8"))
    .join("");
  assert.ok(!text.includes(secret));
  assert.ok(rowsOf(folderOf(opened))[0]!.query!.length <= 170);
});

test("savings are signed, and the report is the sum of its rows", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  for (let i = 0; i < 3; i++) await opened.ask("context", { query: "parse token", budget: 500 });
  const report = await reported(opened, { price: "2.5" });
  const rows = rowsOf(folderOf(opened));
  assert.equal(report.calls, 3);
  assert.equal(
    report.out,
    rows.reduce((sum, { out }) => sum + out!, 0),
  );
  const grep = report.baselines.find(({ name }) => name === "grep")!;
  assert.equal(
    grep.in,
    rows.reduce((sum, one) => sum + one.in!.grep, 0),
  );
  assert.equal(grep.saved, grep.in - report.out);
  assert.ok(grep.saved < 0, "a file of four lines is cheaper read");
  assert.ok(grep.price! <= 0);
  const { output } = await opened.ask("report", {});
  assert.match(output, /^grep +\d+ +\d+ +-\d+ +-\d+ %$/m);
});

test("an empty ledger is an answer; days and prices are checked", async () => {
  await using opened = new Opened(FILES);
  assert.match((await opened.ask("report", {})).output, /no calls are counted here yet/);
  assert.match((await opened.ask("metrics", {})).output, /no calls are counted here yet/);
  for (const since of ["", "x", "7", "-1d", "2026-13-01", "2026-02-30", "7d\n"])
    await assert.rejects(reported(opened, { since }), (e: PithError) => e.code === "ARGUMENT_INVALID", since);
  for (const price of ["0", "-1", "x", "1e9", "Infinity", "1."])
    await assert.rejects(reported(opened, { price }), (e: PithError) => e.code === "ARGUMENT_INVALID", price);
});

test("off by the variable, by the user's settings and by the root's; a root can't have them in itself", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  opened.start({ ...opened.env, PITH_NO_LEDGER: "1" });
  await opened.ask("context", { query: "parse token" });
  opened.write("pith.json", '{"ledger":"off"}');
  const other = opened.start(opened.env);
  await other.run("context", { root: opened.root, query: "parse token" });
  assert.deepEqual(rowsOf(folderOf(opened)), []);
  opened.write("pith.json", '{"ledger":"root"}');
  const refused = other.run("context", { root: opened.root, query: "parse token" });
  await assert.rejects(refused, (e: PithError) => e.code === "CONFIG_INVALID" && e.subject === "ledger");
});

test("in .pith of the root where the user asks for it; never through a link", LINKS, async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  const config = join(opened.folder, "home", "config", "pith");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "pith.json"), '{"ledger":"root"}');
  await opened.ask("context", { query: "parse token" });
  assert.equal(rowsOf(opened.path(".pith/ledger")).length, 1);
  assert.equal(opened.read(".pith/ledger/.gitignore").trim(), "*");
  await using linked = new Opened(FILES, {
    env: { ...COUNTED, XDG_CONFIG_HOME: join(opened.folder, "home", "config") },
  });
  mkdirSync(join(linked.folder, "elsewhere"));
  symlinkSync(join(linked.folder, "elsewhere"), linked.path(".pith"));
  await linked.ask("context", { query: "parse token" });
  assert.deepEqual(readdirSync(join(linked.folder, "elsewhere")), []);
});

test("a broken line is named, passed over and counted; so are rows of a later version, and files that are none", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  await opened.ask("context", { query: "parse token" });
  const folder = folderOf(opened);
  const [name] = readdirSync(folder);
  appendFileSync(join(folder, name!), '{"v":1,"at":"2026-1\n\n[]\n{"v":2,"new":true}\n{"v":1,"at":"x"}');
  await opened.ask("context", { query: "parse token" });
  mkdirSync(join(folder, "2026-01.jsonl"));
  const report = await reported(opened);
  assert.equal(report.calls, 2);
  assert.deepEqual(
    report.passedOver.filter(({ file }) => file === name),
    [
      { file: name, lines: [2, 4, 6], why: "broken" },
      { file: name, lines: [5], why: "of a later version" },
    ],
  );
  assert.match((await opened.ask("report", {})).output, /passed over: 3 broken lines in .* \(2, 4, 6\)/);
  assert.match((await opened.ask("report", {})).output, /passed over: 1 line of a later version in .* \(5\)/);
  assert.ok(report.passedOver.some(({ file }) => file === "2026-01.jsonl"));
});

test("a ledger that can't be written fails no answer", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  const folder = folderOf(opened);
  mkdirSync(join(folder, ".."), { recursive: true });
  writeFileSync(folder, "no folder");
  assert.equal((await opened.ask("context", { query: "parse token" })).found, true);
  const { found, output } = await opened.ask("report", {});
  assert.equal(found, true);
  assert.match(output, /passed over: ledger, can't be read \(ENOTDIR\)/);
});

/** What a disk that was full, a power cut, another version or somebody's hand leaves in the place of sums. */
const UNREAD: [says: string, put: (path: string) => void, isLost: boolean][] = [
  ["nothing", (path) => writeFileSync(path, ""), true],
  ["half of them", (path) => writeFileSync(path, '{"format":"pith-ledger-sums-1","su'), true],
  ["other JSON", (path) => writeFileSync(path, "[]"), true],
  ["a sum that is none", (path) => writeFileSync(path, '{"format":"pith-ledger-sums-1","sums":[{}]}'), true],
  ["a later version", (path) => writeFileSync(path, '{"format":"pith-ledger-sums-2","sums":[]}'), false],
  ["a folder", (path) => mkdirSync(path), false],
];
for (const [says, put, isLost] of UNREAD) {
  test(`where sums can't be read (${says}) what they were made of counts, and stays`, async () => {
    await using opened = new Opened({});
    const folder = join(opened.folder, "ledger");
    const calls = () => readLedger(folder).sums.reduce((sum, { calls }) => sum + calls, 0);
    for (const day of ["01", "02", "03"])
      keepCall({ folder, ignored: false }, row(`2026-08-${day}T10:00:00.000Z`));
    put(join(folder, "2026-08.days.json"));
    assert.equal(calls(), 3);
    rollUp(folder, "2026-12");
    assert.equal(calls(), 3);
    assert.equal(
      existsSync(join(folder, "2026-08.jsonl")),
      !isLost,
      "made anew, or left to who can read them",
    );
    if (!isLost) return;
    put(join(folder, "2026-08.month.json"));
    assert.equal(calls(), 3);
    rollUp(folder, "2027-12");
    assert.equal(calls(), 3);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith("2")),
      ["2026-08.month.json"],
    );
  });
}

test("names that are no months are none of the ledger's", async () => {
  await using opened = new Opened({});
  const folder = join(opened.folder, "ledger");
  const place = { folder, ignored: false };
  keepCall(place, row("2026-12-01T10:00:00.000Z"));
  const names = ["2026-00.jsonl", "2026-13.jsonl", "1999-99.days.json", "notes.jsonl"];
  for (const name of names) writeFileSync(join(folder, name), "mine\n");
  rollUp(folder, "2026-12");
  assert.deepEqual(readLedger(folder).faults, []);
  for (const name of names) assert.equal(readFileSync(join(folder, name), "utf8"), "mine\n");
});

test("clear removes all, and counts no call of itself", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  await opened.ask("context", { query: "parse token" });
  assert.equal((await reported(opened, { clear: true })).cleared, 1);
  assert.equal((await reported(opened)).calls, 0);
  assert.deepEqual(readdirSync(folderOf(opened)), []);
});

test("rows become days, days months, and no call is lost or counted twice", async () => {
  await using opened = new Opened({});
  const folder = join(opened.folder, "ledger");
  const place = { folder, ignored: false };
  const ats = [
    "2020-01-05",
    "2024-11-02",
    "2025-09-30",
    "2025-10-01",
    "2026-10-07",
    "2026-11-30",
    "2026-12-01",
  ];
  for (const at of ats) for (let i = 0; i < 2; i++) keepCall(place, row(`${at}T10:00:00.000Z`));
  const calls = () => readLedger(folder).sums.reduce((sum, { calls }) => sum + calls, 0);
  assert.equal(calls(), 14);
  const done = rollUp(folder, "2026-12");
  assert.equal(calls(), 12, "what is older than five years is gone");
  assert.deepEqual(done.removed, ["2020-01"]);
  const { days, months, rows } = readLedger(folder);
  assert.deepEqual([days, months, rows], [["2026-10"], ["2024-11", "2025-09", "2025-10"], 4]);
  assert.deepEqual(rollUp(folder, "2026-12"), { toDays: [], toMonths: [], removed: [] });
  // Killed after the sums were written and before the rows went: both are there.
  keepCall(place, row("2026-10-07T10:00:00.000Z"));
  assert.equal(calls(), 12);
  const total = readLedger(folder).sums.find(({ day }) => day === "2026-10-07")!;
  assert.equal(total.out, 2 * totalsOf(row("2026-10-07T10:00:00.000Z")).out);
});

test("metrics says what is kept", async () => {
  await using opened = new Opened(FILES, { env: COUNTED });
  await opened.ask("context", { query: "parse token" });
  const made = (await opened.ask("metrics", { format: "json" })).answer as LedgerMetrics;
  assert.equal(made.rows, 1);
  assert.match(made.kept, /2 months.*13 months.*5 years/);
  assert.ok(existsSync(folderOf(opened)));
});
