// `pith eval` on trees with and without history: it says what it could ask and what not, is the same twice over, writes only
// what it is told to, and nothing over another's file.
import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPithError } from "../../src/base/error.ts";
import type { EvalReport } from "../../src/pack/eval-report.ts";
import { all, LINKS } from "../conditions.ts";
import { alnum } from "../redact/synthetic.ts";
import { Opened } from "./opened.ts";
import { git } from "./revisions.ts";

const SUBJECTS = [
  "session tokens",
  "retry queues",
  "mail headers",
  "disk quotas",
  "image caches",
  "search indexes",
];

function moduleOf(subject: string, i: number): string {
  const [first, second] = subject.split(" ") as [string, string];
  const name = `${first}${second[0]!.toUpperCase()}${second.slice(1)}`;
  return [
    `/** Throws away whatever ${second} have waited beyond number ${i} of all limits. */`,
    `export function drop${i}(given: string[]) {`,
    `  const ${name} = given.filter((one) => one.length > ${i});`,
    `  return ${name};`,
    "}",
    "",
    `/** Counts how many among those ${first} entries stay useful for round ${i} afterwards. */`,
    `export function count${i}(given: string[]) {`,
    `  const ${name}Left = given.length - ${i};`,
    `  return ${name}Left;`,
    "}",
    "",
  ].join("\n");
}

function repository(opened: Opened): void {
  git(opened.root, "init", "-q", "-b", "main");
  SUBJECTS.forEach((subject, i) => {
    const stem = subject.replace(" ", "-");
    opened.write(`src/${stem}.ts`, moduleOf(subject, i));
    opened.write(
      `test/${stem}.test.ts`,
      `test("waits until ${subject} are given back", () => {});\ntest("ok", () => {});\n`,
    );
    git(opened.root, "add", "-A");
    git(opened.root, "commit", "-q", "-m", `feat: throw away what waits too long of ${subject}`);
  });
}

async function evaluated(
  opened: Opened,
  args: object = {},
): Promise<{ report: EvalReport; found: boolean; output: string }> {
  const { answer, found, output } = await opened.ask("eval", { format: "json", ...args });
  return { report: answer as EvalReport, found, output };
}

async function fault(run: Promise<unknown>) {
  try {
    await run;
  } catch (error) {
    if (isPithError(error)) return error;
    throw error;
  }
  return assert.fail("no error");
}

test("questions of every kind, the same report twice, cold and warm; the tree stays as it is", async () => {
  await using opened = new Opened();
  repository(opened);
  const { report, found, output } = await evaluated(opened);
  assert.equal(found, true);
  const kinds = Map.groupBy(report.rows, ({ kind }) => kind);
  assert.equal(kinds.get("commit")?.length, 6, report.notes.join("\n"));
  assert.equal(kinds.get("test")?.length, 6, report.notes.join("\n"));
  assert.equal(kinds.get("doc")?.length, 12, report.notes.join("\n"));
  assert.deepEqual(kinds.get("test")![0]!.targets.length, 1);
  assert.equal(report.lanes.length, 6);
  assert.equal(report.learnt.verdict, "too few");
  assert.equal((await evaluated(opened)).output, output);
  const cold = await opened.startCold().run("eval", { root: opened.root, format: "json" });
  assert.equal(cold.output, output);
  assert.equal(git(opened.root, "status", "--porcelain"), "");
  const text = (await opened.ask("eval", {})).output;
  for (const said of ["NDCG@10", "meaning alone", "commits: 6 questions", "too few questions"])
    assert.ok(text.includes(said), text);
});

test("each commit is a question, left out for a reason, or beyond the limit", async () => {
  await using opened = new Opened();
  repository(opened);
  for (const i of [1, 2]) {
    opened.write(`src/twin-${i}.ts`, moduleOf("twin answers", i));
    git(opened.root, "add", "-A");
    git(opened.root, "commit", "-q", "-m", "keep both answers of the twins");
  }
  for (const limit of [1, 2, 5, 6, 200]) {
    const notes = (await evaluated(opened, { limit })).report.notes.filter((n) => n.startsWith("commits"));
    const [all, ...rest] = notes as [string, ...string[]];
    const [asked, of] = all.match(/\d+/g)!.map(Number) as [number, number];
    const others = rest.flatMap((note) => note.match(/\d+/g)!.map(Number)).reduce((a, b) => a + b, 0);
    assert.deepEqual([of, asked, others], [8, Math.min(limit, 6), 8 - Math.min(limit, 6)], notes.join("\n"));
    assert.ok(
      limit < 200 || rest.includes("commits left out: 2 that ask what another asks"),
      notes.join("\n"),
    );
  }
});

test("what can't be asked is said: no repository, no commit, a shallow clone, no comments, three files, none", async () => {
  const three = {
    "a.ts": "export const a = 1;\n",
    "b.ts": "export const b = 1;\n",
    "README.md": "# Hello\n",
  };
  {
    await using opened = new Opened(three);
    const { report, found } = await evaluated(opened);
    assert.equal(found, false);
    assert.deepEqual(report.rows, []);
    assert.match(report.notes.join("\n"), /commits: none, the root lies in no Git repository/);
    assert.match(report.notes.join("\n"), /doc comments: 0 questions from 2 files of 2/);
    assert.match((await opened.ask("eval", {})).output, /no question could be made/);
  }
  {
    await using opened = new Opened(three);
    git(opened.root, "init", "-q");
    const { report } = await evaluated(opened);
    assert.match(report.notes.join("\n"), /commits: none, the repository has no commit yet/);
  }
  {
    await using opened = new Opened({});
    assert.equal((await evaluated(opened)).found, false);
  }
  {
    await using opened = new Opened();
    repository(opened);
    await using clone = new Opened({}, { name: "other" });
    git(clone.folder, "clone", "-q", "--depth", "2", `file://${opened.root}`, join(clone.root, "clone"));
    const outcome = await clone.engine.run("eval", { root: join(clone.root, "clone"), format: "json" });
    assert.match((outcome.answer as EvalReport).notes.join("\n"), /the clone is shallow/);
  }
});

test("given questions are asked beside or alone; a faulty line and a file that is not there are said", async () => {
  await using opened = new Opened();
  repository(opened);
  const file = join(opened.folder, "questions.jsonl");
  writeFileSync(
    file,
    '{"query":"who throws session tokens away","targets":["src/session-tokens.ts:1-5"]}\n{"query":"nobody","targets":["gone.ts"]}\n',
  );
  const { report } = await evaluated(opened, { questions: file, limit: 0 });
  assert.deepEqual(
    report.rows.map(({ kind, targets }) => [kind, targets]),
    [["given", ["src/session-tokens.ts"]]],
  );
  assert.match(report.notes.join("\n"), /given: 1 question; 1 left out/);
  writeFileSync(file, "{");
  assert.equal((await fault(evaluated(opened, { questions: file }))).code, "ARGUMENT_INVALID");
  assert.equal(
    (await fault(evaluated(opened, { questions: join(opened.folder, "gone") }))).code,
    "PATH_NOT_FOUND",
  );
  assert.equal((await fault(evaluated(opened, { questions: opened.folder }))).code, "PATH_NOT_FOUND");
});

test("a page: one file that fetches nothing; written over itself and over nothing else", async () => {
  await using opened = new Opened();
  repository(opened);
  opened.write("src/<b>evil&.ts", moduleOf("evil names", 9));
  const page = join(opened.folder, "eval.html");
  assert.equal((await evaluated(opened, { html: page })).report.page, page);
  const text = readFileSync(page, "utf8");
  assert.doesNotMatch(text, /<script|https?:\/\/|url\(|<link|<b>evil/);
  assert.match(text, /<b>evil&amp;|&lt;b&gt;evil|questions over 13 files/);
  assert.equal(text.match(/<svg /g)?.length, text.match(/role="img" aria-label="[^"]{10}/g)?.length);
  assert.ok((text.match(/<table/g)?.length ?? 0) >= 6);
  await evaluated(opened, { html: page });
  assert.equal(readFileSync(page, "utf8"), text);
  writeFileSync(page, "mine");
  assert.equal((await fault(evaluated(opened, { html: page }))).code, "ARGUMENT_INVALID");
  assert.equal(readFileSync(page, "utf8"), "mine");
  assert.equal((await fault(evaluated(opened, { html: opened.folder }))).code, "ARGUMENT_INVALID");
  assert.equal(
    (await fault(evaluated(opened, { html: join(opened.folder, "no", "where.html") }))).code,
    "OUTPUT_FAILED",
  );
});

test("what could not be written in the end is refused before anything is read, and nothing is left half done", async () => {
  await using opened = new Opened();
  repository(opened);
  // Would be said if it came to reading.
  const questions = join(opened.folder, "gone.jsonl");
  const file = join(opened.folder, "file");
  writeFileSync(file, "");
  const settings = opened.path("pith.json");
  const cases: [html: string, code: string][] = [
    [join(opened.folder, "no", "where.html"), "OUTPUT_FAILED"],
    [join(file, "where.html"), "OUTPUT_FAILED"],
    [settings, "ARGUMENT_INVALID"],
    [opened.path("src/../pith.json"), "ARGUMENT_INVALID"],
  ];
  for (const [html, code] of cases) {
    for (const apply of [false, true]) {
      const error = await fault(evaluated(opened, { html, apply, questions }));
      assert.equal(error.code, code, `${html}: ${error.message}`);
      assert.equal(existsSync(settings), false, html);
    }
  }
});

test("settings that are a link are refused before anything is read", all(LINKS), async () => {
  await using opened = new Opened({ "a.ts": "export const a = 1;\n" });
  writeFileSync(join(opened.folder, "elsewhere.json"), "{}");
  symlinkSync(join(opened.folder, "elsewhere.json"), opened.path("pith.json"));
  const questions = join(opened.folder, "gone.jsonl");
  const error = await fault(evaluated(opened, { apply: true, questions }));
  assert.equal(error.code, "CONFIG_INVALID", error.message);
});

test("a secret in a message, a name of a test, a comment, a path or a given question leaves by no way", async () => {
  const token = ["gh", "p_", alnum(36)].join("");
  const password = ["Kq9", "xTr4zLm7w"].join("");
  await using opened = new Opened();
  git(opened.root, "init", "-q", "-b", "main");
  opened.write(`src/${token}.ts`, moduleOf("session tokens", 1));
  opened.write("src/queue.ts", moduleOf("retry queues", 2).replace("Throws", `Throws ${token} and`));
  opened.write(
    "test/queue.test.ts",
    `test("waits until ${token} is given back", () => {});\ntest("sends password=${password} to every queue", () => {});\n`,
  );
  opened.write("test/test_queue.py", `def test_waits_for_${token}_given_back():\n    pass\n`);
  opened.write("src/queue.py", "def drop(x):\n    return x\n");
  git(opened.root, "add", "-A");
  git(opened.root, "commit", "-q", "-m", `password: ${password} is what the queues are given`);
  opened.write("src/disk.ts", moduleOf("disk quotas", 3));
  git(opened.root, "add", "-A");
  git(opened.root, "commit", "-q", "-m", `give the quotas of disks ${token} as well`);
  const file = join(opened.folder, "questions.jsonl");
  writeFileSync(file, JSON.stringify({ query: `who takes ${token}`, targets: [`src/${token}.ts`] }));
  const page = join(opened.folder, "eval.html");
  const outputs = [(await evaluated(opened, { questions: file, html: page })).output];
  for (const format of ["text", "terminal"] as const)
    outputs.push((await opened.ask("eval", { questions: file, format })).output);
  outputs.push(readFileSync(page, "utf8"));
  for (const output of outputs)
    for (const secret of [token, password, token.slice(4, 20)])
      assert.ok(!output.toLowerCase().includes(secret.toLowerCase()), output.slice(0, 2_000));
});

test("what an evaluation left in the tree has no part in the next", async () => {
  await using opened = new Opened();
  repository(opened);
  const file = join(opened.folder, "questions.jsonl");
  const line = '{"query":"who throws session tokens away","targets":["src/session-tokens.ts"]}';
  writeFileSync(file, line);
  const first = (await evaluated(opened, { questions: file, html: join(opened.folder, "x.html") })).report;
  opened.write("docs/eval.html", readFileSync(join(opened.folder, "x.html"), "utf8"));
  opened.write("notes/asked.jsonl", line);
  const second = (await evaluated(opened, { questions: opened.path("notes/asked.jsonl") })).report;
  assert.match(second.notes.join("\n"), /not looked at: 2 files of questions or reports/);
  assert.deepEqual(second.rows, first.rows);
});

test("a page is not written through a link", all(LINKS), async () => {
  await using opened = new Opened({ "a.ts": "export const a = 1;\n" });
  const link = join(opened.folder, "link.html");
  symlinkSync(join(opened.folder, "elsewhere.html"), link);
  assert.equal((await fault(evaluated(opened, { html: link }))).code, "ARGUMENT_INVALID");
  assert.equal(existsSync(join(opened.folder, "elsewhere.html")), false);
});

test("apply writes nothing where the verdict does not allow it", async () => {
  await using opened = new Opened();
  repository(opened);
  const { report } = await evaluated(opened, { apply: true });
  assert.equal(report.applied, null);
  assert.equal(existsSync(opened.path("pith.json")), false);
});

test("apply writes factors that are better, keeps other settings, and answers go by them", async () => {
  const files: Record<string, string> = { "pith.json": '{"budget": 900, "exclude": ["skip"]}' };
  const lines: string[] = [];
  // What is asked for stands in tests alone: whatever speaks against tests is wrong here.
  for (let i = 0; i < 140; i++) {
    const word = `${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}quoll`;
    files[`lib/tests/m${i}.py`] = `# ${word} numbers\ndef ${word}_given(x):\n    return ${word}(x)\n`;
    files[`lib/m${i}.py`] = `def ${word}_given(x):\n    return ${word}(x)\n`;
    lines.push(
      JSON.stringify({ query: `where ${word} numbers given back`, targets: [`lib/tests/m${i}.py`] }),
    );
  }
  await using opened = new Opened(files);
  const file = join(opened.folder, "questions.jsonl");
  writeFileSync(file, lines.join("\n"));
  const before = await opened.ask("search", { query: "where aaquoll numbers given back", format: "json" });
  const { report } = await evaluated(opened, { questions: file, apply: true, limit: 0 });
  assert.equal(report.learnt.verdict, "better", JSON.stringify(report.learnt));
  assert.equal(report.applied, opened.path("pith.json"));
  const settings = JSON.parse(opened.read("pith.json")) as Record<string, unknown>;
  assert.deepEqual(Object.keys(settings), ["budget", "exclude", "laneWeights"]);
  assert.deepEqual(settings["laneWeights"], report.learnt.weights);
  const after = await opened.ask("search", { query: "where aaquoll numbers given back", format: "json" });
  const first = (outcome: typeof before) =>
    (outcome.answer as { results: { path: string }[] }).results[0]!.path;
  assert.deepEqual([first(before), first(after)], ["lib/m0.py", "lib/tests/m0.py"]);
});
