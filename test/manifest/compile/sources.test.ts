// Folders as trees, whatever is in them: each file's text in one place, ids that are unique and stay, and places that hold;
// what can't be taken as it is, is said.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../../src/base/error.ts";
import { splitLines } from "../../../src/base/lines.ts";
import type { KeptDocument } from "../../../src/manifest/compile/kept-documents.ts";
import { loadSource, type LoadOptions } from "../../../src/manifest/compile/load-source.ts";
import { preOrder, type SourceNode, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { CLOSED_FOLDERS, LINKS, ODD_NAMES } from "../../conditions.ts";
import { SourceFolder } from "./source-folder.ts";

const RUNS = 40 * Number(process.env["PITH_SOAK"] ?? 1);

function nodesOf({ root }: SourceTree): SourceNode[] {
  return [...preOrder(root)].map(({ node }) => node);
}

function idsOf(tree: SourceTree): string[] {
  return nodesOf(tree).map(({ id }) => id);
}

/** Of all leaves of a file, in their order. */
function textOf(tree: SourceTree, id: string): string {
  return nodesOf(tree)
    .filter((node) => node.content !== undefined && (node.id === id || node.id.startsWith(`${id}#`)))
    .map(({ content }) => content)
    .join("\n");
}

/** Names that are hard on what makes ids of them. The file system may refuse some: those are left out. */
const HOSTILE = [
  "guide",
  "Guide",
  "guide.md",
  "r",
  "r.md",
  "a.b",
  "a-b",
  "a b",
  "a%20b",
  "🚢",
  "---",
  "__proto__",
  "constructor",
  "1",
  "01",
  "é",
  "e\u0301",
  "ß",
  "index",
  "README",
  "SKILL",
  "日本語",
  "a#b",
  "a~b",
  "a*b",
  "%",
  "node",
  "…",
  "x".repeat(255 - 3),
  "ü".repeat(120),
];
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    .filter((s) => !/[/\0\p{Cc}\p{Cs}]/u.test(s) && !s.startsWith(".") && s.trim() === s),
);
const body = fc.oneof(
  fc.constantFrom(
    "",
    "# Title\n\ntext",
    "---\ntitle: 5\ntags: [a, b]\n---\nx",
    "---\n: [\n---\nstill here\n",
    "a\r\nb\r\n",
    "  lead\ntrail  \n",
  ),
  fc
    .array(fc.constantFrom("# One", "## Two", "## Two", "### Three", "text of a line", "", "```", "- item"), {
      maxLength: 60,
    })
    .map((lines) => lines.join("\n")),
);
const files = fc.dictionary(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}.md`),
  body,
  { maxKeys: 12, noNullPrototype: true },
);

/** What could be written: some names are those of folders already, some no system takes. */
function written(folder: SourceFolder, given: Record<string, string>): Record<string, string> {
  const there: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [path, text] of Object.entries(given)) {
    try {
      folder.write(path, text);
    } catch {
      continue;
    }
    there[path] = text;
  }
  return there;
}

for (const kind of ["docs", "skills"] as const) {
  for (const splitOver of [0, 30]) {
    test(
      `${kind}, ${splitOver === 0 ? "whole" : "cut"}: ids are unique, texts are there once, places hold`,
      ODD_NAMES,
      async () => {
        await fc.assert(
          fc.asyncProperty(files, fc.constantFrom("path" as const, "name" as const), async (given, ids) => {
            using folder = new SourceFolder({});
            const there = written(folder, given);
            const options: LoadOptions = { splitOver, ids };
            const tree = await loadSource(folder.path, kind, options);
            const all = idsOf(tree);
            assert.equal(new Set(all).size, all.length);
            assert.deepEqual(await loadSource(folder.path, kind, options), tree);
            // In the order of the tree or not, all bodies are there, each once.
            const bodies = Object.values(there).map(bodyOf);
            const inTree = documentsOf(tree).map((leaves) => leaves.join("\n"));
            assert.deepEqual(inTree.sort(), bodies.sort());
            for (const { place, content } of nodesOf(tree)) {
              if (place === undefined) continue;
              const lines = splitLines(readFileSync(join(folder.path, place.path), "utf8"));
              assert.equal(lines.slice(place.start! - 1, place.end).join("\n"), content);
            }
          }),
          { numRuns: RUNS },
        );
      },
    );
  }
}

/** Without the front matter and blanks at its ends. */
function bodyOf(text: string): string {
  const plain = text.replaceAll("\r\n", "\n");
  const [whole = ""] = /^---\n[^]*?\n---(?:\n|$)/.exec(plain) ?? [];
  return plain.slice(whole.length).trim();
}

/** Contents of leaves, those of one document together. */
function documentsOf(tree: SourceTree): string[][] {
  const documents: string[][] = [];
  const within = new Map<SourceNode, string[]>();
  for (const { node, parent } of preOrder(tree.root)) {
    const around = parent === null ? undefined : within.get(parent);
    const isCut = node.children !== undefined && node.id.endsWith(".md");
    if (around !== undefined) {
      if (node.children === undefined) around.push(node.content!);
      within.set(node, around);
    } else if (isCut || node.content !== undefined) {
      const leaves = node.content === undefined ? [] : [node.content];
      documents.push(leaves);
      if (isCut) within.set(node, leaves);
    }
  }
  return documents;
}

test(
  "with what an earlier build kept a source is what it is without, whatever was changed in between",
  ODD_NAMES,
  async () => {
    const secret = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const edited = fc.oneof(
      body,
      fc.constantFrom(`# Key\n\n${secret}`, "---\na: {b: 1.10}\ntags: [x]\n---\n# A\n## B"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.dictionary(
            name.map((one) => `${one}.md`),
            edited,
            { maxKeys: 5, noNullPrototype: true },
          ),
          { minLength: 1, maxLength: 3 },
        ),
        fc.constantFrom("docs" as const, "skills" as const, "memory" as const),
        async (rounds, kind) => {
          using folder = new SourceFolder({});
          let kept = new Map<string, KeptDocument>();
          for (const given of rounds) {
            written(folder, given);
            for (const splitOver of [30, 0]) {
              const full = await loadSource(folder.path, kind, { splitOver });
              assert.deepEqual(await loadSource(folder.path, kind, { splitOver, kept }), full);
              assert.deepEqual(await loadSource(folder.path, kind, { splitOver, kept }), full);
            }
            kept = new Map(JSON.parse(JSON.stringify([...kept])) as [string, KeptDocument][]);
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
);

test("what is added elsewhere renames nothing, and ids are of places", ODD_NAMES, async () => {
  await fc.assert(
    fc.asyncProperty(files, files, async (before, more) => {
      using folder = new SourceFolder({});
      written(folder, before);
      const first = await loadSource(folder.path, "docs");
      written(
        folder,
        Object.fromEntries(Object.entries(more).filter(([path]) => before[path] === undefined)),
      );
      const second = idsOf(await loadSource(folder.path, "docs"));
      for (const id of idsOf(first)) assert.ok(second.includes(id), id);
    }),
    { numRuns: RUNS },
  );
});

test("the sections of a large document are readable parts, none of them too large where it can be cut", async () => {
  const section = (n: number): string => `## Step ${n}\n\n${"Words of this step. ".repeat(80)}\n`;
  const text = `# Manual\n\nIntro.\n\n${Array.from({ length: 30 }, (_, i) => section(i + 1)).join("\n")}`;
  using folder = new SourceFolder({ "manual.md": text, "small.md": "# Small\n\nx" });
  const tree = await loadSource(folder.path, "docs");
  const manual = tree.root.children!.find(({ id }) => id === "manual.md")!;
  assert.equal(manual.title, "Manual");
  assert.equal(manual.children!.length, 30);
  assert.equal(manual.children![1]!.id, "manual.md#step-2");
  assert.equal(manual.children![1]!.title, "Step 2");
  assert.equal(textOf(tree, "manual.md"), text.trim());
  assert.equal(
    (await loadSource(folder.path, "docs", { splitOver: 0 })).root.children![0]!.content,
    text.trim(),
  );
});

test("the parts of a section are below it, and what stands above them is called so", async () => {
  const words = (n: number): string => `${"Words. ".repeat(n)}\n`;
  const inner = ["One", "Two", "Three"].map((name) => `### ${name}\n\n${words(400)}`).join("\n");
  const text = `# Doc\n\n${words(200)}\n## Setup\n\n${words(300)}\n${inner}\n## Setup\n\n${words(900)}`;
  using folder = new SourceFolder({ "doc.md": text });
  const tree = await loadSource(folder.path, "docs", { splitOver: 2_000 });
  assert.deepEqual(
    nodesOf(tree)
      .slice(1)
      .map(({ id, title }) => [id, title]),
    [
      ["doc.md", "Doc"],
      ["doc.md#doc", "Doc: introduction"],
      ["doc.md#setup", "Setup"],
      ["doc.md#setup/top", "Setup: introduction"],
      ["doc.md#one", "One"],
      ["doc.md#two", "Two"],
      ["doc.md#three", "Three"],
      ["doc.md#setup~2", "Setup"],
    ],
  );
  assert.equal(textOf(tree, "doc.md"), text.trim());
});

test("a book's own table of contents names the chapters that do not name themselves", async () => {
  using folder = new SourceFolder({
    "SUMMARY.md":
      "# Summary\n\n- [First `one`](./ch01.md)\n- [Own](ch02.md)\n  - [Below](sub/ch%2003.md#part) and [again](sub/ch%2003.md)\n- [Gone](gone.md) [x](../out.md) [",
    "ch01.md": "## Only a second",
    "ch02.md": "# Its own",
    "sub/ch 03.md": "x",
  });
  const tree = await loadSource(folder.path, "docs");
  assert.deepEqual(
    nodesOf(tree).map(({ title }) => title),
    ["src", "Sub", "Below", "Summary", "First one", "Its own"],
  );
});

test("a folder 200 levels deep, and 100,000 tools, are trees like others", async () => {
  using folder = new SourceFolder({
    [`${"d/".repeat(200)}a.md`]: "x",
    "t.json": JSON.stringify(
      Array.from({ length: 100_000 }, (_, i) => ({ name: `s${i % 50_000}.t${i % 3 === 0 ? "" : i}` })),
    ),
  });
  assert.equal(nodesOf(await loadSource(folder.path, "docs")).length, 202);
  const ids = idsOf(await loadSource(join(folder.path, "t.json"), "tools"));
  assert.equal(ids.length, new Set(ids).size);
  assert.equal(ids.length, 150_001);
});

test("facets and titles are what the document says, as it is written", async () => {
  using folder = new SourceFolder({
    "a.md":
      "---\ntitle: 1.10\ntype: 007\nstatus: no\ntags: [net, 2.50]\ndescription: >\n  two\n  lines\n---\nx",
    "b.md": "---\ntitle: {a: 1}\ncategory: |\n  two\n  lines\ntags: one, two\n---\n# B\nx",
  });
  const [a, b] = (await loadSource(folder.path, "docs")).root.children!;
  assert.equal(a!.title, "1.10");
  assert.equal(a!.hint, "two lines");
  assert.deepEqual(a!.facets, { status: "no", type: "007", "tag:net": "yes", "tag:2.50": "yes" });
  assert.equal(b!.title, "B");
  assert.deepEqual(b!.facets, { "tag:one": "yes", "tag:two": "yes" });
});

test("front matter that ends with three dots has its text below them", async () => {
  using folder = new SourceFolder({ "a.md": "---\ntitle: A\n...\ntext\n---\nmore" });
  const [a] = (await loadSource(folder.path, "docs")).root.children!;
  assert.deepEqual([a!.title, a!.content], ["A", "text\n---\nmore"]);
});

test("a folder with a SKILL.md is one skill with its parts", async () => {
  using folder = new SourceFolder({
    "pdf/SKILL.md": "---\nname: pdf-forms\ndescription: Fill forms.\ncategory: office\n---\nDo it.",
    "pdf/reference/fields.md": "# Fields\nAll of them.",
    "plain.md": "---\nname: plain\n---\nText.",
  });
  const tree = await loadSource(folder.path, "skills");
  assert.deepEqual(idsOf(tree), [
    "r",
    "plain.md",
    "office/*",
    "pdf/",
    "pdf/SKILL.md",
    "pdf/reference/fields.md",
  ]);
});

/** What is left out or read with losses, and by which note that is known. */
const ODD: Record<string, { files: Record<string, string | Uint8Array>; code: string; leaves: number }> = {
  "bytes that are no text": {
    files: { "a.md": new Uint8Array([0, 1, 2, 0, 255]), "b.md": "b" },
    code: "not-text",
    leaves: 1,
  },
  "bytes without meaning": {
    files: { "a.md": new Uint8Array([...Buffer.from("# text of a page "), 0xe9, 0x20]) },
    code: "not-text",
    leaves: 1,
  },
  "YAML that is none": { files: { "a.md": "---\ntitle: a: b\n---\nx" }, code: "bad-front-matter", leaves: 1 },
  "YAML that is a list": { files: { "a.md": "---\n- a\n---\nx" }, code: "bad-front-matter", leaves: 1 },
  "YAML of two documents": {
    files: { "a.md": "---\na: 1\n--- b\n---\nx" },
    code: "bad-front-matter",
    leaves: 1,
  },
  "YAML with a name twice": {
    files: { "a.md": "---\na: 1\na: 2\n---\nx" },
    code: "bad-front-matter",
    leaves: 1,
  },
  "YAML of aliases of aliases": {
    files: {
      "a.md": `---\na: &a [${"x,".repeat(9)}x]\n${"bcdefgh"
        .split("")
        .map((k, i) => `${k}: &${k} [${`*${"abcdefg"[i]},`.repeat(9)}*${"abcdefg"[i]}]`)
        .join("\n")}\n---\nx`,
    },
    code: "bad-front-matter",
    leaves: 1,
  },
  "YAML nested without end": {
    files: { "a.md": `---\na: ${"[".repeat(50_000)}\n---\nx` },
    code: "bad-front-matter",
    leaves: 1,
  },
  "hidden folders": { files: { ".x/a.md": "a", "b.md": "b" }, code: "skipped", leaves: 1 },
  "no document at all": { files: { "a.txt": "a" }, code: "skipped", leaves: 0 },
  "an empty folder": { files: {}, code: "skipped", leaves: 0 },
};

for (const [what, { files: given, code, leaves }] of Object.entries(ODD)) {
  test(`noted: ${what}`, async () => {
    using folder = new SourceFolder(given);
    const tree = await loadSource(folder.path, "docs");
    assert.deepEqual(
      tree.notes.map((note) => note.code),
      [code],
    );
    assert.equal(nodesOf(tree).filter(({ content }) => content !== undefined).length, leaves);
  });
}

test("links that leave the source, or turn in a circle, are not followed", LINKS, async () => {
  using outer = new SourceFolder({ "secret.md": "of another" });
  using folder = new SourceFolder({ "a/b.md": "b" });
  symlinkSync(join(outer.path, "secret.md"), join(folder.path, "out.md"));
  symlinkSync(folder.path, join(folder.path, "a", "loop"));
  const tree = await loadSource(folder.path, "docs");
  assert.deepEqual(idsOf(tree), ["r", "a/", "a/b.md"]);
  assert.deepEqual(tree.notes.map(({ subject }) => subject).sort(), ["a/loop", "out.md"]);
});

test("files that may not be read are noted", CLOSED_FOLDERS, async () => {
  using folder = new SourceFolder({ "a.md": "a", "b.md": "b" });
  chmodSync(join(folder.path, "a.md"), 0);
  const tree = await loadSource(folder.path, "docs");
  assert.deepEqual(
    tree.notes.map(({ code, subject }) => [code, subject]),
    [["unreadable", "a.md"]],
  );
});

test("a file over the ceiling is noted with it; one of 50 MB is a leaf", async () => {
  const line = `${"word ".repeat(19)}\n`;
  const large = line.repeat(Math.ceil(50_000_000 / line.length));
  using folder = new SourceFolder({ "large.md": large, "a.md": "a" });
  const tree = await loadSource(folder.path, "docs");
  assert.equal(nodesOf(tree).find(({ id }) => id === "large.md")?.content, large.trim());
  assert.deepEqual(tree.notes, []);
  const capped = await loadSource(folder.path, "docs", { mostFileBytes: 1_000_000 });
  assert.deepEqual(idsOf(capped), ["r", "a.md"]);
  assert.equal(capped.notes[0]?.code, "too-large");
  assert.match(capped.notes[0].text, /1000000 bytes/);
});

test("secrets are no part of what is read", async () => {
  // Put together here, so that this file holds none.
  const key = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
  using folder = new SourceFolder({ "a.md": `---\ndescription: ${key}\n---\n# A\n\n${key}\n` });
  folder.write(`${key}.md`, "x");
  const tree = await loadSource(folder.path, "docs");
  assert.ok(!JSON.stringify(tree).includes(key));
  assert.deepEqual(idsOf(tree), ["r", "a.md"]);
  assert.match(tree.notes[0]!.text, /its name holds a secret/);
  assert.deepEqual(tree.root.children![0]!.place, { path: "a.md", start: 4, end: 6 });
});

test("a path that is not what was said tells what to do", async () => {
  using folder = new SourceFolder({ "docs/a.md": "a", "tools.json": "[]" });
  const wrong: [string, "docs" | "skills" | "memory" | "tools"][] = [
    ["dosc", "docs"],
    ["docs/a.md", "skills"],
    ["docs/a.md", "memory"],
    ["docs", "tools"],
    ["", "docs"],
    ["a\0b", "docs"],
  ];
  for (const [path, kind] of wrong) {
    await assert.rejects(
      loadSource(path === "" || path.includes("\0") ? path : join(folder.path, path), kind),
      (error) => {
        assert.ok(
          isPithError(error) && error.code === "MANIFEST_SOURCE_INVALID" && error.next !== "",
          String(error),
        );
        if (path === "dosc") assert.match(error.next, /docs/);
        return true;
      },
    );
  }
});

test("one document is a source", async () => {
  using folder = new SourceFolder({ "a.md": "# A\nx" });
  assert.deepEqual(idsOf(await loadSource(join(folder.path, "a.md"), "docs")), ["r", "a.md"]);
});
