// The JSON form: exactly the answer's shape, on one line.
import { safeJson } from "../base/safe-text.ts";
import type { SpansAnswer } from "./answer.ts";
import type { Form, ShownSpan } from "./form.ts";

export const jsonForm: Form = {
  line: (text) => `${safeJson(text).slice(1, -1)}\\n`,
  frame: (span) => `${safeJson({ ...bare(span), text: "" })},`,
  answer: (answer: SpansAnswer) => safeJson(answer),
};

/** A span without what only the packer needs. */
export function bare(span: ShownSpan): Omit<ShownSpan, "shown"> {
  const { shown: _, ...rest } = span;
  return rest;
}
