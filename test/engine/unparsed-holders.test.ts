// A file that was not parsed, or whose language has no rules, is in no answer silently: what it holds is possible, or it is
// named as not looked at, in every question to the graph.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import type { RenameAnswer } from "../../src/pack/rename-answer.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { Opened } from "./opened.ts";

/** Longer than a file may be to be parsed. */
const PADDING = "// a long line of nothing\n".repeat(50_000);
const FILES = {
  "l.ts": "export function lost(): void {}\nexport class Base { go(): void {} }\n",
  "u.ts":
    'import { lost, Base } from "./l";\nlost();\nexport class Small extends Base { go() {} }\nnew Base().go();\n',
  "big.ts": `import { lost, Base } from "./l";\nlost();\nexport class Big extends Base { go() {} }\nnew Base().go();\n${PADDING}`,
};

interface Named {
  possible: readonly { path: string }[];
  notLooked: TraceAnswer["notLooked"];
}

function isNamed({ possible, notLooked }: Named, path: string): boolean {
  return possible.some((p) => p.path === path) || notLooked.some(({ what }) => what.includes(path));
}

async function ask<Answer>(
  opened: Opened,
  operation: "trace" | "impact" | "rename",
  args: object,
): Promise<Answer> {
  const { answer } = await opened.ask(operation, { format: "json", budget: 50_000, ...args } as never);
  return answer as Answer;
}

test("a file that is too large to parse", async () => {
  await using opened = new Opened(FILES);
  for (const [symbol, direction] of [
    ["lost", "callers"],
    ["Base", "callers"],
    ["Base.go", "callers"],
    ["Base", "implementors"],
    ["Base.go", "implementors"],
    ["l.ts", "dependents"],
    ["lost", "dependents"],
    ["big.ts", "dependencies"],
  ]) {
    for (const depth of [1, 2]) {
      const answer = await ask<TraceAnswer>(opened, "trace", { symbol, direction, depth });
      assert.ok(isNamed(answer, "big.ts"), `${symbol} ${direction} ${depth}`);
      // Nothing of it is taken for sure.
      assert.ok(answer.proven.every((p) => p.path !== "big.ts"));
    }
  }
  const { output } = await opened.ask("trace", { symbol: "l.ts", direction: "dependents" });
  assert.match(output, /^possible, unparsed-file: 1\nbig\.ts:1: import \{ lost, Base \} from "\.\/l";$/m);
  for (const symbol of ["lost", "Base", "Base.go"]) {
    assert.ok(isNamed(await ask<ImpactAnswer>(opened, "impact", { symbol }), "big.ts"), symbol);
    const renamed = await ask<RenameAnswer>(opened, "rename", { symbol, to: "better" });
    assert.ok(isNamed(renamed, "big.ts"), symbol);
  }
});

/** Patches that take a declaration away, with what stands in the file behind them. */
const TAKEN_AWAY = [
  {
    name: "lost",
    after: "export class Base { go(): void {} }\n",
    patch:
      "--- a/l.ts\n+++ b/l.ts\n@@ -1,2 +1,1 @@\n-export function lost(): void {}\n export class Base { go(): void {} }\n",
  },
  {
    name: "Base.go",
    after: "export function lost(): void {}\nexport class Base { }\n",
    patch:
      "--- a/l.ts\n+++ b/l.ts\n@@ -1,2 +1,2 @@\n export function lost(): void {}\n-export class Base { go(): void {} }\n+export class Base { }\n",
  },
];

for (const { name, after, patch } of TAKEN_AWAY) {
  for (const isApplied of [false, true]) {
    const state = isApplied ? "was applied" : "is to be applied";
    test(`what a patch takes away that ${state} may be used in what is not parsed: ${name}`, async () => {
      const files = { ...FILES, "notes.py": "lost()\ngo()\n" };
      await using opened = new Opened(isApplied ? { ...files, "l.ts": after } : files);
      const answer = await ask<ImpactAnswer>(opened, "impact", { patch });
      assert.ok(answer.declarations.some((d) => d.name === name && d.change === "removed"));
      assert.ok(answer.possible.some((p) => p.path === "big.ts" && p.why === "unparsed-file"));
      assert.ok(answer.notLooked.some(({ what }) => what.includes("python")));
      const own = answer.possible.filter((p) => p.path !== "big.ts").length;
      if (isApplied && name === "lost") assert.equal(own, 2);
    });
  }
}

/** A file, and one that imports it in its language's way; `sure` where the import is resolved. */
const ACROSS: readonly { target: string; importer: string; text: string; sure: boolean }[] = [
  { target: "src/data.json", importer: "src/db.ts", text: 'import data from "./data.json";\n', sure: true },
  {
    target: "src/data.json",
    importer: "src/db.js",
    text: 'const data = require("./data.json");\n',
    sure: true,
  },
  {
    target: "src/data.json",
    importer: "src/db.ts",
    text: 'import data from "./data.json" with { type: "json" };\n',
    sure: true,
  },
  { target: "src/look.css", importer: "src/page.tsx", text: 'import "./look.css";\n', sure: true },
  { target: "src/view.vue", importer: "src/page.ts", text: 'import View from "./view.vue";\n', sure: true },
  { target: "src/table.inc", importer: "src/a.c", text: '#include "table.inc"\n', sure: true },
  { target: "src/base.scss", importer: "src/main.scss", text: '@import "./base";\n', sure: false },
  { target: "lib/store.rb", importer: "lib/app.rb", text: 'require_relative "./store"\n', sure: true },
  {
    target: "lib/store.lua",
    importer: "lib/app.lua",
    text: 'local store = require("lib.store")\n',
    sure: false,
  },
  { target: "lib/store.sh", importer: "lib/app.sh", text: "source ./store.sh\n", sure: false },
  { target: "api/kinds.proto", importer: "api/main.proto", text: 'import "api/kinds.proto";\n', sure: false },
  {
    target: "src/app.js",
    importer: "index.html",
    text: '<script src="./src/app.js"></script>\n',
    sure: false,
  },
];

for (const { target, importer, text, sure } of ACROSS) {
  test(`who imports a file, in whatever language: ${target} by ${importer}: ${text.trim()}`, async () => {
    await using opened = new Opened({ [target]: "{}\n", [importer]: text, "src/other.ts": "export {};\n" });
    const answer = await ask<TraceAnswer>(opened, "trace", { symbol: target, direction: "dependents" });
    const paths = (sites: readonly { path: string }[]) => sites.map((site) => site.path);
    assert.deepEqual(paths(sure ? answer.proven : answer.possible), [importer]);
    assert.deepEqual(paths(sure ? answer.possible : answer.proven), []);
    if (!sure) return;
    // The other way round it is said as well.
    const back = await ask<TraceAnswer>(opened, "trace", { symbol: importer, direction: "dependencies" });
    assert.deepEqual(
      back.proven.map((p) => p.targets),
      [[target]],
    );
  });
}

test("an import by name alone that leads elsewhere, or outside, is no dependent", async () => {
  await using opened = new Opened({
    "src/data.json": "{}\n",
    "src/json.ts": "export {};\n",
    "a/use.ts": 'import "./data";\nimport json from "json";\nimport "../b/data.json";\n',
    "b/data.json": "{}\n",
    // What a file declares is no name of the file.
    "b/kinds.ts": "export class data {}\nexport function json() {}\n",
    "c/use.rb": 'require "json"\n',
    "d/use.py": "import json\nimport data\n",
  });
  const dependents = async (symbol: string) => {
    const answer = await ask<TraceAnswer>(opened, "trace", { symbol, direction: "dependents" });
    return [...answer.proven, ...answer.possible].map((p) => `${p.path}:${p.line}`);
  };
  assert.deepEqual(await dependents("src/data.json"), []);
  assert.deepEqual(await dependents("src/json.ts"), []);
  assert.deepEqual(await dependents("b/data.json"), ["a/use.ts:3"]);
  assert.deepEqual(await dependents("b/kinds.ts"), []);
});
