// An agent with Pith: asks context with a small budget, once more with a larger one, and falls back to grep and read where the
// answer is not in them, which is paid like everything; asks symbol, trace and search by the names that it knows, and reads
// the lines at the places that they tell.
import type { Engine } from "../../src/engine/engine.ts";
import type { OperationArguments } from "../../src/engine/arguments.ts";
import type { AnswerSpan, ReadSpan, SearchAnswer, SymbolAnswer } from "../../src/pack/answer.ts";
import type { TraceAnswer } from "../../src/pack/trace-answer.ts";
import type { Counter } from "../../src/tokens/counter.ts";
import { GrepAgent } from "./grep-agent.ts";
import { Held, type Lines, type Turn } from "./session-file.ts";
import { isTest, type Tree } from "./tree.ts";

export const BUDGETS = [1_200, 2_400];
const LIST_BUDGET = 1_500;
const OUTLINE_BUDGET = 1_000;
const AROUND = 3;
const MOST_LINES = 40;

type Asked = "context" | "search" | "symbol" | "trace" | "read" | "outline";

export class PithAgent {
  readonly held = new Held();
  tokens = 0;
  /** Tokens of the fallback, which are in `tokens`. */
  fallback = 0;
  /** What the last answer said of the session; null without one. */
  resident: number | null = null;
  readonly calls: { turn: number; call: string; tokens: number }[] = [];
  readonly #engine: Engine;
  readonly #tree: Tree;
  readonly #counter: Counter;
  readonly #session: string | undefined;
  #turn = 0;

  constructor(engine: Engine, tree: Tree, counter: Counter, session: string | undefined) {
    this.#engine = engine;
    this.#tree = tree;
    this.#counter = counter;
    this.#session = session;
  }

  async answer(turn: Turn, at: number, first: Turn): Promise<void> {
    this.#turn = at;
    if (turn.kind === "question") await this.#question(turn);
    else if (turn.kind === "text")
      await this.#ask("search", { query: turn.ask, mode: "exact", limit: 200, budget: 4_000 });
    else if (!this.#isDone(turn)) {
      if (turn.kind === "follow-up") await this.#followUp(turn);
      else if (turn.kind === "caller") await this.#caller(turn, first);
      else await this.#test(turn);
    }
    if (!this.#isDone(turn)) this.#fallBack(turn, at);
  }

  #isDone({ evidence }: Turn): boolean {
    const isBlank = (path: string, line: number) => (this.#tree.lines(path)[line - 1] ?? "").trim() === "";
    return evidence.every((lines) => this.held.holds(lines, isBlank));
  }

  async #question(turn: Turn): Promise<void> {
    for (const budget of BUDGETS) {
      if (this.#isDone(turn)) return;
      await this.#ask("context", { query: turn.ask, budget });
      for (const lines of turn.evidence) {
        if (this.#isDone(turn) || !this.held.hasAny(lines.path)) continue;
        // The file is in the answer: what else it declares tells where to read on, if the place is not shown yet.
        if (!this.held.has(lines.path, lines.start))
          await this.#ask("outline", { path: lines.path, budget: OUTLINE_BUDGET });
        await this.#read(lines);
      }
    }
  }

  async #followUp({ ask, evidence }: Turn): Promise<void> {
    const wanted = evidence[0]!;
    const { matches = [] } = (await this.#ask("symbol", {
      symbol: ask,
      budget: LIST_BUDGET,
    })) as Partial<SymbolAnswer>;
    const match = matches.find(
      (m) => m.path === wanted.path && m.start <= wanted.end && wanted.start <= m.end,
    );
    // In a session the place may have been told before.
    if (match !== undefined || this.held.has(wanted.path, wanted.start)) await this.#read(wanted);
  }

  async #caller({ ask, evidence }: Turn, first: Turn): Promise<void> {
    const declared = first.evidence[0]!;
    const symbol = `${declared.path}:${ask}`;
    const { proven = [], possible = [] } = (await this.#ask("trace", {
      symbol,
      budget: LIST_BUDGET,
    })) as Partial<TraceAnswer>;
    const place = evidence[0]!;
    const near = [...proven, ...possible].find(
      (s) => s.path === place.path && place.start <= s.line && s.line <= place.end,
    );
    // Any place that calls it would do for a person; the bench asks for one of them.
    if (near === undefined)
      await this.#ask("search", { query: ask, mode: "exact", word: true, limit: 20, budget: LIST_BUDGET });
    if (near !== undefined || this.held.has(place.path, place.start + AROUND)) await this.#read(place);
  }

  async #test({ ask, evidence }: Turn): Promise<void> {
    const scope = [
      ...new Set(this.#tree.paths.filter(isTest).map((path) => path.split("/").slice(0, 2).join("/"))),
    ].slice(0, 8);
    await this.#ask("search", {
      query: ask,
      mode: "exact",
      word: true,
      limit: 20,
      budget: LIST_BUDGET,
      scope,
    });
    const place = evidence[0]!;
    for (let line = place.start; line <= place.end; line++)
      if (this.held.has(place.path, line)) return this.#read(place);
  }

  async #read({ path, start, end }: Lines): Promise<void> {
    await this.#ask("read", {
      places: [`${path}:${start}-${Math.min(end, start + MOST_LINES - 1)}`],
      budget: 2_400,
    });
  }

  async #ask<Name extends Asked>(name: Name, args: Omit<OperationArguments[Name], "root">): Promise<object> {
    const session = this.#session === undefined ? {} : { session: this.#session };
    const outcome = await this.#engine.run(name, {
      ...args,
      ...session,
      root: this.#tree.root,
      format: "text",
    } as unknown as OperationArguments[Name]);
    const tokens = this.#counter.count(outcome.output);
    this.tokens += tokens;
    this.calls.push({ turn: this.#turn, call: `${name} ${Object.values(args)[0]}`, tokens });
    const answer = outcome.answer as Record<string, unknown>;
    this.resident = (answer["session"] as { resident: number } | undefined)?.resident ?? null;
    this.#hold(name, answer);
    return answer;
  }

  #hold(name: Asked, answer: Record<string, unknown>): void {
    if (name === "read")
      for (const { path, start, end } of (answer["spans"] ?? []) as ReadSpan[])
        this.held.add(path, start, end);
    if (name === "context") for (const span of (answer["spans"] ?? []) as AnswerSpan[]) this.#holdSpan(span);
    if (name === "search")
      for (const { path, matches } of (answer as unknown as Partial<SearchAnswer>).results ?? [])
        for (const { line, text } of matches) if (text !== undefined) this.held.add(path, line, line);
    if (name === "symbol")
      for (const { path, start } of (answer as unknown as Partial<SymbolAnswer>).matches ?? [])
        this.held.add(path, start, start);
  }

  /** Lines between the marks of a span. */
  #holdSpan({ path, start, text, route }: AnswerSpan & { route?: string }): void {
    if (route === "exact") return;
    let line = start;
    for (const each of text.split("\n")) {
      const mark = /^⋯+ (\d+) lines? (?:left out|shown before)/.exec(each);
      if (mark !== null) line += Number(mark[1]);
      else this.held.add(path, line, line++);
    }
  }

  #fallBack(turn: Turn, at: number): void {
    const agent = new GrepAgent(this.#tree, this.#counter, this.held);
    agent.answer(turn, at);
    this.tokens += agent.tokens;
    this.fallback += agent.tokens;
    for (const { command, tokens } of agent.steps)
      this.calls.push({ turn: at, call: `fallback: ${command}`, tokens });
  }
}
