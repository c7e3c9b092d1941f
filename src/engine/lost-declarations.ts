// What does a file no longer declare or offer to others, held against how it was?
import type { ExportFact, Range, SyntaxFacts, SyntaxSymbol } from "../parse/facts.ts";
import { signatureText } from "../parse/syntax-docs.ts";

/** A declaration that is no longer there. */
export interface Lost {
  readonly path: string;
  readonly line: number;
  readonly symbol: SyntaxSymbol;
  readonly language: string;
}

/** A file as it was. */
export interface FileThen {
  readonly path: string;
  readonly language: string;
  /** As it may be shown. */
  readonly text: string;
  readonly facts: SyntaxFacts;
}

/** `now`: null where nothing is left. */
export function lostFrom(then: FileThen, now: SyntaxFacts | null): Lost[] {
  return [...lostSymbols(then, now), ...lostExports(then, now)];
}

/** What one side declares and the other does not; what stands in a function is its own affair. */
function lostSymbols({ path, language, facts }: FileThen, now: SyntaxFacts | null): Lost[] {
  const kept = new Set(now?.symbols.map((s) => s.qualified) ?? []);
  const open = new Set(now?.symbols.flatMap((s) => (s.exported ? [s.qualified] : [])) ?? []);
  const seen = new Set<string>();
  const lost: Lost[] = [];
  for (const symbol of facts.symbols) {
    // What others no longer see is gone for them.
    const closed = symbol.exported && symbol.parent === -1 && !open.has(symbol.qualified);
    if (symbol.kind === "section" || (kept.has(symbol.qualified) && !closed)) continue;
    if (seen.has(symbol.qualified)) continue;
    const above = symbol.parent === -1 ? null : facts.symbols[symbol.parent]!;
    if (above !== null && /^(?:function|method|constructor)$/.test(above.kind)) continue;
    seen.add(symbol.qualified);
    lost.push({ path, line: symbol.nameRange.start, symbol, language });
  }
  return lost;
}

/** Names under which one side offers something to others and the other does not: what it passes on, what it exports otherwise. */
function lostExports({ path, language, text, facts }: FileThen, now: SyntaxFacts | null): Lost[] {
  const kept = new Set(now?.exports.map((e) => e.exported) ?? []);
  const declared = new Set(facts.symbols.flatMap((s) => (s.parent === -1 && s.exported ? [s.name] : [])));
  const lost: Lost[] = [];
  const lines = text.split(/\r?\n/);
  for (const { exported, local, range } of facts.exports) {
    if (kept.has(exported) || declared.has(exported) || /^(?:\*|default|=)$/.test(exported)) continue;
    kept.add(exported);
    const own = facts.symbols.find((s) => s.parent === -1 && s.name === local);
    const symbol = exportOf(exported, own?.kind ?? "constant", lines[range.start - 1] ?? "", range);
    lost.push({ path, line: range.start, symbol, language });
  }
  return lost;
}

/** As it was written: each language has its own words for it. */
function exportOf(name: string, kind: SyntaxSymbol["kind"], line: string, range: Range): SyntaxSymbol {
  const signature = signatureText(line);
  const none = { doc: "", bodyStart: 0, parent: -1, bases: [] };
  return { ...none, name, qualified: name, kind, exported: true, signature, range, nameRange: range };
}

/** A line that passed on all that another module offers, and is no longer there. */
export interface LostStar {
  readonly module: string;
  readonly range: Range;
}

export function lostStars({ facts }: FileThen, now: SyntaxFacts | null): LostStar[] {
  const isStar = ({ exported, from }: ExportFact) => exported === "*" && from !== "";
  const kept = new Set(now?.exports.filter(isStar).map((e) => e.from) ?? []);
  return facts.exports
    .filter((e) => isStar(e) && !kept.has(e.from))
    .map(({ from, range }) => ({ module: from, range }));
}

/** The names that such a line passed on, as the other module offers them today. */
export function lostThrough(
  then: FileThen,
  { range }: LostStar,
  of: SyntaxFacts,
  now: SyntaxFacts | null,
): Lost[] {
  const { path, language, text } = then;
  const kept = new Set([
    ...(now?.exports.map((e) => e.exported) ?? []),
    ...(now?.symbols.flatMap((s) => (s.parent === -1 && s.exported ? [s.name] : [])) ?? []),
  ]);
  const names = new Map<string, SyntaxSymbol["kind"]>();
  for (const s of of.symbols) if (s.parent === -1 && s.exported) names.set(s.name, s.kind);
  for (const { exported } of of.exports) if (!names.has(exported)) names.set(exported, "constant");
  const line = text.split(/\r?\n/)[range.start - 1] ?? "";
  return [...names]
    .filter(([name]) => !kept.has(name) && !/^(?:\*|default|=)$/.test(name))
    .map(([name, kind]) => ({
      path,
      line: range.start,
      symbol: exportOf(name, kind, line, range),
      language,
    }));
}
