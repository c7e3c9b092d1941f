// P5, told by a program whose files hang together: after any script of edits every stored fact and every answer of the
// engines that lived through it, and of one that starts from their cache, are those of an engine that never saw the tree.
//   node scripts/soak.ts --factor 334 incremental-programs     a thousand scripts
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Engine } from "../../src/engine/engine.ts";
import { asFarAs, factsDump, type FactsDump } from "../engine/facts-dump.ts";
import { Opened } from "../engine/opened.ts";
import { applyEdit, writeProgram } from "../engine/apply-program-edit.ts";
import { programScript, type Script } from "../engine/program-edits.ts";
import { PROGRAM_QUESTIONS } from "../engine/program-questions.ts";
import { answersOf } from "../engine/same-answers.ts";
import { LINKS } from "../conditions.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);
const SCRIPTS = 3;

interface Told {
  answers: Record<string, string>;
  facts: FactsDump | { fault: string };
}

/** What an engine answers, and then what its cache holds once every file is parsed. */
async function toldBy(
  engine: Engine,
  opened: Opened,
  cache: string,
  questions = PROGRAM_QUESTIONS,
): Promise<Told> {
  const answers = await answersOf(engine, opened.root, questions);
  try {
    await engine.run("index", { root: opened.root, syntax: true });
  } catch (error) {
    // Settings that can't be read: then every answer has said so.
    return { answers, facts: { fault: (error as { code: string }).code } };
  }
  return { answers, facts: factsDump(opened.root, { ...opened.env, XDG_CACHE_HOME: cache }) };
}

async function check({ git, edits }: Script): Promise<void> {
  await using opened = new Opened();
  writeProgram(opened.root, git);
  let lived = opened.engine;
  const beside = opened.start();
  await answersOf(lived, opened.root, PROGRAM_QUESTIONS);
  const done: string[] = [];

  const compare = async (engines: Record<string, Engine>, questions = PROGRAM_QUESTIONS): Promise<void> => {
    const told: [string, Told][] = [];
    for (const [who, engine] of Object.entries(engines))
      told.push([who, await toldBy(engine, opened, opened.cache(0), questions)]);
    const cold = opened.startCold();
    const fresh = await toldBy(cold, opened, opened.cache(), questions);
    await cold.close();
    for (const [who, { answers, facts }] of told) {
      assert.deepEqual(answers, fresh.answers, `answers, ${who}: ${JSON.stringify(done)}`);
      const comparable = "fault" in facts || "fault" in fresh.facts ? facts : asFarAs(fresh.facts, facts);
      assert.deepEqual(comparable, fresh.facts, `facts, ${who}: ${JSON.stringify(done)}`);
    }
  };

  for (const edit of edits) {
    done.push(edit);
    const [verb, n] = edit.split(" ");
    const one = PROGRAM_QUESTIONS.slice(Number(n), Number(n) + 1);
    if (verb === "ask") await answersOf(lived, opened.root, one);
    else if (verb === "ask-beside") await answersOf(beside, opened.root, one);
    else if (verb === "restart") lived = opened.start();
    else if (verb === "check") {
      const third = PROGRAM_QUESTIONS.filter((_, i) => i % 3 === done.length % 3);
      await compare({ "lived through it": lived }, third);
    } else applyEdit(opened.root, edit);
  }
  // Another process that lived beside, or one that starts from what they left.
  const other: [string, Engine] =
    edits.length % 2 === 0 ? ["beside", beside] : ["from the cache", opened.start()];
  await compare(Object.fromEntries([["lived through it", lived], other]));
}

test(`any script of edits to a program, ${SCRIPTS * soak} scripts`, LINKS, async () => {
  await fc.assert(fc.asyncProperty(programScript, check), { numRuns: SCRIPTS * soak });
});

/** Scripts that failed once, with the program or with a fault that was put into it; under the name of what was wrong. */
const KEPT: Readonly<Record<string, Script>> = {
  "only the time of the change tells of an edit": {
    git: false,
    edits: ["wait", "ask 6", "wait", "kept-times web/shape.ts", "kept-times py/draw.py"],
  },
  "a branch is switched under rules that differ, and an export has moved": {
    git: true,
    edits: [
      "branch a",
      "ignore .gitignore 1",
      "write web/shape.ts 4",
      "move py py/shape",
      "case web/draw.ts",
    ].concat(["commit", "wait", "ask 12", "branch main", "check", "file-to-folder web/shape.ts", "branch a"]),
  },
};

for (const [name, script] of Object.entries(KEPT)) test(`kept: ${name}`, LINKS, () => check(script));
