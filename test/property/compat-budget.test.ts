// P1 through the tools of other systems: what a client receives costs no more than its budget, counted on the finished text;
// tools that had none have Pith's. Every fault is one with a code.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import fc from "fast-check";
import { createEngine } from "../../src/engine/engine.ts";
import { COMPAT_NAMES, loadCompatSet, type CompatTool } from "../../src/surface/compat/compat-set.ts";
import { toolServer, type ToolServer } from "../../src/surface/mcp/tool-server.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const counter = openCounterSync("o200k_base");
/** What a tool without a budget may cost. */
const UNSAID = 4000;

const place = mkdtempSync(join(tmpdir(), "pith-compat-"));
after(() => rmSync(place, { recursive: true, force: true }));
const FILES: Record<string, string> = {
  "src/session.ts": [
    "/** Is the token of a session still good? */",
    "export function checkToken(token: string, now: number): boolean {",
    ...Array.from({ length: 40 }, (_, i) => `  if (token.charCodeAt(${i}) === now % ${i + 2}) return false;`),
    "  return true;",
    "}",
    "export interface Store { token(): string }",
    ...Array.from(
      { length: 30 },
      (_, i) =>
        `export class Store${i} implements Store { token(): string { return checkToken("${i}", ${i}) ? "a" : "b"; } }`,
    ),
    "",
  ].join("\n"),
  "src/use.ts":
    'import { checkToken } from "./session.ts";\nexport { checkToken as again } from "./session.ts";\nexport const ok = checkToken("a", 1);\n',
  "notes/größe 漢.md":
    '# Token\n\nThe token of a session: \u001b[31mred\u001b[0m, \u202ebackwards\u202c, "quoted" \\ 🦊🦊🦊.\n'.repeat(
      20,
    ),
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}

const WORDS = [
  "checkToken",
  "session token",
  "Store",
  "Store7.token",
  "src/session.ts",
  "src",
  '漢 "\\',
  "zzqq",
  "",
  "src/use.ts:1-2",
  "../..",
  "a".repeat(300),
];

/** Values for an argument: of its type, and now and then of another. */
function valueFor(schema: CompatTool["arguments"][string]): fc.Arbitrary<unknown> {
  const word = fc.constantFrom(...WORDS);
  const wrong = fc.constantFrom<unknown>(null, 7, true, [], "x");
  switch (schema.type) {
    case "string":
      return fc.oneof(
        { weight: 9, arbitrary: schema.enum === undefined ? word : fc.constantFrom(...schema.enum) },
        wrong,
      );
    case "boolean":
      return fc.oneof({ weight: 9, arbitrary: fc.boolean() }, wrong);
    case "array":
      return fc.oneof({ weight: 9, arbitrary: fc.array(word, { maxLength: 2 }) }, wrong);
    case "integer":
      return fc.oneof(
        {
          weight: 9,
          arbitrary: fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 2500, 2500) }),
        },
        wrong,
      );
  }
}

for (const name of COMPAT_NAMES) {
  test(`${name}: any call of any tool`, async (t) => {
    const compat = await loadCompatSet(name);
    const cache = mkdtempSync(join(tmpdir(), "pith-compat-cache-"));
    const server: ToolServer = toolServer({
      tools: "default",
      compat,
      root: place,
      createEngine: async (options) => createEngine(options),
      errors: new PassThrough(),
      cwd: place,
      env: { ...process.env, XDG_CACHE_HOME: cache, PITH_CACHE_DIR: undefined },
    });
    t.after(async () => {
      await server.close(2000);
      rmSync(cache, { recursive: true, force: true });
    });
    const calls = fc.constantFrom(...compat.tools).chain((tool) => {
      const needed = tool.required ?? [];
      const values = Object.fromEntries(
        Object.entries(tool.arguments).map(([arg, schema]) => [arg, valueFor(schema)]),
      );
      return fc
        .record(values, { requiredKeys: needed as never[] })
        .map((args) => ({ tool, args: args as Record<string, unknown> }));
    });
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool, args }) => {
        const result = await server.call({ name: tool.name, arguments: args }, new AbortController().signal);
        const text = (result.content as { text: string }[]).map((part) => part.text).join("");
        if (result.isError === true) {
          assert.match(text, /^[A-Z_]+: /);
          assert.doesNotMatch(text, /^INTERNAL/, text);
          return;
        }
        JSON.parse(text);
        const given = ["max_tokens", "budget_tokens"].find((arg) => arg in tool.arguments);
        const preset = given === undefined ? UNSAID : (tool.arguments[given]!.default as number);
        // What expands a receipt has that one's budget and more.
        if ("extra_budget" in tool.arguments) return;
        const asked =
          given === undefined || args[given] === undefined || args[given] === null
            ? preset
            : Number(args[given]);
        assert.ok(
          counter.count(text) <= asked,
          `${tool.name} ${JSON.stringify(args)}: ${counter.count(text)} > ${asked}`,
        );
      }),
      { numRuns: 60 * soak },
    );
  });
}
