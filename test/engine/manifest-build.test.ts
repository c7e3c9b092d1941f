// `pith manifest build` as a whole: what is written can be opened, walked and validated; gates, settings and failures leave the
// files of an earlier build as they were.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  buildManifest,
  type BuildReport,
  type ManifestBuildArguments,
} from "../../src/engine/manifest-build.ts";
import { checkSchema } from "../../src/manifest/check-schema.ts";
import { checkStructure } from "../../src/manifest/check-structure.ts";
import { openManifest } from "../../src/manifest/open-manifest.ts";
import { estimateTokens } from "../../src/manifest/node-cost.ts";
import { openCounterSync } from "../../src/tokens/counter.ts";
import { Runtime } from "../../src/manifest/runtime.ts";

const folder = mkdtempSync(join(tmpdir(), "pith-build-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;

/** A folder with these files, and one beside it for what is built. */
function source(files: Readonly<Record<string, string>>): { path: string; out: string } {
  const base = join(folder, String(made++));
  for (const [name, text] of Object.entries(files)) {
    const path = join(base, "docs", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
  return { path: join(base, "docs"), out: join(base, "dist") };
}

const DOCS = {
  "guide/start.md": "# Getting started\n\nInstall the package, then run the first build.\n",
  "guide/upgrade.md": "# Upgrading\n\nMove a project from version one to version two.\n",
  "reference/cli.md": "# Command line\n\nEvery command with its flags and exit codes.\n",
  "index.md": "# Welcome\n\nWhat the project is for, in one page.\n",
};

async function build(
  args: ManifestBuildArguments,
): Promise<{ report: BuildReport; found: boolean; output: string }> {
  const outcome = await buildManifest({ cache: false, ...args }, {});
  return { report: outcome.answer as BuildReport, found: outcome.found, output: outcome.output };
}

function contentsIn(out: string): Record<string, string> {
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

test("what is built is sound, by structure and by schema, and each of its leaves opens with its content", async () => {
  const { path, out } = source(DOCS);
  for (const leaves of ["beside", "in-place"] as const) {
    const { report, found } = await build({ path, kind: "docs", out: join(out, leaves), leaves });
    assert.equal(found, true);
    assert.deepEqual(
      report.files.map(({ name }) => name),
      [
        ...(leaves === "beside" ? ["docs.leaves.jsonl"] : []),
        "docs.llms.txt",
        "docs.pcx.4k.json",
        "docs.pcx.32k.json",
      ],
    );
    const file = join(out, leaves, "docs.pcx.4k.json");
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    assert.deepEqual(checkStructure(value), []);
    assert.deepEqual(checkSchema(value), []);
    using opened = openManifest(file);
    const texts: string[] = [];
    for (const [id, node] of opened.manifest.nodes) {
      if (node.children !== null) continue;
      const walk = new Runtime(opened.manifest, { resolver: opened.resolver! });
      const leaf = walk.expand(id);
      texts.push(leaf.kind === "leaf" ? (leaf.content ?? "?") : "?");
    }
    assert.deepEqual(
      texts.sort(),
      Object.values(DOCS)
        .map((text) => text.trim())
        .sort(),
    );
  }
});

test("the same source gives the same bytes, from whichever folder; a time is written where it is asked for", async () => {
  const [a, b] = [source(DOCS), source(DOCS)];
  await build({ path: a.path, kind: "docs", out: a.out });
  await build({ path: b.path, kind: "docs", out: b.out });
  assert.deepEqual(contentsIn(a.out), contentsIn(b.out));
  await build({ path: a.path, kind: "docs", out: a.out, generatedAt: "2026-01-31T12:00:00Z" });
  assert.match(contentsIn(a.out)["docs.pcx.4k.json"]!, /"generated_at":"2026-01-31T12:00:00\.000Z"/);
});

const ALIKE = Object.fromEntries(
  ["one", "two"].map((name) => [`${name}.md`, "# Same words\n\nExactly the same words in both.\n"]),
);

const GATES: readonly [string, Readonly<Record<string, string>>, Partial<ManifestBuildArguments>, boolean][] =
  [
    ["siblings that are alike", ALIKE, { maxCollision: 0.2 }, false],
    ["the same, where that is allowed", ALIKE, { maxCollision: 1 }, true],
    ["siblings that are told apart", DOCS, { maxCollision: 0.9 }, true],
  ];

for (const [name, files, limits, passes] of GATES) {
  test(`a gate: ${name}`, async () => {
    const { path, out } = source(files);
    await build({ path, kind: "docs", out });
    const before = contentsIn(out);
    writeFileSync(join(path, "more.md"), "# More\n\nA page that was not there before.\n");
    const { report, found, output } = await build({ path, kind: "docs", out, ...limits });
    assert.equal(found, passes);
    assert.equal(report.failures.length === 0, passes);
    if (passes) assert.notDeepEqual(contentsIn(out), before);
    else {
      assert.deepEqual(contentsIn(out), before);
      assert.match(output, /not passed: /);
    }
  });
}

const REFUSED: readonly [string, Partial<ManifestBuildArguments>, string][] = [
  ["a budget that nothing fits", { budgets: [20] }, "BUDGET_TOO_SMALL"],
  ["a reserve that leaves nothing", { reserve: 4096 }, "BUDGET_TOO_SMALL"],
  ["no budget", { budgets: [] }, "ARGUMENT_INVALID"],
  ["a time that is none", { generatedAt: "soon" }, "ARGUMENT_INVALID"],
  ["a source that is not there", { path: join(folder, "nowhere") }, "MANIFEST_SOURCE_INVALID"],
  ["a folder of tools", { kind: "tools" }, "MANIFEST_SOURCE_INVALID"],
  ["Git's own folder", { out: join(folder, ".git", "dist") }, "ARGUMENT_INVALID"],
];

for (const [name, more, code] of REFUSED) {
  test(`refused, with the files as they were: ${name}`, async () => {
    const { path, out } = source(DOCS);
    await build({ path, kind: "docs", out });
    const before = contentsIn(out);
    await assert.rejects(build({ path, kind: "docs", out, ...more }), { code });
    assert.deepEqual(contentsIn(out), before);
  });
}

test("a file in the place of the folder is said, and stays", async () => {
  const { path, out } = source(DOCS);
  writeFileSync(out, "mine");
  await assert.rejects(build({ path, kind: "docs", out }), { code: "OUTPUT_FAILED" });
  assert.equal(readFileSync(out, "utf8"), "mine");
});

test("a folder where one of the files should be leaves every other as it was", async () => {
  const { path, out } = source(DOCS);
  await build({ path, kind: "docs", out });
  rmSync(join(out, "docs.pcx.32k.json"));
  mkdirSync(join(out, "docs.pcx.32k.json", "x"), { recursive: true });
  const others = (): string[] =>
    readdirSync(out)
      .filter((name) => !name.includes("32k"))
      .map((name) => `${name} ${readFileSync(join(out, name), "utf8")}`);
  const before = others();
  writeFileSync(join(path, "more.md"), "# More\n\nA page that was not there before.\n");
  await assert.rejects(build({ path, kind: "docs", out }), { code: "OUTPUT_FAILED" });
  assert.deepEqual(others(), before);
});

test("a dry run writes nothing and says what it would have", async () => {
  const { path, out } = source(DOCS);
  const { output, found } = await build({ path, kind: "docs", out, dryRun: true });
  assert.equal(found, true);
  assert.match(output, /docs\.pcx\.4k\.json/);
  assert.throws(() => readdirSync(out), { code: "ENOENT" });
});

test("a preset fills in what was not said, and nothing else", async () => {
  const { path, out } = source({
    "only/one/deep.md": "# Deep\n\nA page below two folders.\n",
    "b.md": "# B\n\nOther.\n",
  });
  const base = { path, kind: "docs", out, preset: "low-budget" } as const;
  const { report } = await build(base);
  assert.deepEqual(report.preset, { name: "low-budget", added: ["budgets", "flatten"] });
  assert.deepEqual(
    report.variants.map(({ budget }) => budget),
    [4096],
  );
  // What is given stays, also where it is what holds without a preset.
  const given = await build({ ...base, budgets: [4096, 32_768], flatten: false });
  assert.deepEqual(given.report.preset, { name: "low-budget", added: [] });
  assert.equal(given.report.stats.branches > report.stats.branches, true);
});

test("what an earlier build left for another budget is said", async () => {
  const { path, out } = source(DOCS);
  await build({ path, kind: "docs", out });
  const { report, output } = await build({ path, kind: "docs", out, budgets: [8192] });
  assert.deepEqual(report.older, ["docs.pcx.32k.json", "docs.pcx.4k.json"]);
  assert.match(output, /earlier build/);
});

test("a walk charges in the unit that the build measured in", async () => {
  const { path, out } = source({
    "a.md": "# Numbers\n\n12345 67890 12345 67890 — 日本語の文書。\n",
    "b.md": "# B\n\nOther.\n",
  });
  for (const unit of ["code-points/4", "o200k_base", "cl100k_base"] as const) {
    const { report } = await build({ path, kind: "docs", out, unit, budgets: [4096] });
    using opened = openManifest(join(out, "docs.pcx.4k.json"));
    const walk = new Runtime(opened.manifest, { resolver: opened.resolver! });
    assert.equal(walk.spent, report.variants[0]!.firstView);
    const before = walk.spent;
    walk.expand("a.md");
    const count = unit === "code-points/4" ? estimateTokens : openCounterSync(unit).count;
    assert.equal(walk.spent - before, count("# Numbers\n\n12345 67890 12345 67890 — 日本語の文書。"));
    assert.equal(opened.manifest.nodes.get("a.md")!.tokens, walk.spent - before);
  }
});

test("an empty folder is a manifest without leaves, with a note", async () => {
  const { path, out } = source({ "x.txt": "no document" });
  const { report } = await build({ path, kind: "docs", out });
  assert.equal(report.stats.leaves, 0);
  assert.ok(report.notes.length > 0);
});

test("a leaf that is larger than the budget is said, and has a summary that fits", async () => {
  const page = Array.from(
    { length: 3000 },
    (_, i) => `Line ${i} of a long page without any headings in it.`,
  ).join("\n");
  const { path, out } = source({
    "long.md": `# Long\n\n${page}\n`,
    "short.md": "# Short\n\nA short page.\n",
  });
  const { report, output } = await build({ path, kind: "docs", out, budgets: [2048] });
  assert.ok(report.variants[0]!.oversized.length > 0);
  assert.match(output, /too large to be opened whole/);
  using opened = openManifest(join(out, "docs.pcx.2048.json"));
  const [{ id } = assert.fail()] = report.variants[0]!.oversized;
  const walk = new Runtime(opened.manifest, { resolver: opened.resolver! });
  assert.throws(() => walk.expand(id), { code: "MANIFEST_BUDGET_EXCEEDED" });
  const summary = walk.expand(id, "summary");
  assert.ok(summary.kind === "leaf" && summary.level === "summary" && summary.content!.length > 100);
});
