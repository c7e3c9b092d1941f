// P4: the same tree, question and options give the same bytes: from a cold, warm, edited-and-restored or copied tree, by
// one worker or more, with Git and without it. The root line apart; the receipt id is the same in every place.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { git } from "../files/temporary-tree.ts";
import { tree } from "../engine/made-trees.ts";
import { Opened } from "../engine/opened.ts";
import { answersOf, QUESTIONS, withoutRoot } from "../engine/same-answers.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

function receiptsOf(answers: Readonly<Record<string, string>>): string[] {
  return Object.values(answers).flatMap(
    (a) => /^receipt (\d+)$/m.exec(a)?.[1] ?? /"receipt":"(\d+)"/.exec(a)?.[1] ?? [],
  );
}

test("cold, warm, edited and restored, copied to another place", async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.constantFrom("b", "a-much-longer-name-of-a-folder-than-the-other"),
      async (files, place) => {
        await using opened = new Opened(files);
        const cold = await answersOf(opened.engine, opened.root);
        assert.deepEqual(await answersOf(opened.engine, opened.root), cold, "warm");
        for (const [path, text] of Object.entries(files))
          opened.write(path, `${text}\nexport const added = 1;\n`);
        opened.write("more/new.py", "def parse_header(): pass\n");
        await answersOf(opened.engine, opened.root);
        opened.remove("more");
        opened.writeAll(files);
        assert.deepEqual(await answersOf(opened.engine, opened.root), cold, "edited and restored");
        await using copy = opened.copy(place);
        const there = await answersOf(copy.engine, copy.root);
        assert.deepEqual(withoutRoot(there), withoutRoot(cold), "copied");
        assert.deepEqual(receiptsOf(there), receiptsOf(cold));
        assert.ok(receiptsOf(cold).length > 0);
      },
    ),
    { numRuns: 6 * soak },
  );
});

/** Some megabytes of text in several languages: enough for worker threads, and for several segments. */
function bigTree(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let f = 0; f < 42; f++) {
    const lines: string[] = [];
    for (let i = 0; i < 200; i++) {
      lines.push(
        `/** Parses part ${i} of message ${f}: the ${["session", "token", "mail", "queue"][i % 4]} header. */`,
      );
      lines.push(`export function parsePart${f}x${i}(queue: RetryQueue, token${i % 7}: string) {`);
      lines.push(`  return queue.push(token${i % 7}.slice(${i}), send_mail(${f}));`, "}");
    }
    files[`src/part${f % 9}/message${f}.ts`] = lines.join("\n");
  }
  return files;
}

test("by one worker thread or by four", async () => {
  await using opened = new Opened(bigTree());
  const answers: Record<string, string>[] = [];
  for (const workers of [1, 4]) {
    opened.write("pith.json", JSON.stringify({ ceilings: { workers } }));
    // The settings file is part of the tree: the answers must not hang on what it says of workers.
    opened.write(".pithignore", "pith.json\n");
    const engine = opened.startCold();
    answers.push(
      await answersOf(
        engine,
        opened.root,
        QUESTIONS.filter(([, args]) => args["budget"] !== 6000),
      ),
    );
    await engine.close();
  }
  assert.deepEqual(answers[1], answers[0]);
});

test("with Git and without it", async () => {
  await using opened = new Opened({
    "src/parse.ts": "export function parseHeader(token: string) {\n  return token;\n}\n",
    "src/session.ts": "import { parseHeader } from './parse.ts';\nexport const session = parseHeader('x');\n",
    "kept.log": "token token\n",
    "other.log": "token token token\n",
    ".gitignore": "*.log\n",
  });
  const env = { ...opened.env, GIT_CONFIG_NOSYSTEM: "1" };
  for (const role of ["AUTHOR", "COMMITTER"]) {
    Object.assign(env, { [`GIT_${role}_NAME`]: "Test", [`GIT_${role}_EMAIL`]: "test@example.invalid" });
  }
  git(opened.root, env, ["init", "-q"]);
  git(opened.root, env, ["add", "-f", "src", "kept.log", ".gitignore"]);
  git(opened.root, env, ["commit", "-qm", "one"]);
  const installed = await answersOf(opened.start(), opened.root);
  assert.match(installed['outline {"budget":600}']!, /^root .* @[0-9a-f]{10}$/m);
  // Nothing on PATH: whether the tree is dirty isn't known, and that is all.
  const path = process.env["PATH"];
  process.env["PATH"] = join(opened.folder, "empty");
  try {
    const missing = await answersOf(opened.startCold({ PATH: join(opened.folder, "empty") }), opened.root);
    assert.deepEqual(withoutRoot(missing), withoutRoot(installed));
    assert.deepEqual(receiptsOf(missing), receiptsOf(installed));
  } finally {
    process.env["PATH"] = path;
  }
  assert.ok((path ?? "").includes(delimiter) || path !== undefined);
  // The dirty mark follows the tree: edited, then restored.
  const rootLine = async () => (await opened.ask("outline", { budget: 400 })).output.split("\n")[0]!;
  assert.doesNotMatch(await rootLine(), /dirty/);
  opened.write("src/session.ts", "export const session = 1;\n");
  assert.match(await rootLine(), /\+dirty$/);
  git(opened.root, env, ["checkout", "-q", "--", "src/session.ts"]);
  assert.doesNotMatch(await rootLine(), /dirty/);
  opened.remove("kept.log");
  assert.match(await rootLine(), /\+dirty$/);
});

test("a second work tree answers as the first one, from the same facts", async () => {
  await using opened = new Opened({ "src/parse.ts": "export function parseHeader() {\n  return 1;\n}\n" });
  const env = { ...opened.env, GIT_CONFIG_NOSYSTEM: "1" };
  for (const role of ["AUTHOR", "COMMITTER"]) {
    Object.assign(env, { [`GIT_${role}_NAME`]: "Test", [`GIT_${role}_EMAIL`]: "test@example.invalid" });
  }
  git(opened.root, env, ["init", "-q"]);
  git(opened.root, env, ["add", "."]);
  git(opened.root, env, ["commit", "-qm", "one"]);
  const first = await answersOf(opened.engine, opened.root);
  const second = join(opened.folder, "second");
  git(opened.root, env, ["worktree", "add", "-q", second]);
  const there = await answersOf(opened.start(), second);
  assert.deepEqual(withoutRoot(there), withoutRoot(first));
  const folders = readdirSync(join(opened.cache(0), "pith"), { withFileTypes: true }).filter((e) =>
    e.isDirectory(),
  );
  assert.ok(folders.length >= 1);
});

test("no answer and no receipt holds a time", async () => {
  await using opened = new Opened({ "src/parse.ts": "export function parseHeader() {\n  return 1;\n}\n" });
  const { answer } = await opened.ask("context", { query: "parseHeader", format: "json" });
  const { receipt } = answer as { receipt: string };
  const stored = opened.cacheFiles().find((f) => f.endsWith(`${receipt}.json`));
  assert.ok(stored !== undefined);
  const year = String(new Date().getFullYear());
  const text = readFileSync(stored, "utf8").replaceAll(opened.root, "");
  assert.ok(!text.includes(`"${year}-`) && !/\d{13}/.test(text.replaceAll(/"id":"\d+"/g, "")), text);
});
