// What C says that other languages do not: macros that the grammar cannot read, prototypes beside definitions, names that
// declarators wrap, headers that may hold C++.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutMacros } from "../../src/lang/c-macros.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { cutAnywhere } from "./syntax-cut.ts";
import { factsOf, importLines, referenceLines } from "./syntax-text.ts";

const parser = await createInlineParser();
const facts = (text: string) => factsOf(parser.parse(text, "c"));
const names = (text: string): string[] =>
  facts(text).symbols.map((s) => `${s.kind} ${s.qualified}${s.exported ? "" : " hidden"}`);
const references = (text: string): string[] =>
  referenceLines(facts(text)).map((line) => line.slice(line.indexOf(" ") + 1));

test("a prototype is a symbol without a body; a name means the definition, and `static` hides it", () => {
  const text =
    "int f(int a);\nstatic int g(void);\nint f(int a) { return g(); }\nint h(void) { return f(1); }\n";
  assert.deepEqual(
    facts(text).symbols.map((s) => [s.qualified, s.bodyStart, s.exported]),
    [
      ["f", 0, true],
      ["g", 0, false],
      ["f", 3, true],
      ["h", 4, true],
    ],
  );
  const call = facts(text).references.find((r) => r.name === "f")!;
  assert.equal(facts(text).symbols[call.target]!.bodyStart, 3);
});

test("names are found inside their declarators", () => {
  const text =
    "int (*callback)(int), (*table[3])(void), *plain[2];\nint (*maker(int a))(int) { return callback; }\ntypedef int (*handler)(int), number;\n";
  assert.deepEqual(names(text), [
    "variable callback",
    "variable table",
    "variable plain",
    "function maker",
    "type handler",
    "type number",
  ]);
});

test("a typedef and the struct in it are two symbols; a struct without a name takes that of the typedef", () => {
  assert.deepEqual(names("typedef struct a_s { int x; } a_t;\ntypedef struct { int y; } b_t, *b_p;\n"), [
    "struct a_s",
    "field a_s::x",
    "type a_t",
    "struct b_t",
    "field b_t::y",
    "type b_p",
  ]);
  const [struct] = facts("/* Kept. */\ntypedef struct a_s { int x; } a_t;\n").symbols;
  assert.deepEqual([struct!.doc, struct!.signature], ["Kept.", "typedef struct a_s"]);
});

test("receivers have the types of parameters, locals and casts; fields of a value that is written are found", () => {
  const text =
    "struct s { int n; };\nvoid f(struct s *a, other_t b[]) {\n  struct s c = { .n = 1 };\n  auto_t *d = (auto_t *) malloc(1);\n  a->n = b->n + c.n + d->n;\n}\n";
  assert.deepEqual(
    references(text).filter((line) => / \. n /.test(line)),
    [
      "write s . n (member = s::n) in f",
      "write a . n of s (member) in f",
      "read b . n of other_t (member) in f",
      "read c . n of s (member) in f",
      "read d . n of auto_t (member) in f",
    ],
  );
});

test("macros are symbols, and the names in their bodies are references of theirs", () => {
  const text =
    '#ifndef A_H\n#define A_H\n#define ON\n#define CALL(x) /* no: gone() */ \\\n  run(x, obj->field, ON, "text")\n#endif\nint f(void) { return CALL(1); }\n';
  assert.deepEqual(names(text), ["macro ON", "macro CALL", "function f"]);
  assert.deepEqual(references(text), [
    "read A_H (unknown)",
    "call run (unknown) in CALL",
    "read obj (unknown) in CALL",
    "read obj . field (member) in CALL",
    "read ON (local = ON) in CALL",
    "call CALL (local = CALL) in f",
  ]);
});

test("macros that the grammar cannot read are blanked out, and are references all the same", () => {
  const text =
    "BEGIN_DECLS\n\n/** Doc. */\nAPI_EXPORT int *f(void);\nint WINAPI g(void) { return 0; }\nUNUSED(static int h(int a)) { return a; }\nstruct a {\n  FIELDS_OF_A\n};\nTEST_IMPL(works) {\n}\nEND_DECLS\n";
  assert.deepEqual(names(text), [
    "function f",
    "function g",
    "function h hidden",
    "struct a",
    "function works",
  ]);
  assert.equal(facts(text).errors, false);
  assert.deepEqual(facts(text).symbols[0]!.doc, "Doc.");
  assert.deepEqual(facts(text).symbols[0]!.signature, "API_EXPORT int *f(void)");
  assert.deepEqual(
    facts(text).references.map((r) => r.name),
    ["BEGIN_DECLS", "API_EXPORT", "UNUSED", "FIELDS_OF_A", "TEST_IMPL", "END_DECLS"],
  );
  assert.equal(withoutMacros(text).length, text.length);
});

test("types in capitals are no macros", () => {
  const text =
    "BOOL f(HANDLE a);\nFILE *g(void);\nenum { ONLY\n};\nint x = A_B +\n  C_D;\nDWORD const k = 1;\n";
  assert.equal(withoutMacros(text), text);
});

test('`extern "C"` in conditions does not unbalance the file', () => {
  const text =
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n} /* extern "C" */\n#endif\n';
  assert.deepEqual([facts(text).errors, names(text)], [false, ["function f"]]);
});

test("a header that holds C++ is read as C++", () => {
  const text = "#include <vector>\nnamespace n {\nclass A {\n  int hidden_;\n public:\n  void m();\n};\n}\n";
  assert.deepEqual(names(text), [
    "namespace n",
    "class n::A",
    "field n::A::hidden_ hidden",
    "method n::A::m",
  ]);
});

test("includes keep their marks", () => {
  assert.deepEqual(
    importLines(facts('#include <a/b.h>\n#include "c.h"\n#include WHERE\n')).map((l) =>
      l.slice(l.indexOf(" ") + 1),
    ),
    ["<a/b.h> * as -", '"c.h" * as -', "WHERE * as -"],
  );
});

test("names like those of objects are names", () => {
  const text = "int constructor(void);\nint __proto__(void) { return constructor() + toString(); }\n";
  assert.deepEqual(names(text), ["function constructor", "function __proto__"]);
});

test("broken and hostile texts give partial facts", () => {
  assert.deepEqual(names("int f(void) {\n  if (\n}\nint g(void) { return 1; }\n"), [
    "function f",
    "function g",
  ]);
  for (const text of [
    "((((".repeat(5000),
    "AAA(\n".repeat(2_000),
    "#define A /* \\\n".repeat(300),
    "*".repeat(9_000),
  ]) {
    const result = parser.parse(text, "c");
    assert.ok(!("skip" in result) || result.skip !== "failed");
  }
});

test("the fixture cut anywhere", () => cutAnywhere(parser, "c.c", "c"));
