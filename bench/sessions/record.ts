// Makes sessions from labelled questions: a declaration of the labelled file that the question's words name best, one beside
// it, a caller, a test; and sessions that ask where texts stand. What is chosen depends on names, sizes and grep alone, never
// on how Pith ranks.
import type { Engine } from "../../src/engine/engine.ts";
import type { OutlineAnswer, OutlineItem } from "../../src/pack/answer.ts";
import { escaped, wordsOf } from "./grep-agent.ts";
import type { Lines, RecordedSession, Turn } from "./session-file.ts";
import { isProse, isTest, type Tree } from "./tree.ts";

const LEAST_LINES = 5;
const MOST_LINES = 60;
/** Of a longer unit these first lines are asked for. */
const MOST_EVIDENCE = 40;
/** A name that stands more often is no name to grep for. */
const MOST_USES = 60;
const AROUND = 3;
const TEXTS = 4;

export interface Labelled {
  query: string;
  path: string;
}

const KINDS = new Set(["function", "method", "class", "struct", "trait", "interface"]);

function shortName(name: string): string {
  return name.split(/[.#:>-]+/).at(-1)!;
}

function linesOfUnit(path: string, { start, end }: OutlineItem): Lines {
  return { path, start, end: Math.min(end, start + MOST_EVIDENCE - 1) };
}

export async function recordSession(
  engine: Engine,
  tree: Tree,
  { query, path }: Labelled,
): Promise<Turn[] | null> {
  const outcome = await engine.run("outline", { root: tree.root, path, format: "json", budget: 200_000 });
  const declared = ((outcome.answer as OutlineAnswer).declarations ?? []).filter(
    (d) => KINDS.has(d.kind) && d.end - d.start + 1 >= LEAST_LINES && d.end - d.start + 1 <= MOST_LINES,
  );
  const words = wordsOf(query);
  const meets = ({ name }: OutlineItem): number =>
    words.filter((word) => name.toLowerCase().includes(word)).length;
  const usesOf = (d: OutlineItem, within: (path: string) => boolean): Lines[] => {
    const name = shortName(d.name);
    if (name.length < 4) return [];
    const hits = tree.grep(new RegExp(`\\b${escaped(name)}\\b`), within);
    if (hits.length > MOST_USES) return [];
    return hits
      .filter((hit) => hit.path !== path || hit.line < d.start || hit.line > d.end)
      .map((hit) => ({ path: hit.path, ...around(tree, hit.path, hit.line) }));
  };
  const isCode = (p: string): boolean => !isTest(p) && !isProse(p);
  const ranked = declared
    .map((d) => ({ d, callers: usesOf(d, isCode), tests: usesOf(d, isTest) }))
    .filter(({ callers }) => callers.length > 0)
    .sort(
      (a, b) =>
        meets(b.d) - meets(a.d) ||
        Number(b.tests.length > 0) - Number(a.tests.length > 0) ||
        a.d.start - b.d.start,
    );
  const chosen = ranked[0];
  if (chosen === undefined) return null;
  const { d, callers, tests } = chosen;
  const beside = declared
    .filter((o) => (o.start > d.end || o.end < d.start) && shortName(o.name) !== shortName(d.name))
    .sort((a, b) => Math.abs(a.start - d.start) - Math.abs(b.start - d.start))[0];
  const turns: Turn[] = [{ kind: "question", ask: query, evidence: [linesOfUnit(path, d)] }];
  if (beside !== undefined)
    turns.push({ kind: "follow-up", ask: shortName(beside.name), evidence: [linesOfUnit(path, beside)] });
  turns.push({ kind: "caller", ask: shortName(d.name), evidence: callers.slice(0, 1) });
  if (tests.length > 0) turns.push({ kind: "test", ask: shortName(d.name), evidence: tests.slice(0, 1) });
  return turns.length < 3 ? null : turns;
}

function around(tree: Tree, path: string, line: number): { start: number; end: number } {
  return { start: Math.max(1, line - AROUND), end: Math.min(tree.lines(path).length, line + AROUND) };
}

/** Names of the declarations of labelled files, by how often they stand: some seldom, some often. */
export async function recordTexts(engine: Engine, tree: Tree, paths: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const outcome = await engine.run("outline", { root: tree.root, path, format: "json", budget: 200_000 });
    for (const { name } of (outcome.answer as OutlineAnswer).declarations ?? []) {
      const text = shortName(name);
      if (text.length < 5 || seen.has(text) || !/^\w+$/.test(text)) continue;
      seen.add(text);
      const hits = tree.grep(new RegExp(escaped(text)));
      if (hits.length < 2 || hits.length > MOST_USES) continue;
      turns.push({
        kind: "text",
        ask: text,
        evidence: hits.map((hit) => ({ path: hit.path, start: hit.line, end: hit.line })),
      });
      if (turns.length === TEXTS) return turns;
    }
  }
  return turns;
}

export type Recorded = Omit<RecordedSession, "grep">;
