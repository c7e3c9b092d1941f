// The tree read back from its own text: each leaf under the heading of the branch that it is in, whatever the order of siblings,
// and no title that can be read as anything else than text.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeTree } from "../../../src/manifest/compile/describe-tree.ts";
import { llmsTxt } from "../../../src/manifest/compile/llms-txt.ts";
import { preOrder, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { offlineModel } from "./offline-model.ts";
import { anyTree, branchNode, combTree, leafNode, sourceTree } from "./shaped-trees.ts";

const RUNS = 60 * Number(process.env["PITH_SOAK"] ?? 1);

async function textOf(tree: SourceTree): Promise<string> {
  const { descriptors } = await describeTree(tree, offlineModel, { contrastive: false, maxRepairs: 0 });
  return llmsTxt(tree.root, tree.id, descriptors);
}

/** Ids of leaves under each heading, in its order; the first are those of the root. */
function leavesUnder(text: string): string[][] {
  const [head, body] = [text.split("\n"), text.indexOf("## How to read this index")];
  assert.match(head[0]!, /^# /);
  const groups: string[][] = [[]];
  for (const line of text.slice(body).split("\n").slice(4)) {
    if (/^#{2,6} /.test(line)) groups.push([]);
    const leaf = /\]\(node:\/\/([^)]*)\): /.exec(line);
    if (leaf !== null) groups.at(-1)!.push(decodeURIComponent(leaf[1]!));
  }
  return groups;
}

test("each leaf stands under the heading of its branch, in every tree", async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, async (tree) => {
      const expected = [...preOrder(tree.root)]
        .filter(({ node }) => node.children !== undefined)
        .map(({ node }) => node.children!.filter((c) => c.children === undefined).map(({ id }) => id));
      assert.deepEqual(leavesUnder(await textOf(tree)), expected);
    }),
    { numRuns: RUNS },
  );
});

test("titles and lines that look like marks stay text", async () => {
  const titles = [
    "[x](http://e)",
    "# head",
    "a]b[c",
    "`code`",
    "<script>",
    "*b*",
    "two\nlines",
    "back\\slash",
  ];
  const leaves = titles.map((title, i) => leafNode(`l${i}`, title, "- a list\n# and a heading"));
  const tree = sourceTree(branchNode("r", "[r]", [branchNode("b", "<b>", leaves)]));
  const text = await textOf(tree);
  assert.deepEqual(leavesUnder(text), [[], titles.map((_, i) => `l${i}`)]);
  for (const line of text.split("\n").filter((one) => one.startsWith("- ["))) {
    const title = /^- \[((?:[^\\[\]]|\\.)*)\]\(node:/.exec(line);
    assert.ok(title !== null, line);
    assert.ok(!/(?<!\\)[<`*]/.test(title[1]!), line);
  }
  assert.match(text, /^# \\\[r\\\]\n/);
  assert.match(text, /\n## \\<b\\>\n/);
});

test("a tree of many tiers has no heading that Markdown has not", async () => {
  const text = await textOf(combTree(40, 1));
  assert.equal(/^#{7}/m.test(text), false);
  assert.match(text, /^###### .* › tier 40$/m);
});
