// Where is a local name of Kotlin seen, and what hides it? What ends before a use, or begins behind it, is not meant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

/** Lines end with the type whose member they use: `// A`. */
async function assertUses(code: string, what: string): Promise<void> {
  const text = `class A { fun f() {} }\nclass B { fun f() {} }\nclass D { val x = B() }\n${code}\n`;
  await using asked = await ask({ "a.kt": text });
  const lines = text.split("\n");
  for (const type of ["A", "B"]) {
    const { proven, possible } = await asked.interval(`${type}.f`);
    const meant = lines.flatMap((line, i) => (line.endsWith(`// ${type}`) ? [i + 1] : []));
    for (const { line } of proven) assert.ok(meant.includes(line), `${what}: ${type}, ${lines[line - 1]}`);
    const found = new Set([...proven, ...possible].map((p) => p.line));
    for (const line of meant) assert.ok(found.has(line), `${what}: no ${type}, ${lines[line - 1]}`);
  }
}

/** Each declares another `x` that is a `B`, for itself alone. */
const INNER: Readonly<Record<string, string>> = {
  when: "when (val x = B()) {\nelse -> x.f() // B\n}",
  "a function without a name": "val g = fun(x: B) {\nx.f() // B\n}",
  "a function without a name, two parameters": "val g = fun(i: Int, x: B) {\nx.f() // B\n}",
  "a local function": "fun g(x: B) {\nx.f() // B\n}",
  "a class's parameter": "class L(val x: B) {\nfun m() {\nx.f() // B\n}\n}",
  "a class's property": "class L {\nval x = B()\nfun m() {\nx.f() // B\n}\n}",
  "an object": "val o = object {\nval x = B()\nfun m() {\nx.f() // B\n}\n}",
  if: "if (true) {\nval x = B()\nx.f() // B\n}",
  "if and else": "if (true) {\nval x = B()\nx.f() // B\n} else {\nx.f() // A\n}",
  try: "try {\nval x = B()\nx.f() // B\n} finally {\nx.f() // A\n}",
  catch: "try {\nx.f() // A\n} catch (x: Exception) {\n}",
  "a lambda": "run {\nval x = B()\nx.f() // B\n}",
  "a lambda's parameter": "listOf(B()).forEach { x ->\nx.f() // B\n}",
  "a loop": "for (x in listOf(B())) {\nx.f() // B\n}",
};

for (const [name, inner] of Object.entries(INNER))
  test(`${name}: another of the name inside of it is not meant before or behind it`, async () => {
    const body = `x.f() // A\n${inner}\nx.f() // A\nrun {\nx.f() // A\n}`;
    await assertUses(`fun t() {\nval x = A()\n${body}\n}`, "local");
    await assertUses(`fun t(x: A) {\n${body}\n}`, "parameter");
    await assertUses(`class C(val x: A) {\nfun t() {\n${body}\n}\n}`, "property");
  });

test("a local function is seen behind its declaration, and receivers inside of its block go before it", async () => {
  const text = [
    "class Base { fun save() {} }",
    "fun save() {}",
    "fun top(b: Base) {",
    "  save()",
    "  b.apply { save() }",
    "  b.let { save() }",
    "  fun save() {}",
    "  save()",
    "  b.apply { save() }",
    "  b.let { save() }",
    "  with(b) { save() }",
    "}",
  ].join("\n");
  await using asked = await ask({ "a.kt": text });
  const { declarations } = await asked.graph.declarationsOf("save");
  const found: Record<number, number[]> = {};
  for (const declaration of declarations)
    found[declaration.line] = (await asked.graph.callers(declaration)).proven.map((p) => p.line);
  assert.deepEqual(found, { 1: [5, 9, 11], 2: [4, 6], 7: [8, 10] });
});

test(
  "thousands of functions that extend one type are told apart in proportion",
  { timeout: 300_000 },
  async () => {
    const many = 800;
    const functions = Array.from({ length: many }, (_, i) => `fun K.f(a: Int = ${i}) {}`);
    const text = `class K\n${functions.join("\n")}\nfun x(k: K) {\n${"k.f()\n".repeat(200)}}\n`;
    await using asked = await ask({ "a.kt": text });
    const { declarations } = await asked.graph.declarationsOf("f");
    const { totals } = await asked.graph.callers(declarations[0]!);
    assert.deepEqual(totals, { proven: 0, possible: 200 });
  },
);
