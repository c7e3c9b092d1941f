// The lines that answer, inside the budget. Chooses by estimates, then counts the finished answer and corrects until it
// fits: what is promised is the exact cost of what the caller receives, its own cost line included.
import { redactSync } from "../redact/redact.ts";
import type { Counter } from "../tokens/counter.ts";
import type { Advice, AnswerRoot, Completeness, ContextAnswer } from "./answer.ts";
import { checkBudget, finish } from "./budget.ts";
import type { Candidate } from "./candidate.ts";
import { choose, type Dropped } from "./choose.ts";
import type { Form, PackFormat, ShownSpan } from "./form.ts";
import { inReadingOrder } from "./order.ts";
import { makeReceipt, NO_ID, type Receipt } from "./receipt.ts";
import { bare, jsonForm } from "./render-json.ts";
import { terminalForm } from "./render-terminal.ts";
import { textForm } from "./render-text.ts";
import { budgetFor, rootSlack } from "./root-reserve.ts";
import { Selection } from "./selection.ts";
import { tooSmallAdvice, tooSmallOutput } from "./too-small.ts";

export interface PackInput {
  root: AnswerRoot;
  query: string;
  /** What else shaped the answer, for the receipt: scope, language and so on. */
  options: Record<string, unknown>;
  /** Version of the engine. */
  engine: string;
  budget: number;
  counter: Counter;
  format: PackFormat;
  /** Terminal form only. */
  color?: boolean;
  /** Best first. */
  candidates: readonly Candidate[];
  /** All files in scope, whole, where the query gives no reason to choose: shown if all of it fits. */
  everything?: readonly Candidate[] | null;
  completeness: Completeness;
  advice?: Advice | null;
  /** False: no receipt is named in the answer. */
  receipt?: boolean;
}

export interface PackResult {
  output: string;
  /** The JSON form. Where the budget was too small even for an empty answer, `output` says less than this. */
  answer: ContextAnswer;
  /** Null where none was asked for. */
  receipt: Receipt | null;
  /** There was something to show. */
  found: boolean;
}

/** Each attempt is a choice and one exact count; the second or third is nearly always the last. */
const ATTEMPTS = 6;
/** An answer this full is not worth another attempt. */
const FULL = 0.94;

export function pack(input: PackInput): PackResult {
  const budget = checkBudget(input.budget);
  const packing = new Packing(input, budget);
  return packing.everything() ?? packing.ranked() ?? packing.least();
}

/** An answer that was made and counted, without its receipt. */
interface Attempt {
  output: string;
  cost: number;
  answer: ContextAnswer;
  spans: ShownSpan[];
  behind: Map<ShownSpan, Candidate>;
  dropped: readonly Dropped[];
  complete: boolean;
}

class Packing {
  readonly #input: PackInput;
  readonly #budget: number;
  readonly #form: Form;
  readonly #selection: Selection;
  /** What the root line would cost more if it cost its reserve. */
  readonly #slack: number;

  constructor(input: PackInput, budget: number) {
    this.#input = withoutSecrets(input);
    this.#budget = budget;
    this.#form = formOf(input);
    this.#selection = this.#select(budget);
    const { counter, root, format } = input;
    this.#slack = rootSlack(root, format === "json", budget, counter);
  }

  #select(most: number): Selection {
    const { counter, format } = this.#input;
    return new Selection({ counter, form: this.#form, format, most });
  }

  /** Everything in scope, whole; null where that isn't wanted or does not fit. */
  everything(): PackResult | null {
    const { everything } = this.#input;
    if (everything == null || everything.length === 0) return null;
    const selection = this.#selection;
    for (const [rank, candidate] of everything.entries()) {
      const room = this.#budget - selection.cost;
      if (!selection.take(candidate, rank, { room, fill: false, wholeOnly: true })) return null;
    }
    const attempt = this.#make(selection, { route: "lossless", complete: true });
    return attempt.cost + this.#slack <= this.#budget ? this.#end(attempt) : null;
  }

  /** The best that fits; null where nothing of it does, though there is something. */
  ranked(): PackResult | null {
    const { candidates } = this.#input;
    const empty = this.#empty(this.#budget);
    if (candidates.length === 0) return empty.cost <= this.#budget ? this.#end(empty) : null;
    let room = this.#budget - empty.cost - this.#slack;
    let best: Attempt | null = null;
    for (let i = 0; i < ATTEMPTS && room > 0; i++) {
      this.#selection.clear();
      const choice = choose(this.#selection, candidates, room);
      const attempt = this.#make(this.#selection, choice);
      const over = attempt.cost + this.#slack - this.#budget;
      if (over > 0) {
        // A choice of lower estimate, by what the estimate was wrong by.
        room = Math.min(room, this.#selection.cost) - over - i;
        continue;
      }
      if (attempt.spans.length > 0 && (best === null || attempt.cost > best.cost)) best = attempt;
      const more = Math.floor(-over * 0.8);
      if (attempt.complete || -over <= this.#budget * (1 - FULL) || i > 2 || more < 1) break;
      room += more;
    }
    return best === null ? null : this.#end(best);
  }

  /** The smallest answer that shows anything; where that is too much, how much it would be. */
  least(): PackResult {
    const { candidates, counter, format, root } = this.#input;
    const json = format === "json";
    let needed = Infinity;
    for (const [rank, candidate] of candidates.slice(0, SMALLEST_OF).entries()) {
      const smallest = this.#smallest(candidate, rank);
      if (smallest === null) continue;
      const attempt = this.#make(smallest, {});
      if (attempt.cost + this.#slack <= this.#budget) return this.#end(attempt);
      needed = Math.min(needed, budgetFor(attempt.cost, root, json, counter));
    }
    const advice =
      candidates.length > 0 && needed < Infinity
        ? tooSmallAdvice(needed, counter.unit)
        : (this.#input.advice ?? null);
    const empty = this.#empty(this.#budget, advice);
    const end = this.#end(empty);
    if (empty.cost <= this.#budget) return end;
    if (needed === Infinity) needed = budgetFor(empty.cost, root, json, counter);
    return { ...end, output: tooSmallOutput(json, "context", needed, this.#budget, counter) };
  }

  /** A selection of as little of one candidate as can be shown. */
  #smallest(candidate: Candidate, rank: number): Selection | null {
    const selection = this.#select(Infinity);
    for (let room = LEAST_ROOM; room < LEAST_ROOM * 2 ** 16; room = Math.ceil(room * 1.4)) {
      if (selection.take(candidate, rank, { room, fill: false })) return selection;
    }
    return null;
  }

  #empty(budget: number, advice?: Advice | null): Attempt {
    this.#selection.clear();
    return this.#make(this.#selection, { budget, advice });
  }

  #make(selection: Selection, options: MakeOptions): Attempt {
    const { counter, root, receipt } = this.#input;
    const { route = "ranked", dropped = [], complete = false } = options;
    const { budget = this.#budget, advice = this.#input.advice ?? null } = options;
    const behind = new Map<ShownSpan, Candidate>();
    const spans = inReadingOrder(selection.files).flatMap((file) => selection.spans(file, behind));
    const cost = { tokens: budget, unit: counter.unit, budget };
    const answer: ContextAnswer = {
      op: "context",
      root,
      route,
      spans: spans.map(bare),
      cost,
      completeness: withMissing(this.#input.completeness, dropped),
      advice,
      receipt: receipt === false ? null : NO_ID,
      next: null,
    };
    const render = (tokens: number) => {
      cost.tokens = tokens;
      return this.#form.answer(answer, spans);
    };
    const finished = finish(counter, render, Math.min(budget, selection.cost + FRAME_GUESS));
    return { ...finished, answer, spans, behind, dropped, complete };
  }

  /** Gives the answer its receipt, whose id costs what its stand-in cost. */
  #end(attempt: Attempt): PackResult {
    const { root, engine, query, options, candidates, color, format } = this.#input;
    const { answer, spans, behind, dropped } = attempt;
    const found = candidates.length > 0 || answer.route === "lossless";
    let receipt: Receipt | null = null;
    if (answer.receipt !== null) {
      const { op, route, completeness, cost } = answer;
      const kept = spans.map((span) => ({ span, candidate: behind.get(span)! }));
      receipt = makeReceipt({ op, engine, root, query, options, route, kept, dropped, completeness, cost });
      answer.receipt = receipt.id;
    }
    const form = color === true && format === "terminal" ? terminalForm(true) : this.#form;
    return { output: form.answer(answer, spans), answer, receipt, found };
  }
}

interface MakeOptions {
  route?: ContextAnswer["route"];
  dropped?: readonly Dropped[];
  complete?: boolean;
  budget?: number;
  advice?: Advice | null;
}

/** Of how many of the first candidates the smallest is looked for. */
const SMALLEST_OF = 5;
/** Smallest room that is tried for one span, in the answer's unit. */
const LEAST_ROOM = 20;
/** First guess of what an answer costs beside its spans; a wrong one costs one more count. */
const FRAME_GUESS = 90;

/** Advice and names that were not found quote the query, which may hold a secret. */
function withoutSecrets(input: PackInput): PackInput {
  const clean = (text: string) => redactSync("", text).text;
  const { advice, completeness } = input;
  return {
    ...input,
    completeness: { ...completeness, unresolved: completeness.unresolved.map(clean) },
    advice: advice == null ? null : { ...advice, text: clean(advice.text) },
  };
}

function formOf({ format }: PackInput): Form {
  if (format === "json") return jsonForm;
  return format === "terminal" ? terminalForm(false) : textForm;
}

function withMissing(completeness: Completeness, dropped: readonly Dropped[]): Completeness {
  const missing = dropped.filter((d) => d.why === "no room").length;
  if (missing === 0) return completeness;
  const places = missing === 1 ? "1 more place" : `${missing} more places`;
  return { ...completeness, caps: [...completeness.caps, `${places} did not fit the budget`] };
}
