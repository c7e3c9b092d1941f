// What a name of Python stands for where something binds it anew: all forms of targets, also in one line with the use; the
// object itself; functions inside; bodies of classes; members that are given other values; enumerations; super in diamonds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CLASSES = "class A:\n    def f(self): pass\n\nclass B:\n    def f(self): pass\n\n";

/** Lines end with the types whose member they may use: `# A`, `# A B`; none of the others may be proven there. */
async function assertUses(code: string, what: string, others: Record<string, string> = {}): Promise<void> {
  const text = CLASSES + code;
  await using asked = await ask({ "a.py": text, ...others });
  const lines = text.split("\n");
  for (const type of ["A", "B"]) {
    const { proven, possible } = await asked.interval(`${type}.f`);
    const meant = lines.flatMap((line, i) =>
      / # ([AB ]+)$/.exec(line)?.[1]?.split(" ").includes(type) === true ? [i + 1] : [],
    );
    for (const { line, path } of proven)
      if (path === "a.py") assert.ok(meant.includes(line), `${what}: ${type}, ${lines[line - 1]}`);
    const found = new Set([...proven, ...possible].map((p) => p.line));
    for (const line of meant) assert.ok(found.has(line), `${what}: no ${type}, ${lines[line - 1]}`);
  }
}

/** Each gives `x` another value than the `A` that it was, or may. */
const TARGETS: Readonly<Record<string, string>> = {
  "a pair": "x, y = B(), 1\nx.f() # B",
  "a pair in brackets": "(x, y) = B(), 1\nx.f() # B",
  "the second in brackets": "(y, x) = 1, B()\nx.f() # B",
  "a list": "[y, x] = 1, B()\nx.f() # B",
  "alone in brackets": "(x) = B()\nx.f() # B",
  "nested brackets": "(y, (z, x)) = 1, (2, B())\nx.f() # B",
  "behind an element": "y[1:2], x = 1, B()\nx.f() # B",
  "behind a member": "y.z, x = 1, B()\nx.f() # B",
  "with a star": "y, *x = 1, B()\nx[0].f() # B",
  "a chain": "y = x = B()\nx.f() # B",
  "a chain of pairs": "y = (x, z) = B(), 1\nx.f() # B",
  "one line with a head": "if y: x, z = B(), 1\nx.f() # A B",
  "one line with a semicolon": "z = 1; x, y = B(), 1\nx.f() # B",
  "a loop in one line": "for x in [B()]: x.f() # B",
  "a loop over a member and a name": "for y.z, x in [(1, B())]: x.f() # B",
  "a loop over brackets": "for (y, x) in [(1, B())]: x.f() # B",
  "with in one line": "with y as x: x.f() # B",
  "with over brackets": "with y as (z, x): x.f() # B",
  "case in one line": 'match y:\n    case {"k": x}: x.f() # B',
  "a function inside": "def g():\n    nonlocal x\n    x = B()\ng()\nx.f() # A B",
  "a function in a function inside":
    "def g():\n    def h():\n        nonlocal y, x\n        x = B()\n    h()\ng()\nx.f() # A B",
  "a function in one line": "def g(): nonlocal x; x = B()\ng()\nx.f() # A B",
};

for (const [name, code] of Object.entries(TARGETS)) {
  const indented = code.replaceAll("\n", "\n    ");
  test(`${name}: nothing is proven by what the name was before`, async () => {
    await assertUses(`def t(y):\n    x = A()\n    ${indented}\n`, name);
    if (!code.includes("nonlocal")) {
      // The object itself, as any other name.
      const self = indented.replaceAll(/\bx\b/g, "self").replaceAll("\n", "\n    ");
      await assertUses(
        `class T(A):\n    def t(self, y):\n        ${self.replaceAll("# A B", "# B")}\n`,
        `${name}, self`,
      );
    }
  });
}

test("a lambda, a comprehension and := bind the name for themselves; what they only use they don't", () =>
  assertUses(
    [
      "class T(A):",
      "    def t(self, xs):",
      "        g = lambda self: self.f() # B",
      "        h = [self.f() for self in xs] # B",
      "        i = lambda: self.f() # A",
      "        j = [x for x in self.xs if x in self.f()] # A",
      "        k = [self.f() for x in xs if x in xs] # A",
      "        l = {k: v for k, v in self.f()} # A",
      "        m = lambda y=self: self.f() # A",
      "        for x in self.f(): pass # A",
      "        self.f() # A",
    ].join("\n"),
    "expressions",
  ));

test("what the body of a class imports its methods don't see", async () => {
  await using asked = await ask({
    "m.py": "def run(): pass\n",
    "n.py": "def run(): pass\n",
    "u.py":
      "from m import run\nclass K:\n    from n import run\n    run()\n    def z(self):\n        run()\n",
  });
  assert.deepEqual(await asked.callers("n.py:run"), ["u.py:4 import"]);
  assert.deepEqual(await asked.callers("m.py:run"), ["u.py:6 import"]);
});

test("a member that the object or the module is given another value for is possible", async () => {
  await using asked = await ask({
    "m.py": "def helper(): pass\n",
    "a.py": [
      "import m",
      "class A:",
      "    def run(self): pass",
      "    def stay(self): pass",
      "    def __init__(self, run):",
      "        self.run = run",
      "    def go(self):",
      "        self.run()",
      "        self.stay()",
      "a = A(1)",
      "a.stay = 1",
      "a.stay()",
      "m.helper = 1",
      "m.helper()",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("A.stay"), ["a.py:9 this-method"]);
  assert.deepEqual(await asked.possible("A.stay"), ["a.py:12 ambiguous-declaration"]);
  assert.deepEqual(await asked.callers("helper"), []);
  assert.deepEqual(await asked.possible("helper"), ["a.py:14 ambiguous-declaration"]);
  const { declarations } = await asked.graph.declarationsOf("A.run");
  for (const d of declarations) {
    const { proven, possible } = await asked.graph.callers(d);
    assert.ok(!proven.some((p) => p.line === 8) && possible.some((p) => p.line === 8), d.kind);
  }
});

test("members of an enumeration are objects of its class; what a base outside may have made of a value is open", async () => {
  await using asked = await ask({
    "e.py": "from enum import Enum\nclass Mine(Enum):\n    pass\n",
    "a.py": [
      "import enum",
      "from django.db import models",
      "from e import Mine",
      "class E(enum.IntEnum):",
      "    X = 1",
      "    def f(self): pass",
      "class G(Mine):",
      '    X = "x"',
      "    def f(self): pass",
      "class C(models.TextChoices):",
      '    X = "x", "y"',
      "    def f(self): pass",
      "class P(models.Model):",
      '    owner = models.ForeignKey("a.Q")',
      "    def t(self): self.owner.g()",
      "class Q(models.Model):",
      "    def g(self): pass",
      "class Plain:",
      "    X = 1",
      "    def t(self): self.X.g()",
      "E.X.f()",
      "G.X.f()",
      "C.X.f()",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("E.f"), ["a.py:21 enum-member"]);
  assert.deepEqual(await asked.callers("G.f"), ["a.py:22 enum-member"]);
  const { proven, possible } = await asked.interval("C.f");
  assert.deepEqual(
    [...proven, ...possible].map((p) => p.line),
    [23],
  );
  assert.deepEqual(await asked.possible("Q.g"), ["a.py:15 unresolved-receiver"]);
});

test("super in a class reaches what stands beside it in a class below both, and no other class beside it", async () => {
  await using asked = await ask({
    "a.py": [
      "class Base:",
      "    def f(self): pass",
      "class L(Base):",
      "    def f(self): super().f()",
      "class R(Base):",
      "    def f(self): super().f()",
      "class N(Base):",
      "    def f(self): pass",
      "class D(L, R): pass",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.f"), ["a.py:4 super-method", "a.py:6 super-method"]);
  assert.deepEqual(await asked.possible("R.f"), ["a.py:4 dispatch"]);
  assert.deepEqual(await asked.possible("N.f"), []);
});

test("a value that is made of the name's own value before is known by that", () =>
  assertUses(
    [
      "class C(A):",
      "    def me(self) -> 'C': return self",
      "    def other(self) -> 'B': return B()",
      "def t():",
      "    x = C()",
      "    x.f() # A",
      "    x = x.me()",
      "    x.f() # A",
      "    x = x.other()",
      "    x.f() # B",
      "    x = x",
      "    x.f() # B",
    ].join("\n"),
    "own value",
  ));

test("thousands of declarations and of uses of one name are answered", { timeout: 300_000 }, async () => {
  const many = 1_000;
  const text = [
    ..."ab".split("").flatMap(() => Array.from({ length: many }, () => "def g(): pass\ng()")),
    "class K:",
    "    def f(self): pass",
    "def t(x):",
    "    match x:",
    ...Array.from({ length: many }, (_, i) => `        case K(a=${i}) as k: k.f()`),
    "def u():",
    ...Array.from({ length: many }, () => "    k = K()\n    k.f()"),
  ].join("\n");
  await using asked = await ask({ "a.py": text });
  const [first] = (await asked.graph.declarationsOf("g")).declarations;
  const { possible, proven } = await asked.graph.callers(first!);
  assert.deepEqual([proven.length, possible.length], [0, 2 * many]);
  const { totals } = await asked.interval("K.f");
  assert.deepEqual(totals, { proven: many, possible: many });
});
