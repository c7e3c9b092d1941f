// Every line in scope that holds a text (as `rg -F` finds it) or matches a pattern. Reads the disk, not the index.
import { counted } from "../base/counted.ts";
import { DEFAULT_RESULTS, LINES_PER_FILE, MOST_RESULTS } from "../base/limits.ts";
import { compareStrings } from "../base/order.ts";
import { advise } from "../pack/advice.ts";
import type { Completeness, SearchAnswer, SearchResult } from "../pack/answer.ts";
import { renderResult, toldFolders, resultCost } from "../pack/render-results.ts";
import type { SearchArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { completenessOfScan } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import { type Hit, type LineFinder, lineFinder } from "./line-finders.ts";
import { fillWithLines, matchedFile, resultOf, type MatchedFile } from "./line-results.ts";
import { sendLines, withoutHeldLines } from "./lines-in-session.ts";
import { LiveTexts } from "./live-texts.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import type { Workspace } from "./workspace.ts";
import { changedMeanwhile } from "./torn-reads.ts";

/** Files with lines that match, the defining ones first, and what was looked at. */
export interface FoundLines {
  files: (MatchedFile & { id: string; text: string })[];
  /** Matching lines in all. */
  total: number;
  /** Files that hold any. */
  matching: number;
  mode: "exact" | "regex";
  completeness: Completeness;
}

export async function findLines(
  workspace: Workspace,
  begun: BegunAnswer,
  args: SearchArguments,
  context: OperationContext,
): Promise<FoundLines> {
  const texts = new LiveTexts(workspace, begun, args, context.signal);
  const mode = args.mode === "regex" ? "regex" : "exact";
  const lines = lineFinder(args, () => workspace.scanner);
  const { hits, scanned, caps } = await lines.find(texts, context);
  const defining = definingPaths(begun, args.query);
  hits.sort(
    (a, b) => Number(defining.has(b.path)) - Number(defining.has(a.path)) || compareStrings(a.path, b.path),
  );
  const limit = Math.min(args.limit ?? DEFAULT_RESULTS, MOST_RESULTS);
  // No answer holds more lines than its budget has tokens.
  const most = args.perFile ?? LINES_PER_FILE + begun.budget;
  const files: FoundLines["files"] = [];
  let total = hits.reduce((n, h) => n + h.lines.length, 0);
  for (const hit of hits) {
    if (files.length >= limit) break;
    const now = await linesNow(hit, texts, lines, context);
    total += (now?.lines.length ?? 0) - hit.lines.length;
    if (now === null) caps.push(changedMeanwhile(hit.path));
    else {
      const matched = matchedFile({ ...hit, ...now }, defining.has(hit.path), most);
      files.push({ ...matched, id: texts.ids.get(hit.path) ?? hit.id, text: now.text });
    }
  }
  const completeness = completenessOfScan(begun, {
    caps,
    inScope: texts.inScope,
    read: scanned,
    skipped: [...texts.skipped.values()],
  });
  return { files, total, matching: hits.length, mode, completeness };
}

/** What is said of the lines that are not among those shown. */
export function hiddenLines(
  args: SearchArguments,
  { total, matching, files }: FoundLines,
  shown: readonly { matches: readonly unknown[] }[],
): string[] {
  const lines = shown.reduce((n, { matches }) => n + matches.length, 0);
  if (lines === total) return [];
  return [
    `${lines} of ${total} matching lines in ${counted(matching, "file")} shown${moreWith(args, matching > files.length)}`,
  ];
}

export async function searchLines(
  workspace: Workspace,
  begun: BegunAnswer,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const found = await findLines(workspace, begun, args, context);
  const { files, total, mode, completeness } = found;
  context.onPhase?.("packed");
  const { counter, budget } = begun;
  const finish = (counts: readonly number[]): Promise<Outcome> => {
    const items = files.map((file, i) => withoutHeldLines(resultOf(file, counts[i]!), begun.session));
    for (const item of items) item.cost = resultCost(item, { format: args.format, counter });
    const folders = toldFolders(begun.session === undefined ? [] : items);
    return finishList<SearchResult, SearchAnswer>(begun, args, {
      items,
      answer: (results, base) => ({ ...base, op: "search", mode, results, total }),
      text: (item) => renderResult(item, { lean: begun.session !== undefined, folder: folders.get(item) }),
      terminal: (item, color) => renderResult(item, { color }),
      completeness,
      cutAt: (shown) => hiddenLines(args, found, items.slice(0, shown)),
      advice: items.length === 0 ? advise("no-line-matches", { mode }) : null,
      found: items.length > 0,
    });
  };
  const outcome = await (args.perFile !== undefined
    ? finish(files.map(({ texts: own }) => own.length))
    : fillWithLines(files, { counter, budget, format: args.format }, finish));
  sendLines(begun.session, outcome);
  return outcome;
}

/** What shows the lines that are hidden. */
function moreWith({ perFile }: SearchArguments, files: boolean): string {
  const names = [
    ...(files ? ["limit (--limit)"] : []),
    perFile === undefined ? "budget (--budget)" : "perFile (--per-file)",
  ];
  return `; a higher ${names.join(" or ")} shows more`;
}

/** The lines of a hit in the text as it is now; null where nothing of it is left. */
async function linesNow(
  { path, id, lines }: Hit,
  texts: LiveTexts,
  finder: LineFinder,
  context: OperationContext,
): Promise<{ lines: number[]; text: string } | null> {
  const text = await texts.again(path);
  if (text === null) return null;
  if (texts.ids.get(path) === id) return { lines, text };
  const again = await finder.linesOf(path, text, context);
  return again.length === 0 ? null : { lines: again, text };
}

/** Files that declare what is searched for come first: the definition before its mentions. */
function definingPaths(begun: BegunAnswer, needle: string): Set<string> {
  const { snapshot } = begun.view;
  const entries = snapshot.segments.map(
    (s) => new Set(s.declarationsNamed(needle.trim()).map((d) => s.declarationEntry[d]!)),
  );
  return new Set(
    snapshot.files.filter((f) => f.segment >= 0 && entries[f.segment]!.has(f.entry)).map((f) => f.path),
  );
}
