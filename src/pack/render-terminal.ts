// The form for people at a terminal: numbered lines, matched lines marked, colour only when told. At a
// terminal costs are counted without the colour, so that it changes nothing but the looks; elsewhere it is counted.
// Control characters in files become pictures.
import type { AnswerBase, SpansAnswer } from "./answer.ts";
import type { Form, ShownSpan } from "./form.ts";
import { forTerminal, placeLabel } from "./label.ts";
import { closingLines, openingLines, rootLines, spanHeader } from "./render-text.ts";

export interface Paint {
  place(text: string): string;
  number(text: string): string;
  match(text: string): string;
  faint(text: string): string;
}

const style = (open: number, close: number) => (text: string) =>
  text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`;
const plain = (text: string) => text;

export function paint(color: boolean): Paint {
  return color
    ? { place: style(1, 22), number: style(32, 39), match: style(33, 39), faint: style(2, 22) }
    : { place: plain, number: plain, match: plain, faint: plain };
}

export function terminalForm(color: boolean): Form {
  const brush = paint(color);
  return {
    line: (text, number) => `${brush.number(numbered(number, 5, false))}${forTerminal(text)}\n`,
    frame: (span) => `${heading(span, brush)}\n\n`,
    answer: (answer, spans, preface) => renderTerminal(answer, spans, brush, preface),
  };
}

function renderTerminal(
  answer: SpansAnswer,
  spans: readonly ShownSpan[],
  brush: Paint,
  preface: readonly string[] = [],
): string {
  const opening = openingLines(answer).map((line) => brush.faint(forTerminal(line)));
  const parts = [...rootLines(answer).map(brush.faint), ...opening, ...preface.map(forTerminal), ""];
  for (const span of spans) parts.push(heading(span, brush), ...body(span, brush), "");
  parts.push(...closing(answer, brush));
  return parts.join("\n");
}

export function closing(answer: AnswerBase, brush: Paint): string[] {
  return closingLines(answer).map((line) => brush.faint(forTerminal(line)));
}

function heading(span: ShownSpan, brush: Paint): string {
  const label = placeLabel(span);
  const [header, ...more] = spanHeader(span).split("\n");
  const rest = [header!.slice(label.length), ...more].map((line) => brush.faint(forTerminal(line)));
  return `${brush.place(forTerminal(label))}${rest.join("\n")}`;
}

/** The span's lines again, with their numbers; marks stand where the shown ranges have gaps. */
function body(span: ShownSpan, brush: Paint): string[] {
  const matched = new Set(span.matches.map((m) => m.line));
  const width = Math.max(5, String(span.end).length + 2);
  const texts = span.text.split("\n");
  const rows: string[] = [];
  const gap = (mark: string) => rows.push(brush.faint(`${" ".repeat(width + 1)}${mark}`));
  let next = span.start;
  let at = 0;
  for (const [from, to] of span.shown) {
    if (from > next) gap(texts[at++]!);
    for (let line = from; line <= to; line++) {
      const text = forTerminal(texts[at++]!);
      const hit = matched.has(line);
      rows.push(`${brush.number(numbered(line, width, hit))}${hit ? brush.match(text) : text}`);
    }
    next = to + 1;
  }
  // The unit goes on after the last line.
  if (at < texts.length) gap(texts[at]!);
  return rows;
}

function numbered(line: number, width: number, hit: boolean): string {
  return `${String(line).padStart(width - 2)}${hit ? ">" : " "} `;
}
