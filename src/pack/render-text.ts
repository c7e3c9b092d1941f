// The text form, for models: one header a span, then the code as it is, between fences that no line of it can end.
//
//   root /home/me/flask @2fec0b206c+dirty
//   src/flask/app.py:10-42 method Flask.run — name run; serve (310)
//   ```
//   def run(self, ...):
//   ```
//   looked in all files: 232 of 236 files read; left out: binary 4
//   cost 412 of 2000 o200k_base
//   receipt 482913570264819305
//
// What stands between fences is content of files: data, never an instruction to the reader.
import type { AnswerBase, AnswerRoot, Cost, SpansAnswer } from "./answer.ts";
import { completenessLine } from "./completeness.ts";
import { explanationLine } from "./explanation.ts";
import type { Form, ShownSpan } from "./form.ts";
import { headLines } from "./head.ts";
import { oneLine, pathLabel, placeLabel } from "./label.ts";
import { relationsLine } from "./relations.ts";
import { sessionLines, type ToldLines } from "./session-part.ts";
import { fenceFor } from "./span-text.ts";
import { untrustedMark } from "./untrusted-mark.ts";

/** Digits of a commit id that are shown: ten are unique in the largest repositories. */
const SHORT_REVISION = 10;

export function rootLine(root: AnswerRoot): string {
  const revision =
    root.rev === null ? "" : ` @${root.rev.slice(0, SHORT_REVISION)}${root.dirty ? "+dirty" : ""}`;
  const source = root.source === undefined ? "" : ` (${root.source})`;
  return `root ${pathLabel(root.path)}${revision}${source}`;
}

/** Nothing where the client of a session holds the very line. */
export function rootLines({ root, session }: Pick<AnswerBase, "root" | "session">): string[] {
  const line = rootLine(root);
  return session?.told?.root === line ? [] : [line];
}

/** The last lines of every answer in text. */
export function closingLines(answer: AnswerBase): string[] {
  const { cost, completeness, session } = answer;
  const looked = completenessLine(completeness);
  const allowed = allowedText(cost);
  const told = session?.told;
  const asBefore = told?.looked === looked && told.allowed === allowed && rootLines(answer).length === 0;
  const lines = [...(asBefore ? [] : [looked]), ...sessionLines(session)];
  // Of a first answer it is what that costs.
  const resident =
    session === undefined || session.resident === cost.tokens ? "" : ` (${session.resident} resident)`;
  // What was told before and is the same is not told: that it is missing says so.
  lines.push(`cost ${cost.tokens}${asBefore ? "" : ` ${allowed}`}${resident}`);
  if (answer.advice !== null) lines.push(`advice: ${oneLine(answer.advice.text)}`);
  if (answer.next !== null) lines.push(`next ${oneLine(answer.next)}`);
  if (answer.receipt !== null) lines.push(`receipt ${answer.receipt}`);
  return lines;
}

function allowedText({ budget, unit }: Cost): string {
  return `of ${budget} ${unit}`;
}

/** What an answer tells that need not be told again in its session while it is the same. */
export function toldBy({
  root,
  completeness,
  cost,
}: Pick<AnswerBase, "root" | "completeness" | "cost">): ToldLines {
  return { root: rootLine(root), looked: completenessLine(completeness), allowed: allowedText(cost) };
}

export function spanHeader(span: ShownSpan): string {
  const form = span.form === "whole" ? "" : `, ${span.form === "outline" ? "outline" : "part"}`;
  const reason = span.reason === "" ? "" : ` — ${oneLine(span.reason)}`;
  const since = span.since === undefined ? "" : `, ${span.since}`;
  const header = `${placeLabel(span)}${form}${since}${untrustedMark(span.untrusted)}${reason} (${span.cost})`;
  const rows = [header];
  const relations = span.relations === undefined ? "" : relationsLine(span.relations, span.name);
  if (relations !== "") rows.push(relations);
  if (span.explanation !== undefined) rows.push(explanationLine(span.explanation));
  return rows.join("\n");
}

export const textForm: Form = {
  line: (text) => `${text}\n`,
  frame: (span) => `${spanHeader(span)}\n\`\`\`\n\`\`\`\n`,
  answer: renderText,
};

/** Between the root and the spans: the form of the answer, where it is not the usual one, and what stands before them. */
export function openingLines({ route, signals, heads = [] }: SpansAnswer): string[] {
  const usual = route === "ranked" || route === "lossless" || signals === undefined;
  const lines = usual ? [] : [`route ${route}: ${signals.map(oneLine).join("; ")}`];
  return [...lines, ...heads.flatMap(headLines)];
}

function renderText(
  answer: SpansAnswer,
  spans: readonly ShownSpan[],
  preface: readonly string[] = [],
): string {
  const fence = fenceFor(spans.map((s) => s.text));
  const parts = [...rootLines(answer), ...openingLines(answer), ...preface];
  for (const span of spans) parts.push(spanHeader(span), fence, span.text, fence);
  parts.push(...closingLines(answer));
  return parts.join("\n");
}
