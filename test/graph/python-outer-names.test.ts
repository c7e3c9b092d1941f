// A name that a function binds outside of itself (`nonlocal`, `global`) stands for nothing that is proven, however it is
// bound there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CLASSES = "class A:\n    def save(self): pass\nclass B:\n    def save(self): pass\n";

/** Ways to bind `x` in a function that says `nonlocal x` or `global x`. */
const BINDINGS: readonly string[] = [
  "x = B()",
  "x, y = B(), 1",
  "(x) = y = B()",
  "x: B = B()",
  "for x in several(): pass",
  "with b() as x: pass",
  "with a() as y, b() as x: pass",
  "if (x := B()): pass",
  "if True: x = B()",
  "import x",
  "from m import b as x",
];
const AROUND: Readonly<Record<string, (binding: string) => string>> = {
  nonlocal: (b) =>
    `def f():\n    x = A()\n    def inner():\n        nonlocal x\n        ${b}\n    inner()\n    x.save()\n`,
  "nonlocal, two deep": (b) =>
    `def f():\n    x = A()\n    def inner():\n        def deep():\n            nonlocal z, x\n            ${b}\n        deep()\n    inner()\n    x.save()\n`,
  global: (b) => `x = A()\ndef inner():\n    global x\n    ${b}\ninner()\nx.save()\n`,
  "global, used in a function": (b) =>
    `x = A()\ndef inner():\n    global z, x; z = 1\n    ${b}\ndef use():\n    x.save()\n`,
  "global in a method": (b) =>
    `x = A()\nclass K:\n    def m(self):\n        global x\n        ${b}\nx.save()\n`,
  "global, bound by functions alone": (b) => `def inner():\n    global x\n    ${b}\nx.save()\n`,
};

for (const [name, around] of Object.entries(AROUND)) {
  for (const binding of BINDINGS) {
    // Where nothing but an import binds it, it is what is imported.
    if (name.endsWith("alone") && binding.includes("import")) continue;
    test(`${name}: ${binding}`, async () => {
      await using asked = await ask({ "a.py": CLASSES + around(binding) });
      assert.deepEqual(await asked.callers("A.save"), []);
      const found = [...(await asked.callers("B.save")), ...(await asked.possible("B.save"))];
      assert.equal(found.length, 1);
    });
  }
}

test("a function or a class at the top that a function binds anew may be another", async () => {
  for (const binding of [
    "run = other",
    "def run(): pass",
    "for run in several(): pass",
    "from m import run",
  ]) {
    await using asked = await ask({
      "a.py": `def run(): pass\ndef inner():\n    global run\n    ${binding}\nrun()\n`,
    });
    const [own] = (await asked.graph.declarationsOf("run")).declarations;
    const { proven, possible } = await asked.graph.callers(own!);
    assert.deepEqual([proven.length, possible.length], [0, 1], binding);
  }
});

test("what a function binds without a word stays its own, `global` or not in another one", async () => {
  await using asked = await ask({
    "a.py": `${CLASSES}x = A()\ndef own():\n    for x in several(): pass\n    import x\ndef other():\n    global y\n    def inner():\n        x = B()\nx.save()\n`,
  });
  assert.deepEqual(await asked.callers("A.save"), ["a.py:13 variable-type"]);
});
