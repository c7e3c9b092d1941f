// P1: no answer costs more than its budget, counted on the finished output by another implementation of the encodings.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import type { OperationArguments, OperationName } from "../../src/engine/arguments.ts";
import type { Outcome } from "../../src/engine/operation.ts";
import { UNITS, type Unit } from "../../src/tokens/units.ts";
import { name, question, tree } from "../engine/made-trees.ts";
import { Opened } from "../engine/opened.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

/** Special tokens are ordinary text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

function cost(unit: Unit, text: string): number {
  if (unit === "bytes") return Buffer.byteLength(text);
  if (unit === "cl100k_base") return cl100k(text, PLAIN).length;
  const tokens = o200k(text, PLAIN).length;
  if (unit === "o200k_base") return tokens;
  return Math.min(Math.ceil(1.5 * tokens), Buffer.byteLength(text.normalize("NFKC")));
}

/** The other implementation takes JavaScript's idea of white space; ours is the reference's. It may be off by a few. */
const DIFFERS = /[\u0085\ufeffſ]/;

function assertWithin(outcome: Outcome, { unit, budget, format }: Budgeted): void {
  const { output } = outcome;
  if (!DIFFERS.test(output) || unit === "bytes") {
    const counted = cost(unit, output);
    assert.ok(counted <= budget, `${counted} of ${budget} ${unit}: ${output.slice(0, 300)}`);
    const stated = /"cost":\{"tokens":(\d+)/.exec(output) ?? /^cost (\d+) of /m.exec(output);
    if (format === "json" && stated !== null) {
      assert.ok(
        Number(stated[1]) >= counted && Number(stated[1]) <= budget,
        `states ${stated[1]}, costs ${counted}`,
      );
    }
  }
  if (format === "json") JSON.parse(output);
  assert.doesNotMatch(output, /\n$/);
}

/** A scope without files and a range past the end are faults of the question. */
async function answered(work: Promise<Outcome>): Promise<Outcome | null> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "SCOPE_EMPTY" || code === "RANGE_INVALID") return null;
    throw error;
  }
}

interface Budgeted {
  budget: number;
  unit: Unit;
  format: "text" | "json" | "terminal";
}

const budgeted: fc.Arbitrary<Budgeted> = fc.record({
  budget: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 64, max: 300 }) },
    { weight: 3, arbitrary: fc.integer({ min: 64, max: 3000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 64, max: 20_000 }) },
  ),
  unit: fc.constantFrom(...UNITS),
  format: fc.constantFrom("text", "json", "terminal"),
});

const contextCase = fc.record({
  budget: budgeted,
  query: question,
  explain: fc.boolean(),
  scope: fc.constantFrom<string[] | undefined>(undefined, undefined, undefined, ["**"], ["!docs"]),
});

/** Questions asked of one tree: making a tree costs more than a question. 16 trees: a thousand cases of `context`. */
const PER_TREE = 64;

test("context", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.array(contextCase, { minLength: PER_TREE, maxLength: PER_TREE }),
      async (files, cases) => {
        await using opened = new Opened(files);
        for (const { budget, query, explain, scope } of cases) {
          const args = { query, explain, scope, ...budget };
          const outcome = await answered(opened.ask("context", args));
          if (outcome !== null) assertWithin(outcome, budget);
        }
      },
    ),
    { numRuns: 16 * soak },
  );
});

const FORMS = {
  answer: fc.constantFrom(
    undefined,
    "auto" as const,
    "slice" as const,
    "exact" as const,
    "aggregate" as const,
  ),
  map: fc.constantFrom(undefined, 0, 20, 200, 5000),
  trace: fc.option(name, { nil: undefined }),
  outline: fc.constantFrom(undefined, true, false),
  prefix: fc.constantFrom(undefined, 0, 30, 4000),
  tail: fc.constantFrom(undefined, 50),
};
const formCase = fc.record({
  budget: budgeted,
  query: fc.oneof(
    question,
    fc.constantFrom(
      "how many functions are there",
      "list all classes by file",
      "which functions have no doc comment",
      "count the lines by language",
      '"return "',
      "grep e",
      "who calls RetryQueue.run",
    ),
    name.map((n) => `who calls ${n}`),
  ),
  ...FORMS,
});

test("context in every form", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.array(formCase, { minLength: PER_TREE, maxLength: PER_TREE }),
      async (files, cases) => {
        await using opened = new Opened(files);
        for (const { budget, ...asked } of cases) {
          const outcome = await answered(opened.ask("context", { ...asked, ...budget }));
          if (outcome !== null) assertWithin(outcome, budget);
        }
      },
    ),
    { numRuns: 4 * soak },
  );
});

type Asked = { [Name in OperationName]: [Name, Omit<OperationArguments[Name], "root">] }[OperationName];

const otherCase: fc.Arbitrary<(paths: string[]) => Asked> = fc.oneof(
  fc
    .record({
      query: question,
      limit: fc.integer({ min: 1, max: 200 }),
      perFile: fc.integer({ min: 1, max: 5 }),
      explain: fc.boolean(),
      kind: fc.constantFrom<string[] | undefined>(undefined, undefined, ["function"], ["class", "section"]),
    })
    .map((args) => (): Asked => ["search", args]),
  fc
    .record({
      query: fc.oneof(name, fc.constantFrom("q", "e", "token{", " ", "漢", "```")),
      mode: fc.constantFrom("exact" as const, "regex" as const),
      limit: fc.integer({ min: 1, max: 200 }),
      perFile: fc.integer({ min: 1, max: 200 }),
      ignoreCase: fc.boolean(),
    })
    .map(({ query, ...args }) => (): Asked => [
      "search",
      { query: args.mode === "regex" ? query.replaceAll(/[`{]/g, ".") : query, ...args },
    ]),
  fc
    .oneof(
      name,
      fc.constantFrom("run", "parseHeade", "RetryQueue.run", "::", "🙂"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 400 }).filter((s) => s.trim() !== ""),
    )
    .map((symbol) => (): Asked => ["symbol", { symbol }]),
  fc
    .tuple(fc.nat(), fc.constantFrom(undefined, undefined, true, false))
    .map(([n, exported]) => (paths: string[]): Asked => {
      const path = [undefined, ...paths][n % (paths.length + 1)];
      return ["outline", { path, exported }];
    }),
  fc
    .array(fc.tuple(fc.nat(), fc.nat({ max: 300 }), fc.nat({ max: 300 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    })
    .map((places) => (paths: string[]): Asked => [
      "read",
      {
        places: places.map(([n, from, length, whole]) => {
          const path = paths[n % paths.length]!;
          return whole ? path : `${path}:${from + 1}-${from + 1 + length}`;
        }),
      },
    ]),
);

test("search, symbol, outline and read", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.array(fc.tuple(otherCase, budgeted), { minLength: PER_TREE, maxLength: PER_TREE }),
      async (files, cases) => {
        await using opened = new Opened(files);
        for (const [makeCase, budget] of cases) {
          const [operation, args] = makeCase(Object.keys(files));
          const outcome = await answered(opened.ask(operation, { ...args, ...budget } as never));
          if (outcome !== null) assertWithin(outcome, budget);
        }
      },
    ),
    { numRuns: 8 * soak },
  );
});

test("a budget under 64 is refused, 64 is answered", async () => {
  await using opened = new Opened({ "a.ts": "export const one = 1;\n".repeat(50) });
  for (const unit of UNITS) {
    for (const format of ["text", "json"] as const) {
      for (const [operation, args] of [
        ["context", { query: "one" }],
        ["search", { query: "one" }],
        ["symbol", { symbol: "one" }],
        ["outline", { path: "a.ts" }],
        ["read", { places: ["a.ts"] }],
      ] as Asked[]) {
        await assert.rejects(opened.ask(operation, { ...args, budget: 63, unit, format } as never), {
          code: "BUDGET_TOO_SMALL",
        });
        const given = { budget: 64, unit, format };
        assertWithin(await opened.ask(operation, { ...args, ...given } as never), given);
      }
    }
  }
});

test("an answer says what it needs, and with that it shows something", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.constantFrom(...UNITS),
      fc.constantFrom("text" as const, "json" as const),
      async (files, unit, format) => {
        await using opened = new Opened(files);
        const [path] = Object.keys(files);
        const tight = await opened.ask("read", { places: [path!], budget: 64, unit, format });
        const needed = /needs? (\d+)|: (\d+) \S+ are enough/.exec(tight.output);
        if (needed === null) return;
        const budget = Math.max(64, Number(needed[1] ?? needed[2]));
        const { answer } = await opened.ask("read", { places: [path!], budget, unit, format });
        assert.ok((answer as { spans: unknown[] }).spans.length > 0, `needs ${budget} ${unit}`);
      },
    ),
    {
      numRuns: 10 * soak,
      // A mark below the first line may not decide what the first line needs.
      examples: UNITS.flatMap((unit) =>
        (["text", "json"] as const).map((format): [Record<string, string>, Unit, "text" | "json"] => [
          { "a.ts": `${MARKED_BELOW}\n// <|endoftext|>\n` },
          unit,
          format,
        ]),
      ),
    },
  );
});

const MARKED_BELOW = `/** ${"q".repeat(330)} */\n${"const word = other.call(0); // parse\n".repeat(20)}`;
