// PHP: uses that do not say the name that is asked for, or say it in quotes. None of them may be left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const php = (...lines: string[]): string => ["<?php", ...lines].join("\n");

/** Lines of the file that are proven or possible. */
async function linesOf(files: Record<string, string>, name: string, path: string): Promise<number[]> {
  await using asked = await ask(files);
  const { proven, possible } = await asked.interval(name);
  return [...new Set([...proven, ...possible].filter((s) => s.path === path).map((s) => s.line))];
}

for (const made of ["new static", "new static(1)", "new (static::class)", "static::__construct()"])
  test(`a class above makes what it is called on: ${made}`, async () => {
    const files = {
      "Model.php": php(
        "abstract class Model {",
        "  static function make() {",
        `    return ${made};`,
        "  }",
        "}",
      ),
      "Maker.php": php("trait Maker {", "  static function build() {", `    return ${made};`, "  }", "}"),
      "User.php": php("class User extends Model {", "  use Maker;", "  function __construct($x = 1) {}", "}"),
      "Other.php": php("class Other {", "  static function make() {", `    return ${made};`, "  }", "}"),
    };
    assert.deepEqual(await linesOf(files, "User.__construct", "Model.php"), [4]);
    assert.deepEqual(await linesOf(files, "User.__construct", "Maker.php"), [4]);
    assert.deepEqual(await linesOf(files, "User.__construct", "Other.php"), []);
  });

for (const made of [
  "new $class",
  "new $class(1)",
  "new $this->class(1)",
  "new ($class . 'x')",
  "new $map['a']()",
])
  test(`a class that a variable names: ${made}`, async () => {
    const files = {
      "User.php": php("class User { function __construct() {} }"),
      "Plain.php": php("class Plain { }"),
      "use.php": php(
        "use User; use Plain;",
        "class Maker { function make($class) {",
        `    return ${made};`,
        "  }",
        "}",
      ),
    };
    assert.ok((await linesOf(files, "User.__construct", "use.php")).includes(4));
    assert.ok((await linesOf(files, "use.php:Maker", "use.php")).includes(4));
    await using asked = await ask(files);
    assert.match(JSON.stringify((await asked.interval("User.__construct")).notLooked), /new \$class/);
    assert.match(JSON.stringify((await asked.interval("User.php:User")).notLooked), /new \$class/);
  });

const QUOTED = [
  "call_user_func([new K, 'save']);",
  "call_user_func([$k, 'save']);",
  "usort($a, [K::class, 'save']);",
  "usort($a, array($this->list['k'], 'save'));",
  "$x = [$a['k'], \"save\"];",
  "$x = [make(1, [2])->k, 'save'];",
  "Route::get('/x', 'K@save');",
  "$x = 'App\\K::save';",
  "(new ReflectionMethod('K', 'save'))->invoke($k);",
  "method_exists($k, 'save');",
  "$class->getMethod('save');",
];
for (const line of QUOTED)
  test(`a method in quotes: ${line}`, async () => {
    const files = { "K.php": php("class K { function save() {} }"), "use.php": php(line) };
    assert.deepEqual(await linesOf(files, "K.save", "use.php"), [2]);
  });

test("a method of a trait is called by the names that types give it", async () => {
  const files = {
    "T.php": php("trait T {", "  function hi() {}", "  private function secret() {}", "}"),
    "U.php": php("trait U {", "  function hi() {}", "}"),
    "C.php": php(
      "class C {",
      "  use T, U {",
      "    T::hi insteadof U;",
      "    U::hi as protected hiU;",
      "    secret as public open;",
      "  }",
      "  function t() {",
      "    $this->hiU();",
      "    $this->open();",
      "  }",
      "}",
      "(new C)->hiU();",
      "(new C)->open();",
      "$any->open();",
    ),
  };
  await using asked = await ask(files);
  assert.deepEqual(
    (await asked.callers("U.hi")).filter((s) => s.startsWith("C.php")),
    ["C.php:9 this-method", "C.php:13 new-expression"],
  );
  assert.deepEqual(
    (await asked.callers("T.secret")).filter((s) => s.startsWith("C.php")),
    ["C.php:10 this-method", "C.php:14 new-expression"],
  );
  assert.ok((await asked.possible("T.secret")).includes("C.php:15 unresolved-receiver"));
  assert.deepEqual(
    (await asked.callers("T.hi")).filter((s) => s.startsWith("C.php")),
    [],
  );
});

test("constants by define with a namespace, aliases of classes that are made of parts", async () => {
  const files = {
    "def.php": php("define('Z\\DYN', 3);"),
    "use.php": php("namespace Z;", "echo DYN;", "echo \\Z\\DYN;"),
    "Impl.php": php(
      "namespace Old;",
      "class Impl { static function go() {} }",
      "class_alias(__NAMESPACE__ . '\\Impl', 'New\\Name');",
    ),
    "alias.php": php("\\New\\Name::go();"),
  };
  await using asked = await ask(files);
  const [constant] = await asked.graph.declarationsIn(asked.graph.view.indexOf("def.php"), [2]);
  const { proven, possible } = await asked.graph.callers(constant!);
  assert.deepEqual(
    [...proven, ...possible].map((s) => `${s.path}:${s.line}`),
    ["use.php:3", "use.php:4"],
  );
  assert.deepEqual(await linesOf(files, "Impl.go", "alias.php"), [2]);
});

test("what PHP calls itself is said not to be looked at", async () => {
  for (const name of ["__get", "__call", "__toString", "__invoke", "__callStatic"]) {
    await using asked = await ask({ "M.php": php(`class M { function ${name}($a) {} }`) });
    assert.match(JSON.stringify((await asked.interval(`M.${name}`)).notLooked), new RegExp(name));
  }
});

const SET = [
  "$x = new L; $$name = new Q; $x->log();",
  "$x = new L; ${'x'} = new Q; $x->log();",
  "$x = new L; extract($all); $x->log();",
  "$x = new L; parse_str($s); $x->log();",
  "$x = new L; foreach ($all as $$name) {} $x->log();",
  "$x = new L; again: $x->log(); $x = new Q; goto again;",
  "$x = new L; change($x); $x->log();",
  "$x = new L; $this->alter(1, $x); $x->log();",
];
for (const line of SET)
  test(`a variable that something else may set: ${line}`, async () => {
    const files = {
      "a.php": php(
        "class L { function log() {} }",
        "class Q { function log() {} }",
        "class U {",
        `  function f($all, $s, $name) { ${line} }`,
        "  function alter($a, &$b) {}",
        "}",
        "function change(&$x) { $x = new Q; }",
      ),
    };
    assert.deepEqual(await linesOf(files, "Q.log", "a.php"), [5]);
  });

const COMPOSED = [
  "constant(C::class . '::X');",
  'constant(C::class . "::X");',
  "$n = C::class.'::X';",
  "constant(sprintf('%s::X', C::class));",
  'constant("{$c}::X");',
  'constant("$c::X");',
  "constant($c . '::' . 'X');",
  'constant("App\\\\C::X");',
];
for (const line of COMPOSED)
  test(`a constant or a method whose name is put together: ${line}`, async () => {
    const files = {
      "C.php": php("namespace App;", "class C { const X = 1; function Go() {} }"),
      "use.php": "",
    };
    files["use.php"] = php("use App\\C;", line);
    assert.deepEqual(await linesOf(files, "C.php:C.X", "use.php"), [3]);
    if (line.includes("' . '")) return;
    files["use.php"] = php("use App\\C;", line.replaceAll("constant(", "f(").replaceAll("::X", "::Go"));
    assert.deepEqual(await linesOf(files, "C.php:C.Go", "use.php"), [3]);
    files["use.php"] = php("use App\\C;", line.replaceAll("::X", "::Xs"));
    assert.deepEqual(await linesOf(files, "C.php:C.X", "use.php"), []);
  });
