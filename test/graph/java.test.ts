// Java: packages and imports, classes inside of classes, inherited members, receivers by their types, overloads,
// constructors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("packages over source roots: same package, imports by name, on demand, static, nested", async () => {
  await using asked = await ask({
    "core/src/main/java/a/b/Tool.java": [
      "package a.b;",
      "public class Tool {",
      "  public static void run() {}",
      "  public static final int SIZE = 1;",
      "  public static class Part { public void go() {} }",
      "}",
    ].join("\n"),
    "core/src/test/java/a/b/ToolTest.java": "package a.b;\nclass ToolTest { void t() { Tool.run(); } }\n",
    "core/src/main/java/a/c/Use.java": [
      "package a.c;",
      "import a.b.Tool;",
      "import static a.b.Tool.run;",
      "class Use { void t(Tool.Part p) { Tool.run(); run(); p.go(); int x = Tool.SIZE; } }",
    ].join("\n"),
    "core/src/main/java/a/c/Star.java": [
      "package a.c;",
      "import a.b.*;",
      "import static a.b.Tool.*;",
      "class Star { void t(Part p) { Tool.run(); run(); p.go(); a.b.Tool.run(); int x = SIZE; } }",
    ].join("\n"),
    "core/src/main/java/a/d/Other.java": [
      "package a.d;",
      "import x.y.Tool;",
      "class Other { void run() {} void t() { Tool.run(); run(); } }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Tool.run"), [
    "core/src/main/java/a/c/Star.java:4 static-method",
    "core/src/main/java/a/c/Star.java:4 star-import",
    "core/src/main/java/a/c/Star.java:4 static-method",
    "core/src/main/java/a/c/Use.java:4 static-method",
    "core/src/main/java/a/c/Use.java:4 import",
    "core/src/test/java/a/b/ToolTest.java:2 static-method",
  ]);
  assert.deepEqual(await asked.possible("Tool.run"), []);
  assert.deepEqual(await asked.callers("Part.go"), [
    "core/src/main/java/a/c/Star.java:4 parameter-type",
    "core/src/main/java/a/c/Use.java:4 parameter-type",
  ]);
  assert.deepEqual(await asked.callers("Tool.SIZE"), [
    "core/src/main/java/a/c/Star.java:4 star-import",
    "core/src/main/java/a/c/Use.java:4 static-method",
  ]);
});

test("inherited members, this and super, over files; the innermost class that has the name is meant", async () => {
  await using asked = await ask({
    "p/Base.java": "package p;\npublic class Base { protected void run() {} void stop() {} }\n",
    "p/Mid.java": "package p;\nclass Mid extends Base { @Override void stop() { super.stop(); } }\n",
    "p/Leaf.java": [
      "package p;",
      "class Leaf extends Mid {",
      "  void go() { run(); this.run(); super.run(); stop(); Leaf.this.run(); }",
      "  void help() {}",
      "  Object o = new Mid() { void x() { run(); help(); go(); } void help() {} };",
      "  class Inner extends Outside { void y() { run(); help(); } }",
      "  class Plain { void y() { run(); } }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.run"), [
    "p/Leaf.java:3 this-method",
    "p/Leaf.java:3 this-method",
    "p/Leaf.java:3 super-method",
    "p/Leaf.java:3 this-method",
    "p/Leaf.java:5 this-method",
    "p/Leaf.java:7 this-method",
  ]);
  assert.deepEqual(await asked.possible("Base.run"), ["p/Leaf.java:6 unresolved-base"]);
  assert.deepEqual(await asked.callers("Base.stop"), ["p/Mid.java:2 super-method"]);
  assert.deepEqual(await asked.callers("Mid.stop"), ["p/Leaf.java:3 this-method"]);
  const { declarations } = await asked.graph.declarationsOf("Leaf.help");
  const outer = declarations.find((d) => d.line === 4)!;
  const { proven, possible } = await asked.graph.callers(outer);
  assert.deepEqual([proven.map((p) => p.line), possible.map((p) => p.line)], [[], [6]]);
});

test("receivers by their types: locals, fields, results, casts, records, enumerations; type parameters prove nothing", async () => {
  await using asked = await ask({
    "p/Dog.java": [
      "package p;",
      "class Dog<T> {",
      "  void bark() {}",
      "  Dog self() { return this; }",
      "  T get() { return null; }",
      "  static Dog make() { return new Dog(); }",
      "}",
    ].join("\n"),
    "p/Color.java": "package p;\nenum Color { RED, BLUE; void paint() {} }\n",
    "p/Pair.java": "package p;\nrecord Pair(Dog left, int right) {}\n",
    "p/Use.java": [
      "package p;",
      "class Use<T extends Dog> {",
      "  private final Dog<String> field = null;",
      "  Dog[] many;",
      "  void go(Dog param, T any, Pair pair, Object o) {",
      "    param.bark();",
      "    var made = new Dog();",
      "    made.bark();",
      "    field.bark();",
      "    this.field.bark();",
      "    many[0].bark();",
      "    param.self().bark();",
      "    Dog.make().self().bark();",
      "    new Dog<>().bark();",
      "    ((Dog) o).bark();",
      "    pair.left().bark();",
      "    any.bark();",
      "    param.get().bark();",
      "    list.forEach(Dog::bark);",
      "    Color.RED.paint();",
      "    int bark = 1; bark(bark);",
      "  }",
      "  void bark(int n) {}",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Dog.bark"), [
    "p/Use.java:6 parameter-type",
    "p/Use.java:8 new-expression",
    "p/Use.java:9 field-type",
    "p/Use.java:10 field-type",
    "p/Use.java:11 field-type",
    "p/Use.java:12 result-type",
    "p/Use.java:13 result-type",
    "p/Use.java:14 new-expression",
    "p/Use.java:15 variable-type",
    "p/Use.java:16 result-type",
  ]);
  assert.deepEqual(await asked.possible("Dog.bark"), [
    "p/Use.java:17 unresolved-receiver",
    "p/Use.java:18 unresolved-receiver",
    "p/Use.java:19 handed-on",
  ]);
  assert.deepEqual(await asked.callers("Use.bark"), ["p/Use.java:21 same-file"]);
  assert.deepEqual(await asked.callers("Color.paint"), ["p/Use.java:20 variable-type"]);
  assert.deepEqual(await asked.references("Dog.bark").then((all) => all.filter((a) => a.includes(":19 "))), [
    "p/Use.java:19 read static-method",
  ]);
});

test("overloads by the number of arguments and by literals; what is left is possible; interfaces dispatch", async () => {
  await using asked = await ask({
    "p/Over.java": [
      "package p;",
      "class Over implements Shape {",
      "  void f(int a) {}",
      "  void f(int a, int b) {}",
      "  void f(String a) {}",
      "  void g(Object... rest) {}",
      "  @Override public void draw() {}",
      "  void t(Object x, java.util.Map<String, Integer> m) {",
      "    f(1, 2);",
      "    f(1);",
      '    f("a, b");',
      "    f(x.hashCode());",
      "    f(new java.util.HashMap<String, Integer>().size(), 2);",
      "    g(); g(1, 2, 3);",
      "  }",
      "}",
      "interface Shape { void draw(); void draw(int n); }",
      "class Use { void t(Shape s, Over o) { s.draw(); s.draw(1); o.draw(); o.draw(2); } }",
    ].join("\n"),
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((p) => p.line), possible.map((p) => `${p.line} ${p.why}`)];
  };
  assert.deepEqual(await at("Over.f", 3), [[10], ["12 ambiguous-declaration"]]);
  assert.deepEqual(await at("Over.f", 4), [[9, 13], []]);
  assert.deepEqual(await at("Over.f", 5), [[11], ["12 ambiguous-declaration"]]);
  assert.deepEqual(await at("Over.g", 6), [[14, 14], []]);
  assert.deepEqual(await at("Over.draw", 7), [[18], ["18 dispatch"]]);
  assert.deepEqual(await at("Shape.draw", 17), [[18], []]);
});

test("overloads by casts and by the types of parameters and locals, where the method has but one of the name", async () => {
  await using asked = await ask({
    "p/Over.java": [
      "package p;",
      "class Over {",
      "  void f(char[] a) {}",
      "  void f(String a) {}",
      "  <T> void f(T a) {}",
      "  void t(final String s, char[] c, java.util.List<String> l) {",
      "    f((char[]) null);",
      "    f(s);",
      "    f(c);",
      "    String k = s; f(k);",
      "    f(l);",
      "  }",
      "  <T> void u(T s) { f(s); }",
      "  void w() { { int s = 1; f(s); } { String s = null; f(s); } }",
      "}",
    ].join("\n"),
  });
  const at = async (line: number) => {
    const { declarations } = await asked.graph.declarationsOf("Over.f");
    const { proven } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return proven.map((p) => p.line);
  };
  assert.deepEqual(await at(3), [7, 9]);
  assert.deepEqual(await at(4), [8, 10]);
  assert.deepEqual(await at(5), [11, 13]);
});

test("constructors: new, this and super by their arguments", async () => {
  await using asked = await ask({
    "p/A.java": [
      "package p;",
      "class A {",
      "  A() { this(1); }",
      "  A(int x) {}",
      "  A(int x, int y) { this(x); }",
      "}",
      "class B extends A { B() { super(1, 2); } }",
      "class C extends A {}",
      "class Use { Object o = new A(); Object p = new A(2); Object q = new C(); }",
    ].join("\n"),
  });
  const lines = async (line: number) => {
    const { declarations } = await asked.graph.declarationsOf("A");
    const { proven } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return proven.map((p) => `${p.line} ${p.rule}`);
  };
  assert.deepEqual(await lines(2), ["9 construction", "9 construction"]);
  assert.deepEqual(await lines(3), ["9 construction"]);
  assert.deepEqual(await lines(4), ["3 this-method", "5 this-method", "9 construction"]);
  assert.deepEqual(await lines(5), ["7 super-method"]);
});
