// Where the parser stumbled, scopes prove nothing negative: a brace too many ends a class early, and the callers of its
// later members are possible all the same, in every language, in the same file and in others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

interface Case {
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  /** Places of the calls of `fill` that have to be among the answers. */
  readonly calls: readonly string[];
}

const CASES: readonly Case[] = [
  {
    language: "C#",
    files: {
      "A.cs":
        "namespace N {\npublic class A : Base {\n  void Go() {\n    fill(1);\n  }\n  }\n\n  void fill(int x) { }\n\n  void Late() {\n    fill(2);\n    this.fill(3);\n  }\n}\n}\n",
      "B.cs":
        "namespace N {\npublic class Base { public void other() { } }\npublic class B {\n  void Use(A a) {\n    a.fill(4);\n  }\n}\n}\n",
    },
    calls: ["A.cs:4", "A.cs:11", "A.cs:12", "B.cs:5"],
  },
  {
    language: "Java",
    files: {
      "n/A.java":
        "package n;\nclass A {\n  void go() {\n    fill(1);\n  }\n  }\n\n  void fill(int x) { }\n\n  void late() {\n    fill(2);\n    this.fill(3);\n  }\n}\n",
      "n/B.java": "package n;\nclass B {\n  void use(A a) {\n    a.fill(4);\n  }\n}\n",
    },
    calls: ["n/A.java:4", "n/A.java:11", "n/A.java:12", "n/B.java:4"],
  },
  {
    language: "Kotlin",
    files: {
      "n/A.kt":
        "package n\nclass A {\n  fun go() {\n    fill(1)\n  }\n  }\n\n  fun fill(x: Int) { }\n\n  fun late() {\n    fill(2)\n    this.fill(3)\n  }\n}\n",
      "n/B.kt": "package n\nclass B {\n  fun use(a: A) {\n    a.fill(4)\n  }\n}\n",
    },
    calls: ["n/A.kt:4", "n/A.kt:11", "n/A.kt:12", "n/B.kt:4"],
  },
  {
    language: "TypeScript",
    files: {
      "a.ts":
        "export class A {\n  go() {\n    this.fill(1);\n  }\n  }\n\n  fill(x: number) { return x; }\n\n  late() {\n    this.fill(2);\n  }\n}\n",
      "b.ts": 'import { A } from "./a";\nexport function use(a: A) {\n  return a.fill(4);\n}\n',
    },
    calls: ["a.ts:3", "a.ts:10", "b.ts:3"],
  },
  {
    language: "PHP",
    files: {
      "A.php":
        "<?php\nclass A {\n  function go() {\n    $this->fill(1);\n  }\n  }\n\n  function fill($x) { }\n\n  function late() {\n    $this->fill(2);\n  }\n}\n",
      "B.php": "<?php\nfunction useIt(A $a) {\n  $a->fill(4);\n}\n",
    },
    calls: ["A.php:4", "A.php:11", "B.php:3"],
  },
  {
    language: "C++",
    files: {
      "a.h":
        "struct A {\n  void go();\n  };\n  void fill(int x) { }\n  void late() {\n    fill(2);\n  }\n};\n",
      "b.cpp": '#include "a.h"\nvoid use(A& a) {\n  a.fill(4);\n}\n',
    },
    calls: ["a.h:6", "b.cpp:3"],
  },
  {
    language: "Rust",
    files: {
      "Cargo.toml": '[package]\nname = "n"\nversion = "0.1.0"\n',
      "src/lib.rs":
        "mod b;\npub struct A;\nimpl A {\n  fn go(&self) {\n    self.fill(1);\n  }\n  }\n\n  pub fn fill(&self, x: u8) { }\n\n  fn late(&self) {\n    self.fill(2);\n  }\n}\n",
      "src/b.rs": "use crate::A;\nfn use_it(a: &A) {\n  a.fill(4);\n}\n",
    },
    calls: ["src/lib.rs:5", "src/lib.rs:12", "src/b.rs:3"],
  },
  {
    language: "Python",
    files: {
      "a.py":
        "class A:\n    def go(self):\n        self.fill(1)\n    }\n\ndef fill(self, x):\n        pass\n\ndef late(self):\n        self.fill(2)\n",
      "b.py": "from a import A\n\ndef use(a: A):\n    a.fill(4)\n",
    },
    calls: ["a.py:3", "a.py:10", "b.py:4"],
  },
  {
    language: "Ruby",
    files: {
      "a.rb":
        "class A\n  def go\n    fill(1)\n  end\n  end\n\n  def fill(x)\n  end\n\n  def late\n    fill(2)\n    self.fill(3)\n  end\nend\n",
      "b.rb": "def use\n  A.new.fill(4)\nend\n",
    },
    calls: ["a.rb:3", "a.rb:11", "a.rb:12", "b.rb:2"],
  },
  {
    language: "Scala",
    files: {
      "A.scala":
        "class A {\n  def go() = {\n    fill(1)\n  }\n  }\n\n  def fill(x: Int) = { }\n\n  def late() = {\n    fill(2)\n  }\n}\n",
      "B.scala": "object B {\n  def use(a: A) = a.fill(4)\n}\n",
    },
    calls: ["A.scala:3", "A.scala:10", "B.scala:2"],
  },
];

for (const { language, files, calls } of CASES) {
  test(`${language}: no caller is lost where a class ends early`, async () => {
    await using asked = await ask(files);
    const { declarations, notLooked } = await asked.graph.declarationsOf("fill");
    if (declarations.length === 0) {
      // Nothing is said of callers then; that the file was not understood is.
      assert.ok(notLooked.length > 0, "neither a declaration nor a word of what was not looked at");
      return;
    }
    for (const declaration of declarations) {
      for (const { proven, possible } of [
        await asked.graph.callers(declaration),
        await asked.graph.references(declaration),
      ]) {
        const found = new Set([...proven, ...possible].map((s) => `${s.path}:${s.line}`));
        const own = `${declaration.path}:${declaration.line}`;
        const lost = calls.filter((call) => call !== own && !found.has(call));
        assert.deepEqual(lost, [], `${own} ${declaration.qualified}`);
      }
    }
  });
}

test("a member that a stumble took from its class is not hidden by the one that the class inherits", async () => {
  await using asked = await ask({
    "N.cs":
      "namespace N {\npublic class Base { public void fill(int x) { } }\npublic class Mid : Base {\n  void Go() { }\n  }\n  public void fill(int x) { }\n}\n}\n",
    "U.cs": "namespace N {\nclass U {\n  void Use(Mid m) {\n    m.fill(1);\n  }\n}\n}\n",
  });
  const { declarations } = await asked.graph.declarationsOf("fill");
  assert.ok(declarations.length >= 2);
  for (const declaration of declarations) {
    const { proven, possible } = await asked.graph.callers(declaration);
    const found = [...proven, ...possible].map((s) => `${s.path}:${s.line}`);
    assert.ok(found.includes("U.cs:4"), declaration.qualified);
  }
});

test("what a whole file tells by itself stays left out, whatever stumbled elsewhere", async () => {
  await using asked = await ask({
    "a.ts": "export class A {\n  go() { }\n  }\n  fill(x: number) { return x; }\n}\n",
    "own.ts": "function fill() { }\nfill();\nexport function f(fill: () => void) {\n  fill();\n}\n",
    "other.ts": 'import { fill } from "./well";\nfill();\n',
    "well.ts": "export function fill() { }\n",
  });
  const { declarations } = await asked.graph.declarationsOf("a.ts:fill");
  for (const declaration of declarations) {
    const { possible } = await asked.graph.callers(declaration);
    assert.deepEqual(
      possible.filter((s) => s.path !== "a.ts"),
      [],
    );
  }
});
