// Imports go down the floors only: a folder may import lower floors and itself, never a neighbour, never upwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { posix } from "node:path";
import { readCheckout, sources } from "./checkout.ts";

/** The house, from the ground up. A new folder gets its floor here. */
const FLOORS: Record<string, number> = {
  base: 0,
  config: 1,
  git: 1,
  tokens: 1,
  redact: 1,
  files: 2,
  lang: 2,
  text: 2,
  checker: 3,
  parse: 3,
  vectors: 3,
  store: 4,
  graph: 5,
  rank: 5,
  pack: 6,
  ledger: 6,
  manifest: 7,
  memory: 7,
  eval: 7,
  engine: 8,
  projects: 9,
  surface: 10,
  console: 11,
};

interface Import {
  from: string;
  to: string;
  line: number;
}

/** At the start of a line: a comment or a text that shows an import has something before it. */
const STATIC = /^(?:import|export)\s(?:[^;"']*?\sfrom\s*)?["']([^"']+)["']/gm;
const DYNAMIC = /^(?!\s*(?:\/\/|\/?\*)).*?\bimport\(\s*"([^"]+)"/gm;

function importsOf(path: string): Import[] {
  const text = readCheckout(path);
  return [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map((m) => ({
    from: path,
    to: m[1]!.startsWith(".") ? posix.normalize(posix.join(posix.dirname(path), m[1]!)) : m[1]!,
    line: text.slice(0, m.index).split("\n").length,
  }));
}

function folderOf(path: string): string {
  return path.split("/").length > 2 ? path.split("/")[1]! : "";
}

const all = sources().flatMap(importsOf);
const own = all.filter(({ to }) => to.startsWith("src/"));

test("every folder of src has a floor", () => {
  const folders = new Set(
    sources()
      .map(folderOf)
      .filter((f) => f !== ""),
  );
  assert.deepEqual(
    [...folders].filter((f) => FLOORS[f] === undefined),
    [],
  );
});

/** src/index.ts is the roof: it may import anything, and nothing imports it. */
function breaches(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const here = folderOf(from);
      const there = folderOf(to);
      if (here === "") return false;
      return there === "" || (here !== there && FLOORS[there]! >= FLOORS[here]!);
    })
    .map(({ from, to, line }) => `${from}:${line} imports ${to}`);
}

test(`${own.length} imports go down`, () => {
  assert.ok(own.length > 100, "the imports were found");
  assert.deepEqual(breaches(own), []);
});

test("an import upwards, sideways or of the roof would be seen", () => {
  const imports = (from: string, to: string) => breaches([{ from, to, line: 1 }]).length;
  assert.equal(imports("src/text/exact.ts", "src/base/error.ts"), 0);
  assert.equal(imports("src/text/exact.ts", "src/text/scan.ts"), 0);
  assert.equal(imports("src/text/exact.ts", "src/rank/rank.ts"), 1);
  assert.equal(imports("src/text/exact.ts", "src/files/read.ts"), 1);
  assert.equal(imports("src/engine/read.ts", "src/index.ts"), 1);
  assert.equal(imports("src/index.ts", "src/surface/operations.ts"), 0);
});

test("every import of a file names a file that exists, with its ending", () => {
  const known = new Set(sources("src/**/*.{ts,json}"));
  assert.deepEqual(
    own.filter(({ to }) => !known.has(to)).map(({ from, to, line }) => `${from}:${line} imports ${to}`),
    [],
  );
});

test("packages are imported only where they belong", () => {
  const allowed: Record<string, RegExp> = {
    "@modelcontextprotocol/server": /^src\/surface\/mcp\//,
    zod: /^src\/surface\//,
    commander: /^src\/surface\/cli\//,
    "@secretlint/": /^src\/redact\//,
    "gpt-tokenizer": /^src\/tokens\//,
    "web-tree-sitter": /^src\/parse\//,
    // Types alone: the compiler itself is loaded from where it is found.
    "typescript-api": /^src\/checker\//,
    "enhanced-resolve": /^src\/graph\/ecmascript-/,
    "jsonc-parser": /^src\/(surface\/adopt|manifest)\//,
    "@cfworker/json-schema": /^src\/manifest\/check-schema\.ts$/,
    yaml: /^src\/manifest\/compile\/(front-matter|yaml-words)\.ts$/,
    "smol-toml": /^src\/surface\/adopt\//,
  };
  const wrong = all
    .filter(({ to }) => !to.startsWith("src/") && !to.startsWith("node:"))
    .filter(({ from, to }) => {
      const place = Object.entries(allowed).find(([name]) => to.startsWith(name))?.[1];
      return place === undefined || !place.test(from);
    })
    .map(({ from, to, line }) => `${from}:${line} imports ${to}`);
  assert.deepEqual(wrong, []);
});

test("the ground floor imports nothing but Node", () => {
  const wrong = all.filter(
    ({ from, to }) => from.startsWith("src/base/") && !/^(node:|src\/base\/)/.test(to),
  );
  assert.deepEqual(wrong, []);
});
