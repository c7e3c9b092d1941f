// Kotlin: packages over any files, imports with aliases and stars, companions and objects, functions that extend types,
// inherited members, lambdas with receivers, overloads with default values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("packages whatever the file: same package, imports by name, alias and star, qualified names, private ones", async () => {
  await using asked = await ask({
    "lib/Many.kt": [
      "package a.b",
      "fun run() {}",
      "class Tool(val size: Int) { class Part { fun go() {} } }",
      "private fun hidden() {}",
      "val Top = 1",
    ].join("\n"),
    "lib/Same.kt": "package a.b\nfun t() { run(); Tool(1) }\n",
    "use/Use.kt": [
      "package a.c",
      "import a.b.Tool",
      "import a.b.run",
      "import a.b.run as start",
      "fun t(p: Tool.Part) { run(); start(); Tool(1).size; p.go(); a.b.run() }",
    ].join("\n"),
    "use/Star.kt":
      "package a.d\nimport a.b.*\nfun t(p: Tool.Part) { run(); hidden(); p.go(); println(Top) }\n",
    "use/Other.kt":
      "package a.e\nimport x.y.*\nfun t() { run() }\nclass Q { fun run() {}\n fun u() { run() }\n}\n",
  });
  assert.deepEqual(await asked.callers("Many.run"), [
    "lib/Same.kt:2 same-package",
    "use/Star.kt:3 star-import",
    "use/Use.kt:5 import",
    "use/Use.kt:5 import",
    "use/Use.kt:5 qualified",
  ]);
  assert.deepEqual(await asked.possible("Many.run"), []);
  assert.deepEqual(await asked.callers("Tool"), ["lib/Same.kt:2 same-package", "use/Use.kt:5 import"]);
  assert.deepEqual(await asked.callers("Part.go"), [
    "use/Star.kt:3 parameter-type",
    "use/Use.kt:5 parameter-type",
  ]);
  assert.deepEqual(await asked.callers("Top"), ["use/Star.kt:3 star-import"]);
  assert.deepEqual(await asked.callers("hidden"), []);
  assert.deepEqual(await asked.callers("Q.run"), ["use/Other.kt:5 same-file"]);
});

test("companions, objects, enumerations; nested classes do not see instances of the classes around them", async () => {
  await using asked = await ask({
    "A.kt": [
      "package p",
      "class Box {",
      "  fun own() {}",
      "  fun go() { make(); own(); Box.make(); Box.Companion.make() }",
      "  companion object { fun make() = Box() }",
      "  class Nested { fun n() { make(); own() } }",
      "  inner class Inner { fun n() { own() } }",
      "}",
      "fun own() {}",
      "object Single { fun act() {}",
      "  fun more() { act() }; }",
      "enum class Color(val code: Int) { RED(1), BLUE(2); fun paint() {} }",
      "fun use() { Single.act(); Color.RED.paint(); Box.make().own(); Color.BLUE.code }",
    ].join("\n"),
    "B.kt":
      "package q\nimport p.Box.Companion.make\nimport p.Single.act\nimport p.Color.*\nfun x() { make(); act(); RED.paint() }\n",
  });
  assert.deepEqual(await asked.callers("Box.make"), [
    "A.kt:4 same-file",
    "A.kt:4 static-method",
    "A.kt:4 static-method",
    "A.kt:6 same-file",
    "A.kt:13 static-method",
    "B.kt:5 import",
  ]);
  assert.deepEqual(await asked.callers("Box.own"), [
    "A.kt:4 same-file",
    "A.kt:7 same-file",
    "A.kt:13 result-type",
  ]);
  assert.deepEqual(await asked.callers("Single.act"), [
    "A.kt:11 same-file",
    "A.kt:13 static-method",
    "B.kt:5 import",
  ]);
  assert.deepEqual(await asked.callers("Color.paint"), ["A.kt:13 enum-member", "B.kt:5 enum-member"]);
  const { declarations } = await asked.graph.declarationsOf("own");
  const top = declarations.find((d) => d.line === 9)!;
  const { proven, possible } = await asked.graph.callers(top);
  assert.deepEqual([proven.map((s) => s.line), possible.map((s) => s.line)], [[6], []]);
});

test("inherited members, this, super, objects without a name, interfaces; bases outside and unknown ones", async () => {
  await using asked = await ask({
    "A.kt": [
      "package p",
      "open class Base { open fun run() {}",
      "  fun stop() {}; }",
      "interface Shape { fun draw() }",
      "class Leaf : Base(), Shape {",
      "  override fun run() { super.run(); this.stop() }",
      "  override fun draw() { stop() }",
      "}",
      "fun use(s: Shape, l: Leaf, b: Base) { s.draw(); l.draw(); b.run(); l.stop()",
      "  val o = object : Base() { fun x() { run(); stop() } }",
      "}",
      "class Out : x.y.Missing() { fun t() { stop() } }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.stop"), [
    "A.kt:6 this-method",
    "A.kt:7 same-file",
    "A.kt:9 parameter-type",
    "A.kt:10 same-file",
  ]);
  assert.deepEqual(await asked.possible("Base.stop"), []);
  assert.deepEqual(await asked.callers("Base.run"), [
    "A.kt:6 super-method",
    "A.kt:9 parameter-type",
    "A.kt:10 same-file",
  ]);
  assert.deepEqual(await asked.callers("Leaf.draw"), ["A.kt:9 parameter-type"]);
  assert.deepEqual(await asked.possible("Leaf.draw"), ["A.kt:9 dispatch"]);
  assert.deepEqual(await asked.callers("Base"), ["A.kt:5 same-file", "A.kt:10 construction"]);
});

test("extensions: by the receiver's type, imported, of implicit receivers; members go first", async () => {
  await using asked = await ask({
    "ext.kt": [
      "package e",
      "class Dog { fun bark() {}",
      "  fun both(n: Int) {}",
      "}",
      "fun Dog.walk() { bark(); this.bark() }",
      "class Cat",
      "fun Cat.walk() {}",
      "fun String.shout() = 1",
      "fun Dog.both(s: String) {}",
      "fun <T> T.every() {}",
    ].join("\n"),
    "use.kt": [
      "package u",
      "import e.*",
      "import e.shout as yell",
      "fun go(d: Dog, c: Cat, s: String, n: Int, any: x.Y) {",
      "  d.walk(); c.walk(); s.yell()",
      '  "a".shout(); n.shout()',
      '  d.both(1); d.both("a"); d.both(any)',
      "  d.every(); n.every()",
      "  any.walk()",
      "  val i: Any = d",
      "}",
      "fun Dog.more() { walk() }",
    ].join("\n"),
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => s.line), possible.map((s) => `${s.line} ${s.why}`)];
  };
  assert.deepEqual(await at("Dog.walk", 5), [[5, 12], []]);
  assert.deepEqual(await at("Cat.walk", 7), [[5], []]);
  assert.deepEqual(await at("shout", 8), [[5, 6], []]);
  assert.deepEqual(await at("Dog.both", 3), [[7], ["7 ambiguous-declaration"]]);
  assert.deepEqual(await at("Dog.both", 9), [[7], ["7 ambiguous-declaration"]]);
  assert.deepEqual(await at("Dog.bark", 2), [[5, 5], []]);
  assert.deepEqual(await at("every", 10), [[8, 8], []]);
});

test("lambdas: those of the repository say their receiver; of unknown ones nothing bare is proven", async () => {
  await using asked = await ask({
    "dsl.kt": [
      "package d",
      "class Html { fun body() {} }",
      "fun html(init: Html.() -> Unit) {}",
      "fun each(f: (Html) -> Unit) {}",
      "typealias Build = Html.() -> Unit",
      "fun built(b: Build) {}",
      "fun body() {}",
      "fun other() {}",
      "fun some(path: String, f: Html.() -> Unit) {}",
      "fun some(path: Regex, f: Html.() -> Unit) {}",
    ].join("\n"),
    "use.kt": [
      "package d",
      "import out.side.unknown",
      "fun t(h: Html) {",
      "  html { body(); other() }",
      "  each { body(); it.body() }",
      "  built { body() }",
      "  unknown { body(); other() }",
      "  h.apply { body() }",
      "  h.let { it.body() }",
      "  with(h) { body() }",
      "  listOf(1).forEach { body() }",
      "  html { each { x -> body(); x.body(); this.body() } }",
      "  each(f = { y -> y.body() })",
      "  some(h.x.y) { body() }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Html.body"), [
    "use.kt:4 this-method",
    "use.kt:5 parameter-type",
    "use.kt:6 this-method",
    "use.kt:8 this-method",
    "use.kt:9 parameter-type",
    "use.kt:10 this-method",
    "use.kt:12 this-method",
    "use.kt:12 parameter-type",
    "use.kt:12 this-method",
    "use.kt:13 parameter-type",
    "use.kt:14 this-method",
  ]);
  assert.deepEqual(await asked.possible("Html.body"), ["use.kt:7 unresolved-receiver"]);
  const { declarations } = await asked.graph.declarationsOf("body");
  const top = await asked.graph.callers(declarations.find((d) => d.line === 7)!);
  assert.deepEqual(
    top.proven.map((s) => s.line),
    [5, 11],
  );
  assert.deepEqual(
    top.possible.map((s) => s.line),
    [7],
  );
  assert.deepEqual(await asked.callers("other"), ["use.kt:4 same-package"]);
});

test("receivers by fields, locals, results, casts, checks; type parameters by their bounds", async () => {
  await using asked = await ask({
    "p.kt": [
      "package p",
      "open class Dog { open fun bark() {}",
      "  fun self(): Dog = this",
      "  val friend: Dog = Dog() }",
      "class Big : Dog() { override fun bark() {} }",
      "fun make() = Dog()",
      "class Use<T : Dog, U>(val field: Dog, plain: Dog) {",
      "  val made = Dog()",
      "  init { plain.bark() }",
      "  fun go(p: Dog?, t: T, u: U, o: Any) {",
      "    p?.bark(); p!!.bark(); t.bark(); u.bark(); field.bark(); made.bark()",
      "    val l = make(); l.bark(); l.self().bark(); p.friend.friend.bark()",
      "    Dog().bark(); make().bark()",
      "    val x = p ?: return; x.bark()",
      "    val y = Dog().apply { bark() }; y.bark()",
      "    for (z in list) z.bark()",
      "  }",
      "  fun narrowed(d: Dog) { if (d is Big) d.bark() }",
      "  fun cast(o: Any) { (o as Dog).bark() }",
      "}",
    ].join("\n"),
  });
  const { declarations } = await asked.graph.declarationsOf("Dog.bark");
  const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === 2)!);
  assert.deepEqual(
    proven.map((s) => s.line),
    [9, 11, 11, 11, 11, 11, 12, 12, 12, 13, 13, 14, 15, 15, 19],
  );
  assert.deepEqual(
    possible.map((s) => s.line),
    [11, 16, 18],
  );
});

test("overloads: counts, defaults, names, lambdas behind the brackets, vararg; constructors", async () => {
  await using asked = await ask({
    "o.kt": [
      "package o",
      "fun f(a: Int) {}",
      "fun f(a: Int, b: Int) {}",
      'fun f(a: String, b: String = "", c: () -> Unit) {}',
      "fun f(vararg all: Boolean) {}",
      "fun t(q: q.Z) {",
      "  f(1)",
      "  f(1, 2)",
      '  f("a") { }',
      "  f(c = { }, a = q)",
      "  f(true, false, true)",
      "  f(q)",
      "}",
      "class C(val a: Int) { constructor(a: Int, b: Int) : this(a)",
      "  constructor(s: String) : this(1, 2); }",
      "val c = C(1, 2)",
    ].join("\n"),
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => s.line), possible.map((s) => s.line)];
  };
  assert.deepEqual(await at("f", 2), [[7], [12]]);
  assert.deepEqual(await at("f", 3), [[8], []]);
  assert.deepEqual(await at("f", 4), [[9, 10], []]);
  assert.deepEqual(await at("f", 5), [[11], [12]]);
  assert.deepEqual(await at("C.constructor", 14), [[15, 16], []]);
  assert.deepEqual(await at("C.constructor", 15), [[], [14]]);
});

test("expected and actual declarations are one; copies in other modules are not", async () => {
  await using asked = await ask({
    "m/common/src/p/A.kt":
      "package p\nexpect class Lock() { fun hold() }\nexpect fun now(): Int\nexpect fun opt(n: Int = 1)\nexpect fun lock(): Lock\nfun use(l: Lock) { l.hold(); now(); lock().hold() }\n",
    "m/jvm/src/p/AJvm.kt":
      "package p\nactual class Lock { actual fun hold() {} }\nactual fun now(): Int = 1\nactual fun lock(): Lock = Lock()\nactual fun opt(n: Int) {}\nfun plain() {}\n",
    "m/js/src/p/AJs.kt": "package p\nimport kotlin.js.*\nfun js() { plain() }\n",
    "m/jvm/test/p/T.kt": "package p\nfun helper() {}\nfun t() { plain() }\n",
    "m/jvm/src/p/Main.kt": "package p\nfun main() { helper(); opt() }\n",
    "n/src/p/C.kt": "package p\nfun copy() {}\nfun c() { copy() }\n",
    "o/src/p/D.kt": "package p\nfun copy() {}\nfun d() { copy() }\n",
  });
  const callersAt = async (name: string) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const all: string[] = [];
    for (const d of declarations)
      all.push(
        `${d.path.slice(0, 3)}: ${(await asked.graph.callers(d)).proven.map((s) => `${s.path.slice(0, 3)}${s.line}`).join(" ")}`,
      );
    return all;
  };
  assert.deepEqual(await callersAt("hold"), ["m/c: m/c6 m/c6", "m/j: m/c6 m/c6"]);
  assert.deepEqual(await callersAt("now"), ["m/c: m/c6", "m/j: m/c6"]);
  assert.deepEqual(await callersAt("opt"), ["m/c: m/j2", "m/j: m/j2"]);
  assert.deepEqual(await callersAt("plain"), ["m/j: m/j3"]);
  assert.deepEqual(await callersAt("helper"), ["m/j: "]);
  assert.deepEqual(await callersAt("copy"), ["n/s: n/s3", "o/s: o/s3"]);
});

test("circles, names of prototypes, broken code: an answer all the same; operators are said not to be looked at", async () => {
  await using asked = await ask({
    "A.kt": [
      "package p",
      "open class A : B() { fun __proto__() { constructor(); super.x() } }",
      "open class B : A()",
      "typealias X = Y",
      "typealias Y = X",
      "val one = two",
      "val two = one.go()",
      "fun f() = g()",
      "fun g() = f().h()",
      "fun X.ext() { ext() }",
      "class V { operator fun plus(o: V) = o }",
      "fun many() = run { it.ext(); " + "a: b, ".repeat(70) + "}",
      "fun two() = pair { (a, b): Pair<A, B>, c: A -> c.__proto__() }",
      "fun broken( { { (",
    ].join("\n"),
  });
  for (const name of ["__proto__", "A", "X", "one", "f", "ext"]) {
    for (const d of (await asked.graph.declarationsOf(name)).declarations) {
      await asked.graph.callers(d);
      await asked.graph.callees(d);
      await asked.graph.implementors(d);
    }
  }
  const { notLooked } = await asked.interval("V.plus");
  assert.deepEqual(notLooked, [{ what: "uses of plus by its operator", why: "they don't hold its name" }]);
});
