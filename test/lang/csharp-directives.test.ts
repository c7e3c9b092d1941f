// Conditions of C# that cut through a declaration: the parser reads the first branch, on its lines and in its columns.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wholeMembers } from "../../src/lang/csharp-directives.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { factsOf } from "../parse/syntax-text.ts";

const parser = await createInlineParser();

const CUT = {
  "a default body": "#if A\n => Make()\n     .More()\n#endif\n ;",
  "a body or none": "#if A\n{\n  return this;\n}\n#else\n;\n#endif",
  "a body or another": "#if A\n=> 1\n#elif B\n=> 2\n#else\n=> 3\n#endif\n;",
} as const;

test("an interface whose members have bodies under conditions keeps its name and its members", () => {
  for (const [what, body] of Object.entries(CUT)) {
    for (const end of ["\n", "\r\n"]) {
      const text =
        `namespace N;\npublic interface ILog\n{\n#if A\n  [Custom]\n#endif\n  ILog First(int a)\n${body}\n\n  ILog Second(string b)\n${body}\n}\npublic class After : ILog { }\n`.replaceAll(
          "\n",
          end,
        );
      const { symbols, errors } = factsOf(parser.parse(text, "csharp"));
      assert.equal(errors, false, what);
      assert.deepEqual(
        symbols.map((s) => s.qualified),
        ["N", "N.ILog", "N.ILog.First", "N.ILog.Second", "N.After"],
        what,
      );
      const line = (name: string) => symbols.find((s) => s.name === name)!.nameRange.start;
      const lines = text.split("\n");
      for (const name of ["ILog", "First", "Second", "After"])
        assert.ok(lines[line(name) - 1]!.includes(name));
    }
  }
});

test("parameters, bases and arguments under conditions: the first branch", () => {
  const text = [
    "public class Map",
    "#if A",
    "  : IMap",
    "#endif",
    "{",
    "  public int Get(",
    "#if A",
    "    ReadOnlySpan<char> context,",
    "#else",
    "    string context,",
    "#endif",
    "    out int level) { return Take(1,",
    "#if B",
    "      2",
    "#else",
    "      3",
    "#endif",
    "    ); }",
    "}",
  ].join("\n");
  const { symbols, errors } = factsOf(parser.parse(text, "csharp"));
  assert.equal(errors, false);
  assert.deepEqual(
    symbols.map((s) => s.name),
    ["Map", "Get"],
  );
  assert.deepEqual(symbols[0]!.bases, ["IMap"]);
});

test("whole members and statements under conditions are read in all branches, as they are", () => {
  for (const text of [
    "class A\n{\n#if X\n  void One() { }\n#else\n  void Two() { }\n#endif\n  void Three() { }\n}\n",
    "#if X\nusing System;\n#endif\nclass A\n{\n  void M()\n  {\n#if X\n    One();\n#else\n    Two();\n#endif\n  }\n}\n",
    'class A { string s = "#if"; /*\n#if X\n*/ }\n',
  ]) {
    assert.equal(wholeMembers(text), text);
  }
});

test("whatever stands where, the text keeps its length and its lines", () => {
  const piece = fc.constantFrom(
    "#if A\n",
    "#elif B\n",
    "#else\n",
    "#endif\n",
    "  # if C\r\n",
    "int x;\n",
    "void M(\n",
    ")\n",
    "{ }\n",
    '"#if"\n',
    "// #if\n",
    "/*\n",
    "*/\n",
    "[A]\n",
    "é;\n",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const seen = wholeMembers(text);
      assert.equal(seen.length, text.length);
      for (let at = 0; at < text.length; at++) {
        assert.ok(seen[at] === text[at] || (seen[at] === " " && !/[\r\n]/.test(text[at]!)), text);
      }
    }),
    { numRuns: 300 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
  for (const text of [
    "#if A\n".repeat(40_000),
    "#if A\nint x\n#endif\n".repeat(20_000),
    "#endif\n".repeat(9),
  ]) {
    assert.equal(wholeMembers(text).length, text.length);
  }
});

test("an `else` under a condition goes on with its `if`, and the class does not end there", () => {
  const chains = {
    "in the middle": "if (x) { A(); }\n#if N\nelse if (y)\n{ B(); }\n#endif\nelse { C(); }",
    "at the end": "if (x) { A(); }\n#if N\nelse { B(); }\n#endif",
    "at the front": "#if N\nif (x) { A(); }\nelse\n#endif\nif (y) { B(); }",
    "before the rest": "#if N\nif (x) { A(); }\n#endif\nelse { C(); }",
    "one after the other":
      "if (x) { A(); }\n#if N\nelse if (y) { B(); }\n#endif\n#if M\nelse { C(); }\n#endif",
  };
  for (const [what, chain] of Object.entries(chains)) {
    const text = `class K {\nvoid M() {\nforeach (var q in z) {\n${chain}\n}\n}\nvoid After() { M(); }\n}\n`;
    const { symbols, errors } = factsOf(parser.parse(text, "csharp"));
    const names = symbols.map((s) => s.qualified);
    if (what !== "before the rest") assert.equal(errors, false, what);
    if (!errors) assert.deepEqual(names, ["K", "K.M", "K.After"], what);
  }
});

test("where several branches begin with `else`, none of their text is left out", () => {
  const text =
    "class K {\nvoid M() {\nif (x) { A(); }\n#if N\nelse if (y) { B(); }\n#else\nelse { C(); }\n#endif\n}\n}\n";
  for (const call of ["B();", "C();"]) assert.ok(wholeMembers(text).includes(call), call);
});
