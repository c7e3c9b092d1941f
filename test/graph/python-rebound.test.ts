// A variable at the top of a module that is bound again otherwise than by an assignment stands for nothing that is proven.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGraph } from "../../src/graph/graph.ts";
import { viewOf } from "./open-view.ts";

const CLASSES = "class Base:\n    def save(self): pass\n\nclass Other:\n    def save(self): pass\n\n";
const REBOUND: Readonly<Record<string, string>> = {
  "a loop": "q = Other()\nfor q in [Base()]:\n    q.save()\n",
  "a loop in one line, over several names": "q = Other()\nfor (i, q) in x: q.save()\n",
  "an asynchronous loop": "q = Other()\nasync for q in x:\n    q.save()\n",
  with: 'q = Other()\nwith open("x") as q:\n    q.save()\n',
  "with, over lines": "q = Other()\nwith (\n    a() as p,\n    b() as q,\n):\n    q.save()\n",
  except: "q = Other()\ntry:\n    pass\nexcept E as q:\n    q.save()\n",
  "a pattern": "q = Other()\nmatch x:\n    case Base() as q:\n        q.save()\n",
  "a captured pattern": "q = Other()\nmatch x:\n    case [q, *rest]:\n        q.save()\n",
  "an expression": "q = Other()\nif (q := Base()):\n    q.save()\n",
  "another assignment": "q = Other()\nq = Base()\nq.save()\n",
};

for (const [name, code] of Object.entries(REBOUND))
  test(`${name}: possible, and proven for none`, async () => {
    await using opened = await viewOf({ "a.py": CLASSES + code });
    const graph = openGraph(opened.view);
    for (const type of ["Base", "Other"]) {
      const { declarations } = await graph.declarationsOf(`${type}.save`);
      const { proven, possible } = await graph.callers(declarations[0]!);
      assert.deepEqual([proven.length, possible.length], [0, 1], type);
    }
  });

test("what a function binds, or a comprehension, is its own", async () => {
  const code = `${CLASSES}q = Other()\nq.save()\nxs = [q for q in y]\ndef f():\n    for q in x:\n        pass\n`;
  await using opened = await viewOf({ "a.py": code });
  const graph = openGraph(opened.view);
  const { declarations } = await graph.declarationsOf("Other.save");
  assert.equal((await graph.callers(declarations[0]!)).proven.length, 1);
});
