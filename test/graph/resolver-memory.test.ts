// What the graph found out is kept up to a ceiling, however many questions are asked of a tree that does not change, and
// what was forgotten changes no answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { closureOf } from "../../src/graph/closure.ts";
import { declarationAt } from "../../src/graph/declarations.ts";
import { intervalOf } from "../../src/graph/interval.ts";
import type { Declaration } from "../../src/graph/graph.ts";
import { basesOf, implementorsOf } from "../../src/graph/relatives.ts";
import { Resolver } from "../../src/graph/resolve.ts";
import type { ResolverCeilings } from "../../src/graph/resolver-ceilings.ts";
import { viewOf } from "./open-view.ts";

const FILES: Record<string, string> = {
  "base.ts": "export class Base { save() { helper(); } }\nexport function helper() {}\n",
  "index.ts": 'export { Base as Root, helper } from "./base";\n',
  "a.py": "class A:\n    def save(self): self.save()\n\ndef run(a: A):\n    a.save()\n",
  "b.py": "from a import A, run\nclass B(A):\n    def save(self): super().save()\nrun(B())\n",
  "c.c":
    "struct s { int n; };\nstatic int one(struct s *p) { return p->n; }\nint two(struct s *p) { return one(p); }\n",
  "k.kt":
    "open class K { open fun save() {} }\nclass L : K() { override fun save() { super.save() } }\nfun go(k: K) { k.save() }\n",
  "s.cs":
    "class S { public virtual void Save() {} }\nclass T : S { public override void Save() { base.Save(); } }\n",
  "r.rs": "pub struct R; impl R { pub fn save(&self) {} }\npub fn go(r: &R) { r.save(); }\n",
};
for (let i = 0; i < 10; i++) {
  FILES[`use${i}.ts`] =
    `import { Root, helper } from "./index";\nexport class Own${i} extends Root { save() { super.save(); helper(); } }\nexport function run${i}(x: Root) { x.save(); new Own${i}().save(); }\n`;
}

async function askAll(r: Resolver): Promise<{ answers: string[]; kept: number[] }> {
  const answers: string[] = [];
  const kept: number[] = [];
  const all: Declaration[] = [];
  for await (const file of r.each(r.view.paths.map((_, i) => i))) {
    const tables = r.tables(file);
    for (const at of tables?.facts.symbols.keys() ?? [])
      if (tables!.first[at] === at) all.push(declarationAt(tables!, at));
  }
  for (const declaration of all) {
    for (const ask of [
      () => intervalOf(r, declaration, "references"),
      () => implementorsOf(r, declaration),
      () => basesOf(r, declaration),
      () => closureOf(r, declaration, "callers", 3),
      () => closureOf(r, declaration, "callees", 3),
    ]) {
      r.tidy();
      kept.push(r.kept);
      answers.push(
        JSON.stringify(await ask(), (key, value: unknown) => (key === "text" ? undefined : value)),
      );
    }
  }
  return { answers, kept };
}

test("answers are the same however little is kept, and no more is kept than the ceiling when a question begins", async () => {
  await using opened = await viewOf(FILES);
  const whole = await askAll(new Resolver(opened.view));
  const much: ResolverCeilings = { values: 500_000, text: 40_000_000 };
  for (const most of [
    { ...much, values: 0 },
    { ...much, values: 40 },
    { ...much, text: 200 },
    { values: 100, text: 1_000 },
  ]) {
    const { answers, kept } = await askAll(new Resolver(opened.view, most));
    assert.deepEqual(answers, whole.answers, JSON.stringify(most));
    assert.ok(Math.max(...kept) <= most.values, JSON.stringify(most));
    // What is kept may hold on to files: it goes when the files have gone.
    if (most.text < 1_000) assert.ok(kept.filter((count) => count === 0).length > answers.length / 40);
  }
  // Without a ceiling that is reached all of it is kept.
  assert.ok(Math.max(...whole.kept) > 150);
});
