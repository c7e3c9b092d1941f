// Code like a span, a declaration or a text, through the real engine: copies first and said to be copies, the subject never
// among the answers, budgets kept, and honest answers to what can't be compared.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { SimilarArguments } from "../../src/engine/arguments.ts";
import type { SimilarAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const HEADER = [
  "export function parseHeader(line: string): Map<string, string> {",
  "  const found = new Map<string, string>();",
  '  for (const part of line.split(";")) {',
  '    const at = part.indexOf("=");',
  "    if (at === -1) continue;",
  "    found.set(part.slice(0, at).trim(), part.slice(at + 1));",
  "  }",
  "  return found;",
  "}",
];
const renamed = (lines: readonly string[], names: Readonly<Record<string, string>>): string[] =>
  lines.map((line) =>
    line.replaceAll(/[A-Za-z_]\w*/g, (word) => (Object.hasOwn(names, word) ? names[word]! : word)),
  );
const COOKIE = renamed(HEADER, {
  parseHeader: "readCookie",
  line: "text",
  found: "jar",
  part: "crumb",
  at: "i",
});
const OTHERS = {
  "src/store.ts": [
    "export class Store {",
    "  save(key: string, value: string): void {",
    "    this.rows.set(key, value);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "src/header-list.ts": [
    "export function joinHeader(values: Map<string, string>): string {",
    '  return [...values].map(([name, value]) => `${name}=${value}`).join(";");',
    "}",
    "",
  ].join("\n"),
  "docs/guide.md": "# Guide\n\nHow to parse a header line into its parts.\n",
  // Too much to be all that there is.
  "notes.txt": "Nothing here is asked for.\n".repeat(400),
};
const FILES = {
  ...OTHERS,
  "src/header.ts": ["// Headers.", "", ...HEADER, ""].join("\n"),
  "src/cookie.ts": ["const LIMIT = 4096;", ...COOKIE, ""].join("\n"),
  "src/again.ts": ["// The same once more.", "", ...HEADER, ""].join("\n"),
};

async function asked(opened: Opened, args: SimilarArguments): Promise<SimilarAnswer> {
  const { answer } = await opened.ask("similar", { budget: 1000, format: "json", ...args });
  return answer as SimilarAnswer;
}

const byScore = ({ spans }: SimilarAnswer): string[] => spans.map(({ path, reason }) => `${path}: ${reason}`);

describe("similar", () => {
  it("finds copies of a span and says what is different in them", async () => {
    await using opened = new Opened(FILES);
    for (const args of [
      { subject: "src/header.ts:3-11" },
      { subject: "src/header.ts:5" },
      { subject: "src/header.ts:parseHeader" },
    ]) {
      const answer = await asked(opened, args);
      assert.equal(answer.op, "similar");
      const reasons = byScore(answer);
      assert.ok(reasons.includes("src/again.ts: the same text"), reasons.join("; "));
      assert.ok(
        reasons.some((r) =>
          r.startsWith("src/cookie.ts: identical but for names: parseHeader is readCookie"),
        ),
        reasons.join("; "),
      );
      assert.ok(answer.spans.every(({ path }) => path !== "src/header.ts"));
      assert.ok(answer.receipt !== null);
    }
  });

  it("takes a text, ranks the very same before the renamed before what shares words, and keeps scope", async () => {
    await using opened = new Opened(FILES);
    const text = HEADER.join("\n");
    const small = await asked(opened, { text, budget: 260 });
    assert.equal(small.spans[0]!.reason, "the same text");
    const scoped = await asked(opened, { text, scope: ["src/cookie.ts", "src/header-list.ts"] });
    assert.equal(scoped.spans.length > 0 && scoped.spans.every(({ path }) => path !== "src/again.ts"), true);
    const language = await asked(opened, { text, language: ["markdown"] });
    assert.ok(language.spans.every(({ path }) => path === "docs/guide.md"));
  });

  it("names several declarations and compares with the first; an unknown name gets the nearest", async () => {
    await using opened = new Opened(FILES);
    const two = await asked(opened, { subject: "parseHeader" });
    assert.ok(
      two.completeness.caps.some((cap) => cap.includes("2 declarations")),
      two.completeness.caps.join(),
    );
    const none = await asked(opened, { subject: "parseHeadr" });
    assert.deepEqual(none.spans, []);
    assert.equal(none.advice?.code, "unknown-name");
    assert.ok(none.advice!.text.includes("parseHeader"));
  });

  it("answers the same bytes to the same question, inside any budget", async () => {
    await using opened = new Opened(FILES);
    for (const budget of [64, 120, 300, 2000]) {
      for (const format of ["text", "json"] as const) {
        const ask = () => opened.ask("similar", { subject: "src/header.ts:3-11", budget, format });
        const [first, second] = [await ask(), await ask()];
        assert.equal(first.output, second.output);
        const { cost } = first.answer as SimilarAnswer;
        if (cost !== undefined) assert.ok(cost.tokens <= budget, `${cost.tokens} of ${budget}`);
      }
    }
  });

  it("is honest about what can't be compared", async () => {
    await using opened = new Opened({
      ...FILES,
      "l.txt": "解析 请求 的 头部 并 返回 结果\nتحليل رأس الطلب\n",
    });
    for (const text of ["x", "}", ";;"]) {
      const { spans, advice } = await asked(opened, { text });
      assert.deepEqual([spans.length, advice?.code], [0, "too-little"], text);
    }
    for (const text of ["", " \n\t "]) await assert.rejects(asked(opened, { text }), { code: "QUERY_EMPTY" });
    await assert.rejects(asked(opened, { text: "a\0b" }), { code: "ARGUMENT_INVALID" });
    await assert.rejects(asked(opened, {}), { code: "ARGUMENT_INVALID" });
    await assert.rejects(asked(opened, { subject: "a", text: "b" }), { code: "ARGUMENT_INVALID" });
    for (const subject of [
      "src/none.ts:1-4",
      "src/none.ts:1",
      "src/none.ts",
      "./none/none.d.ts",
      "src",
      "./src/",
    ])
      await assert.rejects(asked(opened, { subject }), { code: "PATH_NOT_FOUND" }, subject);
    for (const subject of ["Headers.fetch/2", "src/header.ts:fetch", "none.ts"])
      assert.equal((await asked(opened, { subject })).advice?.code, "unknown-name", subject);
    await assert.rejects(asked(opened, { subject: "src/header.ts:900-901" }), { code: "RANGE_INVALID" });
    const chinese = await asked(opened, { text: "解析 请求 的 头部 并 返回 结果" });
    assert.equal(chinese.spans[0]?.path, "l.txt");
    const arabic = await asked(opened, { text: "تحليل رأس الطلب const parseHeader" });
    assert.ok(Array.isArray(arabic.spans));
    const stranger = await asked(opened, { text: "whales sleep upright in warm oceans near quiet islands" });
    assert.deepEqual([stranger.spans.length, stranger.advice?.code], [0, "nothing-similar"]);
    const megabyte = await asked(opened, { text: `${HEADER.join("\n")}\n`.repeat(3500) });
    assert.ok(Array.isArray(megabyte.spans));
  });

  it("names shared words as they stand there, never pieces of others", async () => {
    const lines = [
      "export function missingPromise(unsupported: string, isTrue: boolean): Promise<string> {",
      "  const processing = rejectAllMissing(unsupported);",
      "  return isTrue ? processing : upgradeMissing(up, unsupported, oh, isMiss);",
      "}",
    ];
    const other = [
      "function isUp(up, oh) {",
      "  // unsupported, missing; whoever misses it",
      "  return oh + up;",
      "}",
    ];
    await using opened = new Opened({
      ...OTHERS,
      "src/a.ts": lines.join("\n"),
      "src/b.ts": other.join("\n"),
    });
    for (const [path, text] of [
      ["src/b.ts", lines.join("\n")],
      ["src/a.ts", other.join("\n")],
    ] as const) {
      const { spans } = await asked(opened, { text });
      const span = spans.find((s) => s.path === path && s.reason.includes("same words: "))!;
      const words = /same words: ([^;]*)/.exec(span.reason)![1]!.split(", ");
      const whole = span.text.split(/[^A-Za-z]|(?=[A-Z])/).map((word) => word.toLowerCase());
      for (const word of words) assert.ok(whole.includes(word), `${word} of ${span.reason}`);
    }
  });

  it("never calls a secret a copy of what was guessed", async () => {
    const key = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const code = (value: string) =>
      `export function connect(region: string) {\n  return login(region, "${value}", 3, 4, 5, retries);\n}\n`;
    await using opened = new Opened({ ...FILES, "src/connect.ts": code(key) });
    const { spans } = await asked(opened, { text: code(key) });
    assert.ok(spans.every(({ reason, text }) => reason !== "the same text" && !text.includes(key)));
  });

  it("finds first a span that was copied into another file with other names, wherever it stands there", async () => {
    const words = fc.constantFrom("alpha", "bravo", "delta", "gamma", "omega", "sigma", "theta", "kappa");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(words, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: 30 }),
        async ([a, b, c, d, e], before) => {
          const names = { parseHeader: a!, line: b!, found: c!, part: d!, at: e! };
          const copy = [
            ...Array.from({ length: before }, (_, i) => `// ${i}`),
            ...renamed(HEADER, names),
            "",
          ];
          await using opened = new Opened({
            ...OTHERS,
            "src/header.ts": [...HEADER, ""].join("\n"),
            "lib/deep/copied.ts": copy.join("\n"),
          });
          const { spans } = await asked(opened, { subject: "src/header.ts:1-9", budget: 500 });
          assert.equal(spans[0]?.path, "lib/deep/copied.ts");
          assert.ok(
            spans[0]!.reason.startsWith(`identical but for names: parseHeader is ${a}`),
            spans[0]!.reason,
          );
          assert.ok(spans[0]!.start >= before + 1 && spans[0]!.end <= before + 9);
        },
      ),
      { numRuns: 8 },
    );
  });
});
