// A row of the map: each name once with its count, what an implementation implements, and how much is left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { implemented } from "../../src/engine/outline-map.ts";
import type { OutlineAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/column.ts": `${Array.from({ length: 9 }, (_, i) => `export function Column(a: T${i}): void;\n`).join("")}export function Column(a: any): void {}\nexport function Row() {}\n`,
  "src/many.ts": Array.from(
    { length: 12 },
    (_, i) => `export function name${i}() {}\nexport function name${i}() {}\n`,
  ).join(""),
  "src/entry.rs": `pub struct DirEntry { dent: u8 }

impl DirEntry {
    fn new() {}
}

impl std::fmt::Debug for DirEntry {
    fn fmt(&self) {}
}

impl<'a, T: Into<Vec<u8>>> From<T>
    for DirEntry
where
    T: Clone,
{
}

impl DirEntry {}
`,
  "README.md": "# Title\n\n## Part\n\ntext\n",
};

test("equal names stand once with their count, in text and in JSON", async () => {
  await using opened = new Opened(FILES);
  const { output } = await opened.ask("outline", {});
  const { files } = (await opened.ask("outline", { format: "json" })).answer as OutlineAnswer;
  const row = (path: string) => output.split("\n").find((line) => line.startsWith(path))!;
  assert.equal(row("src/column.ts"), "src/column.ts (11): function Column ×10, function Row");
  assert.equal(
    row("src/entry.rs"),
    "src/entry.rs (18): struct DirEntry, implementation DirEntry ×2, implementation std::fmt::Debug for DirEntry, implementation From<T> for DirEntry",
  );
  assert.match(row("src/many.ts"), /function name7 ×2, 8 more$/);
  for (const file of files) {
    const shown = file.declarations.reduce((sum, d) => sum + d.count, 0);
    assert.equal(new Set(file.declarations.map((d) => `${d.kind} ${d.name}`)).size, file.declarations.length);
    assert.ok(shown <= file.declared);
    for (const { kind, name, count } of file.declarations)
      assert.ok(row(file.path).includes(`${kind} ${name}${count > 1 ? ` ×${count}` : ""}`), file.path);
    const more = /, (\d+) more$/.exec(row(file.path));
    assert.equal(shown + Number(more?.[1] ?? 0), file.declared);
  }
});

test("the parser's rows read the same", async () => {
  await using opened = new Opened(FILES);
  const { output } = await opened.ask("outline", { exported: true });
  assert.match(output, /src\/column\.ts \(11\): function Column ×10, function Row/);
});

test("headings are neither exported nor not", async () => {
  await using opened = new Opened(FILES);
  const outline = await opened.ask("outline", { path: "README.md" });
  assert.match(outline.output, /^1-5 # Title$/m);
  assert.doesNotMatch(outline.output, /exported/);
  const { declarations } = (await opened.ask("outline", { path: "README.md", format: "json" }))
    .answer as OutlineAnswer;
  assert.deepEqual(
    declarations.map((d) => d.exported),
    [null, null],
  );
  assert.doesNotMatch((await opened.ask("symbol", { symbol: "Part" })).output, /exported/);
});

test("what is implemented, out of the head of any such declaration", () => {
  for (const [head, expected] of [
    ["impl Point {", "Point"],
    ["unsafe impl<T> Send for Cell<T> {}", "Send for Cell<T>"],
    ["impl<F: Fn(u8) -> Vec<u8>> Sink for F where F: Clone {", "Sink for F"],
    ["pub extension Array where Element: Hashable {", "Array"],
    ["extension Foo: Bar, Baz {", "Foo: Bar, Baz"],
    ["instance Show a => Show (Tree a) where", "Show a => Show (Tree a)"],
    ["defimpl String.Chars, for: User do", "String.Chars, for: User"],
    ["implement this", null],
    ["struct A", null],
    ["", null],
  ] as const) {
    assert.equal(implemented(head), expected, head);
  }
});
