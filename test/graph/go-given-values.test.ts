// What a variable of Go is given: of several names each its own value, of a value that goes on behind a literal its end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const TYPES = `package m
type A struct{}
type B struct{}
func (A) F() {}
func (B) F() {}
func (A) Mk() B { return B{} }
func (B) Mk() A { return A{} }
func two() (A, B) { return A{}, B{} }
func conv(a A) B { return B{} }
`;

/** Statements that give `a` and `b` values of their types: for each the type that it has. */
const GIVEN: Readonly<Record<string, string>> = {
  "var in one line": "var a, b = A{}, B{}",
  "var, pointers": "var a, b = &A{}, &B{}",
  "var in a block": "var (\n b, a = B{}, A{}\n)",
  "var of a call": "var a, b = two()",
  "short, of a call": "a, b := two()",
  "short, of literals": "b, a := B{}, A{}",
  "short, a comment between": "a, b := A{} /* one */, B{}",
  "what a literal's method gives": "a := B{}.Mk()\nb := A{}.Mk()",
  "the same over lines": "a := B{\n}.Mk()\nb := (&A{\n}).Mk()",
  "behind an element of a list": 'a := []B{{}}[0].Mk()\nb := map[string]A{}["x"].Mk()',
  "var with what a literal's method gives": "var a = B{}.Mk()\nvar b = A{}.Mk()",
  "a call that is given a literal": "a := B{}.Mk()\nb := conv(A{})",
  "a function that is called at once": "a := func() A { return A{} }()\nb := func() B { return B{} }()",
};

for (const [name, given] of Object.entries(GIVEN))
  test(`${name}: no use is proven for the other type, and none is left out`, async () => {
    for (const top of [false, true]) {
      if (top && given.includes(":=")) continue;
      const uses = "func f() {\na.F()\nb.F()\n}\n";
      const body = top ? `${given}\n${uses}` : uses.replace("{\n", `{\n${given}\n`);
      await using asked = await ask({ "go.mod": "module m\n", "a.go": TYPES + body });
      const lines = (TYPES + body).split("\n");
      for (const [type, use, other] of [
        ["A", "a.F()", "b.F()"],
        ["B", "b.F()", "a.F()"],
      ] as const) {
        const { proven, possible } = await asked.interval(`${type}.F`);
        const at = (text: string) => lines.indexOf(text) + 1;
        assert.ok(!proven.some((p) => p.line === at(other)), `${type}: ${other} at the top: ${top}`);
        assert.ok(
          [...proven, ...possible].some((p) => p.line === at(use)),
          `${type}: ${use}`,
        );
      }
    }
  });

test("what is made and nothing behind it, in a statement and in a head, is of its type", async () => {
  await using asked = await ask({
    "go.mod": "module m\n",
    "a.go": `${TYPES}func f() {\nif a, _ := two(); true { a.F() }\nb := A{\n}\nb.F()\nc := &A{}\nc.F()\n}\n`,
  });
  assert.equal((await asked.callers("A.F")).length, 3);
});

test("a method of an interface that a struct embeds is any type's that implements it", async () => {
  await using asked = await ask({
    "go.mod": "module m\n",
    "a.go": [
      "package m",
      "type R interface{ Read() }",
      "type T struct{}",
      "func (T) Read() {}",
      "type W struct{ R }",
      "type V struct{ *W }",
      "func g(w W, v V) {",
      "w.Read()",
      "v.Read()",
      "}",
    ].join("\n"),
  });
  assert.deepEqual((await asked.callers("R.Read")).length, 2);
  assert.deepEqual(await asked.possible("T.Read"), ["a.go:8 dispatch", "a.go:9 dispatch"]);
});
