import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../src/base/error.ts";
import type { PithError } from "../../src/base/error.ts";
import { parametersFor } from "../../src/surface/entry.ts";
import { operationNamed, OPERATIONS } from "../../src/surface/operations.ts";
import { checkArguments } from "../../src/surface/parameters.ts";

const check = async (name: string, raw: Record<string, unknown>) =>
  checkArguments(operationNamed(name)!, raw, "mcp");

async function fault(name: string, raw: Record<string, unknown>): Promise<PithError> {
  try {
    await check(name, raw);
  } catch (error) {
    assert.ok(isPithError(error), String(error));
    return error;
  }
  throw new Error(`accepted ${JSON.stringify(raw)}`);
}

test("right arguments pass as they are", async () => {
  const args = { query: "where", budget: 500, scope: ["src"], explain: true, format: "json" };
  assert.deepEqual(await check("context", args), args);
});

test("what hosts send for the same intent is understood", async () => {
  assert.deepEqual(
    await check("context", {
      query: "q",
      budget: "2000",
      scope: "src",
      explain: "true",
      root: null,
      unit: undefined,
    }),
    { query: "q", budget: 2000, scope: ["src"], explain: true },
  );
  assert.deepEqual(await check("search", { query: "q", mode: "RANKED", kind: "function, class" }), {
    query: "q",
    mode: "ranked",
    kind: ["function", "class"],
  });
});

test("an unknown argument gets the nearest name", async () => {
  const error = await fault("search", { query: "q", per_file: 3 });
  assert.equal(error.code, "ARGUMENT_UNKNOWN");
  assert.match(error.next, /perFile/);
  assert.match((await fault("search", { query: "q", zzzzzz: 3 })).next, /It has: query, mode/);
});

test("a wrong value is answered with the accepted ones", async () => {
  const error = await fault("search", { query: "q", mode: "regexp" });
  assert.equal(error.code, "ARGUMENT_INVALID");
  assert.match(error.next, /Did you mean regex\? Accepted: ranked, exact, regex/);
  assert.match((await fault("search", { query: "q", limit: 0 })).next, /from 1 to 200/);
  assert.match((await fault("search", { query: "q", limit: 2.5 })).next, /whole number/);
  assert.match((await fault("search", { query: "q", kind: ["functoin"] })).next, /Did you mean function/);
  assert.equal((await fault("read", { places: [] })).code, "ARGUMENT_INVALID");
  assert.equal((await fault("read", { places: [3] })).code, "ARGUMENT_INVALID");
  assert.equal((await fault("symbol", { symbol: "" })).code, "QUERY_EMPTY");
  assert.equal((await fault("context", { query: ["a"] })).code, "ARGUMENT_INVALID");
});

test("languages are known by the registry", async () => {
  assert.deepEqual(await check("search", { query: "q", language: ["python"] }), {
    query: "q",
    language: ["python"],
  });
  assert.match((await fault("search", { query: "q", language: ["pyton"] })).next, /Did you mean python/);
});

test("budgets have codes of their own", async () => {
  for (const budget of ["abc", 12.5, "1e3", {}, true, Number.NaN]) {
    assert.equal((await fault("context", { query: "q", budget })).code, "BUDGET_INVALID", String(budget));
  }
  for (const budget of [63, 0, -5, "10"]) {
    assert.equal((await fault("context", { query: "q", budget })).code, "BUDGET_TOO_SMALL", String(budget));
  }
  assert.deepEqual(await check("context", { query: "q", budget: 64 }), { query: "q", budget: 64 });
});

test("a number that is too large is told the limits, however it is written", async () => {
  const large = JSON.parse("[1e999, -1e999, 99999999999999999999, 1e22]") as number[];
  for (const operation of OPERATIONS) {
    const needed = Object.fromEntries(
      parametersFor(operation, "mcp")
        .filter((p) => p.required)
        .map((p) => [p.name, p.values?.[0] ?? "x"]),
    );
    for (const { name, type, minimum, maximum } of parametersFor(operation, "mcp")) {
      if (type !== "integer") continue;
      assert.ok(minimum !== undefined && maximum !== undefined, `${operation.name} ${name} has limits`);
      for (const value of [...large, "99999999999999999999", "-99999999999999999999", "9".repeat(400)]) {
        const { message, next } = await fault(operation.name, { ...needed, [name]: value });
        assert.doesNotMatch(message, /no whole number|null/, `${operation.name} ${name}`);
        assert.match(next, Number(value) < 0 ? new RegExp(String(minimum)) : new RegExp(String(maximum)));
      }
    }
  }
});

test("queries: empty, blank, too long", async () => {
  assert.equal((await fault("context", {})).code, "QUERY_EMPTY");
  assert.equal((await fault("context", { query: "" })).code, "QUERY_EMPTY");
  assert.equal((await fault("context", { query: " \n\t" })).code, "QUERY_EMPTY");
  assert.equal((await fault("search", { query: "", mode: "exact" })).code, "QUERY_EMPTY");
  // Blanks are a fair thing to look for exactly.
  assert.deepEqual(await check("search", { query: "  ", mode: "exact" }), { query: "  ", mode: "exact" });
  assert.equal((await fault("context", { query: "x".repeat(10_001) })).code, "QUERY_TOO_LONG");
  assert.equal((await check("context", { query: "x".repeat(10_000) }))["query"], "x".repeat(10_000));
  assert.deepEqual(await check("context", { query: "会话令牌在哪里检查" }), { query: "会话令牌在哪里检查" });
});

test("messages show no control characters and stay short", async () => {
  const error = await fault("search", { query: "q", mode: `\u001B[31m${"x".repeat(500)}\n` });
  assert.doesNotMatch(error.message, /[\u0000-\u001f]/);
  assert.ok(error.message.length < 120);
});

test("whatever is sent, the checks end with arguments or with an error that says what to do", async () => {
  const names = [...new Set(OPERATIONS.flatMap((o) => o.parameters.map((p) => p.name)))];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATIONS),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.anything(), { maxKeys: 5 }),
      async (operation, raw) => {
        try {
          await checkArguments(operation, raw, "mcp");
        } catch (error) {
          assert.ok(isPithError(error), String(error));
          assert.notEqual(error.code, "INTERNAL");
          assert.notEqual(error.next, "");
        }
      },
    ),
    { numRuns: 200 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("a language is named by its id, an extension of its own, or its name", async () => {
  const { languageOf, languages } = await import("../../src/lang/registry.ts");
  const named = async (value: string) => (await check("search", { query: "q", language: value }))["language"];
  for (const [value, id] of [
    ["rs", "rust"],
    [".py", "python"],
    ["TS", "typescript"],
    ["js", "javascript"],
    ["md", "markdown"],
    ["sh", "bash"],
    ["yml", "yaml"],
    ["C++", "cpp"],
  ] as const) {
    assert.deepEqual(await named(value), [id], value);
  }
  for (const { id, name, extensions } of languages) {
    assert.deepEqual(await named(id), [id]);
    assert.deepEqual(await named(name.toUpperCase()), [id], name);
    for (const extension of extensions) {
      const spoken = languages.some((l) => l.id === extension.slice(1))
        ? extension.slice(1)
        : languageOf(`x${extension}`, "", {}).id;
      assert.deepEqual(await named(extension), [spoken], extension);
    }
  }
  assert.match((await fault("search", { query: "q", language: "pyton" })).next, /python/);
});
