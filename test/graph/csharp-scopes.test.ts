// Local names of C#: one that is bound in a pattern, a tuple, a query or a lambda is not what another part of the member
// declares under its name; values that more than a chain makes; what is called that a field holds; `params`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CLASSES = "class A { public void F() {} public A Me() => this; }\nclass B { public void F() {} }\n";

/** Lines end with the type whose member they use: `// A`. */
async function assertUses(code: string, what: string): Promise<void> {
  const text = `${CLASSES}${code}\n`;
  await using asked = await ask({ "a.cs": text });
  const lines = text.split("\n");
  for (const type of ["A", "B"]) {
    const { proven, possible } = await asked.interval(`${type}.F`);
    const meant = lines.flatMap((line, i) => (line.endsWith(`// ${type}`) ? [i + 1] : []));
    for (const { line } of proven) assert.ok(meant.includes(line), `${what}: ${type}, ${lines[line - 1]}`);
    const found = new Set([...proven, ...possible].map((p) => p.line));
    for (const line of meant) assert.ok(found.has(line), `${what}: no ${type}, ${lines[line - 1]}`);
  }
}

/** Each binds `q` to a `B`. */
const BOUND: Readonly<Record<string, string>> = {
  "a case": "switch (o) {\ncase B q:\nq.F(); // B\nbreak;\n}",
  "a case with a condition": "switch (o) {\ncase B q when true:\nq.F(); // B\nbreak;\n}",
  "a pattern before ?": "var x = o is B q ?\nDo(q.F) : // B\nnull;",
  "a pattern": "if (o is B q)\nq.F(); // B",
  "not a pattern": "if (o is not B q) return;\nq.F(); // B",
  "an empty pattern of members": "if (o is B { } q)\nq.F(); // B",
  "a pattern of members": "if (o is B { X: 1 } q && true)\nq.F(); // B",
  "a pattern of places": "if (o is B (1, 2) q)\nq.F(); // B",
  "an arm of a switch": "var x = o switch { B { } q =>\nDo(q.F), // B\n_ => null };",
  "a tuple": "var (z, q) = (1, new B());\nq.F(); // B",
  "the first of a tuple": "var (q, z) = (new B(), 1);\nq.F(); // B",
  "a tuple in a tuple": "var ((y, q), z) = o;\nq.F(); // B",
  "a tuple of a loop": "foreach (var (z, q) in o)\nq.F(); // B",
  "a tuple with types": "(int z, B q) = o;\nq.F(); // B",
  "a query": "var r = from q in bs\nwhere q.F() // B\nselect q;",
  "let in a query": "var r = from z in bs let q = z\nwhere q.F() // B\nselect q;",
  "into in a query": "var r = from z in bs select z into q\nwhere q.F() // B\nselect q;",
  "join in a query": "var r = from z in bs join q in bs on z equals q\nwhere q.F() // B\nselect q;",
  "a lambda": "System.Action<B> z = q =>\nq.F(); // B",
  "a lambda with types": "System.Action<B> z = (B q) =>\nq.F(); // B",
  "a lambda of two": "System.Action<B, int> z = (q, r) =>\nq.F(); // B",
  "a delegate": "System.Action<B> z = delegate (B q) {\nq.F(); // B\n};",
  "a local function": "void L(B q) {\nq.F(); // B\n}",
  out: "Out(out B q);\nq.F(); // B",
};

for (const [name, bound] of Object.entries(BOUND))
  test(`${name}: what stands beside it under its name is another`, () =>
    assertUses(
      `class U {\nvoid T(object o, B[] bs) {\n{ A q = null;\nq.F(); // A\n}\n{\n${bound}\n}\n}\n}`,
      name,
    ));

test("a value that more than a chain makes is not what its end says", () =>
  assertUses(
    [
      "class U {",
      "void T(A a, object b) {",
      "var q = a ?? b as B;",
      "q.F(); // A",
      "var r = true ? a : b as A;",
      "r.F(); // A",
      "var s = b as B;",
      "s.F(); // B",
      "}",
      "}",
    ].join("\n"),
    "as",
  ));

test("what is called that a field, a property or a variable holds, and dynamic, may give anything", () =>
  assertUses(
    [
      "delegate A Own();",
      "class U {",
      "System.Func<A> field; System.Func<A> Prop { get; } Own own;",
      "void T(System.Func<A> parameter, dynamic d) {",
      "field().F(); // A",
      "Prop().F(); // A",
      "own().F(); // A",
      "parameter().F(); // A",
      "this.field().F(); // A",
      "field().Me().F(); // A",
      "var v = field();",
      "v.F(); // A",
      "}",
      "}",
    ].join("\n"),
    "called",
  ));

test("a call on dynamic is possible for every member of its name", async () => {
  const code = `${CLASSES}class U {\ndynamic f; void T(dynamic d) {\nd.F();\nf.F();\ndynamic l = d; l.F();\n}\n}\n`;
  await using asked = await ask({ "a.cs": code });
  for (const type of ["A", "B"]) {
    const { proven, possible } = await asked.interval(`${type}.F`);
    assert.deepEqual([proven.length, possible.map((p) => p.line)], [0, [5, 6, 7]]);
  }
});

test("each argument of params is one element", async () => {
  const code = [
    "class U {",
    "void R(params string[] s) {}",
    "void R(string s) {}",
    "void T() {",
    'R("x", "y");',
    'R("x");',
    'R("x", "y", "z");',
    "R();",
    "R(1, 2);",
    "}",
    "}",
  ].join("\n");
  await using asked = await ask({ "a.cs": code });
  const { declarations } = await asked.graph.declarationsOf("U.R");
  const lines: number[][] = [];
  for (const d of declarations) {
    const { proven, possible } = await asked.graph.callers(d);
    lines.push([...proven, ...possible].map((p) => p.line));
  }
  for (const line of [5, 7, 8]) assert.ok(lines[0]!.includes(line) && !lines[1]!.includes(line), `${line}`);
  assert.ok(lines[1]!.includes(6));
});

test("parameters and arguments under conditions are counted as the parser sees them", async () => {
  await using asked = await ask({
    "Map.cs": [
      "public class Map {",
      "  public void Get(",
      "#if SPAN",
      "    ReadOnlySpan<char> context,",
      "#else",
      "    string context,",
      "#endif",
      "    out int level) { level = 1; }",
      "}",
      "",
    ].join("\n"),
    "Use.cs": [
      "public class Use {",
      "  void One(Map map) { map.Get(",
      "#if SPAN",
      '    "a",',
      "#else",
      '    "b",',
      "#endif",
      "    out var level); }",
      '  void Two(Map map) { map.Get("c", out _); }',
      "}",
      "",
    ].join("\n"),
  });
  const { proven } = await asked.interval("Map.Get");
  assert.deepEqual(
    proven.map((site) => `${site.path}:${site.line}`),
    ["Use.cs:2", "Use.cs:9"],
  );
});

const GROUPS: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ["Action a = f.Do;", "N.Ext.Do", [], [4]],
  ["Run(f.Do);", "N.Ext.Do", [], [4]],
  ["Run(new F().Do);", "N.Ext.Do", [], [4]],
  ["Action a = new Action(f.Do);", "N.Ext.Do", [], [4]],
  ["f.Event += f.Do;", "N.Ext.Do", [], [4]],
  ["Func<int> l = s.Len;", "N.Ext.Len", [], [4]],
  ["Action t = f.Twice;", "N.Ext.Twice", [], [4]],
  ["Action t = f.Twice;", "N.F.Twice", [], [4]],
  ["f.Do();", "N.Ext.Do", [4], []],
  ['typeof(F).GetMethod("Own");', "N.F.Own", [], [4]],
  ['f.GetType().GetMethod("Own").Invoke(f, null);', "N.F.Own", [], [4]],
  ['typeof(F).InvokeMember("Own", 0, null, f, null);', "N.F.Own", [], [4]],
  ['typeof(Ext).GetRuntimeMethod("Do", null);', "N.Ext.Do", [], [4]],
  ["typeof(F).GetMethod(nameof(F.Own));", "N.F.Own", [], [4]],
];
for (const [line, name, proven, possible] of GROUPS)
  test(`a method as a value, or by its name: ${line} may call ${name}`, async () => {
    await using asked = await ask({
      "Ext.cs": [
        "using System;",
        "namespace N {",
        "public static class Ext {",
        "  public static void Do(this F f) { }",
        "  public static int Len(this string s) => 1;",
        "  public static void Twice(this F f) { }",
        "}",
        "public class F {",
        "  public event Action Event;",
        "  public void Own() { }",
        "  public void Twice(int more) { }",
        "}",
        "}",
      ].join("\n"),
      "Use.cs": `using System;\nusing N;\nclass U { void Run(Action a) { } void T(F f, string s) {\n${line}\n} }\n`,
    });
    const found = await asked.interval(name);
    assert.deepEqual(
      [found.proven.map((p) => p.line), found.possible.map((p) => p.line)],
      [proven, possible],
    );
  });
