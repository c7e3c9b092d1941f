// PHP that leads back to itself, and PHP that is large or broken: every question about it has an end. Asked in a process that
// is killed when it finds none.
import { test } from "node:test";
import fc from "fast-check";
import { allAnswered } from "./all-answered.ts";

const php = (...lines: string[]): string => ["<?php", ...lines].join("\n");

test("what leads back to itself has an end", () => {
  const ladder = Array.from(
    { length: 40 },
    (_, i) => `interface A${i + 1} extends A${i}, B${i} {} interface B${i + 1} extends A${i}, B${i} {}`,
  );
  allAnswered([
    { "a.php": php("class A extends A { function f() { $this->f(); parent::f(); self::g(); } }") },
    {
      "a.php": php(
        "class A extends B { function f() { $this->g(); } }",
        "class B extends A { function g() { $this->f(); parent::g(); } }",
      ),
    },
    {
      "a.php": php(
        "trait T { use U; function f() { $this->g(); } } trait U { use T; function g() { $this->f(); } } class C { use T; }",
      ),
    },
    { "a.php": php("interface I extends J {} interface J extends I {} function f(I $i) { $i->go(); }") },
    { "a.php": php("function f() { return g(); } function g() { return f(); } f()->go(); g()->go();") },
    {
      "a.php": php(
        "class A { private $x; function f() { $this->x = $this->f(); return $this->x; } function g() { $this->f()->g(); $this->x->g(); } }",
      ),
    },
    {
      "a.php": php(
        "function f() { $a = $b; $b = $a; $a = $a->go(); while (1) { $a = $b->go($a); $b = $a->go($b); } }",
      ),
    },
    { "a.php": php("class_alias('A', 'B'); class_alias('B', 'A'); new A; new B; class C extends A {}") },
    {
      "a.php": php(
        "interface A0 {} interface B0 {}",
        ...ladder,
        "class C implements A40 {} function f(A40 $a) { $a->x(); }",
      ),
    },
    { "a.php": "<?php require 'b.php';", "b.php": "<?php include 'a.php'; include __FILE__;" },
  ]);
});

test("large and broken code has an end", () => {
  const many = 4_000;
  allAnswered([
    { "a.php": `<?php $a = "${"{$".repeat(20_000)}";` },
    { "a.php": `<?php ${"(".repeat(20_000)}${"]".repeat(20_000)}` },
    {
      "a.php": php(
        `function f() { ${Array.from({ length: many }, (_, i) => `$v${i} = new A; $v${i}->go();`).join("\n")} }`,
        "class A { function go() {} }",
      ),
    },
    {
      "a.php": php(
        `function f($x) { ${"if ($x instanceof A) { $x->go(); }\n".repeat(1_000)} }`,
        "class A { function go() {} }",
      ),
    },
    {
      "a.php": php(
        `function f() { $x = new A; ${"while (1) { $x->go(); ".repeat(150)}${"}".repeat(150)} }`,
        "class A { function go() { return $this; } }",
      ),
    },
    {
      "a.php": php(
        `(new A)${"->go()".repeat(1_000)};`,
        "class A { function go(): static { return $this; } }",
      ),
    },
    {
      "a.php": php(
        "class A {",
        ...Array.from(
          { length: 600 },
          (_, i) => `private $p${i}; function m${i}() { $this->p${i} = new A; $this->p${i}->m${i}(); }`,
        ),
        "}",
      ),
    },
    { "a.php": "<?php $x = <<<A\n" + "{$a->b()} ".repeat(2_000) },
  ]);
});

test("a method that is taken over under very many names has an end", () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `f as g${i};`);
  allAnswered([{ "a.php": php("trait T { function f() {} }", "class C { use T {", ...names, "} }") }], 2);
});

const name = fc.constantFrom("A", "B", "C", "a", "b");
const line: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(name, name, name)
    .map(
      ([a, b, c]) =>
        `class ${a} extends ${b} implements ${c} { use ${c}; function ${a}(): static { return $this->${b}()->${c}(); } }`,
    ),
  fc
    .tuple(name, name)
    .map(
      ([a, b]) =>
        `trait ${a} { use ${b}; private ?${b} $${a}; function ${b}() { return $this->${a} ?? self::${b}(); } }`,
    ),
  fc
    .tuple(name, name)
    .map(([a, b]) => `interface ${a} extends ${b} { const ${a} = ${b}::${a}; function ${b}(${a} $x); }`),
  fc.tuple(name, name).map(([a, b]) => `function ${a}(${b} $x) { return ${b}($x)->${a}(); }`),
  fc
    .tuple(name, name)
    .map(([a, b]) => `$${a} = $${b} instanceof ${a} ? new ${b} : $${a}->${b}(); $${a}->${a}();`),
  fc.tuple(name, name).map(([a, b]) => `use ${a}\\${b} as ${a}; namespace ${b};`),
  fc
    .tuple(name, name)
    .map(
      ([a, b]) =>
        `enum ${a}: string { case ${b} = '${a}'; static function ${a}() { return self::${b}->${b}(); } }`,
    ),
);

test("no mixture of declarations and uses hangs or throws", () => {
  const trees = fc.sample(
    fc.dictionary(
      fc.constantFrom("A.php", "B.php", "c.php"),
      fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => php(...lines)),
      { minKeys: 1 },
    ),
    { numRuns: 60, seed: 7 },
  );
  allAnswered(trees);
});
