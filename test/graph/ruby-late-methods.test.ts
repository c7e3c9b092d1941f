// Ruby: a method that an object may get outside of the body of its class (a module that is mixed in there, a method of one
// object, a refinement, a class that is opened by a call) leaves what the class declares possible; it is possible as well.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CAT = "class Cat\n  def say\n  end\n  def self.make\n  end\n  def twice\n    say\n  end\nend\n";
const LOUD = "module Loud\n  def say\n  end\n  def make\n  end\nend\n";

interface Lines {
  readonly proven: number[];
  readonly possible: number[];
}

/** Lines of `use.rb` at which a method is called. */
async function linesOf(use: string, name: string, more: Readonly<Record<string, string>>): Promise<Lines> {
  await using asked = await ask({ "cat.rb": CAT, "loud.rb": LOUD, "use.rb": use, ...more });
  const { proven, possible } = await asked.interval(name);
  const lines = (sites: readonly { path: string; line: number }[]) =>
    sites.filter((s) => s.path === "use.rb").map((s) => s.line);
  return { proven: lines(proven), possible: lines(possible) };
}

const BEFORE = [
  "Cat.prepend(Loud)",
  "Cat.prepend Loud",
  "::Cat.prepend(::Loud)",
  "Cat.send(:prepend, Loud)",
  "Cat.send :prepend, Loud",
  "Cat.public_send(:prepend, Loud)",
  "Cat.__send__('prepend', Loud)",
  "Cat.prepend(Other, Loud)",
  "Cat.prepend(Loud) if ENV['X']",
  "Cat.class_eval do prepend Loud end",
  "Cat.class_eval { prepend Loud }",
];
for (const line of BEFORE)
  for (const where of ["use.rb", "late.rb"])
    test(`mixed in before the class, in ${where}: ${line}`, async () => {
      const use = `Cat.new.say\n${where === "use.rb" ? line : ""}\n`;
      const more: Record<string, string> = where === "late.rb" ? { "late.rb": `${line}\n` } : {};
      for (const name of ["Cat.say", "Loud.say"])
        assert.deepEqual(await linesOf(use, name, more), { proven: [], possible: [1] }, name);
    });

const BEFORE_ITSELF = [
  "Cat.singleton_class.prepend(Loud)",
  "Cat.singleton_class.send(:prepend, Loud)",
  "class << Cat\n  prepend Loud\nend",
];
for (const line of BEFORE_ITSELF)
  test(`mixed in before the methods of the class itself: ${line}`, async () => {
    for (const name of ["Cat.make", "Loud.make"])
      assert.deepEqual(await linesOf(`Cat.make\n${line}\n`, name, {}), { proven: [], possible: [1] }, name);
    const of = await linesOf(`Cat.new.say\n${line}\n`, "Cat.say", {});
    assert.deepEqual(of, { proven: [1], possible: [] }, "methods of its objects stay what they are");
  });

const BEHIND = ["Cat.include(Loud)", "Cat.send(:include, Loud)", "Cat.extend(Loud)", "# Cat.prepend(Loud)"];
for (const line of BEHIND)
  test(`leaves the class's own methods first: ${line}`, async () => {
    const use = `Cat.new.say\nCat.make\n${line}\n`;
    assert.deepEqual((await linesOf(use, "Cat.say", {})).proven, [1]);
    assert.deepEqual((await linesOf(use, "Cat.make", {})).proven, [2]);
  });

test("mixed in behind the class: possible beside what the class inherits", async () => {
  const more = { "kid.rb": "class Kid < Cat\nend\n" };
  for (const [line, call, name] of [
    ["Kid.include(Loud)", "Kid.new.say", "say"],
    ["Kid.extend(Loud)", "Kid.make", "make"],
    ["Kid.singleton_class.include(Loud)", "Kid.make", "make"],
  ] as const)
    for (const owner of ["Cat", "Loud"])
      assert.deepEqual(
        await linesOf(`${call}\n${line}\n`, `${owner}.${name}`, more),
        { proven: [], possible: [1] },
        `${line} ${owner}`,
      );
});

const OBJECTS = [
  ["c = Cat.new", "def c.say\nend", "c.say"],
  ["c = Cat.new", "class << c\n  def say\n  end\nend", "c.say"],
  ["c = Cat.new", "c.extend(Loud)", "c.say"],
  ["c = Cat.new", "c.singleton_class.prepend(Loud)", "c.say"],
  ["c = Cat.new", "c.define_singleton_method(:say) { 1 }", "c.say"],
  ["REX = Cat.new", "def REX.say\nend", "REX.say"],
  ["REX = Cat.new", "REX.extend(Loud)", "REX.say"],
] as const;
for (const [made, given, call] of OBJECTS)
  test(`a method of one object: ${given.replaceAll("\n", "; ")}`, async () => {
    const use = `${made}\n${call}\nCat.new.say\n${given}\n`;
    const { proven, possible } = await linesOf(use, "cat.rb:Cat.say", {});
    assert.deepEqual(proven, [3]);
    assert.ok(possible.includes(2));
  });

test("a method of one object may be what the class calls on itself", async () => {
  const files = { "cat.rb": CAT, "use.rb": "c = Cat.new\ndef c.say\nend\nc.say\n" };
  await using asked = await ask(files);
  assert.deepEqual(await asked.possible("use.rb:say"), [
    "cat.rb:7 ambiguous-declaration",
    "use.rb:4 ambiguous-declaration",
  ]);
  await using other = await ask({ ...files, "use.rb": "c = Object.new\ndef c.say\nend\nCat.new.say\n" });
  assert.deepEqual(await other.callers("cat.rb:Cat.say"), [
    "cat.rb:7 this-method",
    "use.rb:4 new-expression",
  ]);
});

test("methods of the class that stand outside of it: def, class << and class_eval", async () => {
  const kid = { "kid.rb": "class Kid < Cat\nend\n" };
  for (const given of [
    "def Kid.make\nend",
    "class << Kid\n  def make\n  end\nend",
    "Kid.singleton_class.class_eval do\n  def make\n  end\nend",
    "Kid.class_eval do\n  def self.make\n  end\nend",
  ])
    for (const name of ["cat.rb:Cat.make", "use.rb:make"])
      assert.deepEqual(
        await linesOf(`Kid.make\n${given}\n`, name, kid),
        { proven: [], possible: [1] },
        `${given} ${name}`,
      );
  for (const name of ["cat.rb:Cat.say", "use.rb:say"])
    assert.deepEqual(
      await linesOf("Cat.new.say\nCat.class_eval do\n  def say\n  end\nend\n", name, {}),
      { proven: [], possible: [1] },
      name,
    );
});

test("a refinement is possible where refinements are used, and nowhere else", async () => {
  const more = {
    "refine.rb": "module Soft\n  refine Cat do\n    def say\n    end\n    def to_s\n    end\n  end\nend\n",
  };
  const used = "using Soft\nCat.new.say\nCat.new.to_s\n";
  for (const name of ["cat.rb:Cat.say", "refine.rb:Soft.say"])
    assert.deepEqual(await linesOf(used, name, more), { proven: [], possible: [2] }, name);
  assert.deepEqual(await linesOf(used, "refine.rb:Soft.to_s", more), { proven: [], possible: [3] });
  assert.deepEqual(await linesOf("Cat.new.say\n", "cat.rb:Cat.say", more), { proven: [1], possible: [] });
});
