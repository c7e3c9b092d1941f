// P6: the figures of the completeness line are true, nothing is called missing that is there, and a name that does not
// exist is never answered with another one.
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import type {
  Completeness,
  ContextAnswer,
  OutlineAnswer,
  SearchAnswer,
  SymbolAnswer,
} from "../../src/pack/answer.ts";
import { tree } from "../engine/made-trees.ts";
import { Opened } from "../engine/opened.ts";
import { LINKS } from "../conditions.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

/** What a file is, and what must be said of it. */
const KINDS = {
  text: { skip: null },
  binary: { skip: "binary" },
  large: { skip: "too-large" },
  ignored: { skip: "ignored" },
  excluded: { skip: "excluded" },
  hidden: { skip: "pithignored" },
  link: { skip: "symlink" },
} as const;
type Kind = keyof typeof KINDS;

const SETTINGS = {
  "pith.json": '{"exclude": ["*.excluded"], "ceilings": {"fileBytes": 4000}}',
  ".gitignore": "*.ignored\n",
  ".pithignore": "*.hidden\n",
};

function content(kind: Kind, at: number): string | Uint8Array {
  if (kind === "binary") return Uint8Array.of(0, at, 1, 2);
  if (kind === "large") return `needle large ${at}\n`.repeat(400);
  return `needle ${kind} ${at}\nexport const value${at} = ${at};\n`;
}

const EXTENSION: Record<Kind, string> = {
  text: "ts",
  binary: "bin",
  large: "ts",
  ignored: "ignored",
  excluded: "excluded",
  hidden: "hidden",
  link: "ts",
};

const files = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
    folder: fc.constantFrom("", "src/", "src/deep/", "lib/", "test/"),
  }),
  { minLength: 1, maxLength: 25 },
);

function countsOf(kinds: readonly Kind[]): Completeness["files"] {
  const skipped: Record<string, number> = {};
  for (const kind of kinds) {
    const { skip } = KINDS[kind];
    if (skip !== null) skipped[skip] = (skipped[skip] ?? 0) + 1;
  }
  const read = kinds.filter((k) => k === "text").length;
  // Files that are listed: what rules leave out is counted, but was not to be looked at.
  const listed = kinds.filter((k) => k === "text" || k === "binary" || k === "large").length;
  return { inScope: listed, read, skipped };
}

test("files in scope, files read, files left out: as a naive count has them", LINKS, async () => {
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.constantFrom(undefined, ["src"], ["lib", "test"], ["src/deep"]),
      async (made, scope) => {
        await using opened = new Opened(SETTINGS);
        const placed = made.map(({ kind, folder }, at) => ({
          kind,
          path: `${folder}f${at}.${EXTENSION[kind]}`,
        }));
        for (const [at, { kind, path }] of placed.entries()) {
          if (kind !== "link") opened.write(path, content(kind, at));
          else {
            opened.write(path, "");
            opened.remove(path);
            symlinkSync(opened.path("pith.json"), opened.path(path));
          }
        }
        const inScope = placed.filter(
          ({ path }) => scope === undefined || scope.some((s) => path.startsWith(`${s}/`)),
        );
        const expected = countsOf(inScope.map((p) => p.kind));
        // The settings are files too.
        if (scope === undefined) {
          expected.inScope += 3;
          expected.read += 3;
        }
        const matching = inScope.filter((p) => p.kind === "text").length;
        for (const [operation, args] of [
          ["context", { query: "needle" }],
          ["search", { query: "needle" }],
          ["search", { query: "needle", mode: "exact" }],
          ["search", { query: "n\\w+dle", mode: "regex" }],
          ["symbol", { symbol: "value0" }],
          ["outline", {}],
        ] as const) {
          let answer: SearchAnswer;
          try {
            const given = { ...args, scope, format: "json", budget: 30_000 };
            answer = (await opened.ask(operation, given as never)).answer as SearchAnswer;
          } catch (error) {
            assert.equal((error as { code: string }).code, "SCOPE_EMPTY");
            assert.equal(expected.inScope, 0);
            continue;
          }
          const { completeness } = answer;
          assert.deepEqual(completeness.files, expected, `${operation} ${JSON.stringify(args)}`);
          const unread = Object.entries(completeness.files.skipped)
            .filter(([reason]) => reason === "binary" || reason === "too-large")
            .reduce((sum, [, n]) => sum + n, 0);
          assert.equal(completeness.files.inScope, completeness.files.read + unread);
          assert.equal(completeness.partial, null);
          if (operation === "search") assert.equal(answer.total, matching);
        }
      },
    ),
    { numRuns: 10 * soak },
  );
});

test("completeness of one file, several files, a folder", async () => {
  await using opened = new Opened({
    "a.ts": "export const a = 1;\n",
    "src/b.ts": "b();\n",
    "src/c.bin": Uint8Array.of(0, 1),
    "d.py": "",
  });
  const filesOf = async (operation: "read" | "outline", args: object) =>
    ((await opened.ask(operation, { ...args, format: "json" } as never)).answer as OutlineAnswer).completeness
      .files;
  assert.deepEqual(await filesOf("read", { places: ["a.ts", "a.ts:1", "src/b.ts"] }), {
    inScope: 2,
    read: 2,
    skipped: {},
  });
  assert.deepEqual(await filesOf("outline", { path: "a.ts" }), { inScope: 1, read: 1, skipped: {} });
  assert.deepEqual(await filesOf("outline", { path: "src" }), {
    inScope: 2,
    read: 1,
    skipped: { binary: 1 },
  });
});

test("with a language only its files count", async () => {
  await using opened = new Opened({
    "a.ts": "needle\n",
    "b.py": "needle\n",
    "c.py": "needle\n",
    "d.bin": Uint8Array.of(0, 1),
    run: "#!/usr/bin/env python\nneedle\n",
  });
  for (const mode of ["ranked", "exact", "regex"] as const) {
    const { answer } = await opened.ask("search", {
      query: "needle",
      mode,
      language: ["python"],
      format: "json",
    });
    const { completeness, results } = answer as SearchAnswer;
    assert.equal(completeness.files.inScope, 3, mode);
    assert.equal(completeness.files.read, 3, mode);
    assert.match(completeness.scope, /python/);
    assert.deepEqual(results.map((r) => r.path).sort(), ["b.py", "c.py", "run"]);
  }
  const { answer } = await opened.ask("context", { query: "needle", language: ["python"], format: "json" });
  const { spans, completeness } = answer as ContextAnswer;
  assert.deepEqual([...new Set(spans.map((s) => s.path))].sort(), ["b.py", "c.py", "run"]);
  assert.equal(completeness.files.inScope, 3);
});

const KNOWN = ["parseHeader", "RetryQueue", "send_mail", "HttpAdapter", "kMaxBytes", "run"];
const identifier = fc.oneof(
  fc.constantFrom(
    ...KNOWN,
    "parseHeade",
    "parse_header",
    "ParseHeader",
    "retryQueue",
    "frobnicateWidget",
    "zzqxUnlikely",
    "Retry",
  ),
  fc.stringMatching(/^[a-z]{3,8}[A-Z][a-z]{2,8}$/),
);

test("a name is called unknown exactly where no file in scope holds it", async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(identifier, { minLength: 8, maxLength: 8 }), async (files, names) => {
      await using opened = new Opened(files);
      const texts = [...Object.keys(files), ...Object.values(files)];
      const fold = (text: string) => text.replaceAll(/[_$]/g, "").toLowerCase();
      for (const name of names) {
        const there = texts.some((t) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(t));
        const likely = texts.some((t) => fold(t).includes(fold(name)));
        for (const [operation, args] of [
          ["context", { query: `where is \`${name}\` used` }],
          ["search", { query: name }],
        ] as const) {
          const { answer } = await opened.ask(operation, { ...args, format: "json", budget: 20_000 });
          const { unresolved } = (answer as SearchAnswer).completeness;
          if (there) assert.ok(!unresolved.includes(name), `${name} is there`);
          // Under another spelling it may be meant; else its absence is said.
          if (!likely && /[a-z][A-Z]|_/.test(name))
            assert.ok(unresolved.includes(name), `${operation}: ${name} is not there`);
        }
      }
    }),
    { numRuns: 12 * soak },
  );
});

test("an unknown symbol gets near names, and never another declaration", async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(identifier, { minLength: 8, maxLength: 8 }), async (files, names) => {
      await using opened = new Opened(files);
      for (const symbol of names) {
        const { answer, found, output } = await opened.ask("symbol", { symbol, format: "json" });
        const { matches, nearest, completeness, advice } = answer as SymbolAnswer;
        JSON.parse(output);
        assert.ok(matches.every((m) => m.name === symbol));
        assert.equal(found, matches.length > 0);
        assert.ok(!nearest.includes(symbol));
        if (matches.length > 0) assert.deepEqual(nearest, []);
        else {
          assert.deepEqual(completeness.unresolved, [symbol]);
          assert.equal(advice?.code, "unknown-name");
        }
        const declared = Object.values(files).some((t) =>
          new RegExp(`(function|class|func) ${symbol}\\b`).test(t),
        );
        if (declared && symbol !== "run") assert.ok(matches.length > 0, `${symbol} is declared`);
      }
    }),
    { numRuns: 8 * soak },
  );
});

test("a name in a long line, in a comment, in the tail of a data file is never called unknown", async () => {
  await using opened = new Opened({
    "a.ts": `const x = "${"y ".repeat(30_000)} hiddenInLongLine";\n`,
    "b.json": JSON.stringify(
      Array.from({ length: 3000 }, (_, i) => ({ i, [`key${i}`]: i === 2999 ? "inTheTail" : "x" })),
    ),
    "c.md": "prose about plainword and ofProse\n",
    "d.min.js": `${"var a=1;".repeat(3000)}function inMinified(){}\n`,
  });
  for (const name of ["hiddenInLongLine", "inTheTail", "ofProse", "inMinified", "plainword"]) {
    for (const operation of ["context", "search"] as const) {
      const { answer } = await opened.ask(operation, { query: name, format: "json", budget: 3000 });
      assert.deepEqual((answer as SearchAnswer).completeness.unresolved, [], `${operation} ${name}`);
    }
  }
  const { answer } = await opened.ask("search", { query: "x", format: "json" });
  assert.ok((answer as SearchAnswer).completeness.caps.some((c) => c.includes("data file")));
});

test("what is filtered out is not called missing", async () => {
  await using opened = new Opened({
    "a.ts": "export function alpha() {\n  beta();\n}\nfunction beta() {}\n",
    "b.py": "def alpha():\n    pass\n",
  });
  const ask = async (args: object) =>
    (await opened.ask("symbol", { symbol: "alpha", format: "json", ...args })).answer as SymbolAnswer;
  assert.equal((await ask({})).total, 2);
  assert.equal((await ask({ language: ["python"] })).total, 1);
  for (const filter of [
    { kind: ["class"] },
    { exported: false, language: ["typescript"] },
    { language: ["rust"] },
  ]) {
    const answer = await ask(filter);
    assert.equal(answer.total, 0);
    assert.deepEqual(answer.completeness.unresolved, [], JSON.stringify(filter));
    assert.equal(answer.advice?.code, "filtered-out");
  }
  const search = (await opened.ask("search", { query: "beta", exported: true, format: "json" }))
    .answer as SearchAnswer;
  assert.ok(search.results.every((r) => r.name !== "beta"));
  const none = (await opened.ask("search", { query: "beta", kind: ["class"], format: "json" }))
    .answer as SearchAnswer;
  assert.equal(none.results.length, 0);
  assert.notEqual(none.advice?.code, "nothing-found");
});

test("what a budget or a limit leaves out is said", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 60; i++) files[`f${i}.ts`] = `export function needle${i}() {\n  return "needle";\n}\n`;
  await using opened = new Opened(files);
  const exact = (await opened.ask("search", { query: "needle", mode: "exact", limit: 5, format: "json" }))
    .answer as SearchAnswer;
  assert.equal(exact.total, 120);
  assert.ok(
    exact.completeness.caps.some((c) => c.includes("of 120 matching lines in 60 files")),
    String(exact.completeness.caps),
  );
  const tight = (await opened.ask("search", { query: "needle", limit: 50, budget: 300, format: "json" }))
    .answer as SearchAnswer;
  assert.ok(tight.results.length < 50);
  assert.ok(
    tight.completeness.caps.some((c) => c === `${50 - tight.results.length} more did not fit the budget`),
  );
  const context = (await opened.ask("context", { query: "needle", budget: 400, format: "json" }))
    .answer as ContextAnswer;
  assert.ok(context.completeness.caps.some((c) => /\d+ more places? did not fit the budget/.test(c)));
  const read = (
    await opened.ask("read", { places: ["f1.ts", "f2.ts", "f3.ts"], budget: 250, format: "json" })
  ).answer as ContextAnswer;
  assert.ok(
    read.completeness.caps.some((c) => c.includes("did not fit the budget")),
    JSON.stringify(read),
  );
});

test("a repository too large for the first answer: so many of so many, and the rest later", async () => {
  const files: Record<string, string> = { "pith.json": '{"ceilings": {"firstAnswerBytes": 3000}}' };
  for (let i = 0; i < 20; i++)
    files[`f${String(i).padStart(2, "0")}.ts`] = `export function needle${i}() {}\n`.repeat(10);
  await using opened = new Opened(files);
  const ask = async () =>
    (await opened.ask("context", { query: "needle19", format: "json" })).answer as ContextAnswer;
  const first = await ask();
  const { partial, files: counts } = first.completeness;
  assert.ok(partial !== null && partial.read < partial.of && partial.of === 21, JSON.stringify(partial));
  assert.equal(counts.inScope, 21);
  assert.equal(counts.read, partial.read);
  assert.equal(first.advice?.code, "still-indexing");
  // An exact search reads the disk: it is whole from the first moment.
  const exact = (await opened.ask("search", { query: "needle19", mode: "exact", format: "json" }))
    .answer as SearchAnswer;
  assert.equal(exact.total, 10);
  assert.equal(exact.completeness.partial, null);
  for (let i = 0; i < 10 && (await ask()).completeness.partial !== null; i++);
  const last = await ask();
  assert.equal(last.completeness.partial, null);
  assert.ok(last.spans.some((s) => s.path === "f19.ts"));
});
