// A receipt, expanded: the recorded request with more room, what became of its spans first, what is new marked or alone, and
// all of it inside the budget.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationArguments } from "../../src/engine/arguments.ts";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

function part(name: string, lines = 8): string {
  const body = Array.from({ length: lines }, (_, i) => `  const ${name}${i} = token + "${name} ${i}";`);
  return `export function ${name}Token(token: string): string {\n${body.join("\n")}\n  return token;\n}\n`;
}

const FILES = {
  "src/check.ts": [part("check"), part("renew"), part("drop")].join("\n"),
  "src/make.ts": [part("make"), part("sign")].join("\n"),
  "lib/other.ts": [part("other"), part("last")].join("\n"),
};
const QUERY = "check renew drop make sign token";

async function asked(
  opened: Opened,
  more: Partial<OperationArguments["context"]> = {},
): Promise<ContextAnswer> {
  const { answer } = await opened.ask("context", { query: QUERY, budget: 320, format: "json", ...more });
  return answer as ContextAnswer;
}

async function expanded(
  opened: Opened,
  receipt: string,
  more = 500,
  newOnly = false,
): Promise<ContextAnswer> {
  const outcome = await opened.ask("receipt", { action: "expand", receipt, more, newOnly, format: "json" });
  const answer = outcome.answer as ContextAnswer;
  assert.equal(openCounterSync(answer.cost.unit).count(outcome.output), answer.cost.tokens);
  assert.ok(answer.cost.tokens <= answer.cost.budget);
  return answer;
}

test("the request is that of the receipt, with more room; what is new is marked", async () => {
  await using opened = new Opened(FILES);
  const first = await asked(opened, { scope: ["src"], unit: "cl100k_base", answer: "slice" });
  const answer = await expanded(opened, first.receipt!);
  assert.equal(answer.cost.budget, 820);
  assert.equal(answer.cost.unit, "cl100k_base");
  assert.deepEqual(answer.expanded, {
    receipt: first.receipt,
    budget: 320,
    rev: null,
    counts: { same: first.spans.length, moved: 0, changed: 0, gone: 0 },
    changed: [],
  });
  assert.ok(answer.spans.every(({ path }) => path.startsWith("src/")));
  assert.ok(answer.spans.some(({ since }) => since !== undefined));
  // What is not marked was shown before, to the last line.
  const before = new Set(
    first.spans.flatMap(({ path, text }) => text.split("\n").map((line) => `${path} ${line}`)),
  );
  for (const span of answer.spans) {
    const all = span.text
      .split("\n")
      .every((line) => line.trim() === "" || before.has(`${span.path} ${line}`));
    assert.equal(span.since === undefined, all, span.text);
  }
  assert.equal(answer.advice, null);
  const shown = await opened.ask("receipt", { action: "show", receipt: answer.receipt!, format: "json" });
  const { options } = (shown.answer as { receipt: { options: Record<string, unknown> } }).receipt;
  assert.deepEqual(options["scope"], ["src"]);
  assert.equal(options["expandedFrom"], first.receipt);
});

test("with new-only nothing is sent that the receipt has and that stands as it was", async () => {
  await using opened = new Opened(FILES);
  const first = await asked(opened);
  const answer = await expanded(opened, first.receipt!, 700, true);
  const before = new Set(
    first.spans.flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => /const \w+\d/.test(line))
        .map((line) => path + line),
    ),
  );
  const again = answer.spans.flatMap(({ path, text }) =>
    text.split("\n").filter((line) => before.has(path + line)),
  );
  assert.deepEqual(again, []);
  assert.ok(answer.spans.length > 0 && answer.session!.shown.length > 0);
});

test("what changed, moved and went is said first, in every form and inside every budget", async () => {
  await using opened = new Opened(FILES);
  const first = await asked(opened, { budget: 1500 });
  opened.write("src/check.ts", `// new\n\n${FILES["src/check.ts"].replace("renew 3", "renewed 3")}`);
  opened.remove("src/make.ts");
  for (const more of [1, 50, 400, 3000]) {
    for (const newOnly of [false, true]) {
      const answer = await expanded(opened, first.receipt!, more, newOnly);
      const { counts, changed } = answer.expanded!;
      assert.ok(counts.gone > 0 && counts.moved + counts.changed > 0);
      assert.equal(changed.length, counts.gone + counts.moved + counts.changed);
    }
  }
  const { output } = await opened.ask("receipt", { action: "expand", receipt: first.receipt!, more: 100 });
  const lines = output.split("\n");
  assert.match(lines[1]!, /^expands receipt \d+ of 1500 o200k_base: of its \d+ spans? .*gone/);
  assert.match(lines.slice(2, 9).join("\n"), /^ {2}src\/make\.ts:\d+-\d+ .*: gone$/m);
});

test("every form of an answer is expanded in that form", async () => {
  await using opened = new Opened(FILES);
  for (const more of [
    { outline: true },
    { answer: "exact", query: "renew 3" },
    { map: 100 },
    { trace: "checkToken" },
  ] as const) {
    const first = await asked(opened, more);
    assert.ok(first.receipt !== null, JSON.stringify(more));
    const answer = await expanded(opened, first.receipt);
    assert.equal(answer.route, first.route);
    assert.equal(answer.expanded!.receipt, first.receipt);
  }
});

test("what can't be expanded says why, and what to do", async () => {
  await using opened = new Opened(FILES);
  const { receipt } = await asked(opened);
  const similar = await opened.ask("similar", { subject: "src/check.ts:1-9", format: "json" });
  const of = (similar.answer as { receipt: string | null }).receipt;
  const cases: [Omit<OperationArguments["receipt"], "root">, RegExp][] = [
    [{ action: "expand", receipt: receipt!, more: 999_999 }, /more than an answer may cost/],
    [{ action: "expand", receipt: receipt!, strict: true }, /expand takes no strict/],
    [{ action: "verify", receipt: receipt!, more: 5 }, /verify takes no more/],
    [{ action: "show", receipt: receipt!, newOnly: true }, /show takes no newOnly/],
    [{ action: "expand", receipt: "0".repeat(18) }, /There is no receipt/],
  ];
  if (of !== null) cases.push([{ action: "expand", receipt: of }, /is of similar/]);
  for (const [args, message] of cases) await assert.rejects(opened.ask("receipt", args), { message });
});
