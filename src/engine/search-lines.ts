// Every line in scope that holds a text (as `rg -F` finds it) or matches a pattern. Reads the disk, not the index.
import { counted } from "../base/counted.ts";
import { throwIfCancelled } from "../base/error.ts";
import { DEFAULT_RESULTS, LINES_PER_FILE, MOST_RESULTS } from "../base/limits.ts";
import { splitLines } from "../base/lines.ts";
import { compareStrings } from "../base/order.ts";
import { isSkipped, openReader } from "../files/read.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import { firstLine } from "../lang/first-line.ts";
import { languageOf } from "../lang/registry.ts";
import { advise } from "../pack/advice.ts";
import type { SearchAnswer, SearchResult } from "../pack/answer.ts";
import { cutLine } from "../pack/label.ts";
import { renderResult, resultCost } from "../pack/render-results.ts";
import { spanText } from "../pack/span-text.ts";
import { asRanges, type LineRange } from "../pack/ranges.ts";
import { redactSync } from "../redact/redact.ts";
import { exactFinder } from "../text/exact.ts";
import { readRegex } from "../text/regex.ts";
import type { Scanner } from "../text/scan.ts";
import type { SearchArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { completenessOfScan } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import type { Workspace } from "./workspace.ts";

interface Hit {
  path: string;
  /** Content that the lines were found in. */
  id: string;
  lines: number[];
}

interface Found {
  hits: Hit[];
  /** Files whose every line was looked at. */
  scanned: number;
  caps: string[];
}

export async function searchLines(
  workspace: Workspace,
  begun: BegunAnswer,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const texts = new LiveTexts(workspace, begun, args);
  const mode = args.mode === "regex" ? "regex" : "exact";
  const lines = mode === "exact" ? new ExactLines(args) : new PatternLines(args, workspace.scanner);
  const { hits, scanned, caps } = await lines.find(texts, context);
  const defining = definingPaths(begun, args.query);
  hits.sort(
    (a, b) => Number(defining.has(b.path)) - Number(defining.has(a.path)) || compareStrings(a.path, b.path),
  );
  const limit = Math.min(args.limit ?? DEFAULT_RESULTS, MOST_RESULTS);
  const items: SearchResult[] = [];
  let total = hits.reduce((n, h) => n + h.lines.length, 0);
  for (const hit of hits) {
    if (items.length >= limit) break;
    const now = await linesNow(hit, texts, lines, context);
    total += (now?.lines.length ?? 0) - hit.lines.length;
    if (now === null) caps.push(`${hit.path} changed while it was searched`);
    else items.push(resultOf({ ...hit, ...now }, args.perFile ?? LINES_PER_FILE, defining.has(hit.path)));
  }
  const shown = items.reduce((n, item) => n + item.matches.length, 0);
  if (shown < total)
    caps.push(`${shown} of ${total} matching lines in ${counted(hits.length, "file")} shown`);
  const { counter } = begun;
  for (const item of items) item.cost = resultCost(item, { format: args.format, counter });
  context.onPhase?.("packed");
  return finishList<SearchResult, SearchAnswer>(begun, args, {
    items,
    answer: (results, base) => ({ ...base, op: "search", mode, results, total }),
    text: (item) => renderResult(item),
    terminal: (item, color) => renderResult(item, { color }),
    completeness: completenessOfScan(begun, {
      caps,
      inScope: texts.inScope,
      read: scanned,
      skipped: [...texts.skipped.values()],
    }),
    advice: items.length === 0 ? advise("no-line-matches", { mode }) : null,
    found: items.length > 0,
  });
}

/** The files in scope as they are on disk at this moment. */
class LiveTexts {
  readonly paths: readonly string[];
  readonly skipped = new Map<string, SkipReason>();
  /** Content of every file that was read last. */
  readonly ids = new Map<string, string>();
  readonly #otherLanguage = new Set<string>();
  readonly #read: ReturnType<typeof openReader>;
  readonly #languages: Record<string, string>;
  readonly #wanted: ReadonlySet<string> | null;

  constructor({ root, config }: Workspace, { view, scope }: BegunAnswer, { language }: SearchArguments) {
    this.paths = view.walk.files.map((f) => f.path).filter((path) => scope === null || scope.matches(path));
    this.#read = openReader(root, config.values.ceilings);
    this.#languages = config.values.languages;
    this.#wanted = language === undefined ? null : new Set(language);
  }

  /** Null where the file can't be read, or is of another language. */
  load(path: string): string | null {
    const file = this.#read(path);
    if (isSkipped(file)) {
      if (this.#isWanted(path, "")) this.skipped.set(path, file.skip);
      else this.#otherLanguage.add(path);
      return null;
    }
    if (!this.#isWanted(path, file.text)) {
      this.#otherLanguage.add(path);
      return null;
    }
    this.ids.set(path, file.id);
    return file.text;
  }

  #isWanted(path: string, text: string): boolean {
    return this.#wanted === null || this.#wanted.has(languageOf(path, firstLine(text), this.#languages).id);
  }

  /** Looked at and not searched, for a reason of its own. */
  isLeftOut(path: string): boolean {
    return this.skipped.has(path) || this.#otherLanguage.has(path);
  }

  get inScope(): number {
    return this.paths.length - this.#otherLanguage.size;
  }

  /** How many are left out. */
  get leftOut(): number {
    return this.#otherLanguage.size + this.skipped.size;
  }
}

interface LineFinder {
  find(texts: LiveTexts, context: OperationContext): Promise<Found>;
  /** The lines of one text. */
  linesOf(path: string, text: string, context: OperationContext): Promise<number[]>;
}

/** Between so many files a cancelled request is noticed. */
const CHECK_EVERY = 200;

/** An answer shows lines: where else in a line the text stands doesn't matter. */
const FIRST_ONLY = { firstOnly: true };

class ExactLines implements LineFinder {
  readonly #find: ReturnType<typeof exactFinder>;

  constructor({ query, ignoreCase, word }: SearchArguments) {
    this.#find = exactFinder(query, { ignoreCase, word });
  }

  async find(texts: LiveTexts, { signal }: OperationContext): Promise<Found> {
    const hits: Hit[] = [];
    let scanned = 0;
    for (const [i, path] of texts.paths.entries()) {
      if (i % CHECK_EVERY === 0) {
        throwIfCancelled(signal);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const text = texts.load(path);
      if (text === null) continue;
      scanned++;
      const lines = this.#find(text, FIRST_ONLY).map((m) => m.line);
      if (lines.length > 0) hits.push({ path, id: texts.ids.get(path)!, lines });
    }
    return { hits, scanned, caps: [] };
  }

  async linesOf(_path: string, text: string): Promise<number[]> {
    return this.#find(text, FIRST_ONLY).map((m) => m.line);
  }
}

class PatternLines implements LineFinder {
  readonly #pattern: ReturnType<typeof readRegex>;
  readonly #scanner: Scanner;

  constructor({ query, ignoreCase, word }: SearchArguments, scanner: Scanner) {
    this.#scanner = scanner;
    this.#pattern = readRegex(query, { ignoreCase, word });
  }

  async find(texts: LiveTexts, { signal }: OperationContext): Promise<Found> {
    const files = texts.paths.map((path) => ({
      path,
      get text() {
        return texts.load(path) ?? "";
      },
    }));
    const {
      files: matches,
      unscanned,
      timeout,
    } = await this.#scanner.scan(files, this.#pattern, { ...FIRST_ONLY, signal });
    if (timeout !== null && matches.length === 0) throw timeout;
    const caps: string[] = [];
    const left = unscanned.filter(({ path }) => !texts.isLeftOut(path)).length;
    if (left > 0) {
      const why =
        timeout === null
          ? "the pattern needs too much memory"
          : `${timeout.message.replace(/\.$/, "")} (${timeout.code})`;
      caps.push(`${counted(left, "file")} not searched: ${why}`);
    }
    return {
      hits: matches.map(({ path, lines }) => ({
        path,
        id: texts.ids.get(path) ?? "",
        lines: lines.map((m) => m.line),
      })),
      scanned: texts.paths.length - texts.leftOut - left,
      caps,
    };
  }

  async linesOf(path: string, text: string, { signal }: OperationContext): Promise<number[]> {
    const { files } = await this.#scanner.scan([{ path, text }], this.#pattern, { ...FIRST_ONLY, signal });
    return files.flatMap((f) => f.lines.map((m) => m.line));
  }
}

/** The lines of a hit in the text as it is now; null where nothing of it is left. */
async function linesNow(
  { path, id, lines }: Hit,
  texts: LiveTexts,
  finder: LineFinder,
  context: OperationContext,
): Promise<{ lines: number[]; text: string } | null> {
  const text = texts.load(path);
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

function resultOf(hit: Hit & { text: string }, perFile: number, defines: boolean): SearchResult {
  const lines = splitLines(redactSync(hit.path, hit.text).text);
  const shown = hit.lines.slice(0, perFile);
  const more = hit.lines.length - shown.length;
  const count = `${hit.lines.length} matching ${hit.lines.length === 1 ? "line" : "lines"}`;
  const start = shown[0]!;
  const end = shown.at(-1)!;
  for (const line of shown) lines[line - 1] = cutLine(lines[line - 1] ?? "");
  return {
    path: hit.path,
    start,
    end,
    kind: "lines",
    name: "",
    reason: `${defines ? "defines it; " : ""}${count}${more > 0 ? `, ${shown.length} shown` : ""}`,
    cost: 0,
    matches: shown.map((line) => ({ line, text: lines[line - 1]! })),
    text: spanText(lines, asRanges(shown.map((line): LineRange => [line, line])), start, end),
  };
}
