// Every line in scope that holds a text (as `rg -F` finds it) or matches a pattern. Reads the disk, not the index.
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { splitLines } from "../base/lines.ts";
import { isSkipped, readTextFile } from "../files/read.ts";
import { languageOf } from "../lang/registry.ts";
import { advise } from "../pack/advice.ts";
import type { SearchAnswer, SearchResult } from "../pack/answer.ts";
import { renderResult } from "../pack/render-results.ts";
import { redactSync } from "../redact/redact.ts";
import { findExact } from "../text/exact.ts";
import { compileRegex } from "../text/regex.ts";
import { createScanner } from "../text/scan.ts";
import type { SearchArguments } from "./arguments.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { colourOf, DEFAULT_LIMIT, MOST_RESULTS } from "./search.ts";
import type { Workspace } from "./workspace.ts";

interface Hit {
  path: string;
  lines: number[];
}

/** Between so many files a cancelled request is noticed. */
const CHECK_EVERY = 200;

export async function searchLines(
  workspace: Workspace,
  begun: BegunAnswer,
  args: SearchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { view, scope } = begun;
  const { root, config } = workspace;
  const caps: string[] = [];
  const paths = view.walk.files.map((f) => f.path).filter((path) => scope === null || scope.matches(path));
  const texts = new Map<string, string>();
  const load = (path: string): string => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const file = readTextFile(root, path, config.values.ceilings);
    if (isSkipped(file)) return "";
    if (args.language !== undefined) {
      const language = languageOf(path, file.text.slice(0, 400).split("\n")[0]!, config.values.languages).id;
      if (!args.language.includes(language)) return "";
    }
    return file.text;
  };
  const hits: Hit[] = [];
  let scanned = paths.length;
  if (args.mode === "exact") {
    for (let i = 0; i < paths.length; i++) {
      if (i % CHECK_EVERY === 0) {
        throwIfCancelled(context.signal);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const text = load(paths[i]!);
      const found = findExact(text, args.query, { ignoreCase: args.ignoreCase, word: args.word });
      if (found.length === 0) continue;
      hits.push({ path: paths[i]!, lines: found.map((m) => m.line) });
      texts.set(paths[i]!, text);
    }
  } else {
    const pattern = compileRegex(args.query, { ignoreCase: args.ignoreCase, word: args.word });
    const scanner = createScanner();
    try {
      const files = paths.map((path) => ({
        path,
        get text() {
          return load(path);
        },
      }));
      const result = await scanner.scan(files, pattern, { signal: context.signal });
      for (const file of result.files) hits.push({ path: file.path, lines: file.lines.map((m) => m.line) });
      scanned = result.scanned;
      if (result.timeout !== null) {
        if (hits.length === 0) throw result.timeout;
        caps.push(
          `${result.unscanned.length} files not searched: the pattern takes too long (PATTERN_TIMEOUT)`,
        );
      } else if (result.unscanned.length > 0) caps.push(`${result.unscanned.length} files not searched`);
    } finally {
      await scanner.close();
    }
  }
  const total = hits.reduce((n, h) => n + h.lines.length, 0);
  const limit = Math.min(args.limit ?? DEFAULT_LIMIT, MOST_RESULTS);
  const perFile = args.perFile ?? 5;
  const defining = definingPaths(begun, args.query);
  hits.sort(
    (a, b) => Number(defining.has(b.path)) - Number(defining.has(a.path)) || compareStrings(a.path, b.path),
  );
  const items = hits
    .slice(0, limit)
    .map((hit) => resultOf(hit, texts.get(hit.path) ?? load(hit.path), perFile, defining.has(hit.path)));
  const shownLines = items.reduce((n, item) => n + item.matches.length, 0);
  if (shownLines < total) caps.push(`${shownLines} of ${total} matching lines in ${hits.length} files shown`);
  for (const item of items) item.cost = begun.counter.count(renderResult(item));
  context.onPhase?.("packed");
  return finishList<SearchResult, SearchAnswer>(begun, args, {
    items,
    answer: (results, base) => ({ ...base, op: "search", mode: args.mode ?? "exact", results, total }),
    text: (item) => renderResult(item, colourOf(args)),
    completeness: completenessOf({ walk: view.walk, snapshot: view.snapshot, scope, caps, read: scanned }),
    advice: items.length === 0 ? advise("nothing-found") : null,
    found: items.length > 0,
  });
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

function resultOf(hit: Hit, raw: string, perFile: number, defines: boolean): SearchResult {
  const lines = splitLines(redactSync(hit.path, raw).text);
  const shown = hit.lines.slice(0, perFile);
  const more = hit.lines.length - shown.length;
  return {
    path: hit.path,
    start: shown[0] ?? 1,
    end: shown.at(-1) ?? 1,
    kind: "lines",
    name: "",
    reason: `${defines ? "defines it; " : ""}${hit.lines.length} matching ${hit.lines.length === 1 ? "line" : "lines"}${more > 0 ? `, ${shown.length} shown` : ""}`,
    cost: 0,
    matches: shown.map((line) => ({ line, text: clipped((lines[line - 1] ?? "").trim()) })),
    text: shown.map((line) => clipped(lines[line - 1] ?? "")).join("\n"),
  };
}

/** A minified line must not be the whole answer. In UTF-16 code units. */
const MOST_LINE = 400;

function clipped(line: string): string {
  return line.length <= MOST_LINE ? line : `${line.slice(0, MOST_LINE)}…`;
}
