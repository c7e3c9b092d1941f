// PHP: namespaces and `use` in all its forms, members by written types, traits, interfaces, constructors, checks by
// `instanceof`, what is only possible.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const php = (...lines: string[]): string => ["<?php", ...lines].join("\n");

test("names by their namespace: use, aliases, groups, the same namespace, from the root", async () => {
  await using asked = await ask({
    "src/Tool.php": php("namespace A\\B;", "class Tool { static function run() {} const SIZE = 1; }"),
    "src/Same.php": php("namespace A\\B;", "Tool::run();"),
    "src/Use.php": php(
      "namespace X;",
      "use A\\B\\Tool;",
      "use A\\B\\Tool as T, A\\B as Space;",
      "use A\\{B\\Tool as G, C\\Other};",
      "Tool::run();",
      "T::run();",
      "Space\\Tool::run();",
      "G::run();",
      "\\A\\B\\Tool::run();",
      "echo Tool::SIZE;",
    ),
    "src/None.php": php("namespace Y;", "Tool::run(); \\Tool::run(); A\\B\\Tool::run();"),
    "src/Blocks.php": php(
      "namespace A { B\\Tool::run(); }",
      "namespace C { Tool::run(); }",
      "namespace { use A\\B\\Tool; Tool::run(); A\\B\\Tool::run(); }",
    ),
  });
  assert.deepEqual(await asked.callers("Tool.run"), [
    "src/Blocks.php:2 static-method",
    "src/Blocks.php:4 static-method",
    "src/Blocks.php:4 static-method",
    "src/Same.php:3 static-method",
    ...[6, 7, 8, 9, 10].map((line) => `src/Use.php:${line} static-method`),
  ]);
  assert.deepEqual(await asked.possible("Tool.run"), []);
  assert.deepEqual(await asked.callers("Tool.SIZE"), ["src/Use.php:11 static-method"]);
});

test("functions and constants: of the namespace, else of the root; use function, use const", async () => {
  await using asked = await ask({
    "a.php": php("namespace A;", "function f() {} const K = 1;", "f(); echo K;"),
    "root.php": php("function g() {}", "define('L', 2);"),
    "b.php": php(
      "namespace B;",
      "use function A\\f as h;",
      "use const A\\K as M;",
      "use A\\{function f};",
      "h(); f(); g(); \\g(); \\f();",
      "echo M, L, \\L;",
    ),
    "c.php": php("namespace A;", "\\g(); f(); namespace\\f();"),
    "d.php": php("namespace B;", "function g() {}"),
  });
  assert.deepEqual(await asked.callers("a.php:f"), [
    "a.php:4 same-file",
    "b.php:6 import",
    "b.php:6 import",
    "c.php:3 same-package",
    "c.php:3 qualified",
  ]);
  assert.deepEqual(await asked.callers("root.php:g"), ["b.php:6 qualified", "c.php:3 qualified"]);
  assert.deepEqual(await asked.callers("d.php:g"), ["b.php:6 same-package"]);
  assert.deepEqual(await asked.references("a.php:K"), [
    "a.php:4 read same-file",
    "b.php:4 import import",
    "b.php:7 read import",
  ]);
  assert.deepEqual(await asked.callers("root.php:L"), ["b.php:7 same-package", "b.php:7 qualified"]);
});

test("members by the types that are written: parameters, properties, promotion, results, constructions", async () => {
  await using asked = await ask({
    "Dog.php": php("class Dog { function bark() {} function self(): static { return $this; } }"),
    "Cat.php": php("class Cat { function bark() {} }"),
    "use.php": php(
      "class Home {",
      "  private ?Dog $dog;",
      "  public static Dog $first;",
      "  function __construct(private readonly Dog $given, Cat $cat) { $this->given->bark(); $cat->bark(); }",
      "  function get(): Dog|null { return $this->dog; }",
      "  function all(Dog $a, Dog|Cat $b, Dog ...$many) {",
      "    $a->bark();",
      "    $this->dog?->bark();",
      "    $this->get()->self()->bark();",
      "    self::$first->bark();",
      "    (new Dog())->bark();",
      "    (new Dog)->self()->bark();",
      "    $x = new Dog; $x->bark();",
      "    $y = $this->get(); $y->bark();",
      "    $z = $a ?? throw new \\Exception; $z->bark();",
      "    $b->bark();",
      "    $many->bark();",
      "    $f = fn(Dog $d) => $d->bark();",
      "    $g = function () use ($a) { $a->bark(); };",
      "    try {} catch (Dog $e) { $e->bark(); }",
      "    (clone $a)->bark();",
      '    return "{$a->bark()} {\\$b} {$a->bark("x")}";',
      "  }",
      "}",
      "function make(): Dog { return new Dog; }",
      "make()->bark();",
    ),
  });
  assert.deepEqual(await asked.callers("Dog.bark"), [
    "use.php:5 field-type",
    "use.php:8 parameter-type",
    "use.php:9 field-type",
    "use.php:10 result-type",
    "use.php:11 field-type",
    "use.php:12 new-expression",
    "use.php:13 result-type",
    "use.php:14 new-expression",
    "use.php:15 result-type",
    "use.php:16 variable-type",
    "use.php:17 parameter-type",
    "use.php:19 parameter-type",
    "use.php:20 parameter-type",
    "use.php:21 variable-type",
    "use.php:22 parameter-type",
    "use.php:23 parameter-type",
    "use.php:23 parameter-type",
    "use.php:27 result-type",
  ]);
  assert.deepEqual(await asked.possible("Dog.bark"), ["use.php:18 unresolved-receiver"]);
  assert.deepEqual(await asked.callers("Cat.bark"), [
    "use.php:5 parameter-type",
    "use.php:17 parameter-type",
  ]);
});

test("this, self, static, parent; what overrides may be meant, what is private may not", async () => {
  await using asked = await ask({
    "Base.php": php(
      "abstract class Base {",
      "  function run() { $this->step(); self::step(); static::step(); $this->own(); $this->gone(); }",
      "  protected function step() {}",
      "  private function own() {}",
      "}",
    ),
    "Sub.php": php(
      "class Sub extends Base {",
      "  protected function step() { parent::step(); $this->step(); }",
      "  private function own() { }",
      "  function gone() { $this->own(); }",
      "}",
    ),
  });
  assert.deepEqual(await asked.callers("Base.step"), [
    "Base.php:3 this-method",
    "Base.php:3 this-method",
    "Base.php:3 this-method",
    "Sub.php:3 super-method",
  ]);
  assert.deepEqual(await asked.callers("Sub.step"), ["Sub.php:3 this-method"]);
  assert.deepEqual(await asked.possible("Sub.step"), ["Base.php:3 dispatch", "Base.php:3 dispatch"]);
  assert.deepEqual(await asked.callers("Base.own"), ["Base.php:3 this-method"]);
  assert.deepEqual(await asked.callers("Sub.own"), ["Sub.php:5 this-method"]);
  assert.deepEqual(await asked.possible("Sub.own"), []);
  assert.deepEqual(await asked.possible("Sub.gone"), ["Base.php:3 dispatch"]);
});

test("interfaces and traits: bases, implementors, dispatch; what a trait gives serves an interface", async () => {
  await using asked = await ask({
    "I.php": php("interface I { function go(); function stop(); }"),
    "T.php": php("trait T { function stop() { $this->go(); $this->help(); } private function help() {} }"),
    "C.php": php("class C implements I { use T; function go() {} }"),
    "D.php": php("class D extends C { function stop() { parent::stop(); } }"),
    "u.php": php("function f(I $i, C $c, D $d) { $i->go(); $i->stop(); $c->stop(); $d->go(); $d->stop(); }"),
  });
  assert.deepEqual(await asked.callers("I.go"), ["u.php:2 parameter-type"]);
  assert.deepEqual(await asked.callers("C.go"), ["u.php:2 parameter-type"]);
  assert.deepEqual(await asked.possible("C.go"), ["T.php:2 dispatch", "u.php:2 dispatch"]);
  assert.deepEqual(await asked.callers("T.stop"), ["D.php:2 super-method", "u.php:2 parameter-type"]);
  assert.deepEqual(await asked.possible("T.stop"), ["u.php:2 dispatch"]);
  assert.deepEqual(await asked.callers("T.help"), ["T.php:2 this-method"]);
  const below = await asked.graph.implementors(await asked.one("I"));
  assert.deepEqual(
    below.proven.map((p) => `${p.declaration.name} ${p.distance}`),
    ["C 1", "D 2"],
  );
  const above = await asked.graph.bases(await asked.one("D"));
  assert.deepEqual(
    above.proven.map((p) => p.declaration.name),
    ["C", "I", "T"],
  );
});

test("constructors: new, self, static, parent, without a name, inherited", async () => {
  await using asked = await ask({
    "A.php": php(
      "class A {",
      "  function __construct(int $x) {}",
      "  static function make() { return new static(1); }",
      "  static function other() { return new self(1); }",
      "}",
      "class B extends A { function __construct() { parent::__construct(2); } }",
      "class C extends A {}",
      "new A(1);",
      "new B;",
      "new C(1);",
      "new class(1) extends A {};",
    ),
  });
  assert.deepEqual(await asked.callers("A.__construct"), [
    "A.php:4 construction",
    "A.php:5 construction",
    "A.php:7 super-method",
    "A.php:9 construction",
    "A.php:11 construction",
    "A.php:12 construction",
  ]);
  assert.deepEqual(await asked.callers("A"), [
    "A.php:4 construction",
    "A.php:5 construction",
    "A.php:9 construction",
  ]);
});

test("enumerations: cases, their methods, constants, from", async () => {
  await using asked = await ask({
    "Level.php": php(
      "enum Level: int {",
      "  case Low = 1; case High = 2;",
      "  const Top = self::High;",
      "  function name(): string { return 'x'; }",
      "  static function of(string $s): self { return self::Low; }",
      "}",
    ),
    "u.php": php(
      "Level::Low->name();",
      "Level::from(1)->name();",
      "Level::of('x')->name();",
      "function f(Level $l = Level::High) { $l->name(); Level::cases(); }",
    ),
  });
  assert.deepEqual(await asked.callers("Level.name"), [
    "u.php:2 field-type",
    "u.php:3 result-type",
    "u.php:4 result-type",
    "u.php:5 parameter-type",
  ]);
  assert.deepEqual(await asked.callers("Level.High"), ["Level.php:4 this-method", "u.php:5 enum-member"]);
});

test("checks by instanceof say more, or leave it open", async () => {
  await using asked = await ask({
    "a.php": php(
      "class Base { function go() {} }",
      "class Sub extends Base { function go() {} function only() {} }",
      "class Other { function go() {} }",
      "class U { private Base $b;",
      "  function one(Base $x) { if ($x instanceof Sub) { $x->go(); } }",
      "  function two(Base $x) { if (!$x instanceof Sub) { return; } $x->go(); }",
      "  function three(Base $x) { return $x instanceof Sub && $x->go(); }",
      "  function four(Base $x) { if ($x instanceof Sub || f()) { $x->go(); } $x->go(); }",
      "  function five() { if ($this->b instanceof Sub) { $this->b->go(); $this->b->only(); } $this->b->go(); }",
      "  function six($y) { assert($y instanceof Other); $y->go(); }",
      "  function seven(Base $x) { if ($x instanceof Sub) { $x = new Other; $x->go(); } }",
      "}",
    ),
  });
  assert.deepEqual(await asked.callers("Sub.go"), [
    "a.php:6 variable-type",
    "a.php:7 variable-type",
    "a.php:8 variable-type",
    "a.php:10 variable-type",
  ]);
  assert.deepEqual(await asked.callers("Base.go"), ["a.php:9 parameter-type", "a.php:10 field-type"]);
  assert.deepEqual(await asked.callers("Other.go"), ["a.php:11 variable-type", "a.php:12 new-expression"]);
  assert.deepEqual(await asked.callers("Sub.only"), ["a.php:10 variable-type"]);
  assert.deepEqual(await asked.possible("Sub.go"), [
    "a.php:9 unresolved-receiver",
    "a.php:9 dispatch",
    "a.php:10 dispatch",
  ]);
});

test("a variable that may hold something else is not known", async () => {
  const open = [
    "$x = $c ? new A : other(); $x->go();",
    "$x = new A; if ($c) { $x = other(); } $x->go();",
    "$x = new A; while ($c) { $x->go(); $x = other(); }",
    "$x = new A; if ($c) $x = other(); $x->go();",
    "foreach ($c as $x) { $x->go(); }",
    "[$x, $y] = other(); $x->go();",
    "list('k' => $x) = other(); $x->go();",
    "$x = new A; $f = function () use (&$x) { $x = 1; }; $f(); $x->go();",
    "$x = new A; $y = &$x; $y = 1; $x->go();",
    "global $x; $x->go();",
    "static $x; $x->go();",
    "switch ($c) { case 1: $x = new A; break; case 2: $x = other(); default: $x->go(); }",
    "if ($c): $x = new A; $b = 1; else: $x = other(); endif; $x->go();",
    "try { $x = other(); } catch (\\Exception $e) { $x = new A; } $x->go();",
    "$$c = 1; $y->go();",
    "$x = new $c; $x->go();",
    "$x = $c->make(); $x->go();",
  ];
  for (const body of open) {
    await using asked = await ask({
      "a.php": php("class A { function go() {} }", `function f($c) { ${body} }`),
    });
    assert.deepEqual(await asked.callers("A.go"), [], body);
    assert.deepEqual(await asked.possible("A.go"), ["a.php:3 unresolved-receiver"], body);
  }
  const known = [
    "$x = other(); $x = new A; $x->go();",
    "$x = null; if ($c) { $x = new A; } $x->go();",
    "if ($x = new A) { $x->go(); }",
    "while ($c) { $x = new A; $x->go(); }",
    "$x = $c ? new A : null; $x->go();",
    "$x = $c ?? new A(); $x = new A; $x->go();",
    "$x ??= new A; $x->go();",
    "$f = fn() => (new A)->go();",
  ];
  for (const body of known) {
    await using asked = await ask({
      "a.php": php("class A { function go() {} }", `function f($c) { ${body} }`),
    });
    assert.equal((await asked.callers("A.go")).length, 1, body);
  }
});

test("what is called by a name in a string or a variable is possible", async () => {
  await using asked = await ask({
    "A.php": php("namespace N;", "class A { function go() {} static function stop() {} }", "function f() {}"),
    "u.php": php(
      "namespace N;",
      "array_map([$this, 'go'], $x);",
      "call_user_func('N\\A::stop');",
      "array_map('N\\f', $x);",
      "$c = 'N\\A';",
    ),
    "v.php": php("function g($o, $m) { $o->$m(); $m = 'go'; }"),
    "w.php": php("$title = 'go';"),
  });
  assert.deepEqual(await asked.possible("A.go"), ["u.php:3 string", "v.php:2 string"]);
  assert.deepEqual(await asked.possible("A.stop"), ["u.php:4 string"]);
  assert.deepEqual(await asked.possible("f"), ["u.php:5 string"]);
  assert.deepEqual(await asked.possible("A"), ["u.php:6 string"]);
});

test("types outside of the repository: what implements them may be called, what extends them may hide", async () => {
  await using asked = await ask({
    "Log.php": php(
      "use Psr\\Log\\LoggerInterface;",
      "class Log implements LoggerInterface { function info($m) {} }",
    ),
    "u.php": php(
      "use Psr\\Log\\LoggerInterface; use Vendor\\Thing;",
      "function f(LoggerInterface $l, Thing $t) { $l->info('x'); $t->info('x'); }",
    ),
    "T.php": php("trait T { function help() {} }"),
    "Test.php": php(
      "class Test extends \\Vendor\\Case_ { use T; function a() { $this->help(); $this->info(1); } }",
    ),
  });
  assert.deepEqual(await asked.callers("Log.info"), []);
  assert.deepEqual(await asked.possible("Log.info"), ["u.php:3 dispatch"]);
  assert.deepEqual(await asked.callers("T.help"), ["Test.php:2 this-method"]);
});

test("one name declared twice is not proven; nor through a base that is not known", async () => {
  await using asked = await ask({
    "a/X.php": php("class X { function go() {} }"),
    "b/X.php": php("class X { function go() {} }"),
    "u.php": php("(new X)->go();", "class Y extends X { function f() { $this->go(); } }"),
  });
  for (const path of ["a/X.php:go", "b/X.php:go"]) {
    assert.deepEqual(await asked.callers(path), []);
    assert.deepEqual(await asked.possible(path), ["u.php:2 unresolved-receiver", "u.php:3 unresolved-base"]);
  }
});

test("traits with aliases and insteadof, and two that clash", async () => {
  await using asked = await ask({
    "a.php": php(
      "trait P { function m() {} function n() {} }",
      "trait Q { function m() {} function n() {} }",
      "class A { use P, Q { P::m insteadof Q; Q::m as other; } }",
      "function f(A $a) { $a->m(); $a->other(); $a->n(); }",
    ),
  });
  assert.deepEqual(await asked.callers("P.m"), ["a.php:5 parameter-type"]);
  assert.deepEqual(await asked.callers("P.n"), []);
  assert.deepEqual(await asked.possible("P.n"), ["a.php:5 ambiguous-declaration"]);
  assert.deepEqual(await asked.callers("A.other"), ["a.php:5 parameter-type"]);
});

test("closures that may be bound to another object, and magic", async () => {
  await using asked = await ask({
    "a.php": php(
      "class A { function go() {} function f() { array_map(function () { $this->go(); }, []); } }",
      "class B { function go() {} function f() { Closure::bind(function () { $this->go(); }, $x)(); } }",
      "class M { function __call($n, $a) {} }",
      "function g(M $m) { $m->go(); }",
    ),
  });
  assert.deepEqual(await asked.callers("A.go"), []);
  assert.deepEqual(await asked.possible("A.go"), [
    "a.php:2 unresolved-receiver",
    "a.php:3 unresolved-receiver",
    "a.php:5 dynamic-access",
  ]);
});

test("types, functions and methods are the same in large and small letters; properties and constants are not", async () => {
  await using asked = await ask({
    "a.php": php(
      "class Dog { public $name; function barkLoud() {} }",
      "function makeDog(): DOG { return new dog; }",
    ),
    "b.php": php("$d = MAKEDOG(); $d->BarkLoud(); $d->Name; (new DOG)->barkloud(); unknown()->BARKLOUD();"),
  });
  assert.deepEqual(await asked.callers("Dog.barkLoud"), ["b.php:2 result-type", "b.php:2 new-expression"]);
  assert.deepEqual(await asked.possible("Dog.barkLoud"), ["b.php:2 unresolved-receiver"]);
  assert.deepEqual(await asked.callers("Dog"), ["a.php:3 construction", "b.php:2 construction"]);
  assert.deepEqual(await asked.callers("makeDog"), ["b.php:2 same-package"]);
  assert.deepEqual(await asked.callers("Dog.name"), []);
});

test("where a comment names other types than the code does, nothing is proven of a result", async () => {
  await using asked = await ask({
    "a.php": php(
      "class Base { function go() {} function same() {} }",
      "class One extends Base { function go() {} }",
      "interface Maker {",
      "  /** @return One|null */",
      "  function make(): ?Base; }",
      "class Real implements Maker { function make(): ?Base { return null; }",
      "  /** @return Base<One> it is a Base */",
      "  function plain(): Base { return new Base; } }",
      "class Held {",
      "  /** @var One */",
      "  private Base $b;",
      "  function f() { $this->b->go(); } }",
      "function f(Real $r) { $r->make()->go(); $r->make()->same(); $r->plain()->go(); }",
    ),
  });
  assert.deepEqual(await asked.callers("Base.go"), ["a.php:14 result-type"]);
  assert.deepEqual(await asked.possible("Base.go"), [
    "a.php:13 ambiguous-declaration",
    "a.php:14 ambiguous-declaration",
  ]);
  assert.deepEqual(await asked.possible("One.go"), [
    "a.php:13 ambiguous-declaration",
    "a.php:14 ambiguous-declaration",
    "a.php:14 dispatch",
  ]);
  assert.deepEqual(await asked.callers("Base.same"), ["a.php:14 result-type"]);
});

test("a class that is called like its namespace", async () => {
  await using asked = await ask({
    "Tool.php": php("namespace Tool;", "class Tool { function __construct() {} static function run() {} }"),
    "Blocks.php": php("namespace Box { class Box { function __construct() {} } new Box; }"),
    "u.php": php("use Tool\\Tool;", "new Tool; Tool::run();"),
  });
  assert.deepEqual(await asked.callers("Tool.php:__construct"), ["u.php:3 construction"]);
  assert.deepEqual(await asked.callers("Tool.run"), ["u.php:3 static-method"]);
  assert.deepEqual(await asked.callers("Blocks.php:__construct"), ["Blocks.php:2 construction"]);
});

test("a constructor is possible wherever its class is", async () => {
  await using asked = await ask({
    "a/X.php": php("class X { function __construct() {} }"),
    "b/X.php": php("class X { function __construct() {} }"),
    "u.php": php("new X;"),
  });
  assert.deepEqual(await asked.possible("a/X.php:__construct"), ["u.php:2 ambiguous-declaration"]);
});

test("keys of lists are no members", async () => {
  await using asked = await ask({
    "a.php": php("class A { function headers() {} }", "function f($o, $m) { $o['headers']; $o->$m(); }"),
  });
  assert.deepEqual(await asked.possible("A.headers"), []);
});

test("files: use and include", async () => {
  await using asked = await ask({
    "src/A.php": php("namespace N;", "class A {}"),
    "src/b.php": php("use N\\A;", "use Psr\\X;", "require __DIR__ . '/lib/c.php';", "include 'd.php';"),
    "src/lib/c.php": php("function c() {}"),
  });
  const { view } = asked.graph;
  const { links: said } = await asked.graph.dependencies(view.indexOf("src/b.php"));
  assert.deepEqual(
    said.map((d) => [d.module, d.paths.join(), d.external]),
    [
      ["N", "src/A.php", false],
      ["Psr", "", true],
      ["./lib/c.php", "src/lib/c.php", false],
      ["d.php", "", false],
    ],
  );
  const { links: used } = await asked.graph.dependents(view.indexOf("src/A.php"));
  assert.deepEqual(
    used.map((d) => d.from),
    ["src/b.php"],
  );
});

test("names such as __proto__ and broken code", async () => {
  await using asked = await ask({
    "a.php": php("class __proto__ { function constructor() { $this->constructor(); } }", "new __proto__;"),
    "b.php": php("class Broken { function f( { $x = ; } }", "(new __proto__)->constructor();"),
  });
  assert.equal((await asked.callers("__proto__")).length > 0, true);
  assert.deepEqual((await asked.callers("__proto__.constructor")).slice(0, 1), ["a.php:2 this-method"]);
});
