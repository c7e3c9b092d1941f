// The recorded sources and their trees. Short ids are the recorded ones wherever those were not the fault; ids by place are
// ours, and unique in every case. Hints that the first compiler made up itself are its own wording, and are not compared.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../../src/base/error.ts";
import { flatten } from "../../../src/manifest/compile/flatten.ts";
import { frontMatterOf } from "../../../src/manifest/compile/front-matter.ts";
import { loadSource, type LoadOptions } from "../../../src/manifest/compile/load-source.ts";
import type { SourceKind } from "../../../src/manifest/compile/recognise.ts";
import { slugOf, titleOfName } from "../../../src/manifest/compile/slug.ts";
import { preOrder, type SourceNode, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { topHeading } from "../../../src/manifest/compile/top-heading.ts";
import { loadYaml } from "../../../src/manifest/compile/yaml-words.ts";
import { vectors, type Grade } from "../vectors.ts";
import { SourceFolder } from "./source-folder.ts";

interface RecordedNode {
  id: string;
  title: string | null;
  hint?: string;
  keywords?: string[];
  content?: string | null;
  format?: string;
  children?: RecordedNode[];
}
interface Case {
  name: string;
  grade: Grade;
  kind: SourceKind;
  folder?: string;
  files?: Record<string, string>;
  file?: string;
  json_text?: string;
  source_id?: string;
  tree?: { source_id: string; kind: string; root: RecordedNode };
  crash?: string;
}

const { cases } = vectors<{ cases: Case[] }>("build/adapters");

/** What was an accident there, or is left to a switch here. */
const DECIDED: Record<string, { why: string; options?: LoadOptions }> = {
  "docs: order, extensions, titles, front matter": {
    why: "folders with a dot at their head are walked where that is asked for",
    options: { hidden: true },
  },
  "docs: empty folder": { why: "a root without children, and a note that says so" },
  "tools: empty list": { why: "a root without children, and a note that says so" },
};

/** An ending in capitals is the same ending (B 37). */
const ALSO_TAKEN: Record<string, RecordedNode[]> = {
  "memory: index file left out, sub folders ignored": [
    { id: "d", title: "d", content: "upper-case extension", format: "md" },
  ],
};

async function load(one: Case, options: LoadOptions = {}): Promise<SourceTree> {
  using folder = new SourceFolder(one.files ?? { [one.file!]: one.json_text! }, one.folder);
  const path = one.file === undefined ? folder.path : join(folder.path, one.file);
  return await loadSource(path, one.kind, {
    ...(one.source_id !== undefined && { id: one.source_id }),
    ...DECIDED[one.name]?.options,
    ...options,
  });
}

/** As it was recorded: what is said of when it is wanted stands in the hint, below a label. */
function recorded(node: SourceNode): RecordedNode {
  const hint = [node.hint, node.when === undefined ? undefined : `When to use: ${node.when}`];
  const said = hint.filter((line) => line !== undefined).join("\n");
  return {
    id: node.id,
    title: node.title,
    ...(node.children === undefined && said !== "" && { hint: said }),
    ...(node.keywords.length > 0 && { keywords: [...node.keywords] }),
    ...(node.children === undefined
      ? { content: node.content!, format: node.format }
      : { children: node.children.map(recorded) }),
  };
}

function withoutBranchHints(node: RecordedNode): RecordedNode {
  if (node.children === undefined) return node;
  const { hint: _, format: __, content: ___, ...rest } = node;
  return { ...rest, children: node.children.map(withoutBranchHints) };
}

function withoutIds(node: RecordedNode): RecordedNode {
  const { children } = node;
  return { ...node, id: "", ...(children !== undefined && { children: children.map(withoutIds) }) };
}

function idsOf({ root }: SourceTree): string[] {
  return [...preOrder(root)].map(({ node }) => node.id);
}

for (const one of cases) {
  test(`${one.grade}: ${one.name}`, async () => {
    const byName = await load(one, { ids: "name" });
    const byPlace = await load(one);
    for (const ids of [idsOf(byName), idsOf(byPlace)]) assert.equal(new Set(ids).size, ids.length);
    if (one.crash !== undefined) {
      assert.equal(one.grade, "bug");
      assert.ok(byPlace.root.children !== undefined);
      return;
    }
    const expected = withoutBranchHints(one.tree!.root);
    expected.children?.push(...(ALSO_TAKEN[one.name] ?? []));
    if (one.grade === "quirk") {
      assert.ok(DECIDED[one.name] !== undefined);
      assert.deepEqual(byPlace.root.children, []);
      assert.equal(byPlace.notes.length, 1);
      return;
    }
    assert.equal(byPlace.id, one.tree!.source_id);
    assert.equal(byPlace.kind, one.tree!.kind);
    // All nodes are there, with their contents, and in their order.
    assert.deepEqual(withoutIds(recorded(byPlace.root)), withoutIds(expected));
    const before = allIds(expected);
    if (one.grade === "contract") assert.deepEqual(recorded(byName.root), expected);
    else
      assert.ok(new Set(before).size < before.length, "what was a fault there are ids that are not unique");
  });
}

function allIds(node: RecordedNode): string[] {
  return [node.id, ...(node.children ?? []).flatMap(allIds)];
}

test("every decision is about a recorded case", () => {
  for (const name of Object.keys(DECIDED))
    assert.ok(
      cases.some((one) => one.name === name),
      name,
    );
});

const text = vectors<{
  slugify: { text: string; slug: string }[];
  humanize: { text: string; title: string }[];
  docs_title: { body: string; title: string }[];
}>("text");

test("slugs and titles of names", () => {
  for (const { text: given, slug } of text.slugify) assert.equal(slugOf(given), slug, given);
  for (const { text: given, title } of text.humanize) assert.equal(titleOfName(given), title, given);
});

/** Headings as Markdown reads them: a comment in code is none, marks at the end are not of it, and it ends with its line. */
const OTHER_TITLES: Record<string, string> = {
  "# \n\nBelow": "FALLBACK",
  "```\n# in code\n```\n# real": "real",
  "# trailing #": "trailing",
};

test("titles of documents", () => {
  for (const { body, title } of text.docs_title)
    assert.equal(topHeading(body.split("\n")) ?? "FALLBACK", OTHER_TITLES[body] ?? title, body);
});

interface MatterCase {
  text: string;
  yaml: { data?: Record<string, unknown>; body?: string; crash?: string };
}

/** A line of more than dashes opens and closes nothing; blanks behind the dashes, a mark and `\r` change nothing. */
const OTHER_MATTER: Record<string, { data: Record<string, unknown>; body: string }> = {
  "----\na: 1\n----\nbody": { data: {}, body: "----\na: 1\n----\nbody" },
  "---\na: 1\n--- \nb": { data: { a: 1 }, body: "b" },
  "---\na: 1\n---more\nb": { data: {}, body: "---\na: 1\n---more\nb" },
};
/** Broken YAML keeps what its plain lines say (B 14). */
const SALVAGED: Record<string, Record<string, unknown>> = {
  "---\ntitle: Foo: bar\n---\nx": { title: "Foo: bar" },
  "---\na: [1, 2\n---\nb": {},
  '---\na: "x\n---\nb': {},
};

test("front matter", async () => {
  const yaml = await loadYaml();
  for (const { text: given, yaml: there } of vectors<{ cases: MatterCase[] }>("frontmatter").cases) {
    // Marks and line ends are taken off when the file is read.
    const lines = given
      .replace(/^\ufeff/, "")
      .replaceAll("\r\n", "\n")
      .split("\n");
    const plain = lines.join("\n");
    const isRead = plain !== given;
    const matter = frontMatterOf(lines, yaml);
    const salvaged = SALVAGED[given];
    const other = OTHER_MATTER[given];
    const data = other?.data ?? salvaged ?? (isRead ? { a: 1 } : there.data!);
    assert.deepEqual(plainOf(matter.data), data, given);
    assert.equal(matter.fault !== null, salvaged !== undefined || given.includes("- a\n- b"), given);
    if (salvaged === undefined && !isRead)
      assert.equal(lines.slice(matter.body).join("\n"), other?.body ?? there.body, given);
  }
});

function plainOf(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [k, plainOf(v)]));
  // A folded text ends with a line end or without one: what is read of it is trimmed.
  return typeof value === "string" ? value.trim() : value;
}

interface Shape {
  flatten: { name: string; before: RecordedNode; after: RecordedNode }[];
}

test("flattening", () => {
  for (const { name, before, after } of vectors<Shape>("build/shape").flatten) {
    const root = flatten(structuredClone(before) as unknown as SourceNode);
    assert.deepEqual(root, after, name);
  }
});

test("a tree of 100,000 tiers is flattened", () => {
  let node: SourceNode = {
    id: "leaf",
    title: "",
    content: "x",
    format: "md",
    keywords: [],
    facets: {},
    links: [],
  };
  for (let i = 0; i < 100_000; i++)
    node = { id: `b${i}`, title: "", format: "md", keywords: [], facets: {}, links: [], children: [node] };
  assert.deepEqual(
    flatten(node).children?.map(({ id }) => id),
    ["leaf"],
  );
});

test("what is no list of tools says what is wanted", async () => {
  for (const wrong of ["5", '"x"', "null", "{", "", "[1", "[".repeat(200_000)]) {
    using folder = new SourceFolder({ "t.json": wrong });
    await assert.rejects(
      loadSource(join(folder.path, "t.json"), "tools"),
      (error) => isPithError(error) && error.code === "MANIFEST_SOURCE_INVALID",
    );
  }
});
