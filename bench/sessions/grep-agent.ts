// An agent with grep and read, as agents work: counts files by the words of a question, greps in the best of them, reads
// windows of 200 lines around the densest hits until it holds what answers; greps a name with three lines around, reads a
// window at its definition. It never reads again what it holds, outputs are cut at a hundred lines, and after six windows in
// vain it is told the place. That is kinder to it than most sessions are.
import type { Counter } from "../../src/tokens/counter.ts";
import { Held, type Lines, type RecordedSession, type Turn } from "./session-file.ts";
import { isProse, isTest, type Hit, type Tree } from "./tree.ts";

const WINDOW = 200;
const AROUND = 3;
const MOST_OUTPUT = 100;
const MOST_FILES = 20;
const MOST_IN_FILE = 30;
const MOST_WINDOWS = 6;
const WINDOWS_A_FILE = 2;
const LONGEST = 300;

const SMALL = new Set(
  "a an and are as at be by can do does for from has have how in into is it its new not of on or the their them this to what when where which who why with whether used use uses using between through each all any that via".split(
    " ",
  ),
);

export function wordsOf(query: string): string[] {
  const words = query.match(/[A-Za-z_][A-Za-z0-9_]+/g) ?? [];
  const kept = words.map((w) => w.toLowerCase()).filter((w) => w.length > 2 && !SMALL.has(w));
  // Plurals and forms are grepped by their stem, as people do.
  return [...new Set(kept.map((w) => (w.length > 5 ? w.replace(/(?:ing|ed|es|s)$/, "") : w)))];
}

export class GrepAgent {
  readonly held: Held;
  readonly steps: RecordedSession["grep"] = [];
  readonly #tree: Tree;
  readonly #counter: Counter;
  #turn = 0;

  constructor(tree: Tree, counter: Counter, held = new Held()) {
    this.held = held;
    this.#tree = tree;
    this.#counter = counter;
  }

  get tokens(): number {
    return this.steps.reduce((sum, step) => sum + step.tokens, 0);
  }

  answer(turn: Turn, at: number): void {
    this.#turn = at;
    if (turn.kind === "question") this.#ofWords(turn);
    else if (turn.kind === "text") this.#ofText(turn);
    else if (turn.kind === "follow-up") this.#ofName(turn);
    else this.#ofUses(turn);
    // Whatever it did: it is told the place.
    for (const lines of turn.evidence) if (!this.#holds(lines)) this.#read(lines.path, lines.start);
  }

  #holds(lines: Lines): boolean {
    return this.held.holds(lines, (path, line) => (this.#tree.lines(path)[line - 1] ?? "").trim() === "");
  }

  #isDone({ evidence }: Turn): boolean {
    return evidence.every((lines) => this.#holds(lines));
  }

  #ofWords(turn: Turn): void {
    if (this.#isDone(turn)) return;
    const words = wordsOf(turn.ask);
    const any = new RegExp(words.join("|"), "i");
    const hits = this.#tree.grep(any);
    const files = [...Map.groupBy(hits, ({ path }) => path)].map(([path, own]) => {
      const text = own.map((hit) => hit.text.toLowerCase()).join("\n");
      const distinct = words.filter(
        (word) => text.includes(word) || path.toLowerCase().includes(word),
      ).length;
      return { path, own, distinct, late: Number(isTest(path)) + Number(isProse(path)) };
    });
    files.sort((a, b) => a.late - b.late || b.distinct - a.distinct || b.own.length - a.own.length);
    const best = files.slice(0, MOST_FILES);
    this.#say(
      `rg -c -i '${words.join("|")}' | sort | head -${MOST_FILES}`,
      best.map(({ path, own }) => `${path}:${own.length}`).join("\n"),
    );
    let windows = 0;
    for (const { path, own } of best) {
      const shown = own.slice(0, MOST_IN_FILE);
      this.#say(
        `rg -n -i '${words.join("|")}' ${path} | head -${MOST_IN_FILE}`,
        shown.map((hit) => this.#hitLine(hit, false)).join("\n"),
      );
      for (const hit of shown) this.held.add(path, hit.line, hit.line);
      for (const centre of densest(own, WINDOWS_A_FILE)) {
        if (windows++ >= MOST_WINDOWS || this.#isDone(turn)) return;
        this.#read(path, Math.max(1, centre - WINDOW / 2));
      }
    }
  }

  #ofText(turn: Turn): void {
    const hits = this.#tree.grep(new RegExp(escaped(turn.ask)));
    this.#say(`rg -n -F '${turn.ask}'`, hits.map((hit) => this.#hitLine(hit, true)).join("\n"));
    for (const hit of hits) this.held.add(hit.path, hit.line, hit.line);
  }

  #ofName(turn: Turn): void {
    if (this.#isDone(turn)) return;
    const hits = this.#tree.grep(new RegExp(`\\b${escaped(turn.ask)}\\b`)).slice(0, MOST_OUTPUT / 2);
    this.#say(
      `rg -n -w '${turn.ask}' | head -${MOST_OUTPUT / 2}`,
      hits.map((hit) => this.#hitLine(hit, true)).join("\n"),
    );
    for (const hit of hits) this.held.add(hit.path, hit.line, hit.line);
    for (const { path, start } of turn.evidence)
      if (!this.#isDone(turn)) this.#read(path, Math.max(1, start - 20));
  }

  #ofUses(turn: Turn): void {
    if (this.#isDone(turn)) return;
    const within = turn.kind === "test" ? isTest : (path: string) => !isTest(path) && !isProse(path);
    const hits = this.#tree.grep(new RegExp(`\\b${escaped(turn.ask)}\\b`), within);
    const shown: string[] = [];
    for (const [path, own] of Map.groupBy(hits, ({ path }) => path)) {
      const lines = this.#tree.lines(path);
      let next = 0;
      for (const { line } of own) {
        const from = Math.max(next, line - AROUND, 1);
        const to = Math.min(lines.length, line + AROUND);
        if (from > next && shown.length > 0) shown.push("--");
        for (let at = from; at <= to && shown.length < MOST_OUTPUT; at++) {
          shown.push(this.#hitLine({ path, line: at, text: lines[at - 1]! }, true, at === line ? ":" : "-"));
          this.held.add(path, at, at);
        }
        next = Math.max(next, to + 1);
      }
    }
    const where = turn.kind === "test" ? " tests" : "";
    this.#say(
      `rg -n -w -C ${AROUND} '${turn.ask}'${where} | head -${MOST_OUTPUT}`,
      shown.slice(0, MOST_OUTPUT).join("\n"),
    );
  }

  #hitLine({ path, line, text }: Hit, named: boolean, sign = ":"): string {
    return `${named ? `${path}${sign}` : ""}${line}${sign}${text.slice(0, LONGEST)}`;
  }

  /** What it lacks of a window. */
  #read(path: string, start: number): void {
    const lines = this.#tree.lines(path);
    const to = Math.min(lines.length, start + WINDOW - 1);
    const texts: string[] = [];
    for (let line = start; line <= to; line++) if (!this.held.has(path, line)) texts.push(lines[line - 1]!);
    this.held.add(path, start, to);
    if (texts.length > 0) this.#say(`sed -n '${start},${to}p' ${path}`, texts.join("\n"));
  }

  #say(command: string, output: string): void {
    this.steps.push({ turn: this.#turn, command, tokens: this.#counter.count(output) });
  }
}

/** Lines around which most hits stand, apart from one another. */
function densest(hits: readonly Hit[], count: number): number[] {
  const centres: number[] = [];
  for (let i = 0; i < count; i++) {
    const left = hits.filter(({ line }) => centres.every((centre) => Math.abs(centre - line) >= WINDOW / 2));
    const best = left
      .map(({ line }) => ({
        line,
        near: left.filter((hit) => Math.abs(hit.line - line) < WINDOW / 2).length,
      }))
      .sort((a, b) => b.near - a.near || a.line - b.line)[0];
    if (best === undefined) break;
    centres.push(best.line);
  }
  return centres;
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
