// The JSON form: exactly the answer's shape, on one line.
import type { ContextAnswer } from "./answer.ts";
import type { Form, ShownSpan } from "./form.ts";

export const jsonForm: Form = {
  line: (text) => `${JSON.stringify(text).slice(1, -1)}\\n`,
  frame: (span) => `${JSON.stringify({ ...bare(span), text: "" })},`,
  answer: (answer: ContextAnswer) => JSON.stringify(answer),
};

/** A span without what only the packer needs. */
export function bare(span: ShownSpan): Omit<ShownSpan, "shown"> {
  const { shown: _, ...rest } = span;
  return rest;
}
