// Sources of several kinds, and sources whose kind is found out: each part is read as its own kind, once, under ids of its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../../src/base/error.ts";
import { splitLines } from "../../../src/base/lines.ts";
import { loadSource, SOURCE_KINDS } from "../../../src/manifest/compile/load-source.ts";
import { preOrder, type SourceNode, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { SourceFolder } from "./source-folder.ts";

function nodesOf({ root }: SourceTree): SourceNode[] {
  return [...preOrder(root)].map(({ node }) => node);
}

function idsOf(tree: SourceTree): string[] {
  return nodesOf(tree).map(({ id }) => id);
}

const SKILL = "---\nname: mow\ndescription: Mow the lawn.\n---\nStart.";
const API = JSON.stringify({ openapi: "3.0.0", paths: { "/a": { get: {} } } });
const MCP = JSON.stringify({ tools: [{ name: "fs.read", inputSchema: {} }] });

const ALL = {
  "README.md": "# All\nof it",
  "docs/guide/a.md": "# A\nx",
  "docs/b.md": "# B\nx",
  "skills/mow/SKILL.md": SKILL,
  "memory/MEMORY.md": "- index",
  "memory/tea.md": "---\nname: tea\nmetadata:\n  type: user\n---\nTea.",
  "site/index.html": "<p>Page",
  "site/x.html": "<p>X",
  "api.json": API,
  "tools.json": MCP,
  "data/x.csv": "1,2",
};

/** What is told of a folder by what is in it. */
const KNOWN: Record<string, { kind: string; files: Record<string, string> }> = {
  documents: { kind: "docs", files: { "a.md": "x", "b/c.mdx": "y", "pic.svg": "<svg/>" } },
  "skills by their file": { kind: "skills", files: { "x/SKILL.md": "x", "x/y.md": "y" } },
  "skills by their heads": { kind: "skills", files: { "a.md": SKILL, "b.md": SKILL } },
  "a memory by its index": { kind: "memory", files: { "MEMORY.md": "x", "a.md": "a" } },
  "a memory by its types": {
    kind: "memory",
    files: { "a.md": ALL["memory/tea.md"], "b.md": ALL["memory/tea.md"] },
  },
  pages: { kind: "website", files: { "a.html": "<p>x", "b.html": "<p>x", "c.md": "x" } },
  "several kinds": { kind: "mixed", files: ALL },
  "documents and an interface": { kind: "mixed", files: { "a.md": "x", "api.json": API } },
};

for (const [what, { kind, files }] of Object.entries(KNOWN))
  test(`recognised: ${what}`, async () => {
    using folder = new SourceFolder(files);
    const tree = await loadSource(folder.path);
    assert.equal(tree.kind, kind);
    assert.ok(tree.recognised !== undefined && tree.recognised !== "");
    assert.equal((await loadSource(folder.path, tree.kind as "docs")).recognised, undefined);
  });

const FILES: Record<string, [string, string]> = {
  docs: ["a.md", "x"],
  website: ["a.html", "<p>x"],
  openapi: ["a.yaml", "openapi: 3.0.0\npaths: {}"],
  mcp: ["a.json", MCP],
  tools: ["a.json", '[{"name": "a", "parameters": {}}]'],
};

for (const [kind, [name, text]] of Object.entries(FILES))
  test(`recognised: a file of ${kind}`, async () => {
    using folder = new SourceFolder({ [name]: text });
    assert.equal((await loadSource(join(folder.path, name))).kind, kind);
  });

test("what is nothing known says which kinds there are; code asks for what reads it", async () => {
  using folder = new SourceFolder({ "x.csv": "1", "app/package.json": "{}", "app/a.ts": "x" });
  for (const [path, says] of [
    ["", /mixed/],
    ["x.csv", /openapi/],
    ["app", /Hand in/],
  ] as const) {
    if (path === "") continue;
    await assert.rejects(loadSource(join(folder.path, path)), (error) => {
      assert.ok(isPithError(error) && error.code === "MANIFEST_SOURCE_INVALID");
      assert.match(error.next, says);
      return true;
    });
  }
  const code = (path: string): Promise<SourceTree> =>
    Promise.resolve({
      id: "app",
      kind: "code",
      notes: [],
      root: { id: "r", title: path, format: "md", keywords: [], facets: {}, links: [], children: [] },
    });
  const tree = await loadSource(join(folder.path, "app"), undefined, { code });
  assert.equal(tree.kind, "code");
});

test("a folder of all kinds: each part a branch, each text once, places from the whole", async () => {
  using folder = new SourceFolder(ALL);
  const tree = await loadSource(folder.path, "mixed");
  assert.deepEqual(idsOf(tree), [
    "r",
    "docs/",
    "docs/guide/",
    "docs/guide/a.md",
    "docs/b.md",
    "memory/",
    "memory/tea.md",
    "site/",
    "site/index.html",
    "site/x.html",
    "skills/",
    "skills/mow/SKILL.md",
    "api.json",
    "api.json#about",
    "api.json#get:/a",
    "tools.json",
    "tools.json#fs.*",
    "tools.json#fs.read",
    "README.md",
  ]);
  for (const { place, content } of nodesOf(tree)) {
    if (place === undefined) continue;
    const lines = splitLines(readFileSync(join(folder.path, place.path), "utf8"));
    assert.equal(lines.slice(place.start! - 1, place.end).join("\n"), content);
  }
  assert.equal(nodesOf(tree).filter(({ place }) => place !== undefined).length, 5);
  assert.deepEqual(
    tree.notes.map(({ code, text }) => [code, /data/.test(text)]),
    [["skipped", true]],
  );
});

test("parts that are named are those, in their order; what is a part of its own is in no other", async () => {
  using folder = new SourceFolder(ALL);
  const tree = await loadSource(folder.path, undefined, {
    parts: ["docs:.", "skills:./skills/", "mcp:tools.json", "docs:memory", "memory:memory"],
  });
  const ids = idsOf(tree);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    tree.root.children!.map(({ id }) => id),
    ["./", "skills/", "tools.json", "docs:memory/", "memory:memory/"],
  );
  assert.ok(ids.includes("./docs/guide/a.md"));
  assert.ok(!ids.some((id) => id.startsWith("./skills") || id.startsWith("./memory")));
});

for (const [part, says] of [
  ["docs", /kind:path/],
  ["dcos:docs", /docs/],
  ["mixed:docs", /kind:path/],
  ["docs:dosc", /docs/],
  ["docs:../..", /Name/],
  ["mcp:docs", /file/],
] as const)
  test(`a part that can't be: ${part}`, async () => {
    using folder = new SourceFolder(ALL);
    await assert.rejects(loadSource(folder.path, "mixed", { parts: [part] }), (error) => {
      assert.ok(isPithError(error) && error.code === "MANIFEST_SOURCE_INVALID", String(error));
      assert.match(error.next, says);
      return true;
    });
  });

test("each kind says of a path of the other form what to name", async () => {
  using folder = new SourceFolder({ "docs/a.txt": "x", "a.txt": "x" });
  for (const kind of SOURCE_KINDS) {
    for (const path of ["docs", "a.txt"]) {
      try {
        const tree = await loadSource(join(folder.path, path), kind);
        assert.ok(tree.notes.length > 0, `${kind} ${path}`);
      } catch (error) {
        assert.ok(isPithError(error) && error.next !== "", `${kind} ${path}: ${String(error)}`);
      }
    }
  }
});

test("a folder that Git ignores is read all the same when it is named", async () => {
  using folder = new SourceFolder({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/objects/": "",
    ".git/refs/": "",
    ".gitignore": "out/*\n",
    "out/a.md": "# A",
    "b.md": "# B",
  });
  assert.deepEqual(idsOf(await loadSource(folder.path, "docs")), ["r", "b.md"]);
  const tree = await loadSource(join(folder.path, "out"), "docs");
  assert.deepEqual(idsOf(tree), ["r", "a.md"]);
  assert.equal(tree.notes.length, 1);
});
