// Contents of leaves, beside the manifest and in place: what was written is read back, whatever it is; what has changed or lies
// elsewhere is not given.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { BesideLeaves } from "../../src/manifest/beside-leaves.ts";
import { contentHash } from "../../src/manifest/content-hash.ts";
import { placeOf, placeRef } from "../../src/manifest/leaf-place.ts";
import { openManifest, type LeavesAt } from "../../src/manifest/open-manifest.ts";
import { Runtime } from "../../src/manifest/runtime.ts";
import { LINKS } from "../conditions.ts";
import { writeLeaves } from "./write-leaves.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-leaves-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = 60 * Number(process.env["PITH_SOAK"] ?? 1);

test("what was written beside is read back: any id, any text, one after the other or at random", () => {
  const leaf = fc.record({
    id: fc.string({ unit: "binary", maxLength: 40 }),
    content: fc.string({ unit: "binary", maxLength: 3000 }),
    summary: fc.option(fc.string({ maxLength: 50 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(leaf, { selector: ({ id }) => id, maxLength: 30 }), (leaves) => {
      const path = join(folder, "x.leaves.jsonl");
      writeLeaves(path, leaves);
      using read = new BesideLeaves(path);
      assert.equal(read.size, leaves.length);
      for (const { id, content, summary } of leaves.toReversed()) {
        assert.equal(
          read.get(id, "full"),
          content.toWellFormed() === content ? content : read.get(id, "full"),
        );
        assert.equal(read.get(id, "summary"), summary);
      }
      assert.equal(read.get("no such leaf at all, of any length that is drawn above", "full"), undefined);
    }),
    { numRuns: RUNS },
  );
});

test("a link beside a manifest is not followed: who wrote it may have made it lead anywhere", LINKS, () => {
  const [real, link] = [join(folder, "real.leaves.jsonl"), join(folder, "link.leaves.jsonl")];
  writeLeaves(real, [{ id: "a", content: "elsewhere" }]);
  symlinkSync(real, link);
  assert.throws(() => new BesideLeaves(link), { code: "MANIFEST_CONTENT_MISSING" });
});

test("a leaf of many megabytes among small ones", () => {
  const path = join(folder, "big.leaves.jsonl");
  const big = "line of a large leaf\n".repeat(500_000);
  writeLeaves(path, [
    { id: "a", content: "small" },
    { id: "big", content: big },
    { id: "z", content: "after" },
  ]);
  using read = new BesideLeaves(path);
  assert.equal(read.get("z", "full"), "after");
  assert.equal(read.get("big", "full"), big);
  assert.equal(read.get("a", "full"), "small");
});

test("a file of leaves that is cut or written over gives what is whole, and says what isn't", () => {
  const path = join(folder, "cut.leaves.jsonl");
  const table: [string, string][] = [
    ['{"id":"a","content":"x"}\n{"id":"b","cont', "b"],
    ['{"id":"a","content":"x"}\nnoise\n{"id":"b"', "b"],
  ];
  for (const [text, broken] of table) {
    writeFileSync(path, text);
    using read = new BesideLeaves(path);
    assert.equal(read.get("a", "full"), "x");
    assert.throws(() => read.get(broken, "full"), { code: "MANIFEST_CONTENT_MISSING" });
  }
  writeFileSync(path, "");
  using empty = new BesideLeaves(path);
  assert.equal(empty.size, 0);
  for (const none of [join(folder, "none.jsonl"), folder])
    assert.throws(() => new BesideLeaves(none), { code: "MANIFEST_CONTENT_MISSING" });
});

test("a place is written and read back, and none leads out of its folder", () => {
  const part = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((p) => !/[/\\\0]/.test(p) && p !== "." && p !== ".." && p.isWellFormed());
  const place = fc.record({
    path: fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/"))
      .filter((p) => !/^[A-Za-z]:/.test(p)),
    lines: fc.option(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.nat(500)), { nil: undefined }),
  });
  fc.assert(
    fc.property(place, ({ path, lines }) => {
      const given = lines === undefined ? { path } : { path, start: lines[0], end: lines[0] + lines[1] };
      assert.deepEqual(placeOf(placeRef(given)), given);
    }),
    { numRuns: RUNS * 5 },
  );
  for (const ref of [
    "",
    "/etc/passwd",
    "../x",
    "a/../../x",
    "a//b",
    "./a",
    "a\\b",
    "C:/x",
    "a#L0-L3",
    "a#L5-L3",
    "a#x",
    "%2e%2e/x",
    "a%00b",
  ])
    assert.equal(placeOf(ref), null, ref);
});

function manifestFile(
  name: string,
  leaves: LeavesAt,
  nodes: Record<string, { ref: string; content: string | null }>,
): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    JSON.stringify({
      pcx_version: "0.2",
      source: { id: "s", kind: "docs", "x-pith": { leaves } },
      variant: { budget: 4000 },
      root: { what: "w", when: "w", children: Object.keys(nodes) },
      nodes: Object.fromEntries(
        Object.entries(nodes).map(([id, { ref, content }]) => [
          id,
          {
            what: id,
            when: id,
            payload: { ref },
            ...(content !== null && { content_hash: contentHash(content) }),
          },
        ]),
      ),
    }),
  );
  return path;
}

test("in place: lines as they are, until they change; without a hash, or outside of the source, nothing", () => {
  mkdirSync(join(folder, "source"), { recursive: true });
  writeFileSync(join(folder, "source", "a.md"), "\ufeffone\r\ntwo\r\nthree\r\n");
  writeFileSync(join(folder, "outside.md"), "secret");
  const path = manifestFile(
    "in.json",
    { kind: "in-place", folder: "source" },
    {
      lines: { ref: "a.md#L2-L3", content: "two\nthree" },
      whole: { ref: "a.md", content: "one\ntwo\nthree" },
      unhashed: { ref: "a.md#L1-L1", content: null },
      gone: { ref: "b.md", content: "x" },
      out: { ref: "../outside.md", content: "secret" },
    },
  );
  using opened = openManifest(path);
  const walk = new Runtime(opened.manifest, { resolver: opened.resolver! });
  const content = (id: string) => {
    const shown = walk.expand(id);
    return shown.kind === "leaf" ? shown.content : null;
  };
  assert.equal(content("lines"), "two\nthree");
  assert.equal(content("whole"), "one\ntwo\nthree");
  for (const [id, says] of [
    ["unhashed", /no hash/],
    ["gone", /ENOENT/],
    ["out", /none inside/],
  ] as const)
    assert.throws(() => content(id), says);
  const before = walk.spent;
  writeFileSync(join(folder, "source", "a.md"), "zero\none\ntwo\nthree\n");
  assert.throws(() => content("lines"), /has changed since/);
  assert.equal(walk.spent, before);
});

test("beside: contents of another build are not given as those of this one", () => {
  const path = manifestFile(
    "beside.json",
    { kind: "beside", file: "other.jsonl" },
    {
      same: { ref: "node://same", content: "as it was" },
      other: { ref: "node://other", content: "as it was" },
    },
  );
  writeLeaves(join(folder, "other.jsonl"), [
    { id: "same", content: "as it was" },
    { id: "other", content: "as it is now" },
  ]);
  using opened = openManifest(path);
  assert.equal(opened.resolver!("same", "full"), "as it was");
  assert.throws(() => opened.resolver!("other", "full"), { code: "MANIFEST_CONTENT_MISSING" });
});

test("a link that leads out of the source is not followed", LINKS, () => {
  mkdirSync(join(folder, "linked"), { recursive: true });
  writeFileSync(join(folder, "outside.md"), "secret");
  symlinkSync(join(folder, "outside.md"), join(folder, "linked", "a.md"));
  const path = manifestFile(
    "link.json",
    { kind: "in-place", folder: "linked" },
    { a: { ref: "a.md", content: "secret" } },
  );
  using opened = openManifest(path);
  assert.throws(() => opened.resolver!("a", "full"), /outside of the source/);
});

test("a manifest names its leaves only in its own folder; where it names none, places alone are known", () => {
  for (const leaves of [
    { kind: "beside", file: "../up.jsonl" },
    { kind: "beside", file: "a/b.jsonl" },
    { kind: "beside", file: "" },
    { kind: "in-place", folder: "/etc" },
    { kind: "other" },
  ]) {
    using opened = openManifest(
      manifestFile("odd.json", leaves as LeavesAt, { a: { ref: "a", content: null } }),
    );
    assert.equal(opened.resolver, null, JSON.stringify(leaves));
  }
  assert.throws(() => openManifest(manifestFile("lost.json", { kind: "beside", file: "lost.jsonl" }, {})), {
    code: "MANIFEST_CONTENT_MISSING",
  });
  for (const [path, says] of [
    [join(folder, "none.json"), /no such file/],
    [folder, /no plain file/],
  ] as const)
    assert.throws(() => openManifest(path), says);
});

test(
  "thousands of leaves in one file are searched with one reading of it, and a change of it is seen",
  { timeout: 15_000 },
  () => {
    const own = join(folder, "many-in-place");
    mkdirSync(own);
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `line ${i} says some words about harbour ${i * 7}`,
    );
    const nodes = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, i) => [
        `n${i}`,
        {
          what: `w${i}`,
          when: "n",
          content_hash: contentHash(lines.slice(i * 5, i * 5 + 5).join("\n")),
          payload: { ref: `big.md#L${i * 5 + 1}-L${i * 5 + 5}` },
        },
      ]),
    );
    writeFileSync(join(own, "big.md"), `${lines.join("\n")}\n`);
    const path = join(own, "m.pcx.json");
    writeFileSync(
      path,
      JSON.stringify({
        source: { "x-pith": { leaves: { kind: "in-place", folder: "." } } },
        variant: { budget: 4_000 },
        root: { what: "w", when: "n", children: ["n0"] },
        nodes,
      }),
    );
    using opened = openManifest(path);
    for (let i = 0; i < 4_000; i++)
      assert.ok(opened.resolver!(`n${i}`, "full")!.startsWith(`line ${i * 5} says`));
    lines[12] = "changed";
    writeFileSync(join(own, "big.md"), `${lines.join("\n")}\n`);
    assert.throws(() => opened.resolver!("n2", "full"), { code: "MANIFEST_CONTENT_MISSING" });
    assert.ok(opened.resolver!("n3", "full")!.startsWith("line 15 says"));
  },
);
