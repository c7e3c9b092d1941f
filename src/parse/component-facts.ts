// A component is more than its scripts: the file itself is what others import, and its markup uses other components.
import type { Range, Reference, SyntaxFacts, SyntaxSymbol } from "./facts.ts";
import type { ScriptTag } from "./script-tags.ts";
import { Positions } from "./syntax-positions.ts";

export interface Component {
  text: string;
  format: "vue" | "svelte" | "astro";
  scripts: readonly ScriptTag[];
  /** Extents without markup: comments, scripts, styles. */
  hidden: readonly (readonly [number, number])[];
  front: readonly [number, number] | null;
}

/** Longest comment that documents a Svelte component, in UTF-16 code units. */
const MOST_DOC = 4_000;
/** Components used in one markup that are read: far more than people write. */
const MOST_TAGS = 20_000;
const TAG = /<([A-Z][\w$]*)(?=[\s/>])/g;

export function componentFacts(code: SyntaxFacts, component: Component): SyntaxFacts {
  const { text, scripts } = component;
  if (text.trim() === "") return code;
  const positions = new Positions(text);
  const facts = code.exports.some((each) => each.exported === "default")
    ? code
    : withComponent(code, component, positions);
  const outer = facts === code ? -1 : 0;
  const sourced = scripts.flatMap((script) => {
    const module = script.attributes.get("src") ?? "";
    const range = tagRange(text, script, positions);
    return module === "" ? [] : [{ module, imported: "*", local: "", typeOnly: false, range }];
  });
  return {
    ...facts,
    imports: [...facts.imports, ...sourced],
    references: merged(facts.references, tagsOf(component, facts, outer, positions)),
  };
}

/** The component as the file's default export; the rest of the file stands in it. */
function withComponent(code: SyntaxFacts, component: Component, positions: Positions): SyntaxFacts {
  const { text, scripts } = component;
  const script = scripts.find((each) => each.attributes.has("setup")) ?? scripts.at(-1);
  const name = script === undefined ? positions.range(0, 0) : tagRange(text, script, positions);
  const symbol: SyntaxSymbol = {
    name: "default",
    qualified: "default",
    kind: "class",
    exported: true,
    signature:
      script === undefined ? "" : text.slice(script.start, script.end).replace(/\s+/g, " ").slice(0, 400),
    doc: docOf(component),
    range: positions.range(0, text.trimEnd().length),
    nameRange: name,
    bodyStart: 0,
    parent: -1,
    bases: [],
  };
  const later = (index: number): number => (index === -1 ? -1 : index + 1);
  return {
    ...code,
    symbols: [symbol, ...code.symbols.map((each) => ({ ...each, parent: later(each.parent) }))],
    references: code.references.map((each) => ({
      ...each,
      enclosing: each.enclosing + 1,
      target: later(each.target),
    })),
    exports: [{ exported: "default", local: "default", from: "", range: name }, ...code.exports],
  };
}

/** A tag that nothing closes goes on to the end of the file: its range ends with the last text of it. */
function tagRange(text: string, { start, end }: ScriptTag, positions: Positions): Range {
  return positions.range(start, start + text.slice(start, end).trimEnd().length);
}

/** `<!-- @component … -->` documents a Svelte component. */
function docOf({ text, format, hidden }: Component): string {
  if (format !== "svelte") return "";
  for (const [start, end] of hidden) {
    const comment = text.slice(start, Math.min(end, start + MOST_DOC));
    const found = /^<!--\s*@component\b([\s\S]*?)(?:-->|$)/.exec(comment)?.[1];
    if (found !== undefined) return found.trim();
  }
  return "";
}

/** `<Button …>` in the markup is a use of what the scripts import under that name. */
function tagsOf(
  { text, hidden, front }: Component,
  facts: SyntaxFacts,
  enclosing: number,
  positions: Positions,
): Reference[] {
  const imported = new Set(facts.imports.map((each) => each.local));
  const own = new Map<string, number>();
  for (const [i, symbol] of facts.symbols.entries()) {
    if (symbol.parent === -1 && !own.has(symbol.name)) own.set(symbol.name, i);
  }
  const found: Reference[] = [];
  const skipped = front === null ? [...hidden] : [front, ...hidden];
  let gap = 0;
  for (const match of text.matchAll(TAG)) {
    const at = match.index + 1;
    while (gap < skipped.length && skipped[gap]![1] <= at) gap++;
    if (gap < skipped.length && skipped[gap]![0] <= at) continue;
    if (found.length === MOST_TAGS) break;
    const name = match[1]!;
    const target = imported.has(name) ? -1 : (own.get(name) ?? -1);
    found.push({
      name,
      range: positions.range(at, at + name.length),
      enclosing,
      role: "jsx",
      receiver: "",
      binding: imported.has(name) ? "import" : target === -1 ? "unknown" : "local",
      receiverType: "",
      target,
    });
  }
  return found;
}

/** Both lists in the order of their places. */
function merged(code: readonly Reference[], markup: readonly Reference[]): Reference[] {
  return [...code, ...markup].sort(
    (a, b) => a.range.start - b.range.start || a.range.startColumn - b.range.startColumn,
  );
}
