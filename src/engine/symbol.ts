// Where is a name declared, and how? Exact names from the parser; an unknown name gives the nearest names, nothing else.
import { counted } from "../base/counted.ts";
import { DEFAULT_DECLARATIONS } from "../base/limits.ts";
import { exactFirst, isInPath, readAskedName } from "../graph/asked-name.ts";
import type { GraphView } from "../graph/view.ts";
import { advise } from "../pack/advice.ts";
import type { Advice, SymbolAnswer, SymbolMatch } from "../pack/answer.ts";
import { pathLabel } from "../pack/label.ts";
import type { Unit } from "../rank/units.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { SymbolArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { knownByLines, unknownVisibility } from "./known-by-lines.ts";
import { knownInPart } from "./known-in-part.ts";
import { finishList } from "./list-answer.ts";
import { placeToAsk, plainName, readPlace } from "./named-declarations.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { requiredName } from "./required-name.ts";
import { isMissing, type Source } from "./sources.ts";
import { type AskedSymbol, matchesIn } from "./symbol-matches.ts";
import { symbolText } from "./symbol-text.ts";
import { addTypes } from "./symbol-types.ts";
import { skippedMeanwhile } from "./torn-reads.ts";

/** Files that mention a name and are parsed in search of declarations that line patterns do not know. */
const MOST_MENTIONS = 40;
/** Files that declare a name by line patterns and are parsed. */
const MOST_DECLARING = 200;

export async function symbol(
  { workspace, sources, graph }: Pick<OpenRoot, "workspace" | "sources" | "graph">,
  args: SymbolArguments,
  context: OperationContext,
): Promise<Outcome> {
  const name = requiredName(args.symbol, "a function, class, type or method");
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot } = begun.view;
  const paths = snapshot.files.map((f) => f.path);
  const asked = readAsked(paths, name);
  const short = asked.name;
  // Declarations in other languages are looked at too: "filtered out" is another answer than "does not exist".
  const inScope = (file: number) => begun.scope === null || begun.scope.matches(snapshot.files[file]!.path);
  const isLookedAt = (file: number) => inScope(file) && isInPath(asked.path, paths[file]!);
  const byName =
    asked.line === null
      ? filesOfName(graph.view(snapshot), snapshot, short)
      : { declaring: [paths.indexOf(asked.path)], mentioning: [] };
  const declaring = byName.declaring.filter(isLookedAt);
  const mentioning = byName.mentioning.filter(isLookedAt);
  const caps: string[] = [];
  if (declaring.length > MOST_DECLARING)
    caps.push(`only the first ${MOST_DECLARING} declaring files were read`);
  if (mentioning.length > MOST_MENTIONS)
    caps.push(
      `${counted(mentioning.length - MOST_MENTIONS, "file that only mentions the name was", "files that only mention the name were")} not parsed`,
    );
  const chosen = [...declaring.slice(0, MOST_DECLARING), ...mentioning.slice(0, MOST_MENTIONS)];
  const all: SymbolMatch[] = [];
  const languages = new Map<string, string>();
  const loaded = await sources.ofSnapshot(snapshot, chosen);
  for (const source of loaded) {
    if (isMissing(source)) {
      caps.push(skippedMeanwhile(source));
      continue;
    }
    languages.set(source.path, source.language);
    all.push(...matchesIn(source, asked));
  }
  const found = exactFirst(all, asked);
  const wanted = found.filter(
    (match) =>
      isWanted(match, args) &&
      (args.language === undefined || args.language.includes(languages.get(match.path)!)),
  );
  const read = loaded.map((s) => (isMissing(s) ? null : s));
  caps.push(...knownByLines(read));
  if (args.exported !== undefined) {
    const isAsked = (unit: Unit) => unit.shortName === short && isOfKind(unit, args);
    caps.push(...unknownVisibility(read, isAsked));
  }
  const matches = wanted.slice(0, args.limit ?? DEFAULT_DECLARATIONS);
  caps.push(...(await addTypes(graph, snapshot, matches, context)));
  if (matches.length < wanted.length) caps.push(`${matches.length} of ${wanted.length} declarations shown`);
  // While files are unread, the name may be declared in one of them: nothing is called missing.
  const unknown = found.length === 0 && snapshot.partial === null;
  if (unknown) caps.push(...stumbledOver(read));
  const elsewhere = byName.declaring.find((file) => !isLookedAt(file));
  const outside = unknown && elsewhere !== undefined ? paths[elsewhere] : undefined;
  const nearest = unknown
    ? graph.view(snapshot).nearest(short, (path) => begun.scope?.matches(path) ?? true)
    : [];
  return finishList<SymbolMatch, SymbolAnswer>(begun, args, {
    items: matches,
    answer: (items, base) => ({
      ...base,
      op: "symbol",
      matches: items,
      nearest: [...nearest],
      total: wanted.length,
    }),
    text: symbolText,
    known: symbolText,
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(snapshot, begun.looksAt)],
      unresolved: unknown ? [name] : [],
    }),
    advice:
      snapshot.partial === null
        ? adviceOf(name, found.length, wanted, nearest, outside)
        : advise("still-indexing", snapshot.partial),
    found: wanted.length > 0,
  });
}

/** Where the parser stumbled it may have passed over the declaration. */
function stumbledOver(read: readonly (Source | null)[]): string[] {
  const broken = read.flatMap((source) =>
    source?.syntax != null && "facts" in source.syntax && source.syntax.facts.errors
      ? [pathLabel(source.path)]
      : [],
  );
  if (broken.length === 0) return [];
  const more = broken.length > 3 ? ` and ${broken.length - 3} more` : "";
  return [
    `the parser stumbled over ${broken.slice(0, 3).join(", ")}${more}: a declaration there may be missing`,
  ];
}

function isWanted(match: SymbolMatch, args: SymbolArguments): boolean {
  return isOfKind(match, args) && (args.exported === undefined || match.exported === args.exported);
}

function isOfKind({ kind }: Pick<Unit, "kind">, args: SymbolArguments): boolean {
  return args.kind === undefined || args.kind.includes(kind);
}

/** A name, or the place of a declaration. */
function readAsked(paths: readonly string[], written: string): AskedSymbol {
  const place = readPlace(written, (path) => paths.includes(path));
  return place === null
    ? { ...readAskedName(paths, plainName(written)), line: null }
    : { ...place, qualifiers: [], name: "" };
}

/** Files whose line patterns declare the name, and files that merely hold it, each in path order. */
function filesOfName(
  view: GraphView,
  snapshot: Snapshot,
  name: string,
): { declaring: number[]; mentioning: number[] } {
  const declares = snapshot.segments.map(
    (s) => new Set(s.declarationsNamed(name).map((d) => s.declarationEntry[d]!)),
  );
  const mentions = new Set(view.naming(name).map((file) => view.paths[file]!));
  const declaring: number[] = [];
  const mentioning: number[] = [];
  snapshot.files.forEach((file, i) => {
    if (file.segment < 0) return;
    if (declares[file.segment]!.has(file.entry)) declaring.push(i);
    else if (mentions.has(file.path)) mentioning.push(i);
  });
  return { declaring, mentioning };
}

function adviceOf(
  name: string,
  found: number,
  wanted: readonly SymbolMatch[],
  nearest: readonly string[],
  outside: string | undefined,
): Advice | null {
  if (wanted.length > 1)
    return advise("ambiguous-name", { total: wanted.length, place: placeToAsk(wanted[0]!) });
  if (wanted.length === 1) return null;
  if (found > 0) return advise("filtered-out", { name, total: found });
  // What was not looked at may well declare it: then it exists, and is not called unknown.
  if (outside !== undefined) return advise("outside-scope", { name, path: pathLabel(outside) });
  return advise("unknown-name", { name, nearest });
}
