// What stays in an agent's window over several turns? Recorded sessions of a grep-and-read agent, replayed with Pith in a
// session and with Pith that sends everything again, each until the same lines are held.
//   node bench/main.ts sessions --labels DIR --corpora DIR [--record] [--only a,b] [--calls]
// `--record` makes sessions.json anew; without it the recorded ones are replayed, on repositories at their revisions.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { openCounter, type Counter } from "../../src/tokens/counter.ts";
import { GrepAgent } from "./grep-agent.ts";
import { PithAgent } from "./pith-agent.ts";
import { recordSession, recordTexts, type Labelled } from "./record.ts";
import type { RecordedSession, Turn } from "./session-file.ts";
import { Tree } from "./tree.ts";

const FILE = fileURLToPath(new URL("sessions.json", import.meta.url));
/** Of each repository, from its questions in order. */
const SESSIONS = 2;

interface Row {
  session: RecordedSession;
  grep: number;
  pith: number;
  resent: number;
  fallback: number;
  resident: number | null;
}

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      labels: { type: "string" },
      corpora: { type: "string" },
      record: { type: "boolean", default: false },
      only: { type: "string" },
      calls: { type: "boolean", default: false },
    },
  });
  if (values.corpora === undefined) throw new Error("--corpora DIR is needed");
  const corpora = resolve(values.corpora);
  const counter = await openCounter("o200k_base");
  const scratch = mkdtempSync(join(tmpdir(), "pith-sessions-"));
  const engine = createEngine({
    env: { ...process.env, PITH_CACHE_DIR: join(scratch, "cache"), PITH_NO_LEDGER: "1" },
  });
  try {
    if (values.record) {
      if (values.labels === undefined) throw new Error("--labels DIR is needed to record");
      const made = await record(engine, counter, resolve(values.labels), corpora);
      writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
    }
    const recorded = JSON.parse(readFileSync(FILE, "utf8")) as RecordedSession[];
    const only = values.only?.split(",");
    const rows: Row[] = [];
    const trees = new Map<string, Tree>();
    for (const session of recorded) {
      if (only !== undefined && !only.includes(session.repository)) continue;
      const root = join(corpora, session.repository);
      if (revisionOf(root) !== session.revision)
        throw new Error(`${session.repository} is not at ${session.revision}: check it out`);
      const tree = trees.get(root) ?? new Tree(root);
      trees.set(root, tree);
      rows.push(await replay(engine, tree, counter, session, values.calls));
    }
    report(rows);
  } finally {
    await engine.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function revisionOf(root: string): string {
  return execFileSync("git", ["-C", root, "rev-parse", "HEAD"]).toString("utf8").trim();
}

async function record(
  engine: Engine,
  counter: Counter,
  labels: string,
  corpora: string,
): Promise<RecordedSession[]> {
  const repositories = JSON.parse(readFileSync(join(labels, "repos.json"), "utf8")) as { name: string }[];
  const made: RecordedSession[] = [];
  for (const { name } of repositories) {
    const root = join(corpora, name);
    if (!existsSync(root)) continue;
    const tree = new Tree(root);
    const questions = questionsOf(labels, name).filter(({ path }) => tree.lines(path).length > 0);
    const add = (id: string, turns: Turn[], grepFriendly: boolean): void => {
      const agent = new GrepAgent(tree, counter);
      turns.forEach((turn, at) => agent.answer(turn, at));
      made.push({ id, repository: name, revision: revisionOf(root), grepFriendly, turns, grep: agent.steps });
    };
    let count = 0;
    for (const question of questions) {
      const turns = await recordSession(engine, tree, question);
      if (turns === null || made.some((s) => s.repository === name && sameEvidence(s.turns, turns))) continue;
      add(`${name}-${++count}`, turns, false);
      if (count === SESSIONS) break;
    }
    const texts = await recordTexts(
      engine,
      tree,
      questions.map(({ path }) => path),
    );
    if (texts.length >= 3) add(`${name}-texts`, texts, true);
    console.error(`${name}: ${count} sessions, ${texts.length} texts`);
  }
  return made;
}

function sameEvidence(a: readonly Turn[], b: readonly Turn[]): boolean {
  return JSON.stringify(a[0]!.evidence) === JSON.stringify(b[0]!.evidence);
}

type RawTarget = string | { path: string };

function questionsOf(labels: string, name: string): Labelled[] {
  const raw = JSON.parse(readFileSync(join(labels, "annotations", `${name}.json`), "utf8")) as {
    query: string;
    relevant?: RawTarget[];
    category?: string;
  }[];
  return raw
    .filter(({ category, query }) => category !== "symbol" && query.includes(" "))
    .flatMap(({ query, relevant = [] }) => {
      const first = relevant[0];
      return first === undefined ? [] : [{ query, path: typeof first === "string" ? first : first.path }];
    });
}

async function replay(
  engine: Engine,
  tree: Tree,
  counter: Counter,
  session: RecordedSession,
  calls: boolean,
): Promise<Row> {
  const grep = session.grep.reduce((sum, step) => sum + step.tokens, 0);
  const first = session.turns[0]!;
  const within = new PithAgent(engine, tree, counter, `bench-${session.id}`);
  for (const [at, turn] of session.turns.entries()) await within.answer(turn, at, first);
  const again = new PithAgent(engine, tree, counter, undefined);
  for (const [at, turn] of session.turns.entries()) await again.answer(turn, at, first);
  if (calls) {
    for (const { turn, command, tokens } of session.grep)
      console.log(`  grep ${turn} ${tokens} ${command.slice(0, 120)}`);
    for (const { turn, call, tokens } of within.calls)
      console.log(`  pith ${turn} ${tokens} ${call.slice(0, 120)}`);
  }
  const { tokens: pith, fallback, resident } = within;
  return { session, grep, pith, resent: again.tokens, fallback, resident };
}

function report(rows: readonly Row[]): void {
  console.log(
    "| session | turns | grep and read | Pith, session | share | Pith, resending | fallback in Pith's |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const { session, grep, pith, resent, fallback } of rows)
    console.log(
      `| ${session.id} | ${session.turns.map(({ kind }) => kind).join(", ")} | ${grep} | ${pith} | ${share(pith, grep)} | ${resent} | ${fallback} |`,
    );
  const groups: [string, Row[]][] = [
    ["questions", rows.filter(({ session }) => !session.grepFriendly)],
    ["grep-friendly", rows.filter(({ session }) => session.grepFriendly)],
    ["all", [...rows]],
  ];
  for (const [name, some] of groups) {
    if (some.length === 0) continue;
    const sum = (of: (row: Row) => number): number => some.reduce<number>((n, row) => n + of(row), 0);
    const shares = some.map(({ pith, grep }) => pith / grep).sort((a, b) => a - b);
    console.log(
      `${name}: ${some.length} sessions, grep and read ${sum((r) => r.grep)}, Pith in a session ${sum((r) => r.pith)} (${share(
        sum((r) => r.pith),
        sum((r) => r.grep),
      )}), resending ${sum((r) => r.resent)} (${share(
        sum((r) => r.resent),
        sum((r) => r.grep),
      )}); shares: median ${percent(shares[shares.length >> 1]!)}, worst ${percent(shares.at(-1)!)}; over 50 %: ${shares.filter((s) => s > 0.5).length}, over 100 %: ${shares.filter((s) => s > 1).length}`,
    );
  }
}

function share(part: number, whole: number): string {
  return percent(part / whole);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
