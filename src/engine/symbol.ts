// Where is a name declared, and how? Exact names from the parser; an unknown name gives the nearest names, nothing else.
import { requiredName } from "./required-name.ts";
import { counted } from "../base/counted.ts";
import { DEFAULT_DECLARATIONS } from "../base/limits.ts";
import { nearestNames, compareStrings } from "../base/order.ts";
import { pathLabel } from "../pack/label.ts";
import { advise } from "../pack/advice.ts";
import type { Advice, SymbolAnswer, SymbolMatch } from "../pack/answer.ts";
import { shownText } from "../redact/redact.ts";
import { foldIdentifier } from "../text/identifiers.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { SymbolArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { isMissing } from "./sources.ts";
import type { OpenRoot } from "./open-roots.ts";
import { addTypes } from "./symbol-types.ts";
import { matchesIn } from "./symbol-matches.ts";
import { symbolText } from "./symbol-text.ts";
import { beginAnswer } from "./begin-answer.ts";
import { knownByLines, unknownVisibility } from "./known-by-lines.ts";
import { knownInPart } from "./known-in-part.ts";
import { finishList } from "./list-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { unitsOfWords, type Unit } from "../rank/units.ts";

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
  const segments = name.split(/::|\.|#|->/u).filter(Boolean);
  const short = segments.at(-1) ?? name;
  // Declarations in other languages are looked at too: "filtered out" is another answer than "does not exist".
  const inScope = (file: number) => begun.scope === null || begun.scope.matches(snapshot.files[file]!.path);
  const byName = filesOfName(snapshot, short);
  const declaring = byName.declaring.filter(inScope);
  const mentioning = byName.mentioning.filter(inScope);
  const caps: string[] = [];
  if (declaring.length > MOST_DECLARING)
    caps.push(`only the first ${MOST_DECLARING} declaring files were read`);
  if (mentioning.length > MOST_MENTIONS)
    caps.push(
      `${counted(mentioning.length - MOST_MENTIONS, "file that only mentions the name was", "files that only mention the name were")} not parsed`,
    );
  const chosen = [...declaring.slice(0, MOST_DECLARING), ...mentioning.slice(0, MOST_MENTIONS)];
  const found: SymbolMatch[] = [];
  const wanted: SymbolMatch[] = [];
  const loaded = await sources.ofSnapshot(snapshot, chosen);
  for (const source of loaded) {
    if (isMissing(source)) {
      caps.push(`${pathLabel(source.path)} ${source.skip} while it was read`);
      continue;
    }
    const matches = matchesIn(source, short, segments.slice(0, -1));
    found.push(...matches);
    if (args.language === undefined || args.language.includes(source.language))
      wanted.push(...matches.filter((m) => isWanted(m, args)));
  }
  const read = loaded.map((s) => (isMissing(s) ? null : s));
  caps.push(...knownByLines(read));
  if (args.exported !== undefined) {
    const isAsked = (unit: Unit) => unit.shortName === short && isOfKind(unit, args);
    caps.push(...unknownVisibility(read, isAsked));
  }
  const matches = wanted.slice(0, args.limit ?? DEFAULT_DECLARATIONS);
  caps.push(...(await addTypes(graph, snapshot, matches)));
  if (matches.length < wanted.length) caps.push(`${matches.length} of ${wanted.length} declarations shown`);
  // While files are unread, the name may be declared in one of them: nothing is called missing.
  const unknown = found.length === 0 && snapshot.partial === null;
  const nearest = unknown ? nearestDeclared(snapshot, short, inScope) : [];
  return finishList<SymbolMatch, SymbolAnswer>(begun, args, {
    items: matches,
    answer: (items, base) => ({ ...base, op: "symbol", matches: items, nearest, total: wanted.length }),
    text: symbolText,
    completeness: completenessOf(begun, {
      caps: [...caps, ...knownInPart(snapshot, begun.looksAt)],
      unresolved: unknown ? [name] : [],
    }),
    advice:
      snapshot.partial === null
        ? adviceOf(name, found.length, wanted.length, nearest)
        : advise("still-indexing", snapshot.partial),
    found: wanted.length > 0,
  });
}

function isWanted(match: SymbolMatch, args: SymbolArguments): boolean {
  return isOfKind(match, args) && (args.exported === undefined || match.exported === args.exported);
}

function isOfKind({ kind }: Pick<Unit, "kind">, args: SymbolArguments): boolean {
  return args.kind === undefined || args.kind.includes(kind);
}

/** Files whose line patterns declare the name, and files that merely hold it, each in path order. */
function filesOfName(snapshot: Snapshot, name: string): { declaring: number[]; mentioning: number[] } {
  const folded = foldIdentifier(name);
  const declares = snapshot.segments.map(
    (s) => new Set(s.declarationsNamed(name).map((d) => s.declarationEntry[d]!)),
  );
  const mentions = snapshot.segments.map((s) => {
    const term = s.termId(folded.length > 1 ? `=${folded}` : folded);
    return term === -1
      ? new Set<number>()
      : new Set(Array.from(s.postingChunks(term), (chunk) => s.chunkEntry[chunk]!));
  });
  const declaring: number[] = [];
  const mentioning: number[] = [];
  snapshot.files.forEach((file, i) => {
    if (file.segment < 0) return;
    if (declares[file.segment]!.has(file.entry)) declaring.push(i);
    else if (mentions[file.segment]!.has(file.entry)) mentioning.push(i);
  });
  return { declaring, mentioning };
}

const MOST_NEAREST = 5;

function nearestDeclared(snapshot: Snapshot, name: string, inScope: (file: number) => boolean): string[] {
  const names = new Set<string>();
  snapshot.files.forEach((file, i) => {
    if (file.segment < 0 || !inScope(i)) return;
    const view = snapshot.segments[file.segment]!;
    for (const unit of unitsOfWords(view, file.entry)) names.add(unit.shortName);
  });
  return nearestNames(name, [...names].sort(compareStrings), MOST_NEAREST).map((near) => shownText(near));
}

function adviceOf(name: string, found: number, wanted: number, nearest: readonly string[]): Advice | null {
  if (wanted > 1) return advise("ambiguous-name", { total: wanted });
  if (wanted === 1) return null;
  if (found > 0) return advise("filtered-out", { name, total: found });
  return advise("unknown-name", { name, nearest });
}
