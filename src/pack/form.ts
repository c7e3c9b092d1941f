// How a part of an answer looks in each format. The packer chooses by the costs of these parts and then counts the whole.
import type { Counter } from "../tokens/counter.ts";
import type { AnswerSpan, SpansAnswer } from "./answer.ts";
import type { LineRange } from "./ranges.ts";

export type PackFormat = "text" | "json" | "terminal";

/** A span with the lines that it shows. */
export interface ShownSpan extends AnswerSpan {
  shown: readonly LineRange[];
}

export interface Form {
  /** One line of a file as it stands in the finished answer, its end included. */
  line(text: string, number: number): string;
  /** Everything of a span but its lines. */
  frame(span: ShownSpan): string;
  /** `preface`: lines that stand before the spans where the form does not show what they say otherwise. */
  answer(answer: SpansAnswer, spans: readonly ShownSpan[], preface?: readonly string[]): string;
}

/** Costs of lines and frames, remembered over calls: the same lines are asked for again and again. */
export class PartCosts {
  readonly #counter: Counter;
  readonly #form: Form;
  readonly #known: Map<string, number>;
  /** Of this answer: a span is offered, taken and counted with the same frame again and again. */
  readonly #frames = new Map<string, number>();
  readonly #most: number;

  /** What costs more than `most` need not be counted to its end. */
  constructor(counter: Counter, form: Form, name: string, most: number) {
    this.#counter = counter;
    this.#form = form;
    this.#most = most;
    this.#known = memoryOf(`${counter.unit} ${name}`);
  }

  /** Infinity for more than `most`. */
  line(text: string, number: number): number {
    if (text.length > LONGEST_REMEMBERED) {
      const rendered = this.#form.line(text, number);
      return this.#counter.atMost(rendered, this.#most) ? this.#counter.count(rendered) : Infinity;
    }
    let cost = this.#known.get(text);
    if (cost === undefined) {
      cost = this.#counter.count(this.#form.line(text, number));
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      this.#known.set(text, cost);
    }
    return cost;
  }

  frame(span: ShownSpan): number {
    const frame = this.#form.frame(span);
    let cost = this.#frames.get(frame);
    if (cost === undefined) this.#frames.set(frame, (cost = this.#counter.count(frame)));
    return cost;
  }
}

/** Enough for the lines of some hundred files; about 10 MB. */
const MOST_REMEMBERED = 50_000;
const LONGEST_REMEMBERED = 400;

const memories = new Map<string, Map<string, number>>();

function memoryOf(name: string): Map<string, number> {
  let memory = memories.get(name);
  if (memory === undefined) memories.set(name, (memory = new Map()));
  return memory;
}
