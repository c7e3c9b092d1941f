// `context` answers in the form that the question asks for: every line with a text, a declaration with its users, the
// outline of a slice, a slice with a map or of ranges of lines; and its receipt says which.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextArguments } from "../../src/engine/arguments.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import type { ReceiptReport, VerifyReport } from "../../src/pack/reports.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/session.ts": [
    "/** Signs the session. */",
    "export function signSession(value: string): string {",
    "  return `${value}.signature`;",
    "}",
    "",
    "export function readSession(value: string): string {",
    "  if (!value.includes('.')) throw new Error('bad session');",
    "  return value.split('.')[0]!;",
    "}",
    "",
  ].join("\n"),
  "src/app.ts": [
    'import { readSession, signSession } from "./session.ts";',
    "",
    "export function login(user: string): string {",
    "  return signSession(user);",
    "}",
    "",
    "export function whoIs(cookie: string): string {",
    "  return readSession(cookie);",
    "}",
    "",
  ].join("\n"),
  "src/other.ts": Array.from(
    { length: 60 },
    (_, i) => `export function other${i}() {\n  return ${i};\n}\n`,
  ).join("\n"),
  "README.md": "# Sessions\n\nA session is signed; see `x-session-id` and SESSION_SECRET.\n",
};

async function asked(opened: Opened, args: ContextArguments): Promise<ContextAnswer> {
  const { answer } = await opened.ask("context", { ...args, format: "json" });
  return answer as ContextAnswer;
}

test("each form from the question alone", async () => {
  await using opened = new Opened(FILES);
  for (const [query, route] of [
    ["'bad session'", "exact"],
    ["grep signSession", "exact"],
    ["SESSION_SECRET", "exact"],
    ["readSession\\(", "exact"],
    ["who calls signSession", "trace"],
    ["where is readSession used", "trace"],
    ["where is the session signed", "ranked"],
    ["signSession", "ranked"],
    ["src/app.ts", "ranked"],
    ["how many functions are in src/session.ts", "aggregation"],
  ] as const) {
    const { route: found, signals, receipt } = await asked(opened, { query, budget: 700 });
    assert.equal(found, route, query);
    assert.ok(signals!.length > 0, query);
    const shown = await opened.ask("receipt", { action: "show", receipt: receipt!, format: "json" });
    const stored = (shown.answer as ReceiptReport).receipt;
    assert.equal(stored.route, route);
    assert.deepEqual(stored.signals, signals);
    const verified = await opened.ask("receipt", { action: "verify", receipt: receipt!, format: "json" });
    assert.ok((verified.answer as VerifyReport).holds, query);
  }
});

test("a receipt keeps the form: expanded it is the same form with more", async () => {
  await using opened = new Opened(FILES);
  for (const args of [
    { query: "grep signSession" },
    { query: "who calls signSession" },
    { query: "session", trace: "readSession" },
    { query: "sign the session", map: 100 },
    { query: "sign the session", outline: true },
    { query: "list all functions in src/session.ts" },
    { query: "session", scope: ["src/session.ts:2-6"] },
  ] satisfies ContextArguments[]) {
    const before = await asked(opened, { ...args, budget: 600 });
    const { answer } = await opened.ask("receipt", {
      action: "expand",
      receipt: before.receipt!,
      more: 400,
      format: "json",
    });
    const after = answer as ContextAnswer;
    assert.deepEqual([after.route, after.cost.budget], [before.route, 1000], args.query);
    assert.equal(after.heads?.[0]?.kind, before.heads?.[0]?.kind);
    assert.ok(after.spans.length >= before.spans.length);
  }
});

test("where grep is the better tool the answer is the grep: pattern, files, counts, lines", async () => {
  await using opened = new Opened(FILES);
  const { exact, spans } = await asked(opened, { query: "grep signSession" });
  assert.deepEqual(exact, { text: "signSession", mode: "exact", lines: 3, files: 2 });
  assert.deepEqual(
    spans.map(({ path, matches }) => [path, matches.map(({ line }) => line)]),
    [
      ["src/session.ts", [2]],
      ["src/app.ts", [1, 4]],
    ],
  );
  const text = (await opened.ask("context", { query: "grep signSession" })).output;
  assert.match(text, /^route exact: /m);
  assert.match(text, /^3 lines in 2 files hold "signSession"$/m);
  assert.match(text, /^ {2}4: {3}return signSession\(user\);$/m);
});

test("a text that no line holds is looked for by words instead, unless lines were expressly wanted", async () => {
  await using opened = new Opened(FILES);
  const query = '"where the session is signed"';
  assert.equal((await asked(opened, { query, budget: 700 })).route, "ranked");
  const explicit = await asked(opened, { query, answer: "exact" });
  assert.deepEqual(
    [explicit.route, explicit.exact!.lines, explicit.advice!.code],
    ["exact", 0, "no-line-matches"],
  );
  assert.equal(
    (await asked(opened, { query: "grep signSession", answer: "slice", budget: 700 })).route,
    "ranked",
  );
});

test("what only looks like a pattern is looked for as it stands", async () => {
  await using opened = new Opened({ "a.ts": "const x = call\\(y[;\n" });
  for (const query of ["call\\(y[", "x(?<=y)\\(", "(a\\w|"]) {
    const { route } = await asked(opened, { query, budget: 700 });
    assert.ok(route === "exact" || route === "ranked" || route === "lossless", query);
  }
  assert.equal((await asked(opened, { query: "call\\(y[", budget: 700 })).exact!.mode, "exact");
  await assert.rejects(asked(opened, { query: "call\\(y[", answer: "exact" }), { code: "PATTERN_INVALID" });
});

test("a trace in a slice: the declaration and who uses it stand first, proven with the rule", async () => {
  await using opened = new Opened(FILES);
  for (const args of [{ query: "who calls signSession" }, { query: "session", trace: "signSession" }]) {
    const { heads, spans, route } = await asked(opened, { ...args, budget: 900, scope: ["src"] });
    assert.equal(route, "trace");
    const [head] = heads!;
    assert.equal(head!.kind, "trace");
    assert.deepEqual(
      head!.rows.slice(0, 2).map(({ path, line }) => [path, line]),
      [
        ["src/session.ts", 2],
        ["src/app.ts", 4],
      ],
    );
    assert.match(head!.rows[1]!.reason!, /in login, import/);
    const shown = (path: string, line: number) =>
      spans.some((s) => s.path === path && s.start <= line && line <= s.end);
    assert.ok(shown("src/session.ts", 2) && shown("src/app.ts", 4));
  }
});

test("a map is carved out of the budget, says its share, and is left out where everything fits", async () => {
  await using opened = new Opened(FILES);
  const { heads, cost, spans } = await asked(opened, { query: "sign the session", map: 200, budget: 900 });
  const { share, rows, left } = heads![0]!;
  assert.deepEqual([share.asked, share.most], [200, 200]);
  assert.ok(
    share.cost <= share.most && rows.length > 0 && left >= 0 && spans.length > 0 && cost.tokens <= 900,
  );
  assert.equal((await asked(opened, { query: "sign", map: 5000, budget: 900 })).heads![0]!.share.most, 450);
  const all = await asked(opened, { query: "zzz", map: 200, budget: 20_000 });
  assert.deepEqual([all.route, all.heads], ["lossless", undefined]);
  const small = await asked(opened, { query: "sign the session", map: 10, budget: 900 });
  assert.match(small.completeness.caps.join(), /no room for the map: its first row needs \d+ of the 10 /);
});

test("the outline of a slice: its spans in its order, each with what it would cost, for a fraction of it", async () => {
  await using opened = new Opened(FILES);
  const args = { query: "sign the session", budget: 900 };
  const slice = await asked(opened, args);
  const outline = await asked(opened, { ...args, outline: true });
  assert.equal(outline.route, "outline");
  const places = ({ spans }: ContextAnswer) => spans.map(({ path, start, end }) => `${path}:${start}-${end}`);
  assert.deepEqual(places(outline), places(slice));
  assert.ok(outline.cost.tokens < slice.cost.tokens);
  const sign = outline.spans.find(({ path }) => path === "src/session.ts")!;
  assert.match(sign.text, /2: export function signSession\(value: string\): string/);
});

test("ranges of lines as scope: only those lines, added up, all of the file where it is named too", async () => {
  await using opened = new Opened(FILES);
  const lines = async (scope: string[]) =>
    (await asked(opened, { query: "session", scope, budget: 4000 })).spans.map(
      (s) => `${s.path}:${s.start}-${s.end}`,
    );
  assert.deepEqual(await lines(["src/session.ts:2-4"]), ["src/session.ts:2-4"]);
  assert.deepEqual(await lines(["src/session.ts:2-4", "src/session.ts:3-6"]), ["src/session.ts:2-6"]);
  assert.deepEqual(await lines(["src/session.ts:2-4", "src/session.ts"]), ["src/session.ts:1-9"]);
  assert.deepEqual(await lines(["./src/session.ts:7"]), ["src/session.ts:7-7"]);
  assert.deepEqual(await lines(["src/app.ts:1-2", "src/session.ts:8-200"]), [
    "src/app.ts:1-2",
    "src/session.ts:8-9",
  ]);
  for (const bad of ["src/app.ts:0-2", "src/app.ts:5-2", "src/app.ts:50-60"])
    await assert.rejects(lines([bad]), { code: "RANGE_INVALID" }, bad);
  await assert.rejects(asked(opened, { query: "session", answer: "exact", scope: ["src/app.ts:1-2"] }), {
    code: "ARGUMENT_INVALID",
  });
});

test("a window of first and last lines is off unless asked for", async () => {
  await using opened = new Opened(FILES);
  const args = { query: "sign the session", scope: ["src"], budget: 900 };
  const has = ({ spans }: ContextAnswer, path: string, line: number) =>
    spans.some((s) => s.path === path && s.start <= line && line <= s.end);
  assert.ok(!has(await asked(opened, args), "src/other.ts", 1));
  const with_ = await asked(opened, { ...args, prefix: 40, tail: 30 });
  assert.ok(has(with_, "src/app.ts", 1));
  assert.ok(has(with_, "src/session.ts", 9));
});

test("a name that a test declares as well is traced as the one of the code, and the other is said", async () => {
  await using opened = new Opened({
    ...FILES,
    "test/session.test.ts": "function signSession(): string {\n  return 'double';\n}\nsignSession();\n",
  });
  const answer = await asked(opened, { query: "who calls signSession", budget: 900 });
  assert.match(answer.heads![0]!.title, /^callers of signSession: 1 proven/);
  assert.ok(answer.completeness.caps.includes("1 declaration of signSession in tests not traced"));
  await using both = new Opened({ ...FILES, "src/again.ts": "export const signSession = () => 'x';\n" });
  const none = await asked(both, { query: "who calls signSession", budget: 900 });
  assert.match(none.heads![0]!.title, /^2 declarations of signSession, none traced/);
});
