// What `context` shows beside the best lines where it is asked to: a map of signatures before them, the first and the last
// lines of the scope among them, or the outline of them in their place.
import type { AnswerHead, HeadRow } from "../pack/head.ts";
import { fitHead } from "../pack/head.ts";
import type { AnswerSpan, ContextAnswer } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import { cutLine, oneLine, placeLabel } from "../pack/label.ts";
import type { PackResult } from "../pack/packer.ts";
import { openingLines } from "../pack/render-text.ts";
import { shownText } from "../redact/redact.ts";
import type { Counter } from "../tokens/counter.ts";
import type { ContextArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { Offered } from "./candidates.ts";
import { packSourceOf } from "./candidates.ts";
import { finishList } from "./list-answer.ts";
import { withReceipt } from "./list-receipt.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { isMissing, type Sources } from "./sources.ts";
import type { TracedSlice } from "./context-trace.ts";
import type { Workspace } from "./workspace.ts";

/** Of the budget, at most: what is carved out for a map. */
const MAP_SHARE = 0.5;
/** Of what the map leaves: for a trace that was asked for, and for one that a question only seems to want. */
const TRACE_SHARE = 0.5;
const ROUTED_SHARE = 0.25;

export interface Heads {
  heads: AnswerHead[];
  /** Why one of them is not there. */
  caps: string[];
}

export function headsOf(
  begun: Pick<BegunAnswer, "budget" | "counter" | "unit">,
  args: ContextArguments,
  offered: readonly Offered[],
  traced: TracedSlice | null,
): Heads {
  const { budget, counter } = begun;
  const { format } = args;
  const heads: AnswerHead[] = [];
  const caps: string[] = [];
  const add = (made: ReturnType<typeof fitHead>) => {
    if (made.head.rows.length > 0) heads.push(made.head);
    else if (made.floor > 0)
      caps.push(
        `no room for the ${made.head.kind}: its first row needs ${made.floor} of the ${made.head.share.most} ${begun.unit} that are its share`,
      );
  };
  const asked = args.map ?? 0;
  const most = Math.min(asked, Math.floor(budget * MAP_SHARE));
  if (asked > 0) {
    const rows = mapRows(offered);
    const title = `declarations of the files that answer best, best first`;
    add(fitHead({ kind: "map", title, rows, asked, most, format, counter }));
  }
  if (traced !== null && traced.rows.length > 0) {
    const share = args.trace === undefined ? ROUTED_SHARE : TRACE_SHARE;
    const room = Math.floor((budget - most) * share);
    const { title, rows } = traced;
    add(fitHead({ kind: "trace", title, rows, asked: room, most: room, format, counter }));
  }
  return { heads, caps };
}

/** Most declarations of one file in a map: its place is what is looked for. */
const MOST_OF_FILE = 8;

/** The declarations of what is offered, best first, file by file as the first of each comes. */
function mapRows(offered: readonly Offered[]): HeadRow[] {
  const files = new Map<string, HeadRow[]>();
  const known = new Set<string>();
  for (const { source, unit } of offered) {
    const declared = source.units[unit];
    if (declared === undefined) continue;
    const { line, kind, name, signature } = declared;
    const key = `${source.path}\0${line}\0${name}`;
    const rows = files.get(source.path) ?? [];
    if (known.has(key) || rows.length >= MOST_OF_FILE) continue;
    known.add(key);
    const text = signature === "" ? (source.lines[line - 1] ?? "").trim() : signature;
    rows.push({ path: source.path, line, kind, name, text });
    files.set(source.path, rows);
  }
  return [...files.values()].flatMap((rows) => rows.toSorted((a, b) => a.line - b.line));
}

/** The first lines of the first file in scope and the last ones of the last, each of so many tokens. */
export async function windowsOf(
  sources: Sources,
  { view, looksAt, counter }: BegunAnswer,
  { prefix = 0, tail = 0 }: ContextArguments,
): Promise<Candidate[]> {
  if (prefix === 0 && tail === 0) return [];
  const { snapshot } = view;
  const files = snapshot.files.flatMap((file, i) => (file.segment >= 0 && looksAt(file) ? [i] : []));
  const wanted = [
    { at: files[0], most: prefix, first: true },
    { at: files.at(-1), most: tail, first: false },
  ].filter(({ at, most }) => at !== undefined && most > 0);
  const read = await sources.ofSnapshot(
    snapshot,
    wanted.map(({ at }) => at!),
  );
  return read.flatMap((source, i): Candidate[] => {
    if (isMissing(source) || source.lines.length === 0) return [];
    const { most, first } = wanted[i]!;
    const lines = first ? source.lines : source.lines.toReversed();
    const count = linesWithin(lines, most, counter);
    if (count === 0) return [];
    const total = source.lines.length;
    return [
      {
        source: packSourceOf(source),
        start: first ? 1 : total - count + 1,
        end: first ? count : total,
        kind: "lines",
        name: "",
        reason: first ? "the first lines of the scope" : "the last lines of the scope",
        score: 0,
        fileRank: 0,
        matches: [],
        outline: [],
        defines: [],
        uses: new Set(),
        lanes: {},
      },
    ];
  });
}

function linesWithin(lines: readonly string[], most: number, counter: Counter): number {
  let cost = 0;
  for (const [i, line] of lines.entries()) {
    cost += counter.count(`${line}\n`);
    if (cost > most) return i;
  }
  return lines.length;
}

/** The signature of each declaration that a span is named for, or its first line that matters. */
function headsIn(
  { path, start, end, name, matches }: AnswerSpan,
  { source }: Candidate,
  offered: readonly Offered[],
): { line: number; text: string }[] {
  const names = new Set(name.split(", "));
  const heads = new Map<number, string>();
  const headAt = (line: number, signature: string) =>
    cutLine(oneLine(shownText(signature === "" ? (source.lines[line - 1] ?? "").trim() : signature)));
  for (const { candidate, source: of, unit } of offered) {
    const declared = of.units[unit];
    if (declared === undefined || candidate.source.path !== path || !names.has(declared.name)) continue;
    if (declared.line >= start && declared.line <= end)
      heads.set(declared.line, headAt(declared.line, declared.signature));
  }
  if (heads.size === 0) {
    const line = matches[0]?.line ?? start;
    heads.set(line, headAt(line, ""));
  }
  return [...heads].sort(([a], [b]) => a - b).map(([line, text]) => ({ line, text }));
}

/** The heads of what the slice would show, each with what it would cost there. */
export function outlineOfSlice(
  workspace: Workspace,
  begun: BegunAnswer,
  args: ContextArguments,
  options: Record<string, unknown>,
  packed: PackResult,
  offered: readonly Offered[],
  onReceipt: OperationContext["onReceipt"],
): Promise<Outcome> {
  const { answer } = packed;
  const items = answer.spans.map((span, i): AnswerSpan => {
    const candidate = packed.behind[i]!;
    const heads = headsIn(span, candidate, offered);
    const { explanation: _, relations: __, ...rest } = span;
    return {
      ...rest,
      matches: heads,
      text: heads.map(({ line, text }) => `${line}: ${text}`).join("\n"),
      form: "outline",
      redacted: [],
    };
  });
  const texts = new Map(
    packed.behind.map(({ source: { path, contentId, lines } }) => [path, { id: contentId, lines }]),
  );
  return withReceipt(
    workspace,
    options,
    args.query,
    (path) => texts.get(path),
    (receipt) =>
      finishList<AnswerSpan, ContextAnswer>(begun, args, {
        items,
        answer: (spans, base) => ({
          ...base,
          op: "context",
          route: "outline",
          signals: answer.signals ?? [],
          spans,
          receipt,
        }),
        text: (item) =>
          [
            `${placeLabel(item)} — ${oneLine(item.reason)} (${item.cost})`,
            ...item.text.split("\n").map((line) => `  ${line}`),
          ].join("\n"),
        opening: (made) =>
          openingLines({
            ...made,
            signals: [`what a slice of ${answer.cost.tokens} ${begun.unit} would show`],
          }),
        completeness: answer.completeness,
        advice: answer.advice,
        found: items.length > 0,
      }),
    onReceipt,
  );
}
