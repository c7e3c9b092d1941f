// What a diff takes away without a declaration going: exports, what is passed on, a file's path; and the place of what is
// taken out of a hunk with lines around it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import { Opened } from "./opened.ts";

const BEFORE = [
  "import { a } from './a.js';",
  "export function one() { return 1; }",
  "export function two() { return 2; }",
  "export function three() { return 3; }",
  "export { a as again } from './a.js';",
  "function four() {}",
  "export { four as five };",
];
const USE = [
  "import { one, two, three, again, five } from './b.js';",
  "one();",
  "two();",
  "three();",
  "again();",
  "five();",
];

/** A unified diff of one file with all lines around. */
function patchOf(before: readonly string[], after: readonly string[], from = "b.js", to = from): string {
  const head = from === to ? "" : `rename from ${from}\nrename to ${to}\n`;
  if (before.join("\n") === after.join("\n"))
    return `diff --git a/${from} b/${to}\nsimilarity index 100%\n${head}`;
  const lines: string[] = [];
  let at = 0;
  for (const line of before) {
    if (after[at] === line) {
      lines.push(` ${line}`);
      at++;
      continue;
    }
    lines.push(`-${line}`);
    if (after.length === before.length) lines.push(`+${after[at++]}`);
  }
  const counts = `@@ -1,${before.length} +1,${after.length} @@`;
  return `diff --git a/${from} b/${to}\n${head}--- a/${from}\n+++ b/${to}\n${counts}\n${lines.join("\n")}\n`;
}

async function asked(files: Record<string, string>, patch: string): Promise<ImpactAnswer> {
  await using opened = new Opened(files);
  const outcome = await opened.ask("impact", { format: "json", patch } as never);
  return outcome.answer as ImpactAnswer;
}

const CHANGES: readonly (readonly [string, (line: string) => string | null, string, number])[] = [
  ["an export without its word", (l) => l.replace("export function two", "function two"), "two", 3],
  ["what is passed on", (l) => (l.includes("again") ? null : l), "again", 5],
  ["a name in a list", (l) => l.replace("four as five", "four as six"), "five", 6],
  ["a list", (l) => (l.includes("five") ? null : l), "five", 6],
];
for (const [what, change, name, line] of CHANGES)
  test(`others no longer find ${what}`, async () => {
    const after = BEFORE.map(change).filter((l) => l !== null);
    const files = {
      "a.js": "export function a() {}\n",
      "b.js": `${after.join("\n")}\n`,
      "use.js": USE.join("\n"),
    };
    const answer = await asked(files, patchOf(BEFORE, after));
    assert.ok(answer.declarations.some((d) => d.name === name && d.change === "removed"));
    const lines = answer.possible.filter((p) => p.path === "use.js").map((p) => p.line);
    assert.ok(lines.includes(line) && lines.includes(1), lines.join(", "));
  });

for (const [what, after] of [
  ["alone", BEFORE],
  ["with a change", [...BEFORE.slice(0, 2), "export function two() { return 5; }", ...BEFORE.slice(3)]],
] as const)
  test(`a file that moves, ${what}: who imports it by its old path`, async () => {
    const files = {
      "a.js": "export function a() {}\n",
      "c.js": `${after.join("\n")}\n`,
      "use.js": USE.join("\n"),
    };
    const answer = await asked(files, patchOf(BEFORE, after, "b.js", "c.js"));
    const lines = new Set(answer.possible.filter((p) => p.path === "use.js").map((p) => p.line));
    assert.deepEqual(
      [...lines].sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6],
    );
    // Not moved yet.
    const before = { ...files, "b.js": `${BEFORE.join("\n")}\n` } as Record<string, string>;
    delete before["c.js"];
    const later = await asked(before, patchOf(BEFORE, after, "b.js", "c.js"));
    assert.ok(later.notLooked.some((n) => n.what === "b.js" && n.why.includes("c.js")));
  });

test("what is taken out touches the lines beside it, and not those at the hunk's head", async () => {
  const before = [
    "function one() {",
    "  a();",
    "}",
    "",
    "function two() {",
    "  b();",
    "  c();",
    "  d();",
    "}",
  ];
  const after = before.filter((l) => l !== "  c();");
  const files = { "b.js": `${after.join("\n")}\n` };
  const answer = await asked(files, patchOf(before, after));
  assert.deepEqual(
    answer.declarations.map((d) => [d.name, d.change]),
    [["two", "body"]],
  );
});

test("an export that is gone is told in the words of its language", async () => {
  const before = ["mod shape;", "pub use shape::Shape as Form;", "pub fn draw() {}"];
  const after = before.toSpliced(1, 1);
  const files = { "src/lib.rs": `${after.join("\n")}\n`, "src/shape.rs": "pub struct Shape;\n" };
  const { declarations } = await asked(files, patchOf(before, after, "src/lib.rs"));
  const gone = declarations.find(({ name }) => name === "Form");
  assert.deepEqual([gone?.change, gone?.signature], ["removed", "pub use shape::Shape as Form"]);
});

const STARS: readonly (readonly [string, string, readonly number[], boolean])[] = [
  ["a module of this folder", 'export * from "./far.js";', [1, 2, 3], false],
  ["a module without its ending", 'export * from "./far";', [1, 2, 3], false],
  ["a module of another folder", 'export * from "./deep/other.js";', [1, 4], false],
  ["a module that passes on more", 'export * from "./more.js";', [1, 5], true],
  ["a module that is not there", 'export * from "./nowhere.js";', [], true],
  ["a package", 'export * from "package";', [], true],
];
for (const [what, star, used, said] of STARS)
  test(`a star that is gone: ${what}`, async () => {
    const before = [star, "export function kept() {}"];
    const after = before.slice(1);
    const files = {
      "far.js": "export function far() {}\nfunction own() {}\nexport { own as other, own };\n",
      "deep/other.js": "export const third = () => 1;\nexport function kept() {}\n",
      "more.js": 'export function fourth() {}\nexport * from "./far.js";\n',
      "b.js": `${after.join("\n")}\n`,
      "use.js":
        'import { far, other, third, fourth, kept } from "./b.js";\nfar();\nother();\nthird();\nfourth();\nkept();\n',
    };
    const answer = await asked(files, patchOf(before, after));
    const lines = answer.possible.filter((p) => p.path === "use.js").map((p) => p.line);
    assert.deepEqual(
      [...new Set(lines)].sort((a, b) => a - b),
      used,
    );
    assert.equal(
      answer.notLooked.some((n) => n.what.includes("passed on from") && n.why.includes("dependents")),
      said,
    );
  });
