// What a diff takes away and others still name: in the same file, in another file of its package or namespace, behind its
// module or its type. In every language the uses that are left are told, and "no dependents" is not said.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImpactAnswer } from "../../src/pack/impact-answer.ts";
import { Opened } from "./opened.ts";

/** Name of the case; the file that loses `gone`, its lines to lose marked by `-`; further files. Lines with `USE` are to be told. */
type Case = readonly [string, string, string, Readonly<Record<string, string>>];

const CASES: readonly Case[] = [
  [
    "Go: function",
    "p/a.go",
    "package p\n\n-func Gone() int { return 1 }\nfunc kept() int { return Gone() } // USE\n",
    {
      "go.mod": "module example.com/m\n",
      "p/b.go": "package p\n\nfunc use() int { return Gone() } // USE\n",
      "q/c.go": 'package q\n\nimport "example.com/m/p"\n\nfunc use() int { return p.Gone() } // USE\n',
    },
  ],
  [
    "Go: type",
    "p/a.go",
    "package p\n\n-type gone struct{}\nfunc kept(g gone) {} // USE\n",
    { "go.mod": "module example.com/m\n", "p/b.go": "package p\n\nfunc use(g *gone) {} // USE\n" },
  ],
  [
    "Go: method",
    "p/a.go",
    "package p\n\ntype T struct{}\n-func (t T) gone() {}\nfunc kept(t T) { t.gone() } // USE\n",
    { "go.mod": "module example.com/m\n", "p/b.go": "package p\n\nfunc use(t *T) { t.gone() } // USE\n" },
  ],
  [
    "Python: function",
    "m.py",
    "-def gone():\n-    return 1\ndef kept():\n    return gone() # USE\n",
    {
      "n.py": "from m import gone # USE\n\ndef use():\n    return gone() # USE\n",
      "o.py": "import m\n\ndef use():\n    return m.gone() # USE\n",
      "s.py": "from m import *\n\ndef use():\n    return gone() # USE\n",
    },
  ],
  [
    "Python: class",
    "m.py",
    "-class gone:\n-    pass\nclass Kept(gone): # USE\n    pass\n",
    { "n.py": "import m\n\nclass Other(m.gone): # USE\n    pass\n" },
  ],
  [
    "Python: method",
    "m.py",
    "class A:\n-    def gone(self):\n-        return 1\n    def kept(self):\n        return self.gone() # USE\n",
    { "n.py": "from m import A\n\ndef use():\n    return A().gone() # USE\n" },
  ],
  [
    "TypeScript: function",
    "m.ts",
    "-export function gone() {}\nexport function kept() { gone(); } // USE\n",
    {
      "n.ts": 'import { gone } from "./m"; // USE\ngone(); // USE\n',
      "o.ts": 'import * as m from "./m";\nm.gone(); // USE\n',
    },
  ],
  [
    "TypeScript: method",
    "m.ts",
    "export class A {\n-  gone() {}\n  kept() { this.gone(); } // USE\n}\n",
    { "n.ts": 'import { A } from "./m";\nnew A().gone(); // USE\n' },
  ],
  [
    "JavaScript: function",
    "m.js",
    "-function gone() {}\nfunction kept() { gone(); } // USE\nmodule.exports = { kept };\n",
    {},
  ],
  [
    "Java: class",
    "src/p/Gone.java",
    "-package p;\n-public class Gone { public static void run() {} }\n",
    {
      "src/p/Near.java": "package p;\nclass Near { Gone g; void f() { Gone.run(); } } // USE\n",
      "src/q/Far.java": "package q;\nimport p.Gone; // USE\nclass Far {\n  Gone g = new Gone(); // USE\n}\n",
    },
  ],
  [
    "Java: method",
    "src/p/A.java",
    "package p;\npublic class A {\n-  public static void gone() {}\n  void kept() { gone(); } // USE\n  void more() { this.gone(); } // USE\n}\n",
    {
      "src/p/B.java":
        "package p;\nclass B extends A {\n  void f() { A.gone(); } // USE\n  void g() { gone(); } // USE\n}\n",
    },
  ],
  [
    "C#: class",
    "Gone.cs",
    "-namespace P { public class Gone { public static void Run() {} } }\n",
    {
      "Near.cs": "namespace P { class Near { Gone g; void F() { Gone.Run(); } } } // USE\n",
      "Far.cs": "using P;\nnamespace Q { class Far { Gone g = new Gone(); } } // USE\n",
    },
  ],
  [
    "C#: method",
    "A.cs",
    "namespace P {\npublic class A {\n-  public static void Gone() {}\n  void Kept() { Gone(); } // USE\n  void More() { this.Gone(); } // USE\n}\n}\n",
    { "B.cs": "namespace P { class B { void F() { A.Gone(); } } } // USE\n" },
  ],
  [
    "Kotlin: function",
    "a.kt",
    "package p\n\n-fun gone() = 1\nfun kept() = gone() // USE\n",
    {
      "b.kt": "package p\n\nfun near() = gone() // USE\n",
      "c.kt": "package q\n\nimport p.gone // USE\n\nfun far() = gone() // USE\n",
    },
  ],
  [
    "Kotlin: method",
    "a.kt",
    "package p\n\nclass A {\n-  fun gone() = 1\n  fun kept() = gone() // USE\n}\n",
    { "b.kt": "package p\n\nfun near(a: A) = a.gone() // USE\n" },
  ],
  [
    "PHP: function",
    "a.php",
    "<?php\nnamespace P;\n-function gone() {}\nfunction kept() { gone(); } // USE\n",
    {
      "b.php":
        "<?php\nnamespace P;\nfunction near() { gone(); } // USE\nfunction more() { \\P\\gone(); } // USE\n",
    },
  ],
  [
    "PHP: class and method",
    "a.php",
    "<?php\nnamespace P;\nclass A {\n-  static function gone() {}\n  function kept() { self::gone(); } // USE\n  function more() { $this->gone(); } // USE\n}\n",
    { "b.php": "<?php\nnamespace P;\nfunction near() { A::gone(); } // USE\n" },
  ],
  [
    "Ruby: method",
    "a.rb",
    "class A\n-  def gone; end\n  def kept\n    gone() # USE\n    self.gone # USE\n  end\nend\n",
    { "b.rb": "def use\n  A.new.gone # USE\nend\n" },
  ],
  ["Ruby: function", "a.rb", "-def gone; end\ndef kept\n  gone() # USE\nend\n", { "b.rb": "gone() # USE\n" }],
  [
    "Rust: function",
    "src/m.rs",
    "-pub fn gone() {}\npub fn kept() { gone(); } // USE\n",
    {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs":
        "mod m;\nuse m::gone; // USE\nfn use_it() { gone(); } // USE\nfn far() { crate::m::gone(); } // USE\n",
    },
  ],
  [
    "Rust: method",
    "src/lib.rs",
    "pub struct A;\nimpl A {\n-  pub fn gone(&self) {}\n  pub fn kept(&self) { self.gone(); } // USE\n  pub fn more() { Self::gone(&A); } // USE\n}\nfn far(a: &A) { a.gone(); } // USE\n",
    { "Cargo.toml": '[package]\nname = "x"\n' },
  ],
  [
    "C: function",
    "a.c",
    "-int gone(void) { return 1; }\nint kept(void) { return gone(); } // USE\n",
    { "b.c": "int use(void) { return gone(); } // USE\n" },
  ],
  [
    "C++: function and method",
    "a.cpp",
    "namespace n {\n-int gone() { return 1; }\nint kept() { return gone(); } // USE\n}\n",
    { "b.cpp": "int use() { return n::gone(); } // USE\n" },
  ],
  [
    "C++: method",
    "a.cpp",
    "class A {\n public:\n-  int gone() { return 1; }\n  int kept() { return gone(); } // USE\n  int more() { return this->gone(); } // USE\n};\n",
    {},
  ],
];

/** Files that hold the name and surely mean something else by it: no line of theirs is to be told. */
const OTHERS: readonly Case[] = [
  [
    "Go: another package, a local variable",
    "p/a.go",
    "package p\n\n-func gone() int { return 1 }\nfunc kept() int { gone := 1; return gone }\n",
    {
      "go.mod": "module example.com/m\n",
      "q/b.go": "package q\n\nfunc gone() int { return 1 }\nfunc use() int { return gone() }\n",
    },
  ],
  [
    "Python: another module, a package from outside",
    "m.py",
    "-def gone():\n-    return 1\ndef kept(gone):\n    return gone()\n",
    { "n.py": "from os import gone\n\ngone()\n", "o.py": "def gone():\n    pass\n\ngone()\n" },
  ],
  [
    "TypeScript: a package from outside",
    "m.ts",
    "-export function gone() {}\nexport const kept = 1;\n",
    { "n.ts": 'import { gone } from "lodash";\ngone();\n' },
  ],
  [
    "Java: a class of the language",
    "p/Gone.java",
    "-package p;\n-public class Gone {}\n",
    { "q/Far.java": "package q;\nimport java.util.Gone;\nclass Far { Gone g; }\n" },
  ],
];

async function asked(path: string, marked: string, others: Readonly<Record<string, string>>) {
  const lines = marked.split("\n").slice(0, -1);
  const kept = lines.filter((l) => !l.startsWith("-"));
  const size = (count: number) => `${count === 0 ? 0 : 1},${count}`;
  const head = `@@ -${size(lines.length)} +${size(kept.length)} @@`;
  const body = lines.map((l) => (l.startsWith("-") ? l : ` ${l}`));
  const to = kept.length === 0 ? "/dev/null" : `b/${path}`;
  const patch = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ ${to}\n${head}\n${body.join("\n")}\n`;
  const files: Record<string, string> = { ...others };
  if (kept.length > 0) files[path] = `${kept.join("\n")}\n`;
  await using opened = new Opened(files);
  const outcome = await opened.ask("impact", { format: "json", patch } as never);
  const answer = outcome.answer as ImpactAnswer;
  assert.ok(answer.declarations.some((d) => d.change === "removed" && /gone$/i.test(d.name)));
  const found = new Set([...answer.possible, ...answer.proven].map((p) => `${p.path}:${p.line}`));
  return { files, found, outcome };
}

for (const [what, path, marked, others] of CASES)
  test(`uses that are left of what is gone: ${what}`, async () => {
    const { files, found, outcome } = await asked(path, marked, others);
    const expected = Object.entries(files).flatMap(([p, text]) =>
      text.split("\n").flatMap((l, i) => (l.includes("USE") ? [`${p}:${i + 1}`] : [])),
    );
    assert.deepEqual(
      expected.filter((e) => !found.has(e)),
      [],
    );
    assert.equal(outcome.found, true);
  });

for (const [what, path, marked, others] of OTHERS)
  test(`what means something else is not told of what is gone: ${what}`, async () => {
    const { found } = await asked(path, marked, others);
    // A change beside it is not asked about.
    assert.deepEqual([...found], []);
  });
