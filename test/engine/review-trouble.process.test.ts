// Every kind of trouble that a diff can hold is read, and said: moves, modes, odd names, what is no text, what is not ours.
import assert from "node:assert/strict";
import { chmodSync, symlinkSync } from "node:fs";
import { LINKS } from "../conditions.ts";
import { test } from "node:test";
import { brief, notes, Reviewed } from "./reviewed.ts";

const BODY = Array.from({ length: 12 }, (_, i) => `export function f${i}() {\n  return ${i};\n}\n`).join(
  "\n",
);
const NOTEBOOK = (value: number) =>
  JSON.stringify(
    {
      cells: [
        {
          cell_type: "code",
          source: [`def cell():\n`, `    return ${value}\n`],
          outputs: [],
          metadata: {},
          execution_count: null,
        },
      ],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  );

interface Trouble {
  before?: Record<string, string | Uint8Array>;
  change: (tree: Reviewed) => void;
  /** Of each file. */
  notes: Record<string, RegExp>;
  /** Parts of spans that are there, by their beginning. */
  spans?: string[];
  caps?: RegExp;
}

const TROUBLES: Record<string, Trouble> = {
  "a file that moves and changes": {
    before: { "a.ts": BODY },
    change: (tree) => {
      tree.git("mv", "a.ts", "b.ts");
      tree.write("b.ts", BODY.replace("return 3", "return 33"));
    },
    notes: { "b.ts": /^renamed a\.ts; 9\d% as it was$/ },
    spans: ["changed b.ts:13-15 f3", "removed a.ts:14-14"],
  },
  "a file that only moves, and who imports it by its old path": {
    before: { "a.ts": BODY, "use.ts": 'import { f3 } from "./a";\n\nexport const x = f3();\n' },
    change: (tree) => tree.git("mv", "a.ts", "b.ts"),
    notes: { "b.ts": /^renamed a\.ts; 100% as it was; nothing in it changes$/ },
    spans: ["uses-left use.ts:"],
  },
  "a copy of a file that changes as well": {
    before: { "a.ts": BODY },
    change: (tree) => {
      tree.write("c.ts", BODY.replace("return 4", "return 44"));
      tree.write("a.ts", BODY.replace("return 5", "return 55"));
    },
    notes: { "a.ts": /^modified$/, "c.ts": /^copied a\.ts; 9\d% as it was$/ },
    spans: ["changed a.ts:21-23 f5", "removed a.ts:22-22", "changed c.ts:17-19 f4"],
  },
  "a file that is gone": {
    before: {
      "a.ts": "export function gone() {\n  return 1;\n}\n",
      "use.ts": 'import { gone } from "./a";\ngone();\n',
    },
    change: (tree) => tree.remove("a.ts"),
    notes: { "a.ts": /^deleted$/ },
    spans: ["removed a.ts:1-3 gone", "uses-left use.ts:"],
  },
  "a mode alone": {
    before: { "run.sh": "echo 1\n" },
    change: (tree) => chmodSync(tree.path("run.sh"), 0o755),
    notes: { "run.sh": /^modified; mode 100644 → 100755$/ },
  },
  "names with blanks, quotes, letters of other scripts": {
    before: { "ä ö.ts": BODY, 'quo"te.ts': BODY, "日本.ts": BODY, "ta\tb.ts": BODY },
    change: (tree) => {
      for (const name of ["ä ö.ts", 'quo"te.ts', "日本.ts", "ta\tb.ts"])
        tree.write(name, BODY.replace("return 7", "return 77"));
    },
    notes: {
      "ä ö.ts": /^modified$/,
      'quo"te.ts': /^modified$/,
      "日本.ts": /^modified$/,
      "ta\tb.ts": /^modified$/,
    },
    spans: [
      "changed ä ö.ts:29-31 f7",
      "changed 日本.ts:29-31 f7",
      'changed quo"te.ts:29-31 f7',
      "changed ta\tb.ts:29-31 f7",
    ],
  },
  "what is no text": {
    before: { "logo.png": new Uint8Array([0, 1, 2, 0]) },
    change: (tree) => tree.write("logo.png", new Uint8Array([0, 9, 9, 0])),
    notes: { "logo.png": /^modified; binary, or too large for Git to compare: not shown$/ },
  },
  "a commit of another repository": {
    before: { "a.ts": BODY },
    change: (tree) => {
      tree.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/lib`);
      tree.git("commit", "-qm", "submodule");
      tree.git("update-index", "--cacheinfo", `160000,${"2".repeat(40)},vendor/lib`);
    },
    notes: { "vendor/lib": /^modified; submodule: commit 1{10} → 2{10}, which is another repository's$/ },
  },
  "a new file with nothing in it": {
    change: (tree) => tree.write("empty.ts", ""),
    notes: { "empty.ts": /^added; empty$/ },
  },
  "a file of no known language": {
    before: { "data.xyz": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n" },
    change: (tree) => tree.write("data.xyz", "one\ntwo\nthree\nFOUR\nfive\nsix\nseven\n"),
    notes: { "data.xyz": /^modified$/ },
    spans: ["changed data.xyz:2-6", "removed data.xyz:4-4"],
  },
  "a notebook": {
    before: { "n.ipynb": NOTEBOOK(1) },
    change: (tree) => tree.write("n.ipynb", NOTEBOOK(2)),
    notes: { "n.ipynb": /^modified$/ },
    spans: ["changed n.ipynb:"],
  },
  "line ends alone": {
    before: { "a.ts": BODY },
    change: (tree) => tree.write("a.ts", BODY.replaceAll("\n", "\r\n")),
    notes: { "a.ts": /^modified; only line ends change$/ },
  },
  "carriage returns beside a change": {
    before: { "a.ts": BODY.replaceAll("\n", "\r\n") },
    change: (tree) => tree.write("a.ts", BODY.replace("return 6", "return 66").replaceAll("\n", "\r\n")),
    notes: { "a.ts": /^modified$/ },
    spans: ["changed a.ts:25-27 f6", "removed a.ts:26-26"],
  },
  "no line end at the end": {
    before: { "a.ts": "export const a = 1;\nexport const b = 2;" },
    change: (tree) => tree.write("a.ts", "export const a = 1;\nexport const b = 3;"),
    notes: { "a.ts": /^modified$/ },
    spans: ["changed a.ts:2-2 b", "removed a.ts:2-2"],
  },
  "what a generator makes comes after all else": {
    before: { "a.ts": BODY, "package-lock.json": '{\n  "version": 1\n}\n' },
    change: (tree) => {
      tree.write("package-lock.json", '{\n  "version": 2\n}\n');
      tree.write("a.ts", BODY.replace("return 1;", "return 111;"));
    },
    notes: { "a.ts": /^modified$/, "package-lock.json": /^modified; made by a generator: shown last$/ },
    spans: ["changed a.ts:5-7 f1"],
  },
  "a link": {
    before: { "a.ts": BODY },
    change: (tree) => symlinkSync("a.ts", tree.path("link")),
    notes: { link: /^added; a symbolic link; not shown: it is a symbolic link/ },
  },
  "what .pithignore leaves out, changed, moved or gone": {
    before: {
      ".pithignore": "private/\n*.hid.ts\n",
      "private/a.ts": "export const hidden = 1;\n",
      "private/gone.ts": "export const hidden = 2;\n",
      "away/gone.hid.ts": "export const hidden = 3;\n",
      "moved.hid.ts": `${BODY.replaceAll("return", "yield")}// hidden\n`,
      "b.ts": BODY,
    },
    change: (tree) => {
      tree.write("private/a.ts", "export const hidden = 2;\n");
      tree.remove("private/gone.ts");
      tree.remove("away/gone.hid.ts");
      tree.git("mv", "moved.hid.ts", "moved.ts");
      tree.write("moved.ts", BODY.replaceAll("return", "yield"));
      tree.write("b.ts", BODY.replace("return 2;", "return 222;"));
    },
    notes: {
      "b.ts": /^modified$/,
      "moved.ts": /^renamed moved\.hid\.ts; 9\d% as it was; not shown: a rule of a \.pithignore/,
      "private/a.ts": /^modified; not shown: a rule of a \.pithignore/,
      "private/gone.ts": /^deleted; not shown: a rule of a \.pithignore/,
      "away/gone.hid.ts": /^deleted; not shown: a rule of a \.pithignore/,
    },
    spans: ["changed b.ts:9-11 f2"],
  },
  "files in conflict": {
    before: { "a.ts": BODY },
    change: (tree) => {
      tree.git("checkout", "-q", "-b", "one");
      tree.write("a.ts", BODY.replace("return 2", "return 20"));
      tree.commit("one");
      tree.git("checkout", "-q", "main");
      tree.write("a.ts", BODY.replace("return 2", "return 21"));
      tree.commit("two");
      assert.throws(() => tree.git("merge", "one"));
    },
    notes: {},
    caps: /1 file in conflict, not compared/,
  },
};

for (const [name, { before = {}, change, notes: expected, spans = [], caps }] of Object.entries(TROUBLES)) {
  test(name, name === "a link" ? LINKS : {}, async () => {
    await using tree = new Reviewed(before);
    change(tree);
    if (caps === undefined) tree.git("add", "-A", "--", ":!vendor");
    const answer = await tree.review({ staged: true });
    const said = notes(answer);
    assert.deepEqual(Object.keys(said).sort(), Object.keys(expected).sort());
    for (const [path, pattern] of Object.entries(expected)) assert.match(said[path]!, pattern, path);
    const shown = brief(answer);
    for (const span of spans)
      assert.ok(
        shown.some((one) => one.startsWith(span)),
        `${span} in ${shown.join("\n")}`,
      );
    if (caps !== undefined) assert.match(answer.completeness.caps.join("; "), caps);
    if (name.startsWith("what .pithignore")) assert.doesNotMatch(JSON.stringify(answer), /hidden/);
  });
}

test("a merge is compared with its first parent, and a range over merges as its two ends are", async () => {
  await using tree = new Reviewed({ "a.ts": BODY, "b.ts": BODY });
  tree.git("checkout", "-q", "-b", "side");
  tree.write("b.ts", BODY.replace("return 2", "return 20"));
  tree.commit("side");
  tree.git("checkout", "-q", "main");
  tree.write("a.ts", BODY.replace("return 3", "return 30"));
  tree.commit("main");
  tree.git("merge", "-q", "--no-edit", "side");
  assert.deepEqual(Object.keys(notes(await tree.review({ range: "HEAD~1..HEAD" }))), ["b.ts"]);
  assert.deepEqual(Object.keys(notes(await tree.review({ range: "HEAD~2..HEAD" }))), ["a.ts", "b.ts"]);
});

test("a root below the top has paths of its own, and what lies outside is no part of the change", async () => {
  await using tree = new Reviewed({ "pkg/a.ts": BODY, "b.ts": BODY });
  tree.write("pkg/a.ts", BODY.replace("return 3", "return 30"));
  tree.write("b.ts", BODY.replace("return 3", "return 30"));
  const { askOf } = await import("./opened.ts");
  const { answer } = await askOf(tree.engine, tree.path("pkg"), "review", { format: "json" });
  assert.deepEqual(Object.keys(notes(answer as never)), ["a.ts"]);
  tree.commit("both");
  const range = await askOf(tree.engine, tree.path("pkg"), "review", {
    range: "HEAD~1..HEAD",
    format: "json",
  });
  assert.deepEqual(brief(range.answer as never).slice(0, 1), ["changed a.ts:13-15 f3"]);
});

test("a diff is held against the disk file by file: applied, not yet, and neither", async () => {
  const files = {
    "applied.ts": BODY,
    "pending.ts": BODY,
    "neither.ts": "export const other = 1;\n",
    "gone.ts": "export const g = 1;\n",
  };
  await using tree = new Reviewed(files);
  for (const name of ["applied.ts", "pending.ts", "neither.ts"]) tree.write(name, BODY);
  tree.commit("same");
  for (const name of ["applied.ts", "pending.ts", "neither.ts"])
    tree.write(name, BODY.replace("return 8", "return 88"));
  tree.write("new.ts", "export function fresh() {\n  return 1;\n}\n");
  tree.remove("gone.ts");
  tree.git("add", "-A");
  const diff = tree.git("diff", "--cached");
  for (const [name, text] of Object.entries({ "pending.ts": BODY, "neither.ts": files["neither.ts"] }))
    tree.write(name, text);
  tree.remove("new.ts");
  const answer = await tree.review({
    diff: `${diff}${diff.replaceAll("pending.ts", "missing.ts").replace(/^diff --git a\/(?!missing)[^]*?(?=^diff --git|(?![^]))/gm, "")}`,
  });
  const said = notes(answer);
  assert.match(said["applied.ts"]!, /^modified$/);
  assert.match(said["pending.ts"]!, /^modified; not applied yet: shown as the diff makes it$/);
  assert.match(said["neither.ts"]!, /^modified; the diff does not apply: the file is neither/);
  assert.match(said["missing.ts"]!, /^modified; the diff does not apply: there is no such file$/);
  assert.match(said["new.ts"]!, /^added; not applied yet/);
  assert.match(said["gone.ts"]!, /^deleted$/);
  const shown = answer.spans.map(
    (s) => `${s.part} ${s.path} ${s.side ?? "disk"} ${/return 88|fresh/.exec(s.text)?.[0] ?? ""}`,
  );
  for (const span of [
    "changed applied.ts disk return 88",
    "changed pending.ts patched return 88",
    "changed new.ts patched fresh",
  ])
    assert.ok(shown.includes(span), `${span} in ${shown.join("\n")}`);
  assert.ok(!shown.some((s) => s.includes("neither.ts")));
});

test("files that Git does not track are counted, and no part of the change", async () => {
  await using tree = new Reviewed({ "a.ts": BODY });
  tree.write("loose.ts", BODY);
  const answer = await tree.review();
  assert.deepEqual(notes(answer), {});
  assert.match(answer.completeness.caps.join("; "), /1 file that Git does not track, not compared/);
  assert.equal(answer.advice?.code, "nothing-changed");
});

test("the index in each of its forms: sparse, split, before the first commit, of a linked work tree", async () => {
  await using tree = new Reviewed({
    "in/a.ts": BODY,
    "out/b.ts": 'import { f3 } from "../in/a";\nexport const b = f3();\n',
    "c.ts": BODY,
  });
  tree.git("sparse-checkout", "set", "--cone", "--sparse-index", "in");
  tree.write("in/a.ts", BODY.replace("return 3", "return 33"));
  tree.git("add", "in");
  assert.match(tree.git("ls-files", "--sparse"), /^out\/$/m);
  const sparse = brief(await tree.review({ staged: true }));
  assert.deepEqual(sparse.slice(0, 3), [
    "changed in/a.ts:13-15 f3",
    "removed in/a.ts:14-14",
    "caller out/b.ts:2-2 b",
  ]);
  tree.git("sparse-checkout", "disable");
  tree.git("update-index", "--split-index");
  tree.write("c.ts", BODY.replace("return 4", "return 44"));
  tree.git("add", "c.ts");
  assert.ok(brief(await tree.review({ staged: true })).includes("changed c.ts:17-19 f4"));
  tree.git("worktree", "add", "-q", "--detach", `${tree.folder}/linked`, "HEAD");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${tree.folder}/linked/c.ts`, BODY.replace("return 5", "return 55"));
  tree.git("-C", `${tree.folder}/linked`, "add", "-A");
  const { askOf } = await import("./opened.ts");
  const linked = await askOf(tree.engine, `${tree.folder}/linked`, "review", {
    staged: true,
    format: "json",
  });
  assert.deepEqual(brief(linked.answer as never), ["changed c.ts:21-23 f5", "removed c.ts:22-22"]);
});
