// Where is a name declared, and how? Exact names from the parser; an unknown name gives the nearest names, nothing else.
import { nearestNames, compareStrings } from "../base/order.ts";
import type { Advice, SymbolAnswer, SymbolMatch } from "../pack/answer.ts";
import { foldIdentifier } from "../text/identifiers.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { SymbolArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";
import { beginAnswer } from "./begin-answer.ts";
import { finishList } from "./list-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { unitsOfWords } from "../rank/units.ts";

/** Files that mention a name and are parsed in search of declarations that line patterns do not know. */
const MOST_MENTIONS = 40;
/** Files that declare a name by line patterns and are parsed. */
const MOST_DECLARING = 200;
const DEFAULT_LIMIT = 20;

export async function symbol(
  workspace: Workspace,
  sources: Sources,
  args: SymbolArguments,
  context: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, context);
  const { view, scope } = begun;
  const { snapshot } = view;
  const name = args.symbol.trim();
  const segments = name.split(/::|\.|#|->/u).filter(Boolean);
  const short = segments.at(-1) ?? name;
  const inScope = (file: number) => scope === null || scope.matches(snapshot.files[file]!.path);
  const { declaring, mentioning } = filesOfName(snapshot, short);
  const chosen = [
    ...declaring.filter(inScope).slice(0, MOST_DECLARING),
    ...mentioning.filter(inScope).slice(0, MOST_MENTIONS),
  ];
  const found: SymbolMatch[] = [];
  for (const source of await sources.ofSnapshot(snapshot, chosen)) {
    if (!isMissing(source)) found.push(...matchesIn(source, short, segments.slice(0, -1)));
  }
  const filtered = found.filter(
    (m) =>
      (args.kind === undefined || args.kind.includes(m.kind)) &&
      (args.exported === undefined || m.exported === args.exported) &&
      (args.language === undefined || args.language.includes(languageAt(snapshot, m.path))),
  );
  const matches = filtered.slice(0, args.limit ?? DEFAULT_LIMIT);
  const caps: string[] = [];
  if (declaring.filter(inScope).length > MOST_DECLARING)
    caps.push(`only the first ${MOST_DECLARING} declaring files were read`);
  if (mentioning.filter(inScope).length > MOST_MENTIONS) {
    caps.push(
      `${mentioning.filter(inScope).length - MOST_MENTIONS} files that only mention the name were not parsed`,
    );
  }
  const nearest = filtered.length === 0 ? nearestDeclared(snapshot, short, inScope) : [];
  const advice = adviceOf(name, found, filtered, nearest);
  return finishList<SymbolMatch, SymbolAnswer>(begun, args, {
    items: matches,
    answer: (items, base) => ({ ...base, op: "symbol", matches: items, nearest, total: filtered.length }),
    text: symbolText,
    completeness: completenessOf({
      walk: view.walk,
      snapshot,
      scope,
      caps,
      unresolved: filtered.length === 0 ? [name] : [],
    }),
    advice,
    found: filtered.length > 0,
  });
}

function symbolText(m: SymbolMatch): string {
  const visible = m.exported === null ? "" : m.exported ? " exported" : "";
  const doc = m.doc === "" ? "" : `\n  ${m.doc.split("\n").slice(0, 3).join("\n  ")}`;
  return `${m.path}:${m.start}-${m.end} ${m.kind} ${m.qualified}${visible}\n  ${m.signature}${doc}`;
}

function languageAt(snapshot: Snapshot, path: string): string {
  const file = snapshot.files.find((f) => f.path === path);
  return file === undefined || file.segment < 0
    ? ""
    : snapshot.segments[file.segment]!.entryLanguage(file.entry);
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

function matchesIn(source: Source, short: string, qualifiers: readonly string[]): SymbolMatch[] {
  return source.units.flatMap((unit) => {
    if (unit.shortName !== short) return [];
    const path = unit.name.split(/::|\./u);
    // Each qualifier given must be among the enclosing names, in order.
    let at = 0;
    for (const part of path.slice(0, -1)) if (part === qualifiers[at]) at++;
    if (at < qualifiers.length && !fileIsNamed(source.path, qualifiers[at]!)) return [];
    return [
      {
        path: source.path,
        start: unit.start,
        end: Math.min(unit.end, source.lines.length),
        kind: unit.kind,
        name: unit.shortName,
        qualified: unit.name,
        exported: unit.exported,
        signature: unit.signature === "" ? (source.lines[unit.line - 1] ?? "").trim() : unit.signature,
        doc: unit.doc,
      },
    ];
  });
}

/** `module.function`: the file's own name stands for the module. */
function fileIsNamed(path: string, name: string): boolean {
  const parts = path.replace(/\.[^./]+$/u, "").split("/");
  return parts.includes(name);
}

function nearestDeclared(snapshot: Snapshot, name: string, inScope: (file: number) => boolean): string[] {
  const names = new Set<string>();
  snapshot.files.forEach((file, i) => {
    if (file.segment < 0 || !inScope(i)) return;
    const view = snapshot.segments[file.segment]!;
    for (const unit of unitsOfWords(view, file.entry)) names.add(unit.shortName);
  });
  return nearestNames(name, [...names].sort(compareStrings), 5);
}

function adviceOf(
  name: string,
  found: readonly SymbolMatch[],
  filtered: readonly SymbolMatch[],
  nearest: readonly string[],
): Advice | null {
  if (filtered.length > 1) {
    return {
      code: "AMBIGUOUS",
      text: `${filtered.length} declarations have this name; qualify it or give a scope.`,
    };
  }
  if (filtered.length === 1) return null;
  if (found.length > 0)
    return {
      code: "FILTERED_OUT",
      text: `${found.length} declarations of ${name} are of another kind, language or visibility.`,
    };
  return {
    code: "UNKNOWN_NAME",
    text:
      nearest.length > 0
        ? `${name} is not declared here. Nearest names: ${nearest.join(", ")}.`
        : `${name} is not declared here.`,
  };
}
