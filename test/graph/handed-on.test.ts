// A method that is handed on as a value may be called by whoever gets it: in no language is it left out of the callers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CASES: readonly { file: string; lines: readonly string[]; more?: Readonly<Record<string, string>> }[] =
  [
    {
      file: "A.java",
      lines: [
        "class Base { int save; void save(int x) {} }",
        "class Use { int f(Base b) {",
        "  BiConsumer<Base, Integer> c = Base::save;",
        "  IntConsumer d = b::save;",
        "  return b.save; } }",
      ],
    },
    {
      file: "src/lib.rs",
      lines: [
        "pub struct Base { pub save: i32 }",
        "impl Base { pub fn save(&self, x: i32) {} }",
        "pub fn f() { let f = Base::save; }",
        "pub fn g(v: Vec<Base>) { v.iter().for_each(Base::save); }",
        "pub fn h(b: Base) -> i32 { b.save }",
      ],
      more: { "Cargo.toml": '[package]\nname = "b"\nversion = "0.1.0"\nedition = "2021"\n' },
    },
    {
      file: "k.kt",
      lines: [
        "class Base { fun save(x: Int) {} }",
        "fun f(b: Base) {",
        "val a = Base::save",
        "val c = b::save",
        "}",
      ],
    },
    {
      file: "c.cs",
      lines: [
        "class Base { void save(int x) {}",
        "  void G() {",
        "    Action<int> a = save; } }",
        "class Use { void F(Base b) { Action<int> a = b.save; } }",
      ],
    },
    {
      file: "g.go",
      lines: [
        "package g; type Base struct{}",
        "func (b *Base) save(x int) {}",
        "func f() { a := (*Base).save; _ = a }",
        "func h(b *Base) { c := b.save; _ = c }",
      ],
      more: { "go.mod": "module g\n" },
    },
    {
      file: "p.py",
      lines: ["class Base:", "    def save(self, x): pass", "a = Base.save", "def f(b: Base): g(b.save)"],
    },
    {
      file: "t.ts",
      lines: [
        "export class Base {",
        "  save(x: number) {}",
        "  g() { return [1].map(this.save); } }",
        "export const f = (b: Base) => b.save;",
      ],
    },
  ];

for (const { file, lines, more } of CASES) {
  test(`a method handed on: ${file}`, async () => {
    await using asked = await ask({ [file]: lines.join("\n"), ...more });
    const { declarations } = await asked.graph.declarationsOf("save");
    const method = declarations.find((d) => d.kind === "method")!;
    const { proven, possible } = await asked.graph.callers(method);
    assert.deepEqual(proven, []);
    assert.deepEqual(
      possible.map((p) => p.line),
      [3, 4],
    );
  });
}
