// `context` where a number or a complete list is what answers: computed over every file that is meant, with groups and places.
import { counted } from "../base/counted.ts";
import { compareStrings } from "../base/order.ts";
import type { AggregateGroup } from "../pack/aggregate.ts";
import { advise } from "../pack/advice.ts";
import type { Advice, AnswerSpan, ContextAnswer } from "../pack/answer.ts";
import { oneLine, pathLabel } from "../pack/label.ts";
import { openingLines } from "../pack/render-text.ts";
import { type AggregateQuestion, type GroupBy, readAggregate } from "../rank/aggregate-question.ts";
import { shownText } from "../redact/redact.ts";
import { type Computed, compute } from "./aggregate-compute.ts";
import type { ContextArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import { withReceipt } from "./list-receipt.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import type { Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

export interface AskedAggregate {
  signals: readonly string[];
  options: Record<string, unknown>;
  /** Said to want a number: then that it can't be computed is the answer. */
  explicit: boolean;
}

/** Names in one row: a row that is too long for the budget is not shown at all. */
const NAMES_IN_ROW = 20;
/** Places that stand beside a mere number. */
const ROWS_BESIDE_NUMBER = 8;
const NAMES_BESIDE_NUMBER = 6;

type Item = { group: AggregateGroup; span?: undefined } | { span: AnswerSpan; group?: undefined };

/** What was computed; or the advice to give beside another answer where it can't be. */
export async function contextAggregate(
  workspace: Workspace,
  sources: Sources,
  begun: BegunAnswer,
  args: ContextArguments,
  { signals, options, explicit }: AskedAggregate,
  context: OperationContext,
): Promise<{ outcome: Outcome } | { advice: Advice }> {
  const question = readAggregate(args.query);
  const computed =
    "left" in question
      ? {
          why: `not understood: ${question.left}`,
          instead: "say it in fewer words, such as: functions in src without a doc comment",
        }
      : begun.view.snapshot.partial !== null
        ? { why: "not every file is indexed yet", instead: "ask again" }
        : await compute(workspace, sources, begun, question, context);
  if ("why" in computed) {
    const advice = advise("not-computed", {
      why: shownText(computed.why),
      instead: shownText(computed.instead),
    });
    return explicit ? { outcome: await refused(begun, args, signals, advice) } : { advice };
  }
  context.onPhase?.("read");
  const total = totalOf(computed, question as AggregateQuestion);
  const items = itemsOf(computed, question as AggregateQuestion, begun, args);
  const of = shownText(computed.of);
  const texts = new Map(computed.files.map(({ path, id, lines }) => [path, { id, lines }]));
  const finish = (receipt: string | null): Promise<Outcome> =>
    finishList<Item, ContextAnswer>(begun, args, {
      items,
      answer: (shown, base) => ({
        ...base,
        op: "context",
        route: "aggregation",
        signals: [...signals],
        aggregate: {
          of,
          count: total,
          files: computed.looked,
          atLeast: computed.atLeast,
          groups: shown.flatMap(({ group }) => (group === undefined ? [] : [group])),
        },
        spans: shown.flatMap(({ span }) => (span === undefined ? [] : [span])),
        receipt,
      }),
      text: rowText,
      known: rowText,
      opening: (answer) => [
        ...openingLines(answer),
        oneLine(
          `${computed.atLeast ? "at least " : ""}${total} ${of} (${counted(computed.looked, "file")} looked at)`,
        ),
      ],
      completeness: completenessOf(begun, {
        caps: [...computed.caps, ...hidden(computed, question as AggregateQuestion)],
      }),
      advice: null,
      found: total > 0,
    });
  const outcome = await withReceipt(
    workspace,
    options,
    args.query,
    (path) => texts.get(path),
    finish,
    context.onReceipt,
  );
  return { outcome };
}

function refused(
  begun: BegunAnswer,
  args: ContextArguments,
  signals: readonly string[],
  advice: Advice,
): Promise<Outcome> {
  return finishList<Item, ContextAnswer>(begun, args, {
    items: [],
    answer: (_, base) => ({ ...base, op: "context", route: "aggregation", signals: [...signals], spans: [] }),
    text: rowText,
    opening: openingLines,
    completeness: completenessOf(begun, {}),
    advice,
    found: false,
  });
}

function isFiles({ noun }: AggregateQuestion): boolean {
  return noun === "files" || noun === "modules";
}

function countIn(computed: Computed, question: AggregateQuestion, file: Computed["files"][number]): number {
  return computed.sums?.get(file.path) ?? (isFiles(question) ? 1 : file.items.length);
}

function totalOf(computed: Computed, question: AggregateQuestion): number {
  return computed.files.reduce((sum, file) => sum + countIn(computed, question, file), 0);
}

function itemsOf(
  computed: Computed,
  question: AggregateQuestion,
  begun: BegunAnswer,
  args: ContextArguments,
): Item[] {
  const { by, list } = question;
  if (by !== null) return groupsOf(computed, question, by).map((group) => ({ group }));
  const rows = isFiles(question)
    ? computed.files.map((file) => ({ file, items: file.items.slice(0, 1) }))
    : computed.files.flatMap((file) => {
        const rows = [];
        for (let at = 0; at < file.items.length; at += NAMES_IN_ROW)
          rows.push({ file, items: file.items.slice(at, at + NAMES_IN_ROW) });
        return rows;
      });
  if (computed.sums !== null && !isFiles(question)) return [];
  const shown = list ? rows : rows.slice(0, ROWS_BESIDE_NUMBER);
  const { counter } = begun;
  return shown.map(({ file, items }): Item => {
    const named = list ? items : items.slice(0, NAMES_BESIDE_NUMBER);
    const span: AnswerSpan = {
      path: file.path,
      start: named[0]?.line ?? 1,
      end: named.at(-1)?.line ?? Math.max(1, file.lines.length),
      kind: named.length > 0 ? "lines" : "file",
      name: "",
      reason: isFiles(question) ? "counted" : counted(file.items.length, "place"),
      cost: 0,
      matches: named.map(({ line }) => ({ line })),
      text: isFiles(question)
        ? ""
        : named
            .map(({ line, name }) => (name === "" ? lineOf(file, line) : `${line} ${shownText(name)}`))
            .join("\n"),
      form: "lines",
      redacted: [],
    };
    span.cost = counter.count(args.format === "json" ? JSON.stringify(span) : rowText({ span }));
    return { span };
  });
}

function lineOf({ lines }: Computed["files"][number], line: number): string {
  return `${line}: ${(lines[line - 1] ?? "").trim().slice(0, LONGEST_CITED)}`;
}

/** Of a line that is counted so much is shown. */
const LONGEST_CITED = 80;

function hidden(computed: Computed, question: AggregateQuestion): string[] {
  if (question.list || question.by !== null || computed.sums !== null) return [];
  const rows = computed.files.length;
  return rows > ROWS_BESIDE_NUMBER || computed.files.some(({ items }) => items.length > NAMES_BESIDE_NUMBER)
    ? ["a number was asked for: list all … names every place"]
    : [];
}

function groupsOf(computed: Computed, question: AggregateQuestion, by: GroupBy): AggregateGroup[] {
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  for (const file of computed.files) {
    const folder = file.path.includes("/") ? `${file.path.slice(0, file.path.lastIndexOf("/"))}/` : "./";
    if (by === "kind") for (const { kind } of file.items) add(kind, 1);
    else
      add(
        by === "file" ? file.path : by === "language" ? file.language : folder,
        countIn(computed, question, file),
      );
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareStrings(a.name, b.name));
}

function rowText({ group, span }: Item): string {
  if (group !== undefined) return `  ${group.count} ${pathLabel(group.name)}`;
  if (span.text === "") return `  ${pathLabel(span.path)}`;
  const lines = span.text.split("\n").map(oneLine);
  return lines.some((line) => line.includes(": "))
    ? [`  ${pathLabel(span.path)}`, ...lines.map((line) => `    ${line}`)].join("\n")
    : `  ${pathLabel(span.path)}: ${lines.join(", ")}`;
}
