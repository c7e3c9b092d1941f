// Does what earlier questions found out change an answer? Each question to a graph that has answered all the others, and to
// one that was never asked before.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { closureOf } from "../../src/graph/closure.ts";
import { declarationAt, declarationsOf } from "../../src/graph/declarations.ts";
import { tablesOf } from "../../src/graph/file-tables.ts";
import type { Declaration } from "../../src/graph/graph.ts";
import { intervalOf } from "../../src/graph/interval.ts";
import { graphOf } from "../../src/graph/languages.ts";
import { implementorsOf } from "../../src/graph/relatives.ts";
import { Resolver } from "../../src/graph/resolve.ts";
import { viewOf } from "./open-view.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

/** Every way in which a name is met: renamed, handed on, quoted, taken out, imported as it runs, in code that is broken. */
const TREE = {
  "src/run.ts":
    "export function run(n: number) { return step(n); }\nfunction step(n: number) { return n; }\nexport default run;\n",
  "src/index.ts":
    'export { run as start } from "./run.ts";\nexport * from "./base.ts";\nexport { default } from "./run.ts";\n',
  "src/base.ts":
    "export class Base { run() { return this.go(); } go() { return 1; } }\nexport class Below extends Base { override run() { return super.run(); } }\n",
  "src/use.ts":
    'import again, { start, Base } from "./index.ts";\nimport * as all from "./run.ts";\nexport function use(b: Base) { start(1); again(2); all.run(3); b.run(); const { run } = b; return run; }\nregister(all);\n',
  "src/late.ts":
    'export async function late(x: any) { const m = await import("./run.ts"); return m.run(1) + x["run"]() + x.run(); }\n',
  "src/named.ts":
    'export const table = { "run": 1, go: "run" };\nexport function named(o: any, k: string) { return o[k]("run"); }\n',
  "src/broken.ts": "export function broken( { run(1) ; } class {{ run(2)\n",
  "src/other.ts": "export function run() { return 2; }\nexport const two = run();\n",
  // Many of one name: each has its own uses, and what may mean any of them is found once.
  "many/shapes.ts":
    "export interface Runner { run(): number }\nexport interface Goer { run(): number; go?(): void }\nexport abstract class Top { abstract run(): number; self() { return this.run(); } }\n",
  "many/kinds.ts":
    'import { Runner, Top } from "./shapes.ts";\nexport class One implements Runner { run() { return 1; } }\nexport class Two extends Top { run() { return 2; } static run() { return 3; } }\nexport class Three { constructor(readonly n: number) {} run() { return this.n; } }\nexport class Four extends Three { constructor() { super(4); } run() { return super.run(); } }\nexport class Five extends Three {}\nexport const held: Runner = { run() { return 6; } };\nexport const plain = { run: () => 7, other: { run() { return 8; } } };\nclass Hidden { run() { return 9; } }\nexport const hidden = new Hidden().run();\n',
  "many/calls.ts":
    'import { One, Two, Three, Four, Five, held, plain } from "./kinds.ts";\nimport type { Runner, Goer, Top } from "./shapes.ts";\nexport function typed(r: Runner, g: Goer, t: Top, o: One, e: One | Two) { return r.run() + g.run() + t.run() + o.run() + e.run(); }\nexport function made() { return new One().run() + Two.run() + new Three(1).run() + new Four().run() + new Five(2)["run"](); }\nexport function taken(o: One, t: Two, x: any) { const { run } = o; const { run: other } = t; const { run: any } = x; return [run, other, any, held.run, plain.other.run, x.run(), x[x.y]()]; }\nexport const all = [held.run(), plain.run(), plain.other.run(), globalThis.run()];\n',
  "many/same.ts": "export function go() {}\nexport class Same { run() { return go(); } }\n",
  "other/same.ts": "export function go() {}\nexport class Same { run() { return go(); } }\n",
  "many/renames.ts":
    'import { Same as First, go as goes } from "./same.ts";\nimport { Same, go } from "../other/same.ts";\nexport const made = [new First().run(), new Same().run(), goes(), go()];\n',
  "other/renames.ts":
    'import { Same as Second, go as went } from "./same.ts";\nexport const made = [new Second().run(), went()];\n',
  "many/walker.ts":
    "interface Walker { run(): number; walk(): void }\nexport function walks(x: Walker) { return x.run(); }\n",
  "many/walking.ts": "export class Walking { run() { return 1; } walk() {} }\n",
  "py/root.py":
    "class Root:\n    def run(self):\n        return 0\n\nclass Beside(Root):\n    def run(self):\n        return 1\n",
  "py/caller.py":
    "from root import Root\n\nclass Caller(Root):\n    def run(self):\n        return super().run()\n",
  "py/both.py":
    "from root import Beside\nfrom caller import Caller\n\nclass Both(Caller, Beside):\n    pass\n",
  "py/many.py":
    "class A:\n    def run(self):\n        return super().run()\n\nclass B:\n    def run(self):\n        return 1\n\nclass C(A, B):\n    def run(self):\n        return super().run() + getattr(self, 'run')()\n\ndef every(a: A, b: B, x):\n    return a.run() + b.run() + x.run() + C().run()\n",
  "go/many.go":
    "package run\n\ntype Two struct{}\nfunc (t *Two) Run() int { return 2 }\ntype Other interface { Run() int; Stop() }\nfunc All(r Runner, o Other, t Two, x any) int { return r.Run() + o.Run() + t.Run() + x.(Runner).Run() }\n",
  "py/run.py": "def run(n):\n    return n\n\nclass Base:\n    def run(self):\n        return run(1)\n",
  "py/use.py":
    "from run import run as start, Base\n\ndef use(b: Base):\n    start(1)\n    b.run()\n    return getattr(b, 'run')\n",
  "go/run.go":
    "package run\n\ntype Runner interface { Run() int }\ntype One struct{}\nfunc (o One) Run() int { return run() }\nfunc run() int { return 1 }\nfunc Use(r Runner) int { return r.Run() }\n",
  "rust/lib.rs":
    "pub fn run() -> u32 { 1 }\nmacro_rules! twice { () => { run() + run() }; }\npub fn used() -> u32 { twice!() + run() }\n",
  "Run.java": "class Run { int run() { return 1; } static int all(Run r) { return r.run(); } }\n",
  "README.md": "`run()` runs; see run.\n",
};

test("what earlier questions found out changes no answer, in whatever order they come", async () => {
  await using opened = await viewOf(TREE);
  const { view } = opened;
  const declarations: Declaration[] = [];
  for (const file of await view.load(view.paths.map((_, i) => i))) {
    const tables = tablesOf(file);
    if (tables === null || graphOf(file.language) === null) continue;
    for (const at of new Set(tables.first)) declarations.push(declarationAt(tables, at));
  }
  assert.ok(declarations.length > 25);
  const questions = [
    (r: Resolver, d: Declaration) => intervalOf(r, d, "callers"),
    (r: Resolver, d: Declaration) => intervalOf(r, d, "references"),
    (r: Resolver, d: Declaration) => closureOf(r, d, "callers", 3),
    (r: Resolver, d: Declaration) => implementorsOf(r, d),
    (r: Resolver, d: Declaration) => declarationsOf(r, d.name),
  ].flatMap((ask) => declarations.map((declaration) => (r: Resolver) => ask(r, declaration)));
  const alone: string[] = [];
  for (const ask of questions) alone.push(plain(await ask(new Resolver(view))));
  assert.ok(new Set(alone).size > declarations.length);
  const orders = fc.shuffledSubarray(
    questions.map((_, i) => i),
    { minLength: questions.length, maxLength: questions.length },
  );
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const asked = new Resolver(view);
      for (const i of [...order, ...order.slice(0, 10)]) {
        asked.tidy();
        assert.equal(plain(await questions[i]!(asked)), alone[i], `question ${i}`);
      }
    }),
    { numRuns: 3 * soak },
  );
});

/** With the text of the places, which is made when it is asked for. */
function plain(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) =>
    typeof value === "object" && value !== null && "enclosing" in value && "text" in value
      ? { ...value, text: value.text }
      : value,
  );
}
