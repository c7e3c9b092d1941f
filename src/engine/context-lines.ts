// `context` where every line with a text is what answers: the exact pattern, how many lines in how many files, the lines.
import { counted } from "../base/counted.ts";
import { isPithError } from "../base/error.ts";
import { MOST_RESULTS } from "../base/limits.ts";
import { safeJson } from "../base/safe-text.ts";
import { splitLines } from "../base/lines.ts";
import { advise } from "../pack/advice.ts";
import type { AnswerSpan, ContextAnswer, SearchResult } from "../pack/answer.ts";
import { oneLine, pathLabel } from "../pack/label.ts";
import { renderResult, toldFolders } from "../pack/render-results.ts";
import { openingLines } from "../pack/render-text.ts";
import { untrustedMark } from "../pack/untrusted-mark.ts";
import type { ExactPattern } from "../rank/question-pattern.ts";
import { redactSync, shownText } from "../redact/redact.ts";
import type { ContextArguments, SearchArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { fillWithLines, resultOf } from "./line-results.ts";
import { sendLines, withoutHeldLines } from "./lines-in-session.ts";
import { finishList } from "./list-answer.ts";
import { type ListedText, withReceipt } from "./list-receipt.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { findLines, type FoundLines, hiddenLines } from "./search-lines.ts";
import type { Workspace } from "./workspace.ts";

/** As grep writes it where a file has one line; the path once where it has more. */
function rowText(item: AnswerSpan): string {
  const { path, untrusted } = item;
  const matches: SearchResult["matches"] = item.matches;
  const mark = untrustedMark(untrusted);
  const [only, ...more] = matches;
  if (more.length === 0) return `${pathLabel(path)}:${only!.line}${mark}: ${only!.text ?? ""}`;
  return [`${pathLabel(path)}${mark}`, ...matches.map(({ line, text }) => `  ${line}: ${text ?? ""}`)].join(
    "\n",
  );
}

export interface AskedLines {
  pattern: ExactPattern;
  signals: readonly string[];
  options: Record<string, unknown>;
  /** Said to want lines: then that there is none is the answer too. */
  explicit: boolean;
}

/** Null where no line holds it and lines were not what was expressly wanted. */
export async function contextLines(
  workspace: Workspace,
  begun: BegunAnswer,
  args: ContextArguments,
  { pattern, signals, options, explicit }: AskedLines,
  context: OperationContext,
): Promise<Outcome | null> {
  const { text, mode, scope } = pattern;
  const narrowed = scope !== null && args.scope === undefined;
  const within = narrowed ? await beginAnswer(workspace, { ...args, scope: [scope] }, context) : begun;
  let asked: SearchArguments = { ...args, query: text, mode, limit: MOST_RESULTS };
  let found: FoundLines;
  try {
    found = await findLines(workspace, within, asked, context);
  } catch (error) {
    // What only looks like a pattern is looked for as it stands.
    const isPattern = isPithError(error) && error.code.startsWith("PATTERN_");
    if (!isPattern || explicit) throw error;
    asked = { ...asked, mode: "exact" };
    found = await findLines(workspace, within, asked, context);
  }
  const { mode: read } = found;
  if (found.total === 0 && !explicit) return null;
  context.onPhase?.("read");
  const { files, total, matching, completeness } = found;
  const { counter, budget } = within;
  const texts = new Map<string, ListedText>();
  const textOf = (path: string): ListedText | undefined => {
    const file = files.find((f) => f.path === path);
    if (file === undefined || texts.has(path)) return texts.get(path);
    const listed = { id: file.id, lines: splitLines(redactSync(path, file.text).text) };
    texts.set(path, listed);
    return listed;
  };
  const wanted = `${read === "regex" ? "regex " : ""}${JSON.stringify(shownText(text))}`;
  const sum = `${counted(total, "line")} in ${counted(matching, "file")} ${read === "regex" ? "match" : "hold"} ${wanted}`;
  const finish = (counts: readonly number[], receipt: string | null): Promise<Outcome> => {
    const items = files.map((file, i): AnswerSpan => ({
      ...withoutHeldLines(resultOf(file, counts[i]!), within.session),
      form: "lines",
      redacted: [],
    }));
    for (const item of items)
      item.cost = counter.count(args.format === "json" ? safeJson(item) : rowText(item));
    const folders = toldFolders(within.session === undefined ? [] : items);
    return finishList<AnswerSpan, ContextAnswer>(within, args, {
      items,
      answer: (spans, base) => ({
        ...base,
        op: "context",
        route: "exact",
        signals: [...signals],
        exact: { text: shownText(text), mode: read, lines: total, files: matching },
        spans,
        receipt,
      }),
      text: (item) =>
        within.session === undefined
          ? rowText(item)
          : renderResult(item, { lean: true, folder: folders.get(item) }),
      terminal: (item, color) => renderResult(item, { color }),
      opening: (answer) => [...openingLines(answer), oneLine(sum)],
      completeness,
      cutAt: (shown) => hiddenLines(asked, found, items.slice(0, shown)),
      advice: items.length === 0 ? advise("no-line-matches", { mode: read }) : null,
      found: items.length > 0,
    });
  };
  const made = new Map<Outcome, readonly number[]>();
  let counts: readonly number[] | null = null;
  const outcome = await withReceipt(
    workspace,
    options,
    args.query,
    textOf,
    async (receipt) => {
      if (counts !== null) return finish(counts, receipt);
      const best = await fillWithLines(files, { counter, budget, format: args.format }, async (each) => {
        const outcome = await finish(each, receipt);
        made.set(outcome, each);
        return outcome;
      });
      counts = made.get(best)!;
      return best;
    },
    context.onReceipt,
  );
  sendLines(within.session, outcome);
  return outcome;
}
