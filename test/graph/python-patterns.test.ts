// Names that a pattern of `match` binds: what they hold is what was matched, never nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const CLASSES = "class Base:\n    def save(self, x): pass\nclass Other:\n    def save(self, x): pass\n";

test("a call on a capture of a match pattern is possible", async () => {
  await using asked = await ask({
    "a.py": [
      `${CLASSES}def l(v):`,
      "    match v:",
      "        case Base() as q:",
      "            q.save(1)",
      "        case [Base() as q2, *rest]:",
      "            q2.save(2)",
      "            rest.save(3)",
      "        case (Base() | None) as q3 if q3: q3.save(4)",
      '        case {"a": {"b": Base() as q4}}: q4.save(5)',
      "        case P(x=Base() as q5): q5.save(6)",
      "        case Base() as q6, q7: q6.save(7)",
    ].join("\n"),
  });
  assert.deepEqual(
    await asked.possible("Base.save"),
    [8, 10, 11, 12, 13, 14, 15].map((line) => `a.py:${line} unresolved-receiver`),
  );
});

test("a capture hides what its name held before", async () => {
  await using asked = await ask({
    "a.py": [
      `${CLASSES}q = Other()`,
      "rest = Other()",
      "def l(v):",
      "    match v:",
      "        case Base() as q:",
      "            q.save(1)",
      "        case {**rest}:",
      "            rest.save(2)",
      "def m(v):",
      "    k = Other()",
      "    match v:",
      "        case Base() as k:",
      "            k.save(3)",
    ].join("\n"),
  });
  const lines = [10, 12, 17].map((line) => `a.py:${line} unresolved-receiver`);
  assert.deepEqual(await asked.possible("Base.save"), lines);
  assert.deepEqual(await asked.callers("Other.save"), []);
});
