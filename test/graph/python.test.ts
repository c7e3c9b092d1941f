// Python in the graph: packages and imports, names bound more than once, members along the bases, receivers by annotation,
// construction and result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("imports: absolute and relative, renamed, of modules, through __init__, by stars with __all__", async () => {
  await using asked = await ask({
    "pyproject.toml": "[project]\nname = 'tool'\n",
    "src/tool/__init__.py": "from .core import run as start\nfrom .core import run\nfrom . import core\n",
    "src/tool/core.py": "__all__ = ['run']\ndef run(): pass\ndef hidden(): pass\n",
    "src/tool/sub/deep.py": "from ..core import run\nfrom .. import core as c\nrun()\nc.run()\n",
    "src/tool/sub/__init__.py": "",
    "tests/test_a.py": [
      "import tool",
      "import tool.core",
      "import tool.core as tc",
      "from tool import start, run as go",
      "tool.run()",
      "tool.core.run()",
      "tc.run()",
      "start()",
      "go()",
      "missing.run()",
    ].join("\n"),
    "tests/test_b.py": "from tool.core import *\nrun()\nhidden()\n",
    "other/run.py": "def run(): pass\nrun()\n",
  });
  const { declarations } = await asked.graph.declarationsOf("src/tool/core.py:run");
  const { proven, possible } = await asked.graph.callers(declarations[0]!);
  assert.deepEqual(
    proven.map((p) => `${p.path}:${p.line} ${p.rule}`),
    [
      "src/tool/sub/deep.py:3 import",
      "src/tool/sub/deep.py:4 namespace",
      "tests/test_a.py:5 namespace",
      "tests/test_a.py:6 namespace",
      "tests/test_a.py:7 namespace",
      "tests/test_a.py:8 re-export",
      "tests/test_a.py:9 re-export",
      "tests/test_b.py:2 star-import",
    ],
  );
  assert.deepEqual(
    possible.map((p) => `${p.path}:${p.line}`),
    [],
  );
  assert.deepEqual(await asked.callers("hidden"), []);
});

test("self, cls and super along the linearization; properties; construction", async () => {
  await using asked = await ask({
    "base.py": [
      "class Base:",
      "    def __init__(self): pass",
      "    def run(self): pass",
      "    @classmethod",
      "    def make(cls): return cls.other()",
      "    @classmethod",
      "    def other(cls): pass",
      "class Left(Base): pass",
      "class Right(Base):",
      "    def run(self): pass",
    ].join("\n"),
    "leaf.py": [
      "from base import Base, Left, Right",
      "class Both(Left, Right):",
      "    def go(self):",
      "        self.run()",
      "        super().run()",
      "class Child(Base):",
      "    def __init__(self):",
      "        super().__init__()",
      "    def go(self):",
      "        self.run()",
      "        super().run()",
      "        def inner():",
      "            self.run()",
      "    @staticmethod",
      "    def no(self):",
      "        self.run()",
      "Base()",
      "Left().run()",
      "Base.run(1)",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Base.run"), [
    "leaf.py:10 this-method",
    "leaf.py:11 super-method",
    "leaf.py:13 this-method",
    "leaf.py:18 new-expression",
    "leaf.py:19 static-method",
  ]);
  assert.deepEqual(await asked.callers("Right.run"), ["leaf.py:4 this-method", "leaf.py:5 super-method"]);
  assert.deepEqual(await asked.callers("Base.other"), ["base.py:5 this-method"]);
  assert.deepEqual(
    await asked.callers("Base"),
    ["leaf.py:17 same-file"].map(() => "leaf.py:17 import"),
  );
  assert.deepEqual(await asked.callers("Base.__init__"), [
    "leaf.py:8 super-method",
    "leaf.py:17 construction",
    "leaf.py:18 construction",
  ]);
});

test("receivers by annotation, by what they are given, by the result of a proven function", async () => {
  await using asked = await ask({
    "a.py": [
      "from __future__ import annotations",
      "from typing import Optional, List",
      "import b",
      "class Foo:",
      "    def run(self): pass",
      "    @property",
      "    def me(self) -> 'Foo': return self",
      "class Bar:",
      "    def run(self): pass",
      "def make() -> Foo: return Foo()",
      "async def later() -> Optional[Foo]: pass",
      "class Holder:",
      "    kept: Foo",
      "    def __init__(self, foo: Foo | None):",
      "        self.foo = foo",
      "        self.made = Foo()",
      "        self.mixed = Foo()",
      "    def go(self):",
      "        self.mixed = Bar()",
      "        self.foo.run()",
      "        self.made.run()",
      "        self.kept.me.run()",
      "        self.mixed.run()",
      "def use(p: Foo, many: List[Foo], what):",
      "    p.run()",
      "    make().run()",
      "    x = make()",
      "    x.run()",
      "    for one in many:",
      "        one.run()",
      "    x = Bar()",
      "    x.run()",
      "    if what:",
      "        x = Foo()",
      "    x.run()",
      "    what.run()",
      "async def more():",
      "    (await later()).run()",
      "    y = await later()",
      "    y.run()",
      "top = Foo()",
      "top.run()",
      "def narrowed(p: Foo):",
      "    if isinstance(p, Bar):",
      "        p.run()",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Foo.run"), [
    "a.py:20 field-type",
    "a.py:21 field-type",
    "a.py:22 field-type",
    "a.py:25 parameter-type",
    "a.py:26 result-type",
    "a.py:28 result-type",
    "a.py:30 variable-type",
    "a.py:38 result-type",
    "a.py:40 result-type",
    "a.py:42 variable-type",
  ]);
  assert.deepEqual(await asked.callers("Bar.run"), ["a.py:32 new-expression"]);
  assert.deepEqual(await asked.possible("Foo.run"), [
    "a.py:23 unresolved-receiver",
    "a.py:35 unresolved-receiver",
    "a.py:36 unresolved-receiver",
    "a.py:45 unresolved-receiver",
  ]);
});

test("with, except, results without an annotation; what may be narrowed is possible", async () => {
  await using asked = await ask({
    "a.py": [
      "class Fault(Exception):",
      "    def tell(self): pass",
      "class Tool:",
      "    def __enter__(self) -> 'Tool': return self",
      "    def __exit__(self, *args): pass",
      "    def tell(self): pass",
      "    def again(self):",
      "        return self",
      "class Finer(Tool):",
      "    def tell(self): pass",
      "def plain():",
      "    return Tool()",
      "def either(x):",
      "    if x:",
      "        return Tool()",
      "    return Fault()",
      "def use(x: Tool):",
      "    with Tool() as tool:",
      "        tool.tell()",
      "    try:",
      "        plain().tell()",
      "        plain().again().tell()",
      "        either(x).tell()",
      "    except Fault as fault:",
      "        fault.tell()",
      "    y: Tool = Finer()",
      "    y.tell()",
      "class Keeper:",
      "    def __init__(self, tool: Tool):",
      "        self.tool = tool",
      "    def go(self):",
      "        if isinstance(self.tool, Finer):",
      "            self.tool.tell()",
    ].join("\n"),
  });
  assert.deepEqual(await asked.callers("Tool.tell"), [
    "a.py:19 variable-type",
    "a.py:21 result-type",
    "a.py:22 result-type",
  ]);
  assert.deepEqual(await asked.callers("Fault.tell"), ["a.py:25 variable-type"]);
  assert.deepEqual(await asked.possible("Tool.tell"), [
    "a.py:23 unresolved-receiver",
    "a.py:27 unresolved-receiver",
    "a.py:33 unresolved-receiver",
  ]);
});

test("names that are bound more than once are possible; overloads are one", async () => {
  await using asked = await ask({
    "a.py": [
      "from typing import overload",
      "if True:",
      "    def twice(): pass",
      "else:",
      "    def twice(): pass",
      "def set_later(): pass",
      "set_later = None",
      "@overload",
      "def many(x: int) -> int: ...",
      "@overload",
      "def many(x: str) -> str: ...",
      "def many(x): return x",
      "def gone(): pass",
      "del gone",
      "twice()",
      "set_later()",
      "many(1)",
      "gone()",
    ].join("\n"),
    "b.py": [
      "try:",
      "    from a import many",
      "except ImportError:",
      "    from c import many",
      "many(1)",
      "from a import twice",
      "twice()",
    ].join("\n"),
    "c.py": "def many(): pass\n",
  });
  assert.deepEqual(await asked.callers("a.py:many"), ["a.py:17 same-file"]);
  assert.deepEqual(await asked.possible("a.py:many"), ["b.py:5 ambiguous-declaration"]);
  assert.deepEqual(await asked.callers("set_later"), []);
  const { declarations } = await asked.graph.declarationsOf("twice");
  const { proven, possible } = await asked.graph.callers(declarations[0]!);
  assert.deepEqual(proven, []);
  assert.deepEqual(
    possible.map((p) => `${p.path}:${p.line} ${p.why}`),
    ["a.py:15 ambiguous-declaration", "b.py:7 ambiguous-export"],
  );
});
