// Ruby: constants by nesting and inheritance, classes opened again, methods of the object itself, of classes that are named and
// of what `new` makes; everything else is possible.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const rb = (...lines: string[]): string => `${lines.join("\n")}\n`;

test("constants: by nesting, inheritance, paths and from the root", async () => {
  await using asked = await ask({
    "lib/a.rb": rb(
      "module A",
      "  class B",
      "    def self.go; end",
      "    LIMIT = 1",
      "  end",
      "  class C < B",
      "    def f; LIMIT; B.go; end",
      "  end",
      "end",
    ),
    "lib/top.rb": rb("class B", "  def self.go; end", "end"),
    "lib/use.rb": rb(
      "B.go",
      "A::B.go",
      "::B.go",
      "module A",
      "  B.go",
      "  ::B.go",
      "  module D",
      "    B.go",
      "  end",
      "end",
      "module A::E",
      "  B.go",
      "end",
    ),
  });
  assert.deepEqual(await asked.callers("lib/a.rb:B.go"), [
    "lib/a.rb:7 static-method",
    "lib/use.rb:2 static-method",
    "lib/use.rb:5 static-method",
    "lib/use.rb:8 static-method",
  ]);
  assert.deepEqual(await asked.callers("lib/top.rb:B.go"), [
    "lib/use.rb:1 static-method",
    "lib/use.rb:3 static-method",
    "lib/use.rb:6 static-method",
    "lib/use.rb:12 static-method",
  ]);
  assert.deepEqual(await asked.callers("A.B.LIMIT"), ["lib/a.rb:7 same-file"]);
});

test("methods of the object itself: own, inherited, mixed in, of a class that is opened again", async () => {
  await using asked = await ask({
    "lib/base.rb": rb("class Base", "  def help; end", "  def over; end", "  def self.make; end", "end"),
    "lib/mix.rb": rb("module Mix", "  def mixed; own; end", "  def own; end", "end"),
    "lib/sub.rb": rb(
      "class Sub < Base",
      "  include Mix",
      "  def run",
      "    help; self.help",
      "    mixed",
      "    later",
      "    over",
      "    [1].each { |x| help }",
      "    other { help }",
      "  end",
      "  def over; super; end",
      "  def self.build; make; help; end",
      "end",
    ),
    "lib/again.rb": rb("class Sub", "  def later; help; end", "end"),
  });
  assert.deepEqual(await asked.callers("Base.help"), [
    "lib/again.rb:2 this-method",
    "lib/sub.rb:4 this-method",
    "lib/sub.rb:4 this-method",
    "lib/sub.rb:8 this-method",
  ]);
  assert.deepEqual(await asked.possible("Base.help"), [
    "lib/sub.rb:9 unresolved-receiver",
    "lib/sub.rb:12 unresolved-receiver",
  ]);
  assert.deepEqual(await asked.callers("Mix.mixed"), ["lib/sub.rb:5 this-method"]);
  assert.deepEqual(await asked.callers("Mix.own"), ["lib/mix.rb:2 this-method"]);
  assert.deepEqual(await asked.callers("Sub.later"), ["lib/sub.rb:6 this-method"]);
  assert.deepEqual(await asked.callers("Base.over"), ["lib/sub.rb:11 super-method"]);
  assert.deepEqual(await asked.callers("Sub.over"), ["lib/sub.rb:7 this-method"]);
  assert.deepEqual(await asked.callers("Base.make"), ["lib/sub.rb:12 this-method"]);
});

test("what new makes, and what a variable holds while all that is assigned is that", async () => {
  await using asked = await ask({
    "dog.rb": rb(
      "class Dog",
      "  def initialize(n); end",
      "  def bark; end",
      "  def self.pup; new(1); end",
      "end",
      "class Cat",
      "  def bark; end",
      "end",
    ),
    "use.rb": rb(
      "Dog.new(1).bark",
      "d = Dog.new(2)",
      "d.bark",
      "e = Dog.new(3)",
      "e = other",
      "e.bark",
      "class Home",
      "  KEPT = Dog.new(4)",
      "  def initialize; @dog = Dog.new(5); @any = Dog.new(6); end",
      "  attr_writer :any",
      "  def f; @dog.bark; @any.bark; KEPT.bark; end",
      "end",
    ),
  });
  assert.deepEqual(await asked.callers("Dog.bark"), [
    "use.rb:1 new-expression",
    "use.rb:3 variable-type",
    "use.rb:11 field-type",
    "use.rb:11 variable-type",
  ]);
  assert.deepEqual(await asked.possible("Dog.bark"), [
    "use.rb:6 unresolved-receiver",
    "use.rb:11 unresolved-receiver",
  ]);
  assert.deepEqual(
    (await asked.callers("Dog.initialize")).map((s) => s.split(" ")[0]),
    ["dog.rb:4", "use.rb:1", "use.rb:2", "use.rb:4", "use.rb:8", "use.rb:9", "use.rb:9"],
  );
});

test("class methods: def self, class << self, extend, extend self, module_function, method_missing", async () => {
  await using asked = await ask({
    "m.rb": rb(
      "module Ext; def extended_one; end; end",
      "class K",
      "  extend Ext",
      "  class << self",
      "    def inner; end",
      "    private def hidden; end",
      "  end",
      "  def inner; end",
      "end",
      "module Fun",
      "  extend self",
      "  def fun; end",
      "end",
      "module Old",
      "  module_function",
      "  def old; end",
      "end",
      "class Any",
      "  def self.method_missing(n); end",
      "end",
    ),
    "u.rb": rb("K.extended_one", "K.inner", "Fun.fun", "Old.old", "Any.inner", "K.new.inner"),
  });
  assert.deepEqual(await asked.callers("Ext.extended_one"), ["u.rb:1 static-method"]);
  assert.deepEqual(await asked.callers("Fun.fun"), ["u.rb:3 static-method"]);
  assert.deepEqual(await asked.callers("Old.old"), ["u.rb:4 static-method"]);
  const { declarations } = await asked.graph.declarationsOf("K.inner");
  const at = async (line: number) => {
    const { proven, possible } = await asked.graph.callers(declarations.find((d) => d.line === line)!);
    return [proven.map((s) => s.line), possible.map((s) => `${s.line} ${s.why}`)];
  };
  assert.deepEqual(await at(5), [[2], ["5 dynamic-access"]]);
  assert.deepEqual(await at(8), [[6], ["5 dynamic-access"]]);
});

test("what is not told by the source is possible: receivers, send, symbols, blocks run elsewhere, defined twice", async () => {
  await using asked = await ask({
    "a.rb": rb(
      "class A",
      "  def go; end",
      "  def two(x, y); end",
      "  def twice; end",
      "  define_method(:made) { go }",
      "  def f(o)",
      "    o.go; o.send(:go); o.two(1); o.two(1, 2)",
      "    twice",
      "    made",
      "    o.instance_eval { go }",
      "    o.map(&:go)",
      "  end",
      "  before :go",
      "  private",
      "  def shy; end",
      "end",
      "class A",
      "  def twice; end",
      "end",
    ),
    "b.rb": rb("class A; def twice; end; end", "x.shy", "x.go = 1"),
  });
  assert.deepEqual(await asked.callers("A.go"), []);
  assert.deepEqual(await asked.possible("A.go"), [
    "a.rb:5 unresolved-receiver",
    "a.rb:7 unresolved-receiver",
    "a.rb:7 unresolved-receiver",
    "a.rb:10 unresolved-receiver",
    "a.rb:11 unresolved-receiver",
    "a.rb:13 handed-on",
  ]);
  assert.deepEqual(await asked.possible("A.two"), ["a.rb:7 unresolved-receiver"]);
  assert.deepEqual(await asked.possible("A.made"), ["a.rb:9 ambiguous-declaration"]);
  assert.deepEqual(await asked.possible("A.shy"), []);
  const { declarations } = await asked.graph.declarationsOf("A.twice");
  for (const d of declarations) {
    const { proven, possible } = await asked.graph.callers(d);
    assert.deepEqual(
      [proven.length, possible.map((s) => `${s.line} ${s.why}`)],
      [0, ["8 ambiguous-declaration"]],
    );
  }
});

test("an object of a class that a variable holds may be made by any constructor that the file names", async () => {
  await using asked = await ask({
    "a.rb": rb("class Alpha", "  def initialize(x); end", "end", "class Beta; end"),
    "u.rb": rb("k = Class.new(Alpha)", "k.new(1)", "Alpha.new(1)", "Beta.new(1)", "k.new(1, 2)"),
    "v.rb": rb("k.new(1)"),
  });
  assert.deepEqual(await asked.callers("Alpha.initialize"), ["u.rb:3 construction"]);
  assert.deepEqual(await asked.possible("Alpha.initialize"), ["u.rb:2 unresolved-receiver"]);
  const { notLooked } = await asked.interval("Alpha.initialize");
  assert.ok(notLooked.some(({ what }) => what.startsWith("calls of new on a class")));
});

test("bases, implementors and overriding", async () => {
  await using asked = await ask({
    "a.rb": rb(
      "module M; def m; end; end",
      "class A; include M; def call; m; end; end",
      "class B < A; def m; end; end",
      "B.new.call",
      "A.new.m",
    ),
    "c.rb": rb("class A; def more; m; end; end"),
  });
  const below = await asked.graph.implementors(await asked.one("M"));
  assert.deepEqual(
    below.proven.map((p) => `${p.declaration.name} ${p.distance}`),
    ["A 1", "B 2"],
  );
  assert.deepEqual(await asked.callers("M.m"), [
    "a.rb:2 this-method",
    "a.rb:5 new-expression",
    "c.rb:1 this-method",
  ]);
  assert.deepEqual(await asked.possible("B.m"), ["a.rb:2 dispatch", "c.rb:1 dispatch"]);
  assert.deepEqual(await asked.callers("A.call"), ["a.rb:4 new-expression"]);
});

test("setters and accessors", async () => {
  await using asked = await ask({
    "a.rb": rb(
      "class A",
      "  attr_accessor :size",
      "  def name=(n); end",
      "  def name; end",
      "  def f; self.name = 1; name; self.size = 2; size; end",
      "end",
    ),
  });
  assert.deepEqual(await asked.callers("A.name="), ["a.rb:5 this-method"]);
  assert.deepEqual(await asked.callers("A.name"), ["a.rb:5 this-method"]);
  assert.deepEqual(await asked.callers("A.size"), ["a.rb:5 this-method"]);
});

test("files: require_relative, require below lib", async () => {
  await using asked = await ask({
    "lib/tool/part.rb": rb("module Tool; end"),
    "lib/tool.rb": rb(
      "require 'tool/part'",
      "require_relative 'tool/part'",
      "require 'json'",
      "require_relative 'gone'",
    ),
  });
  const { links: said } = await asked.graph.dependencies(asked.graph.view.indexOf("lib/tool.rb"));
  assert.deepEqual(
    said.map((d) => [d.module, d.paths.join(), d.external]),
    [
      ["tool/part", "lib/tool/part.rb", false],
      ["./tool/part", "lib/tool/part.rb", false],
      ["json", "", true],
      ["./gone", "", false],
    ],
  );
});
