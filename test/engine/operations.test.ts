// Each operation through the real engine: what it answers beyond what the promises say.
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type {
  ContextAnswer,
  OutlineAnswer,
  ReadAnswer,
  SearchAnswer,
  SymbolAnswer,
} from "../../src/pack/answer.ts";
import type {
  ConfigReport,
  DoctorReport,
  IndexReport,
  ReceiptReport,
  StatusReport,
  VerifyReport,
  WhyReport,
} from "../../src/pack/reports.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/session.ts": [
    "import { clock } from './clock.ts';",
    "",
    "/** Checks that a session token is known and not expired. */",
    "export function checkSessionToken(token: string): boolean {",
    "  return clock() < expiry(token);",
    "}",
    "",
    "function expiry(token: string): number {",
    "  return token.length;",
    "}",
    "",
    "export class SessionStore {",
    "  /** Drops every session that has expired. */",
    "  sweep(): number {",
    "    return 0;",
    "  }",
    "}",
    "",
  ].join("\n"),
  "src/clock.ts": "export const clock = (): number => 1;\n",
  "src/mail.py": "class Mailer:\n    def send(self, address):\n        return queue.append(address)\n",
  "docs/guide.md": "# Guide\n\n## Sessions\n\nA session lives for an hour.\n",
  "data.bin": Uint8Array.of(0, 1, 2),
};

test("a receipt is shown and verified: the same, moved, moved to another file, changed, gone", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("context", { query: "checkSessionToken", budget: 340, format: "json" });
  const { receipt, spans } = answer as ContextAnswer;
  assert.ok(receipt !== null && spans[0]?.path === "src/session.ts", JSON.stringify(spans));
  const shown = (await opened.ask("receipt", { action: "show", receipt, format: "json" }))
    .answer as ReceiptReport;
  assert.equal(shown.op, "receipt");
  assert.equal(shown.receipt.id, receipt);
  assert.equal(shown.receipt.op, "context");
  assert.equal(shown.root.path, opened.root);
  assert.match(
    (await opened.ask("receipt", { action: "show", receipt })).output,
    new RegExp(`^# Receipt ${receipt}`),
  );

  const verify = async () => {
    const outcome = await opened.ask("receipt", { action: "verify", receipt, format: "json" });
    const { places, holds, op } = outcome.answer as VerifyReport;
    assert.equal(op, "receipt");
    assert.equal(outcome.found, holds);
    return places.map((p) => `${p.state}${p.to === null ? "" : ` ${p.to.path}:${p.to.start}`}`)[0];
  };
  const { start } = spans[0];
  assert.equal(await verify(), "same");
  opened.write("src/session.ts", `// one\n// two\n${FILES["src/session.ts"]}`);
  assert.equal(await verify(), `moved src/session.ts:${start + 2}`);
  renameSync(opened.path("src/session.ts"), opened.path("src/sessions.ts"));
  assert.equal(await verify(), `moved src/sessions.ts:${start + 2}`);
  opened.remove("src/sessions.ts");
  opened.write("src/session.ts", FILES["src/session.ts"].replace("clock() <", "clock() >="));
  assert.equal(await verify(), "changed");
  opened.remove("src/session.ts");
  assert.equal(await verify(), "gone");
});

test("a receipt may lie in a file inside the root", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await opened.ask("context", { query: "checkSessionToken", format: "json" });
  const { receipt } = answer as ContextAnswer;
  const show = async (given: string) =>
    (await opened.ask("receipt", { action: "show", receipt: given, format: "json" })).answer as ReceiptReport;
  opened.write("kept/receipt.json", JSON.stringify((await show(receipt!)).receipt));
  assert.equal((await show("kept/receipt.json")).receipt.id, receipt);
  opened.write("kept/changed.json", JSON.stringify({ ...(await show(receipt!)).receipt, query: "another" }));
  await assert.rejects(show("kept/changed.json"), { code: "RECEIPT_INVALID" });
});

test("outline of a folder by visibility: what is exported, what is not", async () => {
  await using opened = new Opened(FILES);
  const outline = async (exported: boolean | undefined) => {
    const { answer } = await opened.ask("outline", { path: "src", exported, format: "json" });
    const { files, from, completeness } = answer as OutlineAnswer;
    return {
      names: files.flatMap((f) => f.declarations.map((d) => d.name)).sort(),
      from,
      caps: completeness.caps,
    };
  };
  assert.deepEqual(
    (await outline(undefined)).names,
    ["Mailer", "SessionStore", "checkSessionToken", "clock", "expiry"].sort(),
  );
  const exported = await outline(true);
  assert.ok(exported.names.includes("checkSessionToken") && exported.names.includes("SessionStore"));
  assert.ok(!exported.names.includes("expiry"));
  assert.equal(exported.from, "parser");
  assert.deepEqual(
    (await outline(false)).names.filter((n) => n !== "Mailer"),
    ["expiry"],
  );
});

test("outline of a file: declarations with depth and signature", async () => {
  await using opened = new Opened(FILES);
  const { answer, output } = await opened.ask("outline", { path: "./src/session.ts", format: "json" });
  const { declarations, path } = answer as OutlineAnswer;
  assert.equal(path, "src/session.ts");
  const sweep = declarations.find((d) => d.name.endsWith("sweep"))!;
  assert.equal(sweep.depth, 1);
  assert.match(sweep.signature, /sweep\(\): number/);
  assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(answer)));
  assert.match((await opened.ask("outline", { path: "src/session.ts" })).output, /^ {2}\d+-\d+ .*sweep/m);
  await assert.rejects(opened.ask("outline", { path: "data.bin" }), { code: "PATH_SKIPPED" });
});

test("symbol: qualified names, files as modules, several declarations", async () => {
  await using opened = new Opened({
    ...FILES,
    "src/other.py": "class Courier:\n    def send(self):\n        pass\n",
  });
  const symbol = async (name: string, more: object = {}) =>
    (await opened.ask("symbol", { symbol: name, format: "json", ...more })).answer as SymbolAnswer;
  const send = await symbol("send");
  assert.equal(send.total, 2);
  assert.equal(send.advice?.code, "ambiguous-name");
  assert.deepEqual(
    (await symbol("Courier.send")).matches.map((m) => m.path),
    ["src/other.py"],
  );
  assert.deepEqual(
    (await symbol("mail.Mailer")).matches.map((m) => m.path),
    ["src/mail.py"],
  );
  assert.equal((await symbol("Nobody.send")).total, 0);
  const limited = await symbol("send", { limit: 1 });
  assert.equal(limited.matches.length, 1);
  assert.equal(limited.total, 2);
  assert.deepEqual(limited.completeness.caps, ["1 of 2 declarations shown"]);
  assert.match((await symbol("checkSessionToken")).matches[0]!.doc, /known and not expired/);
});

test("search: the definition before its mentions, lines under their numbers, a limit per file", async () => {
  await using opened = new Opened({
    ...FILES,
    "a/uses.ts": "checkSessionToken('x');\ncheckSessionToken('y');\n",
  });
  const exact = (
    await opened.ask("search", { query: "checkSessionToken", mode: "exact", format: "json", perFile: 1 })
  ).answer as SearchAnswer;
  assert.deepEqual(
    exact.results.map((r) => r.path),
    ["src/session.ts", "a/uses.ts"],
  );
  assert.match(exact.results[0]!.reason, /^defines it; 1 matching line$/);
  assert.match(exact.results[1]!.reason, /^2 matching lines, 1 shown$/);
  assert.equal(exact.total, 3);
  const regex = (
    await opened.ask("search", { query: "checkSession(Token)?\\(['\"]", mode: "regex", format: "json" })
  ).answer as SearchAnswer;
  assert.deepEqual(
    regex.results.map((r) => r.matches.map((m) => m.line)),
    [[1, 2]],
  );
  const indented = (await opened.ask("search", { query: "return queue", mode: "exact", format: "json" }))
    .answer as SearchAnswer;
  assert.deepEqual(indented.results[0]!.matches, [{ line: 3, text: "        return queue.append(address)" }]);
  const any = (
    await opened.ask("search", {
      query: "CHECKSESSIONTOKEN",
      mode: "exact",
      ignoreCase: true,
      format: "json",
    })
  ).answer as SearchAnswer;
  assert.equal(any.total, 3);
  const word = (await opened.ask("search", { query: "session", mode: "exact", word: true, format: "json" }))
    .answer as SearchAnswer;
  assert.deepEqual(
    word.results.map((r) => r.path),
    ["docs/guide.md", "src/session.ts"],
  );
  const none = (await opened.ask("search", { query: "no such text", mode: "exact", format: "json" }))
    .answer as SearchAnswer;
  assert.equal(none.advice?.code, "no-line-matches");
  assert.doesNotMatch(none.advice!.text, /mode exact/);
});

test("search for classes finds the class around the words", async () => {
  await using opened = new Opened(FILES);
  const { results } = (
    await opened.ask("search", { query: "drops expired sessions", kind: ["class"], format: "json" })
  ).answer as SearchAnswer;
  assert.deepEqual(
    results.map((r) => r.name),
    ["SessionStore"],
  );
});

test("read: ranges, whole files, several places, handles of a receipt", async () => {
  await using opened = new Opened({ ...FILES, "odd:3-4": "one\ntwo\n" });
  const read = async (...places: string[]) =>
    ((await opened.ask("read", { places, format: "json" })).answer as ReadAnswer).spans;
  assert.equal((await read("src/session.ts:3-4"))[0]!.text.split("\n").length, 2);
  assert.equal((await read("src/session.ts:5"))[0]!.text, "  return clock() < expiry(token);");
  assert.equal((await read("odd:3-4"))[0]!.text, "one\ntwo", "a name that looks like a range");
  const [whole] = await read("docs/guide.md:4-900");
  assert.equal(whole!.end, 5);
  assert.equal(whole!.note, "the file ends at line 5");
  assert.deepEqual(
    (await read("src/clock.ts", "src/mail.py:1")).map((s) => `${s.path}:${s.start}-${s.end}`),
    ["src/clock.ts:1-1", "src/mail.py:1-1"],
  );
  const { answer } = await opened.ask("context", { query: "checkSessionToken", format: "json" });
  const { receipt, spans } = answer as ContextAnswer;
  const [again] = await read(`${receipt}#1`);
  assert.deepEqual([again!.path, again!.start, again!.end], [spans[0]!.path, spans[0]!.start, spans[0]!.end]);
  assert.equal(
    (await read(join(opened.root, "src/clock.ts")))[0]!.path,
    "src/clock.ts",
    "an absolute path inside the root",
  );
});

test("an empty file and an empty tree are answered", async () => {
  await using opened = new Opened({ "empty.ts": "" });
  const { spans } = (await opened.ask("read", { places: ["empty.ts"], format: "json" })).answer as ReadAnswer;
  assert.deepEqual(
    spans.map((s) => [s.lines, s.text]),
    [[0, ""]],
  );
  assert.equal((await opened.ask("context", { query: "anything at all" })).found, false);
  assert.equal((await opened.ask("outline", { path: "empty.ts" })).found, false);
  assert.ok((await opened.ask("search", { query: "empty" })).found, "by its name");
  await using nothing = new Opened();
  for (const [operation, args] of [
    ["context", { query: "x" }],
    ["search", { query: "x" }],
    ["search", { query: "x", mode: "exact" }],
    ["symbol", { symbol: "x" }],
    ["outline", {}],
  ] as const) {
    assert.equal((await nothing.ask(operation, args as never)).found, false, operation);
  }
  assert.ok((await nothing.ask("status", {})).found);
});

test("reports name the root as answers do", async () => {
  await using opened = new Opened(FILES);
  const status = (await opened.ask("status", { format: "json" })).answer as StatusReport;
  assert.deepEqual(status.root, { path: opened.root, rev: null, dirty: null });
  assert.deepEqual(status.skipped, { binary: 1 });
  assert.equal(status.index.files, 5);
  assert.equal(status.index.indexed, 4);
  assert.deepEqual(status.languages, { typescript: 2, markdown: 1, python: 1 });
  const index = (await opened.ask("index", { syntax: true, format: "json" })).answer as IndexReport;
  assert.equal(index.root.path, opened.root);
  assert.equal(index.parsed, 3);
  const rebuilt = (await opened.ask("index", { rebuild: true, format: "json" })).answer as IndexReport;
  assert.deepEqual([rebuilt.files, rebuilt.indexed], [5, 4]);
  const why = (await opened.ask("why", { path: "data.bin", format: "json" })).answer as WhyReport;
  assert.deepEqual([why.status, why.reason, why.root.path], ["skipped", "binary", opened.root]);
  const config = (await opened.ask("config", { resolved: true, format: "json" })).answer as ConfigReport;
  assert.ok(config.values.some((v) => v.key === "budget" && v.source === "default"));
  const doctor = (await opened.ask("doctor", { format: "json" })).answer as DoctorReport;
  assert.ok(
    doctor.checks.every((c) => c.state === "ok"),
    JSON.stringify(doctor.checks),
  );
});

test("a batch: one line each, in order, as the same question alone; a fault stops nothing", async () => {
  await using opened = new Opened(FILES);
  const requests = [
    { id: "a", op: "context", query: "checkSessionToken", budget: 400 },
    { op: "search", query: "session" },
    { id: 3, query: "session", budget: 70 },
    "not json",
    { id: 4, op: "contxt" },
    { id: 5, op: "read", places: ["../x"] },
    { id: 6, op: "symbol", symbol: "expiry" },
  ];
  const file = join(opened.folder, "requests.jsonl");
  writeFileSync(file, requests.map((r) => (typeof r === "string" ? r : JSON.stringify(r))).join("\n\n"));
  const { output } = await opened.ask("batch", { file });
  const lines = output
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: unknown; op?: string; error?: { code: string; next: string } });
  assert.deepEqual(
    lines.map((l) => l.id),
    ["a", undefined, 3, undefined, 4, 5, 6],
  );
  assert.deepEqual(
    lines.map((l) => l.error?.code),
    [
      undefined,
      undefined,
      undefined,
      "ARGUMENT_INVALID",
      "OPERATION_UNKNOWN",
      "PATH_OUTSIDE_ROOT",
      undefined,
    ],
  );
  for (const { error } of lines) assert.ok(error === undefined || error.next !== "");
  // Each is what the question alone gets; an id is part of what the budget is counted on.
  const alone = await opened.ask("search", { query: "session", format: "json" });
  assert.equal(output.split("\n")[1], alone.output);
  const [first, , tight] = output.split("\n");
  const { cost } = JSON.parse(first!) as ContextAnswer;
  assert.equal(cost.tokens, openCounterSync("o200k_base").count(first!));
  assert.match(tight!, /^\{"id":3,"op":"search","advice":\{"code":"budget-too-small"/);
});

test("colour changes nothing but the looks", async () => {
  await using opened = new Opened(FILES);
  for (const [operation, args] of [
    ["context", { query: "session token" }],
    ["search", { query: "session token" }],
    ["search", { query: "session", mode: "exact" }],
    ["symbol", { symbol: "checkSessionToken" }],
    ["outline", {}],
    ["outline", { path: "src/session.ts" }],
    ["read", { places: ["src/session.ts:1-5"] }],
  ] as const) {
    const plain = (await opened.ask(operation, { ...args, format: "terminal", color: false } as never))
      .output;
    const coloured = (
      await opened.ask(operation, { ...args, format: "terminal", color: true } as never, {
        to: { terminal: true },
      })
    ).output;
    assert.notEqual(coloured, plain, operation);
    assert.equal(coloured.replaceAll(/\u001b\[\d+m/g, ""), plain, operation);
  }
});

test("two calls at the same time each get an answer of their own", async () => {
  await using opened = new Opened(FILES);
  const alone = (await opened.ask("context", { query: "session token" })).output;
  const together = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0
        ? opened.ask("context", { query: "session token" })
        : opened.ask("symbol", { symbol: "expiry" }),
    ),
  );
  together.forEach(({ output }, i) => {
    if (i % 2 === 0) assert.equal(output, alone);
    else assert.match(output, /expiry/);
  });
});

test("more roots than are kept open are answered all the same", async () => {
  await using opened = new Opened();
  const roots = Array.from({ length: 7 }, (_, i) => `r${i}`);
  for (const root of roots) opened.write(`${root}/a.ts`, `export const in_${root} = 1;\n`);
  const asked = roots.flatMap((root) =>
    [0, 1].map(async () => {
      const regex = opened.engine.run("search", { root: opened.path(root), query: `in_\\w+`, mode: "regex" });
      const { output } = await opened.engine.run("context", { root: opened.path(root), query: `in_${root}` });
      assert.match(output, new RegExp(`in_${root}`));
      assert.match((await regex).output, new RegExp(`in_${root}`));
    }),
  );
  await Promise.all(asked);
  for (const round of [1, 2]) {
    for (const root of roots) {
      const { output } = await opened.engine.run("symbol", { root: opened.path(root), symbol: `in_${root}` });
      assert.match(output, new RegExp(`constant in_${root}|variable in_${root}`), `round ${round}`);
    }
  }
});
