// What is kept between builds changes nothing but their time: after any edits a build with it is, byte for byte, that without it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { BuildCache } from "../../../src/manifest/compile/build-cache.ts";
import { compileSource } from "../../../src/manifest/compile/compile.ts";
import type { ContentProfile } from "../../../src/manifest/compile/content-profile.ts";
import type { Descriptor, Describer } from "../../../src/manifest/compile/descriptor.ts";
import { ruleDescriber } from "../../../src/manifest/compile/rule-describer.ts";
import { preOrder, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { offlineModel } from "./offline-model.ts";
import { anyTree } from "./shaped-trees.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-build-cache-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const RUNS = 8 * Number(process.env["PITH_SOAK"] ?? 1);

async function build(tree: SourceTree, cache: BuildCache | null, settings: Settings): Promise<string[]> {
  const known = cache?.part<Descriptor>("descriptors", { dear: true });
  const profiles = cache?.part<ContentProfile>("profiles");
  const describer: Describer =
    settings.model === null
      ? ruleDescriber(tree, profiles === undefined ? {} : { profiles })
      : { ...offlineModel, id: settings.model, grade: () => ({ score: 1, reason: "" }) };
  const compiled = await compileSource(tree, describer, {
    budgets: [32_000],
    leaves: { kind: "beside", file: "x.leaves.jsonl" },
    describe: { maxContrastRounds: settings.rounds, ...(known !== undefined && { cached: known.all() }) },
  });
  for (const [key, descriptor] of compiled.known) if (known?.has(key) === false) known.set(key, descriptor);
  cache?.save();
  return [...compiled.variants.map(({ text }) => text), compiled.llmsTxt, JSON.stringify(compiled.leaves)];
}

interface Settings {
  model: string | null;
  rounds: number;
}

/** Changes of one kind or another, at a node chosen by a number. */
function edited(tree: SourceTree, edit: { at: number; what: string; text: string }): SourceTree {
  const copy = structuredClone(tree);
  const nodes = [...preOrder(copy.root)];
  const { node, parent } = nodes[edit.at % nodes.length]!;
  if (edit.what === "content" && node.children === undefined) node.content = edit.text;
  if (edit.what === "title") node.title = edit.text || "untitled";
  if (edit.what === "remove" && parent !== null)
    parent.children = parent.children!.filter((child) => child !== node);
  if (edit.what === "reverse") node.children?.reverse();
  return copy;
}

test("after any edits, settings and models a build with what was kept equals one without", async () => {
  const edits = fc.array(
    fc.record({
      at: fc.nat(1000),
      what: fc.constantFrom("content", "content", "title", "remove", "reverse"),
      text: fc.lorem({ maxCount: 12 }),
      model: fc.constantFrom(null, null, "one", "two"),
      rounds: fc.constantFrom(1, 2),
    }),
    { minLength: 1, maxLength: 5 },
  );
  let n = 0;
  await fc.assert(
    fc.asyncProperty(anyTree, edits, async (first, script) => {
      const source = `source ${n++}`;
      let tree = first;
      for (const edit of script) {
        tree = edited(tree, edit);
        // Read anew each time, as another command would.
        const cache = new BuildCache(folder, source, "1");
        assert.deepEqual(await build(tree, cache, edit), await build(tree, null, edit));
      }
    }),
    { numRuns: RUNS },
  );
});

test("what is kept is what the last build used; a damaged file, another version, another source are as none", () => {
  const open = (source = "s", version = "1") => new BuildCache(folder, source, version);
  const file = () => join(folder, "manifests", readdirSync(join(folder, "manifests")).at(-1)!);
  rmSync(join(folder, "manifests"), { recursive: true, force: true });
  const first = open();
  first.part<number>("p").set("a", 1);
  first.part<number>("p").set("b", 2);
  first.save();
  const second = open();
  assert.equal(second.part<number>("p").get("a"), 1);
  second.save();
  assert.deepEqual([...open().part<number>("p").all()], [["a", 1]]);
  const dear = open("dear");
  dear.part<number>("p", { dear: true }).set("a", 1);
  dear.save();
  const after = open("dear");
  after.part<number>("p", { dear: true }).set("b", 2);
  after.save();
  assert.equal(open("dear").part<number>("p").all().size, 2);
  rmSync(join(folder, "manifests"), { recursive: true });
  first.save();
  assert.equal(open("other").part<number>("p").get("a"), undefined);
  assert.equal(open("s", "2").part<number>("p").get("a"), undefined);
  const whole = readFileSync(file());
  for (const damaged of [
    whole.subarray(0, whole.length - 3),
    Buffer.concat([whole, Buffer.from("x")]),
    Buffer.from(whole.toString().replace('"a",1', '"a",7')),
    Buffer.alloc(0),
    Buffer.from("[]\n"),
  ]) {
    writeFileSync(file(), damaged);
    assert.equal(open().part<number>("p").get("a"), undefined);
  }
});
