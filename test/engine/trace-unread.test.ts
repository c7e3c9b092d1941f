// A trace says what it could not look at, in text as in JSON, and never names what was asked for as the nearest name.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import { Opened } from "./opened.ts";

test("a file that the parser stumbled over, or did not read, is named", async () => {
  await using opened = new Opened({
    "broken.ts":
      "export function brk( { if (\nexport function fine(){}\nexport function callsFine(){ fine(); }\n",
    "big.min.js": `${Array.from({ length: 3_000 }, (_, i) => `function m${i}(){mini()}`).join("")}function mini(){}\n`,
  });
  for (const [symbol, file] of [
    ["fine", "broken.ts"],
    ["mini", "big.min.js"],
  ] as const) {
    const { output } = await opened.ask("trace", { symbol });
    const answer = (await opened.ask("trace", { symbol, format: "json" })).answer as TraceAnswer;
    if (answer.declarations.length > 0) continue;
    assert.match(output, new RegExp(`not looked at: ${file.replaceAll(".", "\\.")} \\(`), output);
    assert.ok(answer.notLooked.some(({ what }) => what === file));
    assert.ok(!answer.nearest.includes(symbol) && !output.includes(`nearest: ${symbol}`));
  }
});

test("names in any script, and names that the language uses itself", async () => {
  await using opened = new Opened({
    "a.ts": "export function lat() {}\nexport class prototype { run() {} }\n",
    "b.ts": 'import { lat as 函数 } from "./a";\nexport function q() { 函数(); }\n',
    "c.ts": 'export { lat as 関数 } from "./a";\n',
    "d.ts": 'import { 関数 } from "./c";\nexport function w() { 関数(); }\n',
    "e.ts": "export function 名前() {}\n名前();\n",
    "f.ts": "export function größe() {}\ngröße();\n",
    "g.ts": "export function ฟังก์ชัน() {}\nฟังก์ชัน();\n",
  });
  const proven = async (symbol: string) =>
    ((await opened.ask("trace", { symbol, format: "json" })).answer as TraceAnswer).totals.proven;
  assert.equal(await proven("lat"), 2);
  for (const name of ["名前", "größe", "ฟังก์ชัน"]) assert.equal(await proven(name), 1, name);
  const { answer } = await opened.ask("trace", { symbol: "prototype", format: "json" });
  assert.equal((answer as TraceAnswer).declarations.length, 1);
});

test("keys of data have no callers to ask for, and no relations", async () => {
  await using opened = new Opened({
    "a.yml": "db:\n  password: x\n  user: bob\n",
    "b.json": '{"a": {"port": 1}}\n',
    "c.toml": "[server]\nport = 1\n",
    "d.css": ".port { color: red }\n",
    "e.sql": "create table port (id int);\n",
    "f.md": "# Port\n\nport\n",
  });
  for (const name of ["db", "user", "port", "server"]) {
    await opened.ask("trace", { symbol: name });
    await opened.ask("symbol", { symbol: name });
    await opened.ask("context", { query: name, relations: true });
    await opened.ask("search", { query: name, relations: true });
  }
});

test("one of several declarations is asked for by its place, which the advice names", async () => {
  await using opened = new Opened({
    "a b.ts": "export function twin() {}\nexport class Box {\n  twin() {}\n}\ntwin();\n",
  });
  for (const [op, args] of [
    ["trace", {}],
    ["impact", {}],
    ["rename", { to: "other" }],
  ] as const) {
    const { answer } = await opened.ask(op, { symbol: "twin", ...args, format: "json" } as never);
    const place = /place, as (.+)\.$/.exec((answer as TraceAnswer).advice!.text)![1]!;
    const one = await opened.ask(op, { symbol: place, ...args, format: "json" } as never);
    assert.equal((one.answer as TraceAnswer).declarations.length, 1, `${op} ${place}`);
  }
});
