// What an answer names can be asked for as it was printed: the label of a place is read back, whatever the file is called.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pathLabel, pathOfLabel, readLabel } from "../../src/pack/label.ts";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { fromWorkingFolder } from "../../src/surface/cli/working-folder.ts";
import { operationNamed } from "../../src/surface/operations.ts";
import { Opened } from "../engine/opened.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const ODD = [
  '"',
  '""',
  "'",
  "`",
  "\\",
  "\\n",
  "\n",
  "\r",
  "\t",
  "\u0001",
  "\u001b[31m",
  "\u007f",
  "\u0085",
  "\u009b",
  "\u00a0",
  "\u2028",
  "\u202e",
  "\u2066",
  " ",
  "-",
  "--",
  ":",
  ":12",
  ":1-2",
  "#3",
  "#L5",
  "12: ",
  "*",
  "[id]",
  "{a,b}",
  "!",
  "é",
  "漢",
  "😀",
  "a",
  "b.ts",
  "~",
  "@",
];

const fileName = fc
  .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: "grapheme-ascii", maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join("").replaceAll(/[/\0]/g, "_").slice(0, 80))
  // Not the folders that every folder has, nor the one that is made beside them, nor halves of characters, which no
  // file system keeps.
  .filter((name) => !/^\.{0,2}$|^\.git|^d$/i.test(name) && name.isWellFormed());

/** As the text form has places: at the start of a line, before a kind. */
const PLACE = /^("(?:[^"\\]|\\.)*"|[^\s"]+):\d+(?:-\d+)? \w/gmu;

test("a label is one safe line, and reads back as the path alone", () => {
  fc.assert(
    fc.property(fc.oneof(fileName, fc.string({ unit: "binary", maxLength: 12 })), (path) => {
      const label = pathLabel(path);
      assert.doesNotMatch(label, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      assert.ok(label.isWellFormed());
      assert.equal(pathOfLabel(label), path);
      for (const rest of [":3", ":3-4"]) {
        const read = readLabel(label + rest);
        if (read === null) assert.ok(!label.includes('"'));
        else assert.deepEqual(read, { path, rest });
      }
    }),
    { numRuns: 2000 * soak },
  );
});

test("what context and search print, read reads", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fileName, { minLength: 1, maxLength: 8 }), async (names) => {
      const files: Record<string, string> = { "a:1": "marker colon\n", a: "marker plain\nsecond\nthird\n" };
      for (const [i, name] of names.entries())
        files[`${i % 2 === 0 ? "" : "d/"}${name}`] = `marker of ${i}\nend\n`;
      await using opened = new Opened(files);
      const labels = new Set<string>();
      for (const [operation, args] of [
        ["context", { query: "marker", budget: 20_000 }],
        ["search", { query: "marker", limit: 200 }],
        ["search", { query: "marker", mode: "exact", limit: 200 }],
      ] as const) {
        const { output } = await opened.ask(operation, args as never);
        for (const [, label] of output.matchAll(PLACE)) labels.add(label!);
      }
      const { answer: all } = await opened.ask("search", {
        query: "marker",
        mode: "exact",
        limit: 200,
        format: "json",
      });
      const listed = (all as { results: { path: string }[] }).results.map((r) => r.path);
      // What is ignored, binary or minified by its name does not show up; nearly all do.
      for (const path of listed)
        assert.ok(labels.has(pathLabel(path)), `${JSON.stringify(path)} is not printed`);
      for (const label of labels) {
        const path = pathOfLabel(label);
        assert.ok(path in files, label);
        for (const [place, text] of [
          [label, files[path]!.trimEnd()],
          [`${label}:1`, files[path]!.split("\n")[0]!],
          [`${label}:1-2`, files[path]!.split("\n").slice(0, 2).join("\n").trimEnd()],
        ] as const) {
          const { answer } = await opened.ask("read", { places: [place], format: "json", budget: 20_000 });
          const [span] = (answer as ReadAnswer).spans;
          assert.deepEqual([span?.path, span?.text], [path, text], place);
        }
        const here = fromWorkingFolder(operationNamed("read")!, { places: [`${label}:1`] }, opened.root);
        assert.deepEqual(here["places"], [`${label}:1`]);
        const why = await opened.ask("why", { path: label, format: "json" });
        assert.equal((why.answer as { path: string }).path, path);
        const outline = await opened.ask("outline", { path: label, format: "json" });
        assert.equal((outline.answer as { path: string }).path, path);
      }
    }),
    { numRuns: 25 * soak },
  );
});

test("where a read is cut, the place to go on at is one that read takes", async () => {
  const path = 'd/odd "name": \u202e\n12:3';
  await using opened = new Opened({ [path]: Array.from({ length: 90 }, (_, i) => `line ${i}`).join("\n") });
  const { answer } = await opened.ask("read", { places: [pathLabel(path)], budget: 450, format: "json" });
  const { next } = answer as ReadAnswer;
  assert.ok(next !== null);
  const on = await opened.ask("read", { places: [next], budget: 450, format: "json" });
  assert.equal((on.answer as ReadAnswer).spans[0]!.path, path);
  const text = await opened.ask("read", { places: [path], budget: 300 });
  const said = /^next (.*)$/m.exec(text.output)![1]!;
  assert.ok((await opened.ask("read", { places: [said] })).output.includes("line 89"));
});

test("from a folder below the root, a label stands for the path that it names there", async () => {
  await using opened = new Opened({ "sub/a b.ts": "x\n", "a b.ts": "y\n", "sub/only here.ts": "z\n" });
  const read = operationNamed("read")!;
  const from = (place: string) =>
    fromWorkingFolder(read, { places: [place], root: opened.root }, opened.path("sub"))["places"];
  assert.deepEqual(from('"a b.ts":1'), ['"a b.ts":1']);
  assert.deepEqual(from('"only here.ts":1-2'), ['"sub/only here.ts":1-2']);
});

test("trace and scope take the label of a file", async () => {
  const path = 'src/odd "name" \u202e.ts';
  await using opened = new Opened({
    [path]: "export const marker = 1;\n",
    "b.ts": "export const marker = 2;\n",
  });
  const { answer } = await opened.ask("trace", {
    symbol: pathLabel(path),
    direction: "dependents",
    format: "json",
  });
  assert.deepEqual((answer as { nearest: string[]; declarations: unknown[] }).nearest, []);
  const scoped = await opened.ask("search", { query: "marker", scope: [pathLabel(path)], format: "json" });
  assert.deepEqual(
    (scoped.answer as { results: { path: string }[] }).results.map((r) => r.path),
    [path],
  );
});
