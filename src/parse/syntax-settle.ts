// The second half of making facts: drafts become facts once the whole file is known. Lines from offsets, enclosing
// symbols from ranges, qualified names from these, bindings from scopes, and the symbol of this file that a name means.
import type { Reference, SyntaxFacts, SyntaxSymbol } from "./facts.ts";
import { Binder } from "./syntax-bind.ts";
import { docOfComments, docstringText, signatureText } from "./syntax-docs.ts";
import type { DraftSymbol } from "./syntax-drafts.ts";
import type { Extraction } from "./syntax-extract.ts";
import { Positions } from "./syntax-positions.ts";

export function settle(extraction: Extraction, errors: boolean): SyntaxFacts {
  const positions = new Positions(extraction.tree.text);
  const order = orderOf(extraction.symbols);
  uncross(extraction, order);
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

/**
 * Ranges nest or are disjoint. In code that the parser could not read, an attribute or a comment can lie in one declaration
 * and belong to the next: the first one ends there then, unless its own name stands behind.
 */
function uncross({ symbols: drafts, tree }: Extraction, order: readonly number[]): void {
  const open: DraftSymbol[] = [];
  for (const number of order) {
    const draft = drafts[number]!;
    while (open.length > 0 && open[open.length - 1]!.end <= draft.start) open.pop();
    for (let above = open.at(-1); above !== undefined && above.end < draft.end; above = open.at(-1)) {
      if (above.nameEnd <= draft.start) {
        above.end = above.nameEnd + tree.text.slice(above.nameEnd, draft.start).trimEnd().length;
        open.pop();
      } else if (draft.nameEnd <= above.end) draft.end = above.end;
      // Each begins before the other's name: the first one holds both.
      else for (const outer of open) outer.end = Math.max(outer.end, draft.end);
    }
    open.push(draft);
  }
}

function settleSymbols(
  extraction: Extraction,
  order: readonly number[],
  positions: Positions,
): SyntaxSymbol[] {
  const { rules } = extraction.compiled;
  const symbols: SyntaxSymbol[] = [];
  const open: { place: number; end: number }[] = [];
  const tops = new Map<string, SyntaxSymbol>();
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
    const container =
      above === undefined && input.container !== undefined ? tops.get(input.container) : undefined;
    const qualifier = above?.qualified ?? input.container ?? "";
    const modifiers =
      draft.prefix + extraction.tree.text.slice(draft.headStart, Math.max(draft.headStart, draft.nameStart));
    const visible = (): boolean =>
      (above === undefined && extraction.exportedNames.has(draft.name)) ||
      rules.exported({
        name: draft.name,
        kind: input.kind,
        modifiers,
        parentExported: above?.exported ?? true,
        parentKind: above?.kind ?? null,
        parentBases: above?.bases ?? [],
        containerExported: container?.exported ?? null,
      });
    symbols.push({
      name: draft.name,
      qualified: [qualifier, input.path ?? "", draft.name]
        .filter((part) => part !== "")
        .join(rules.separator),
      kind: input.kind,
      exported: input.exported === undefined ? visible() : input.exported && (above?.exported ?? true),
      signature: signatureText(draft.prefix + headText(extraction, draft)),
      doc: docOf(extraction, draft),
      range: positions.range(draft.start, draft.end),
      nameRange: positions.range(draft.nameStart, draft.nameEnd),
      bodyStart: draft.bodyStart === -1 ? 0 : positions.line(draft.bodyStart),
      parent,
      bases: input.bases ?? [],
    });
    open.push({ place, end: draft.end });
    if (parent === -1 && !tops.has(draft.name)) tops.set(draft.name, symbols[place]!);
  }
  return symbols;
}

function docOf(extraction: Extraction, draft: DraftSymbol): string {
  const { tree, compiled } = extraction;
  const inside = (draft.input.docs ?? []).filter((node) => node !== -1).map((node) => tree.textOf(node));
  const first = inside[0];
  if (first === undefined) return docOfComments(draft.comments, compiled.rules.docComments);
  if (!/^[/#]/.test(first)) return docstringText(first);
  const above = docOfComments(draft.comments, compiled.rules.docComments);
  return [above, docOfComments(inside, [])].filter((text) => text !== "").join("\n\n");
}

/** Text of a head that is looked at, in UTF-16 code units: a signature is cut far below it. */
const MOST_HEAD = 4_000;

/** The head with its comments left out. */
function headText(extraction: Extraction, draft: DraftSymbol): string {
  const { tree, compiled } = extraction;
  const { headStart, headEnd, input } = draft;
  const head = tree.text.slice(headStart, Math.min(headEnd, headStart + MOST_HEAD));
  if (!/\/[/*]|#/.test(head)) return head;
  let text = "";
  let at = headStart;
  const outer = input.head ?? input.list ?? input.outer ?? input.node;
  for (let node = outer; node < tree.after(outer) && tree.start(node) < headStart + head.length; node++) {
    if (compiled.marks[tree.typeId(node)] !== 1 || tree.start(node) < at) continue;
    text += tree.text.slice(at, tree.start(node));
    at = Math.min(tree.end(node), headStart + head.length);
  }
  return text + tree.text.slice(at, headStart + head.length);
}

function settleReferences(
  extraction: Extraction,
  symbols: readonly SyntaxSymbol[],
  placeOf: Int32Array,
  order: readonly number[],
  positions: Positions,
): Reference[] {
  const { text } = extraction.tree;
  const binder = new Binder(extraction, symbols, placeOf, order);
  const references: Reference[] = [];
  const open: number[] = [];
  let nextSymbol = 0;
  // They are in the order of their places.
  for (const draft of extraction.references) {
    const { start } = draft;
    while (nextSymbol < order.length && extraction.symbols[order[nextSymbol]!]!.start <= start) {
      open.push(nextSymbol++);
    }
    while (open.length > 0 && extraction.symbols[order[open[open.length - 1]!]!]!.end <= start) open.pop();
    let inner = open.length - 1;
    // In broken code a name can begin in a declaration and end behind it.
    while (inner >= 0 && extraction.symbols[order[open[inner]!]!]!.end < draft.end) inner--;
    const enclosing = inner >= 0 ? open[inner]! : -1;
    const name = text.slice(start, draft.end);
    // Of code that the parser could not read.
    if (name.includes("\n")) continue;
    const meaning = binder.bind(draft, name, start, enclosing);
    if (meaning === null) continue;
    const { binding, target, receiver, receiverType } = meaning;
    const range = positions.range(start, draft.end);
    references.push({ name, range, enclosing, role: draft.role, receiver, binding, receiverType, target });
  }
  return references;
}
