// One answer on its way: what is chosen for it, how often it is tried, and what is said where nothing fits.
import type { SpansAnswer } from "./answer.ts";
import type { Attempt, CountedRoot, MakeOptions } from "./attempt.ts";
import type { Candidate } from "./candidate.ts";
import { chooseByPart } from "./choose-by-part.ts";
import { allDropped, choose } from "./choose.ts";
import { withMissing } from "./completeness.ts";
import { countsColor } from "./destination.ts";
import type { Form, ShownSpan } from "./form.ts";
import { inGivenOrder, inReadingOrder } from "./order.ts";
import type { PackInput, PackResult } from "./pack-input.ts";
import { makeReceipt, NO_ID, type Receipt } from "./receipt.ts";
import { markNew } from "./mark-new.ts";
import { formOf, putOut } from "./put-out.ts";
import { bare } from "./render-json.ts";
import { terminalForm } from "./render-terminal.ts";
import { Selection } from "./selection.ts";
import { smallestOf } from "./smallest.ts";
import { budgetFor, tooSmall, tooSmallAdvice } from "./too-small.ts";
import { formsWithoutHeld } from "./without-held.ts";
import { withoutSecrets } from "./without-secrets.ts";
import { finish, type Finished } from "./budget.ts";

/** Each attempt is a choice and one exact count; the second or third is nearly always the last. */
const ATTEMPTS = 6;
/** An answer this full is not worth another attempt. */
const FULL = 0.94;

export class Packing {
  readonly #input: PackInput;
  readonly #budget: number;
  readonly #form: Form;
  readonly #selection: Selection;
  readonly #counted: CountedRoot;

  constructor(input: PackInput, budget: number, counted: CountedRoot) {
    this.#input = withoutSecrets(input);
    this.#budget = budget;
    this.#form = formOf(input);
    this.#selection = this.#select(budget);
    this.#counted = counted;
  }

  /** Null where the answer does not fit with the root that it has. */
  result(): PackResult | null {
    const shown = this.#shown();
    return shown === null ? this.#nothing() : this.#end(shown);
  }

  /** Null also where nothing of what was found fits. */
  something(): PackResult | null {
    const shown = this.#shown();
    return shown === null ? null : this.#end(shown);
  }

  #shown(): Attempt | null {
    return this.#first.length > 0 ? this.#ranked() : (this.#everything() ?? this.#ranked() ?? this.#least());
  }

  get #first(): readonly Candidate[] {
    return this.#input.first ?? [];
  }

  /** Takes what comes before everything else, whatever it costs. */
  #takeFirst(selection: Selection): void {
    const first = this.#first;
    for (const [i, candidate] of first.entries())
      selection.take(candidate, i - first.length, { room: Infinity, fill: false });
  }

  /** By how much an answer is too large. */
  #over(attempt: Attempt): number {
    return attempt.cost + this.#counted.reserve - this.#budget;
  }

  #select(most: number): Selection {
    const { counter } = this.#input;
    const name = `${this.#input.format}${countsColor(this.#input) ? " in color" : ""}`;
    return new Selection({ counter, form: this.#form, name, most });
  }

  /** Everything in scope, whole; null where that isn't wanted or does not fit. */
  #everything(): Attempt | null {
    const { everything } = this.#input;
    if (everything == null || everything.length === 0) return null;
    const selection = this.#selection;
    for (const [rank, candidate] of everything.entries()) {
      const room = this.#budget - selection.cost;
      if (!selection.take(candidate, rank, { room, fill: false, wholeOnly: true })) return null;
    }
    const attempt = this.#make(selection, { route: "lossless", complete: true });
    return this.#over(attempt) <= 0 ? attempt : null;
  }

  /** The best that fits; null where nothing of it does. */
  #ranked(): Attempt | null {
    const { candidates } = this.#input;
    if (candidates.length === 0 && this.#first.length === 0) return null;
    let room = -this.#over(this.#empty({}));
    let best: Attempt | null = null;
    if (this.#first.length > 0) {
      this.#takeFirst(this.#selection);
      const alone = this.#make(this.#selection, {
        dropped: allDropped(this.#input.candidates),
        complete: candidates.length === 0,
      });
      if (this.#over(alone) > 0) return null;
      best = alone;
      if (alone.complete) return best;
    }
    for (let i = 0; i < ATTEMPTS && room > 0; i++) {
      this.#selection.clear();
      this.#takeFirst(this.#selection);
      const choosing = this.#input.byPart === true ? chooseByPart : choose;
      const choice = choosing(this.#selection, candidates, room);
      const attempt = this.#make(this.#selection, choice);
      const over = this.#over(attempt);
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
    return best;
  }

  /** The smallest answer that shows anything; null where that is too much. */
  #least(): Attempt | null {
    return this.#smallestOnes().find((attempt) => this.#over(attempt) <= 0) ?? null;
  }

  /** Nothing to show, or not enough room for any of it: then how much it would be. */
  #nothing(): PackResult {
    const { root, candidates, counter, id } = this.#input;
    const least = this.#first.length === 0 ? this.#smallestOnes() : [this.#onlyFirst()];
    const needed = Math.min(
      ...least.map((least) => {
        const budget = budgetFor(least.cost + this.#counted.reserve);
        // Once more with that budget stated, which may have more digits; and with the root that it has, which may cost more.
        const stated = this.#make(least.selection, { dropped: least.dropped, budget });
        const real = this.#make(least.selection, { dropped: least.dropped, budget, root });
        return budgetFor(Math.max(stated.cost + this.#counted.reserve, real.cost));
      }),
    );
    const { firstAdvice } = this.#input;
    const advice =
      needed === Infinity
        ? (this.#input.advice ?? null)
        : this.#first.length > 0 && firstAdvice !== undefined
          ? firstAdvice(needed)
          : tooSmallAdvice(needed, counter.unit);
    const empty = this.#empty({ root, advice, dropped: allDropped(this.#input.candidates) });
    const end = this.#end(empty);
    if (end !== null) return end;
    const enough = needed < Infinity ? needed : budgetFor(empty.cost);
    const said = tooSmall(
      this.#input,
      { id, op: this.#input.op ?? "context" },
      enough,
      this.#budget,
      counter,
    );
    const found = candidates.length > 0 || this.#first.length > 0;
    return { ...said, answer: empty.answer, receipt: null, found, behind: [], sent: [] };
  }

  #onlyFirst(): Attempt {
    const selection = this.#select(Infinity);
    this.#takeFirst(selection);
    return this.#make(selection, { dropped: allDropped(this.#input.candidates) });
  }

  /** For each of the first candidates the smallest answer that shows something of it. */
  #smallestOnes(): Attempt[] {
    return this.#input.candidates.slice(0, SMALLEST_OF).flatMap((candidate, rank) => {
      const smallest = smallestOf(candidate, rank, this.#select(Infinity));
      return smallest === null
        ? []
        : [this.#make(smallest, { dropped: allDropped(this.#input.candidates, rank) })];
    });
  }

  #empty(options: MakeOptions): Attempt {
    this.#selection.clear();
    return this.#make(this.#selection, options);
  }

  #make(selection: Selection, options: MakeOptions): Attempt {
    const { counter, receipt, id, op = "context" } = this.#input;
    const {
      route = this.#input.route ?? "ranked",
      dropped = [],
      complete = false,
      root = this.#counted.root,
    } = options;
    const { budget = this.#budget, advice = this.#input.advice ?? null } = options;
    const behind = new Map<ShownSpan, Candidate>();
    const { candidates, byPart, signals, heads = [] } = this.#input;
    const files = byPart === true ? selection.files : inReadingOrder(selection.files);
    const read = files.flatMap((file) => selection.spans(file, behind));
    const spans = byPart === true ? inGivenOrder(read, candidates, behind) : read;
    markNew(spans, behind, this.#input.since);
    const shownHeads = route === "lossless" ? [] : heads;
    const answer: SpansAnswer = {
      ...(id === undefined ? {} : { id }),
      op,
      root,
      route,
      ...(signals === undefined ? {} : { signals: [...signals] }),
      ...(shownHeads.length === 0 ? {} : { heads: [...shownHeads] }),
      ...this.#input.preface?.members,
      spans: spans.map(bare),
      cost: { tokens: budget, unit: counter.unit, budget },
      completeness: withMissing(this.#input.completeness, dropped.filter((d) => d.why === "no room").length),
      advice,
      receipt: receipt === false ? null : NO_ID,
      next: null,
    };
    const { cost } = this.#counting(answer, spans);
    return { cost, answer, selection, files, spans, behind, dropped, complete };
  }

  /** States in the answer what it costs. */
  #counting(answer: SpansAnswer, spans: readonly ShownSpan[]): Finished {
    const { cost, session } = answer;
    const shown = spans.reduce((sum, span) => sum + span.cost, 0);
    const before = this.#input.client?.resident ?? 0;
    const render = (tokens: number) => {
      cost.tokens = tokens;
      if (session !== undefined) session.resident = before + tokens;
      return this.#form.answer(answer, spans, this.#input.preface?.lines);
    };
    return finish(this.#input.counter, render, Math.min(cost.budget, shown + FRAME_GUESS));
  }

  /**
   * Gives the answer the root that it has, and its receipt, whose id costs what its stand-in cost. Null where that costs
   * more than the budget.
   */
  #end(attempt: Attempt): PackResult | null {
    const { root, engine, query, options, candidates, color, format } = this.#input;
    attempt.answer.root = root;
    const last = this.#asPutOut(attempt);
    if (last === null) return null;
    const { answer, spans, behind, dropped } = last;
    const found = candidates.length > 0 || this.#first.length > 0 || answer.route === "lossless";
    let receipt: Receipt | null = null;
    if (answer.receipt !== null) {
      const { op, route, signals, completeness, cost } = answer;
      // What is no line of the tree that was asked about can't be looked for in it later.
      const own = spans.filter((span) => span.side === undefined);
      const kept = own.map((span) => ({ span, candidate: behind.get(span)! }));
      const said = signals === undefined ? {} : { signals };
      const about = { op, engine, root, query, options, route, ...said, completeness, cost };
      receipt = makeReceipt({ ...about, kept, dropped });
      answer.receipt = receipt.id;
    }
    // Where it is not counted, colour changes nothing but the looks, so it comes last.
    const form =
      color === true && format === "terminal" ? putOut(terminalForm(true), this.#input) : this.#form;
    const best = spans.map((span) => behind.get(span)!);
    const output = form.answer(answer, spans, this.#input.preface?.lines);
    const sent = spans.map((span, i) => ({ source: best[i]!.source, lines: span.shown }));
    return { output, answer, small: null, receipt, found, behind: best, sent };
  }

  /** The answer as it is put out: in a session without what the client holds. Null where it does not fit. */
  #asPutOut(attempt: Attempt): Attempt | null {
    const { client } = this.#input;
    const fits = (one: Attempt): boolean => this.#counting(one.answer, one.spans).cost <= this.#budget;
    if (client === undefined) return fits(attempt) ? attempt : null;
    const { selection, files, answer, spans, behind } = attempt;
    for (const form of formsWithoutHeld(selection, files, client, { spans, behind })) {
      const made: Attempt = {
        ...attempt,
        spans: form.spans,
        behind: form.behind,
        dropped: [...attempt.dropped, ...form.dropped].sort((a, b) => a.rank - b.rank),
        answer: { ...answer, spans: form.spans.map(bare), session: form.session },
      };
      if (fits(made)) return made;
    }
    return null;
  }
}

/** Of how many of the first candidates the smallest is looked for. */
const SMALLEST_OF = 5;
/** First guess of what an answer costs beside its spans; a wrong one costs one more count. */
const FRAME_GUESS = 90;
