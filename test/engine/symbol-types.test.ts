// The types that a declaration's head names: where they are declared and what they hold, one step far.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SymbolAnswer } from "../../src/pack/answer.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/options.ts":
    "export interface Options {\n  retries: number;\n  wait?: Wait;\n}\n\nexport type Wait = number | Other;\n\nexport interface Other { a: string }\n",
  "src/names.ts": 'export { Options as Settings } from "./options.ts";\n',
  "src/run.ts":
    'import type { Settings } from "./names.ts";\nimport type { Far } from "far-away";\n\nexport function run(options: Settings, far: Far, lost: Nowhere): Promise<Inner> {\n  const hidden: Secret = 1;\n  return null!;\n}\n\ninterface Inner {}\ntype Secret = number;\n\nexport function again(options: Settings): void {}\n',
  "lib/run.go":
    "package lib\n\ntype Engine struct {\n\tName string\n}\n\nfunc (e *Engine) Start(c Config) error { return nil }\n",
  "lib/config.go": "package lib\n\ntype Config struct {\n\tPort int\n}\n",
};

async function ask(opened: Opened, symbol: string): Promise<{ answer: SymbolAnswer; output: string }> {
  const { output } = await opened.ask("symbol", { symbol });
  return { answer: (await opened.ask("symbol", { symbol, format: "json" })).answer as SymbolAnswer, output };
}

test("types of the head, through imports and re-exports; not those of the body or of packages outside", async () => {
  await using opened = new Opened(FILES);
  const { answer, output } = await ask(opened, "run");
  const match = answer.matches.find(({ path }) => path === "src/run.ts")!;
  assert.deepEqual(
    match.types.map(({ name, path, line, members, total }) => [name, path, line, members, total]),
    [
      ["Options", "src/options.ts", 1, ["retries: number", "wait?: Wait"], 2],
      ["Inner", "src/run.ts", 9, [], 0],
    ],
  );
  assert.ok(!match.unsettled.includes("Far") && !output.includes("Secret"));
  assert.match(
    output,
    /\n {2}type Options src\/options\.ts:1: export interface Options \{ retries: number; wait\?: Wait \}\n/,
  );
});

test("a package's types in Go, the receiver's too", async () => {
  await using opened = new Opened(FILES);
  const { answer } = await ask(opened, "Start");
  assert.deepEqual(
    answer.matches[0]!.types.map(({ name, path }) => `${name} ${path}`),
    ["Engine lib/run.go", "Config lib/config.go"],
  );
});

test("what a type holds is said once, and no budget is exceeded", async () => {
  const many: Record<string, string> = { "src/options.ts": FILES["src/options.ts"] };
  for (const name of ["a", "b", "c"])
    many[`src/${name}.ts`] =
      'import type { Options } from "./options.ts";\nexport function run(options: Options): void {}\n';
  await using opened = new Opened(many);
  const { output, answer } = await ask(opened, "run");
  assert.equal(output.split("retries: number").length, 2);
  assert.deepEqual(
    answer.matches.map(({ types }) => [types[0]!.members.length, types[0]!.total]),
    [
      [2, 2],
      [0, 2],
      [0, 2],
    ],
  );
  const counter = openCounterSync("o200k_base");
  for (let budget = 64; budget < 400; budget += 13) {
    const cut = await opened.ask("symbol", { symbol: "run", budget });
    assert.ok(counter.count(cut.output) <= budget);
  }
});

test("types that are left out are said: of one head, and of further declarations", async () => {
  const types = Array.from({ length: 11 }, (_, i) => `T${i}`);
  const files: Record<string, string> = {
    "src/types.ts": types.map((t) => `export interface ${t} { a: string }\n`).join(""),
    "src/many.ts": `import type { ${types.join(", ")} } from "./types.ts";\nexport function many(${types.map((t, i) => `p${i}: ${t}`).join(", ")}): void {}\n`,
  };
  for (let i = 0; i < 7; i++)
    files[`src/run${i}.ts`] = 'import type { T0 } from "./types.ts";\nexport function run(a: T0): void {}\n';
  await using opened = new Opened(files);
  assert.match(
    (await ask(opened, "many")).answer.completeness.caps.join(),
    /3 further types of heads not shown/,
  );
  const { caps } = (await ask(opened, "run")).answer.completeness;
  assert.match(caps.join(), /types of heads were looked up for 5 of 7 declarations/);
});
