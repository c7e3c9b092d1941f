// The second half of making facts: drafts become facts once the whole file is known. Lines from offsets, enclosing
// symbols from ranges, qualified names from these, bindings from scopes, and the symbol of this file that a name means.
import type { SpanKind } from "../base/span.ts";
import type { Binding, Reference, SyntaxFacts, SyntaxSymbol } from "./facts.ts";
import { docOfComments, docstringText, signatureText } from "./syntax-docs.ts";
import type { DraftReference, DraftSymbol, Extraction } from "./syntax-extract.ts";
import { Positions } from "./syntax-positions.ts";

/** Longest receiver kept, in UTF-16 code units (SCHEMAS). */
const MOST_RECEIVER = 80;
const WORD = /^[\w$\u0080-\uffff]+/;
/** Kinds whose members `this` reaches. */
const OWNERS = new Set<SpanKind>([
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "implementation",
  "constant",
  "variable",
]);

export function settle(extraction: Extraction, errors: boolean): SyntaxFacts {
  const positions = new Positions(extraction.tree.text);
  const order = orderOf(extraction.symbols);
  const placeOf = new Int32Array(order.length);
  order.forEach((draft, place) => (placeOf[draft] = place));
  const symbols = settleSymbols(extraction, order, positions);
  const references = settleReferences(extraction, symbols, placeOf, order, positions);
  return {
    symbols,
    references,
    imports: extraction.imports.map(({ node, ...rest }) => ({
      module: rest.module,
      imported: rest.imported,
      local: rest.local,
      typeOnly: rest.typeOnly ?? false,
      range: positions.range(extraction.tree.start(node), extraction.tree.end(node)),
    })),
    exports: extraction.exports.map(({ node, exported, local, from }) => ({
      exported,
      local,
      from,
      range: positions.range(extraction.tree.start(node), extraction.tree.end(node)),
    })),
    errors,
  };
}

/** Drafts in the order of their starts; of two that start together the wider one first. */
function orderOf(drafts: readonly DraftSymbol[]): number[] {
  return drafts
    .map((_, i) => i)
    .sort((a, b) => drafts[a]!.start - drafts[b]!.start || drafts[b]!.end - drafts[a]!.end || a - b);
}

function settleSymbols(
  extraction: Extraction,
  order: readonly number[],
  positions: Positions,
): SyntaxSymbol[] {
  const { rules } = extraction.compiled;
  const symbols: SyntaxSymbol[] = [];
  const open: { place: number; end: number }[] = [];
  for (const [place, draftNumber] of order.entries()) {
    const draft = extraction.symbols[draftNumber]!;
    while (open.length > 0 && open[open.length - 1]!.end <= draft.start) open.pop();
    let parent = open.length > 0 ? open[open.length - 1]!.place : -1;
    const { input } = draft;
    // A container that encloses the symbol from further out takes it (`constructor(private x)`).
    if (input.container !== undefined) {
      let at = parent;
      while (at !== -1 && symbols[at]!.name !== input.container) at = symbols[at]!.parent;
      parent = at;
    }
    const above = parent === -1 ? undefined : symbols[parent]!;
    const qualifier = above?.qualified ?? input.container ?? "";
    const modifiers =
      draft.prefix + extraction.tree.text.slice(draft.headStart, Math.max(draft.headStart, draft.nameStart));
    symbols.push({
      name: draft.name,
      qualified: qualifier === "" ? draft.name : `${qualifier}${rules.separator}${draft.name}`,
      kind: input.kind,
      exported:
        (above === undefined && extraction.exportedNames.has(draft.name)) ||
        rules.exported({
          name: draft.name,
          kind: input.kind,
          modifiers,
          parentExported: above?.exported ?? true,
          parentKind: above?.kind ?? null,
          parentBases: above?.bases ?? [],
        }),
      signature: signatureText(draft.prefix + headText(extraction, draft)),
      doc: docOf(extraction, draft),
      range: positions.range(draft.start, draft.end),
      nameRange: positions.range(draft.nameStart, draft.nameEnd),
      bodyStart: draft.bodyStart === -1 ? 0 : positions.line(draft.bodyStart),
      parent,
      bases: input.bases ?? [],
    });
    open.push({ place, end: draft.end });
  }
  return symbols;
}

function docOf(extraction: Extraction, draft: DraftSymbol): string {
  const { tree, compiled } = extraction;
  const inside = (draft.input.docs ?? []).filter((node) => node !== -1).map((node) => tree.textOf(node));
  const first = inside[0];
  if (first === undefined) return docOfComments(draft.comments, compiled.rules.docComments);
  return /^[/#]/.test(first) ? docOfComments(inside, []) : docstringText(first);
}

/** The head with its comments left out. */
function headText(extraction: Extraction, draft: DraftSymbol): string {
  const { tree, compiled } = extraction;
  const { headStart, headEnd, input } = draft;
  const head = tree.text.slice(headStart, headEnd);
  if (!/\/[/*]|#/.test(head)) return head;
  let text = "";
  let at = headStart;
  const outer = input.list ?? input.outer ?? input.node;
  for (let node = outer; node < tree.after(outer) && tree.start(node) < headEnd; node++) {
    if (compiled.marks[tree.typeId(node)] !== 1 || tree.start(node) < at) continue;
    text += tree.text.slice(at, tree.start(node));
    at = Math.min(tree.end(node), headEnd);
  }
  return text + tree.text.slice(at, headEnd);
}

function settleReferences(
  extraction: Extraction,
  symbols: readonly SyntaxSymbol[],
  placeOf: Int32Array,
  order: readonly number[],
  positions: Positions,
): Reference[] {
  const { tree, compiled, scopes } = extraction;
  const { self, base, separator } = compiled.rules;
  const byQualified = new Map<string, number>();
  for (const [place, symbol] of symbols.entries()) {
    if (!byQualified.has(symbol.qualified)) byQualified.set(symbol.qualified, place);
  }
  const drafts = [...extraction.references].sort((a, b) => tree.start(a.node) - tree.start(b.node));
  const references: Reference[] = [];
  const open: number[] = [];
  let nextSymbol = 0;
  for (const draft of drafts) {
    const start = tree.start(draft.node);
    while (nextSymbol < order.length && extraction.symbols[order[nextSymbol]!]!.start <= start)
      open.push(nextSymbol++);
    while (open.length > 0 && extraction.symbols[order[open[open.length - 1]!]!]!.end <= start) open.pop();
    const enclosing = open.length > 0 ? open[open.length - 1]! : -1;
    const name = tree.textOf(draft.node);
    if (draft.receiver === -1 && self.includes(name)) continue;
    if (name === "_" && (draft.role === "read" || draft.role === "write")) continue;
    const { binding, target, receiver } = bind(draft, name, start, enclosing);
    if (target === -1 && isOwnValue(draft, binding)) continue;
    references.push({
      name,
      range: positions.range(start, tree.end(draft.node)),
      enclosing,
      role: draft.role,
      receiver,
      binding,
      target,
    });
  }
  return references;

  function bind(
    draft: DraftReference,
    name: string,
    start: number,
    enclosing: number,
  ): { binding: Binding; target: number; receiver: string } {
    if (draft.role === "import") return { binding: "import", target: -1, receiver: "" };
    if (draft.receiver === -1) {
      const bound = scopes.resolve(name, draft.scope, start);
      if (bound === undefined) return { binding: "unknown", target: -1, receiver: "" };
      return {
        binding: bound.binding,
        target: bound.symbol === -1 ? -1 : placeOf[bound.symbol]!,
        receiver: "",
      };
    }
    const from = tree.start(draft.receiver);
    const to = tree.end(draft.receiver);
    const receiver = receiverText(tree.text, from, to);
    const head = WORD.exec(receiver)?.[0] ?? "";
    const whole = head.length === to - from;
    const bound = head === "" ? undefined : scopes.resolve(head, draft.scope, start);
    if (self.includes(head) || (bound?.binding === "this" && bound.symbol === -1)) {
      const owner = whole ? ownerOf(symbols, enclosing, separator) : "";
      return { binding: "this", target: owner === "" ? -1 : memberOf(owner, name), receiver };
    }
    if (base.includes(head)) return { binding: "super", target: -1, receiver };
    if (bound?.binding === "import") return { binding: "import", target: -1, receiver };
    const owner =
      whole && bound !== undefined && bound.symbol !== -1 ? symbols[placeOf[bound.symbol]!]! : undefined;
    return {
      binding: "member",
      target: owner === undefined ? -1 : memberOf(owner.qualified, name),
      receiver,
    };
  }

  function memberOf(owner: string, name: string): number {
    return byQualified.get(`${owner}${separator}${name}`) ?? -1;
  }
}

/** A local variable, parameter or the object itself, read or written: nothing outside can be meant. */
function isOwnValue(draft: DraftReference, binding: Binding): boolean {
  return (
    draft.receiver === -1 &&
    (binding === "local" || binding === "param" || binding === "this") &&
    (draft.role === "read" || draft.role === "write" || draft.role === "type")
  );
}

/** Qualified name of the type whose members `this` means in the symbol, or empty. */
function ownerOf(symbols: readonly SyntaxSymbol[], enclosing: number, separator: string): string {
  for (let at = enclosing; at !== -1; at = symbols[at]!.parent) {
    const symbol = symbols[at]!;
    if (OWNERS.has(symbol.kind)) return symbol.qualified;
    // A method that no type encloses is qualified by its receiver (Go).
    if (symbol.parent === -1 && symbol.kind === "method") {
      return symbol.qualified.slice(0, Math.max(0, symbol.qualified.lastIndexOf(separator)));
    }
  }
  return "";
}

function receiverText(text: string, from: number, to: number): string {
  const raw = text.slice(from, Math.min(to, from + 4 * MOST_RECEIVER));
  const folded = /\s/.test(raw) ? raw.replace(/\s+/g, " ") : raw;
  if (folded.length <= MOST_RECEIVER) return folded;
  const half = (folded.charCodeAt(MOST_RECEIVER - 1) & 0xfc00) === 0xd800;
  return folded.slice(0, half ? MOST_RECEIVER - 1 : MOST_RECEIVER);
}
