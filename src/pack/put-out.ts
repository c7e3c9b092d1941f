// In which form is an answer made of lines put out? What is counted is what is put out.
import { asPutOut, countsColor, type Looks } from "./destination.ts";
import type { Form } from "./form.ts";
import { jsonForm } from "./render-json.ts";
import { terminalForm } from "./render-terminal.ts";
import { textForm } from "./render-text.ts";

export function formOf(input: Looks): Form {
  const { format } = input;
  if (format === "json") return putOut(jsonForm, input);
  return putOut(format === "terminal" ? terminalForm(countsColor(input)) : textForm, input);
}

export function putOut(form: Form, { format, to }: Looks): Form {
  return { ...form, answer: (...parts) => asPutOut(form.answer(...parts), format, to) };
}
