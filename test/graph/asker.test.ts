// A question to the graph ends when its asker gives up, wherever it is; whoever asks next gets the whole answer, and the
// same as if nothing had happened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isPithError } from "../../src/base/error.ts";
import { openGraph, type Declaration, type Graph } from "../../src/graph/graph.ts";
import type { GraphFile, GraphView } from "../../src/graph/view.ts";
import { viewOf } from "./open-view.ts";

const USES = 36;
const FILES: Record<string, string> = {
  "base.ts": "export class Base { save(n: number): void { helper(); } }\nexport function helper() {}\n",
  "index.ts": 'export { Base as Root, helper } from "./base";\nexport * as all from "./base";\n',
};
for (let i = 0; i < USES; i++) {
  FILES[`use${i}.ts`] = [
    'import { Root, helper, all } from "./index";',
    `export class Own${i} extends Root { save(n: number): void { super.save(n); helper(); } }`,
    `export function run${i}(x: Root) { x.save(1); new Own${i}().save(2); all.helper(); ${i > 0 ? `run${i - 1}(x);` : ""} }`,
    `import { run${i - 1} } from "./use${i - 1}";`,
  ]
    .slice(0, i > 0 ? 4 : 3)
    .join("\n");
}

/** The same view, which tells of every file that is loaded, and loads them from memory. */
function told(view: GraphView, onLoad: () => void): GraphView {
  const held = new Map<number, GraphFile>();
  return new Proxy(view, {
    get(target, key) {
      if (key === "load")
        return async (files: readonly number[]) => {
          const missing = files.filter((f) => !held.has(f));
          for (const file of missing.length === 0 ? [] : await target.load(missing))
            held.set(file.index, file);
          return files.map((f) => {
            onLoad();
            return held.get(f)!;
          });
        };
      const value = Reflect.get(target, key) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Question = (graph: Graph, of: Record<"Base" | "save" | "helper", Declaration>) => Promise<unknown>;

const QUESTIONS: Readonly<Record<string, Question>> = {
  declarationsOf: (g) => g.declarationsOf("save"),
  callers: (g, of) => g.callers(of.save),
  references: (g, of) => g.references(of.helper),
  callees: (g, of) => g.callees(of.save),
  implementors: (g, of) => g.implementors(of.Base),
  bases: (g, of) => g.bases(of.save),
  closure: (g, of) => g.closure(of.helper, "callers", 6),
  impact: (g, of) => g.impact([of.helper, of.save], 4),
  reExports: (g, of) => g.reExports(of.helper),
  lostUses: (g) => g.lostUses({ name: "helper", member: false, path: "a.ts" }, "typescript"),
  mentions: (g) => g.mentions("helper", new Set()),
  dependents: (g, of) => g.dependents(of.Base.file),
};

async function declarations(graph: Graph): Promise<Record<"Base" | "save" | "helper", Declaration>> {
  const one = async (name: string) => (await graph.declarationsOf(name)).declarations[0]!;
  return {
    Base: await one("base.ts:Base"),
    save: await one("base.ts:Base.save"),
    helper: await one("base.ts:helper"),
  };
}

function isCancelled(fault: unknown): boolean {
  return isPithError(fault) && fault.code === "CANCELLED";
}

const plain = (answer: unknown) =>
  JSON.stringify(answer, (key, value: unknown) => (key === "text" ? undefined : value));

test("given up before it begins, or at any file: cancelled, and the next answer is whole", async () => {
  await using opened = await viewOf(FILES);
  const whole = openGraph(told(opened.view, () => {}));
  const of = await declarations(whole);
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const wanted = plain(await question(whole, of));
    let loads = 0;
    await question(openGraph(told(opened.view, () => loads++)), of);
    assert.ok(loads > 0, name);
    for (const at of new Set([0, 1, loads >> 1])) {
      const given = new AbortController();
      let left = at;
      const view = told(opened.view, () => {
        if (left-- === 0) given.abort();
      });
      if (at === 0) given.abort();
      const first = question(openGraph(view, { signal: given.signal }), of);
      // Asked while the other still works: it waits, and is not cancelled with it.
      const second = question(openGraph(view), of);
      const end = await first.then(
        () => "done",
        (fault: unknown) => (isCancelled(fault) ? "cancelled" : Promise.reject(fault as Error)),
      );
      if (at < loads >> 1) assert.equal(end, "cancelled", `${name} ${at} of ${loads}`);
      assert.equal(plain(await second), wanted, `${name} ${at} of ${loads}`);
      assert.equal(plain(await question(openGraph(view), of)), wanted, `${name} ${at} of ${loads}`);
    }
  }
});

test("a signal arrives while the files are in memory, and who waits behind is not kept", async () => {
  await using opened = await viewOf(FILES);
  const view = told(opened.view, () => {});
  const of = await declarations(openGraph(view));
  await view.load(view.paths.map((_, i) => i));
  const given = new AbortController();
  let isOver = false;
  const long = openGraph(view, { signal: given.signal })
    .impact([of.helper, of.save], 10)
    .catch((fault: unknown) => fault)
    .finally(() => (isOver = true));
  const waiting = openGraph(view, { signal: given.signal }).callers(of.save);
  await setImmediate();
  assert.equal(isOver, false);
  given.abort();
  assert.ok(isCancelled(await long));
  await assert.rejects(waiting, isCancelled);
  assert.ok((await openGraph(view).callers(of.save)).proven.length > USES);
});

test("how far it is is told with a number that only grows", async () => {
  await using opened = await viewOf(FILES);
  const notes: number[] = [];
  const graph = openGraph(opened.view, {
    onProgress: ({ phase, done, total, unit }) => {
      assert.deepEqual([phase, total, unit], ["following", null, "files"]);
      notes.push(done);
    },
  });
  const of = await declarations(graph);
  await graph.callers(of.save);
  await graph.impact([of.helper], 3);
  assert.ok(notes.length > 3);
  assert.deepEqual(
    notes,
    [...new Set(notes)].sort((a, b) => a - b),
  );
});
