// What does a file no longer declare or offer to others, held against how it was?
import type { SyntaxFacts, SyntaxSymbol } from "../parse/facts.ts";
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
    const symbol: SyntaxSymbol = {
      name: exported,
      qualified: exported,
      kind: own?.kind ?? "constant",
      exported: true,
      // As it was written: each language has its own words for it.
      signature: signatureText(lines[range.start - 1] ?? ""),
      doc: "",
      range,
      nameRange: range,
      bodyStart: 0,
      parent: -1,
      bases: [],
    };
    lost.push({ path, line: range.start, symbol, language });
  }
  return lost;
}
