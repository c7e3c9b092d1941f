// C#: `new(…)` whose type stands beside it is a construction by the constructor that takes its arguments; of the others the
// answer says that they were not looked at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

const Q = ["class Q {", "  public Q(int a) { }", "  public Q(int a, int b) { }", "}"].join("\n");

const ONE = [
  "Q f = new(1);",
  "Q P { get; } = new(1);",
  "Q D => new(1);",
  "static Q M() => new(1);",
  "static Q G<T>(T t) => new(1);",
  "void M() { Q g = new(1); }",
  "static readonly Q? S = new(1);",
];
for (const line of ONE)
  test(`${line} is made by the constructor that takes one`, async () => {
    await using asked = await ask({ "Q.cs": Q, "U.cs": `class U {\n  ${line}\n}\n` });
    const of = async (line: number) => {
      const [declaration] = await asked.graph.declarationsIn(asked.graph.view.indexOf("Q.cs"), [line]);
      const { proven, possible, notLooked } = await asked.graph.callers(declaration!);
      assert.match(JSON.stringify(notLooked), /new\(…\)/);
      return [...proven, ...possible].map((s) => `${s.path}:${s.line}`);
    };
    assert.deepEqual(await of(2), ["U.cs:2"]);
    assert.deepEqual(await of(3), []);
  });

test("the head of a class calls the constructor of its base", async () => {
  await using asked = await ask({
    "Q.cs": Q,
    "K.cs": "class K(int z) : Q(z, 1) { }\nclass L(int z) : Q(z) { }\n",
  });
  const [two] = await asked.graph.declarationsIn(asked.graph.view.indexOf("Q.cs"), [3]);
  const { proven, possible } = await asked.graph.callers(two!);
  assert.deepEqual(
    [...proven, ...possible].map((s) => `${s.path}:${s.line}`),
    ["K.cs:1"],
  );
});
