// C#: namespaces over any files, using in all its forms, partial types, type arguments as part of a name, extension methods,
// inherited members, overloads, constructors, attributes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("namespaces: of the file, in blocks, nested; using, static, alias, global, of the project", async () => {
  await using asked = await ask({
    "Lib/Lib.csproj": '<Project><ItemGroup><Using Include="Third.Space" /></ItemGroup></Project>',
    "Lib/Tool.cs": [
      "namespace A.B;",
      "public class Tool {",
      "  public static void Run() {}",
      "  public const int Size = 1;",
      "  public class Part { public void Go() {} }",
      "}",
    ].join("\n"),
    "Lib/Same.cs": "namespace A.B { class S { void T() { Tool.Run(); } } }\n",
    "Lib/Inner.cs": "namespace A.B.C { class I { void T() { Tool.Run(); } } }\n",
    "Lib/Use.cs": [
      "using A.B;",
      "using static A.B.Tool;",
      "using T = A.B.Tool;",
      "namespace X;",
      "class U { void M(Tool.Part p) { Tool.Run(); Run(); T.Run(); p.Go(); A.B.Tool.Run(); global::A.B.Tool.Run(); var s = Size; } }",
    ].join("\n"),
    "Lib/None.cs": "namespace Y;\nclass N { void M() { Tool.Run(); } }\n",
    "Lib/Third.cs": "namespace Third.Space;\npublic class Given { public static void Do() {} }\n",
    "Lib/Uses.cs": "namespace Z;\nclass Q { void M() { Given.Do(); Shared.Do(); } }\n",
    "Lib/Globals.cs": "global using Global.Space;\n",
    "Lib/Shared.cs": "namespace Global.Space;\npublic class Shared { public static void Do() {} }\n",
    "Other/Other.csproj": "<Project></Project>",
    "Other/O.cs": "namespace Z;\nclass Q { void M() { Given.Do(); } }\n",
  });
  assert.deepEqual(await asked.callers("Tool.Run"), [
    "Lib/Inner.cs:1 static-method",
    "Lib/Same.cs:1 static-method",
    "Lib/Use.cs:5 static-method",
    "Lib/Use.cs:5 star-import",
    "Lib/Use.cs:5 static-method",
    "Lib/Use.cs:5 static-method",
    "Lib/Use.cs:5 static-method",
  ]);
  assert.deepEqual(await asked.possible("Tool.Run"), []);
  assert.deepEqual(await asked.callers("Part.Go"), ["Lib/Use.cs:5 parameter-type"]);
  assert.deepEqual(await asked.callers("Tool.Size"), ["Lib/Use.cs:5 star-import"]);
  assert.deepEqual(await asked.callers("Given.Do"), ["Lib/Uses.cs:2 static-method"]);
  assert.deepEqual(await asked.callers("Shared.Do"), ["Lib/Uses.cs:2 static-method"]);
});

test("partial types over files; members of any part; bases of any part", async () => {
  await using asked = await ask({
    "A1.cs": "namespace P;\npublic partial class A { void One() { Two(); Base(); } }\n",
    "A2.cs": "namespace P;\npublic partial class A : B { public override void Two() {} }\n",
    "B.cs":
      "namespace P;\npublic abstract class B { public abstract void Two(); protected void Base() {} }\n",
    "U.cs": "namespace P;\nclass U { void M(A a, B b) { a.Two(); b.Two(); new A().Two(); } }\n",
  });
  assert.deepEqual(await asked.callers("A.Two"), [
    "A1.cs:2 this-method",
    "U.cs:2 parameter-type",
    "U.cs:2 new-expression",
  ]);
  assert.deepEqual(await asked.possible("A.Two"), ["U.cs:2 dispatch"]);
  assert.deepEqual(await asked.callers("B.Base"), ["A1.cs:2 this-method"]);
  const { declarations } = await asked.graph.declarationsOf("A");
  for (const d of declarations) {
    const { proven } = await asked.graph.callers(d);
    assert.deepEqual(
      proven.map((s) => `${s.path}:${s.line} ${s.rule}`),
      ["U.cs:2 construction"],
    );
  }
});

test("the number of type arguments belongs to the name of a type", async () => {
  await using asked = await ask({
    "T.cs": [
      "namespace P;",
      "class Pipe { public void Go() {} }",
      "class Pipe<T> { public void Go() {} public T Value; }",
      "class Other<T> : Pipe<T> { void X() { Go(); } }",
      "class U {",
      "  Pipe _one; Pipe<int> _two;",
      "  void M(Pipe a, Pipe<string> b) {",
      "    a.Go(); b.Go(); _one.Go(); _two.Go();",
      "    var c = new Pipe<int>(); c.Go(); new Pipe().Go();",
      "    b.Value.Go();",
      "  }",
      "}",
    ].join("\n"),
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => s.line), possible.map((s) => s.line)];
  };
  assert.deepEqual(await at("Pipe.Go", 2), [[8, 8, 9], [10]]);
  assert.deepEqual(await at("Pipe.Go", 3), [[4, 8, 8, 9], [10]]);
  assert.deepEqual(await at("Pipe", 2), [[9], []]);
  assert.deepEqual(await at("Pipe", 3), [[9], []]);
});

test("extension methods by the receiver's type, in namespaces that the place sees; members go first", async () => {
  await using asked = await ask({
    "E.cs": [
      "namespace E;",
      "public class Dog { public void Both(int n) {} }",
      "public class Pup : Dog { }",
      "public static class Extensions {",
      "  public static void Walk(this Dog dog) {}",
      "  public static void Walk(this string text, int n = 1) {}",
      "  public static void Both(this Dog dog, string s) {}",
      "  public static T Every<T>(this T value) => value;",
      "}",
    ].join("\n"),
    "U.cs": [
      "using E;",
      "namespace U;",
      "class C {",
      "  void M(Dog d, Pup p, string s, Out.Side o, int n) {",
      '    d.Walk(); p.Walk(); s.Walk(); "x".Walk(2);',
      '    d.Both(1); d.Both("a"); d.Every(); s.Every();',
      "    d.Both(o);",
      "    Extensions.Walk(d); o.Walk(); n.Walk();",
      "  }",
      "}",
    ].join("\n"),
    "N.cs": "namespace N;\nclass C { void M(E.Dog d) { d.Walk(); } }\n",
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => `${s.line} ${s.rule}`), possible.map((s) => `${s.line} ${s.why}`)];
  };
  assert.deepEqual(await at("Extensions.Walk", 5), [
    ["5 star-import", "5 star-import"],
    ["8 ambiguous-declaration", "8 unresolved-receiver"],
  ]);
  assert.deepEqual(await at("Extensions.Walk", 6), [
    ["5 star-import", "5 star-import"],
    ["8 ambiguous-declaration"],
  ]);
  assert.deepEqual(await at("Dog.Both", 2), [["6 parameter-type"], ["7 ambiguous-declaration"]]);
  assert.deepEqual(await at("Extensions.Both", 7), [["6 star-import"], ["7 ambiguous-declaration"]]);
  assert.deepEqual(await at("Extensions.Every", 8), [["6 star-import", "6 star-import"], []]);
});

test("inherited members, this, base, interfaces, explicit ones; the innermost type that has the name is meant", async () => {
  await using asked = await ask({
    "A.cs": [
      "namespace P;",
      "interface IShape { void Draw(); }",
      "class Base { protected virtual void Run() {} public void Stop() {} }",
      "class Leaf : Base, IShape {",
      "  protected override void Run() { base.Run(); this.Stop(); }",
      "  void IShape.Draw() { Stop(); }",
      "  class Inner { void X(Leaf l) { l.Stop(); } }",
      "}",
      "class Out : Missing.Type { void X() { Stop(); } void Stop() {}",
      "  class In : Missing.Type { void Y() { Stop(); } }",
      "  class With : IMissing { void Z() { Stop(); } } }",
      "class Use { void M(IShape s, Leaf l) { s.Draw(); l.Stop(); } }",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.Stop"), [
    "A.cs:5 this-method",
    "A.cs:6 same-file",
    "A.cs:7 parameter-type",
    "A.cs:12 parameter-type",
  ]);
  assert.deepEqual(await asked.callers("Base.Run"), ["A.cs:5 super-method"]);
  assert.deepEqual(await asked.callers("IShape.Draw"), ["A.cs:12 parameter-type"]);
  assert.deepEqual(await asked.possible("Leaf.Draw"), ["A.cs:12 dispatch"]);
  assert.deepEqual(await asked.callers("Out.Stop"), ["A.cs:9 same-file", "A.cs:11 same-file"]);
  assert.deepEqual(await asked.possible("Out.Stop"), ["A.cs:10 unresolved-base"]);
});

test("receivers: fields, properties, locals, var, await, casts, foreach; type parameters by their bounds", async () => {
  await using asked = await ask({
    "P.cs": [
      "namespace P;",
      "class Dog {",
      "  public void Bark() {}",
      "  public Dog Self() => this;",
      "  public Dog Friend { get; set; }",
      "  public static Task<Dog> Fetch() => null;",
      "}",
      "class Use<T, U> where T : Dog {",
      "  private readonly Dog _field = new();",
      "  Dog[] many;",
      "  async Task Go(Dog p, T t, U u, object o, List<Dog> list) {",
      "    p.Bark(); p?.Bark(); p!.Bark(); t.Bark(); u.Bark(); _field.Bark(); this._field.Bark();",
      "    var a = new Dog(); a.Bark(); p.Self().Bark(); p.Friend.Friend.Bark();",
      "    var b = await Dog.Fetch(); b.Bark(); (await Dog.Fetch()).Bark();",
      "    ((Dog)o).Bark(); (o as Dog).Bark(); if (o is Dog d) d.Bark();",
      "    foreach (var e in list) e.Bark(); many[0].Bark();",
      "    list.ForEach(x => x.Bark()); Unknown().Bark();",
      "  }",
      "}",
    ].join("\n"),
  });
  const { proven, possible } = await asked.interval("Dog.Bark");
  assert.deepEqual(
    proven.map((s) => s.line),
    [12, 12, 12, 12, 12, 12, 13, 13, 13, 14, 14, 15, 15, 15, 16, 16],
  );
  assert.deepEqual(
    possible.map((s) => s.line),
    [12, 17, 17],
  );
  assert.deepEqual(await asked.callers("Dog"), ["P.cs:9 construction", "P.cs:13 construction"]);
});

test("overloads by counts, names, defaults, params, out, lambdas and type arguments; constructors; attributes", async () => {
  await using asked = await ask({
    "O.cs": [
      "namespace O;",
      "class MarkAttribute : System.Attribute { public MarkAttribute(int n) {} }",
      "class C {",
      "  public C() : this(1) {}",
      "  public C(int a) {}",
      "  public C(int a, string b = null) : this(a) {}",
      "  void F(int a) {}",
      "  void F(string a, int b = 1) {}",
      "  void F(out int a) { a = 1; }",
      "  void F(System.Func<int> f) {}",
      "  void F(System.Func<int, int> f) {}",
      "  void F<T>() {}",
      "  [Mark(1)]",
      "  void M(object x) {",
      "    F(1);",
      '    F("a");',
      "    F(out var q);",
      "    F(() => 1);",
      "    F(y => 1);",
      "    F<int>();",
      "    F(b: 2, a: x.Y);",
      "    F(x.Z);",
      "    new C();",
      '    new C(1, "b");',
      "  }",
      "}",
    ].join("\n"),
  });
  const at = async (name: string, line: number) => {
    const { declarations } = await asked.graph.declarationsOf(name);
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => s.line), possible.map((s) => s.line)];
  };
  assert.deepEqual(await at("C.F", 7), [[15], [22]]);
  assert.deepEqual(await at("C.F", 8), [[16, 21], [22]]);
  assert.deepEqual(await at("C.F", 9), [[17], []]);
  assert.deepEqual(await at("C.F", 10), [[18], [22]]);
  assert.deepEqual(await at("C.F", 11), [[19], [22]]);
  assert.deepEqual(await at("C.F", 12), [[20], []]);
  assert.deepEqual(await at("C.C", 4), [[23], []]);
  assert.deepEqual(await at("C.C", 6), [[24], [4, 6]]);
  for (const mark of (await asked.graph.declarationsOf("MarkAttribute")).declarations)
    assert.deepEqual(
      (await asked.graph.callers(mark)).proven.map((s) => s.line),
      [13],
    );
});

test("circles, names of prototypes, broken code: an answer all the same; operators are said not to be looked at", async () => {
  await using asked = await ask({
    "A.cs": [
      "using X = Y; using Y = X;",
      "namespace P;",
      "class A : B { void __proto__() { constructor(); base.x(); } }",
      "class B : A<B> { }",
      "class A<T> : B where T : T { X one = two; X two = one.Go(); }",
      "partial class Q : Q { void F() { var a = b; var b = a; b.F(); } }",
      "class V { public static V operator +(V a, V b) => a; public int this[int i] => i; }",
      "static class E { public static void Ext<T>(this T t) where T : E2 { t.Ext(); } }",
      "class L { int F(string[][] a, int[,][] b, (int, int)[] c, L[][] d) {",
      "  var e = a[(int)1]; var f = d[0]; return e.Length + b.Length + c.Length + d[0][1].G() + f.G(); } int G() => 1; }",
      "class Broken { void M( { { (",
    ].join("\n"),
  });
  for (const name of ["__proto__", "A", "B", "one", "F", "Ext", "G"]) {
    for (const d of (await asked.graph.declarationsOf(name)).declarations) {
      await asked.graph.callers(d);
      await asked.graph.callees(d);
      await asked.graph.implementors(d);
    }
  }
  const [file] = await asked.graph.view.load([0]);
  const at = file!.facts!.symbols.findIndex((s) => s.name === "this");
  const { declarationAt } = await import("../../src/graph/declarations.ts");
  const { tablesOf } = await import("../../src/graph/file-tables.ts");
  const { notLooked } = await asked.graph.callers(declarationAt(tablesOf(file!)!, at));
  assert.deepEqual(notLooked, [{ what: "uses of the index", why: "they don't hold its name" }]);
});
