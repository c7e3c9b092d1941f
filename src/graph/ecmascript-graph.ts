// TypeScript and JavaScript in the graph: exports by lists, types by annotations, static and instance members apart,
// `this` by the function around it. Modules are resolved in `ecmascript-modules.ts`, loaded when first asked.
import type { Reference, SyntaxSymbol } from "../parse/facts.ts";
import { standsApart } from "./ecmascript-apart.ts";
import { ecmascriptBuiltins, plainSpaces } from "./ecmascript-builtins.ts";
import { callbackParameter } from "./ecmascript-callbacks.ts";
import { givenToProperty, heldBy } from "./ecmascript-holders.ts";
import { hoisted } from "./ecmascript-hoisting.ts";
import { localValue } from "./ecmascript-locals.ts";
import { isUsed } from "./ecmascript-using.ts";
import { narrowed } from "./ecmascript-narrowing.ts";
import { returnedValues } from "./ecmascript-returns.ts";
import { fitsShape, shapeOf } from "./ecmascript-shapes.ts";
import { annotatedType, isOpen, resultType } from "./ecmascript-types.ts";
import { tablesOf } from "./file-tables.ts";
import { ELSEWHERE, possible, type Meaning } from "./meaning.ts";
import type { LanguageGraph, SelfOwner } from "./language-graph.ts";
import type { GraphFile } from "./view.ts";

export const ecmascriptGraph: LanguageGraph = {
  languages: ["typescript", "tsx", "javascript", "jsx", "vue", "svelte", "astro"],
  separator: ".",
  offers: "exports",
  starBinds: false,
  self: ["this"],
  base: ["super"],
  async module(view, from, module) {
    const { moduleTarget } = await import("./ecmascript-modules.ts");
    return moduleTarget(view, from.path, module);
  },
  siblings: async () => [],
  async importNames(view, path) {
    const { packageNames } = await import("./ecmascript-modules.ts");
    return [...stemsOf(path), ...(await packageNames(view, path))];
  },
  typeOf: annotatedType,
  isOpen,
  resultOf: (symbol, file) => (symbol.kind === "class" ? "" : resultType(symbol, file)),
  isStatic,
  isApart: standsApart,
  inherits,
  selfOwner,
  localValue,
  callbackParameter,
  returned: returnedValues,
  narrowed,
  given: (r, place) => givenToProperty(r, place),
  held: heldBy,
  shapeOf,
  satisfies: fitsShape,
  meaning: async (_r, file, index) => ownMeaning(file, index),
  isAssigned: (symbol, file) =>
    /^tsx?$|^typescript$/.test(file.language) && symbol.signature.startsWith("this."),
  givesNothing: (receiver) => plainSpaces.has(receiver),
  isBuiltin: (name) => ecmascriptBuiltins.has(name),
};

/** What scopes of blocks do not tell: `using`, and what is hoisted out of a block. */
function ownMeaning(file: GraphFile, index: number): Meaning | null {
  const tables = tablesOf(file)!;
  if (isUsed(tables, index)) return ELSEWHERE;
  const found = hoisted(tables, index);
  if (found === null) return null;
  return found.sure
    ? { kind: "proven", rule: "same-file", targets: found.places }
    : possible("ambiguous-declaration", found.places);
}

/** `src/button/index.ts` is imported as `button` or as `index`, and by dots alone (`..`). */
function stemsOf(path: string): string[] {
  const parts = path.split("/");
  const name = parts.pop()!;
  const stem = name.slice(0, Math.max(name.indexOf(".", 1), 0) || name.length);
  if (stem !== "index") return [stem];
  return parts.length > 0 ? [parts.at(-1)!, stem, "."] : [stem, "."];
}

/** What qualifies by a name alone (`Foo.bar =`, `Foo.prototype.bar =`) belongs to the class or to its instances. */
function isStatic(symbol: SyntaxSymbol, file: GraphFile): boolean | null {
  if (symbol.parent === -1) {
    if (symbol.qualified === symbol.name) return null;
    return !/\.prototype\b/.test(symbol.signature);
  }
  const parent = file.facts!.symbols[symbol.parent]!;
  if (parent.kind !== "class") return parent.kind === "namespace" || parent.kind === "enum" ? true : null;
  return /^(?:(?:public|private|protected|declare|accessor|override|readonly|async|abstract)\s+)*static\s/.test(
    symbol.signature,
  );
}

/** A class takes members from what it extends; what it implements gives it none. */
function inherits(symbol: SyntaxSymbol, _file: GraphFile): readonly string[] {
  if (symbol.kind !== "class") return symbol.bases;
  return /\sextends\s/.test(withoutParameters(symbol.signature)) ? symbol.bases.slice(0, 1) : [];
}

/** `class A<T extends B>` extends nothing. */
function withoutParameters(signature: string): string {
  let text = signature;
  for (;;) {
    const next = text.replace(/<[^<>]*>/g, "");
    if (next === text) return text;
    text = next;
  }
}

function selfOwner(file: GraphFile, reference: Reference): SelfOwner | null {
  const { symbols } = file.facts!;
  const tables = tablesOf(file)!;
  let inner = tables.startOf(reference.range);
  for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
    const symbol = symbols[at]!;
    const start = tables.endOf(symbol.nameRange);
    // A `function` between has an object of its own.
    if (inFunction(file.text, symbol, start, inner)) return null;
    const parent = symbol.parent === -1 ? null : symbols[symbol.parent]!;
    if (symbol.kind === "class") return { symbol: at, name: "", isStatic: false };
    const isMember = symbol.kind === "method" || symbol.kind === "property" || symbol.kind === "constructor";
    if (
      parent !== null &&
      isMember &&
      (parent.kind === "class" || parent.kind === "interface" || parent.kind === "type")
    ) {
      return { symbol: symbol.parent, name: "", isStatic: isStatic(symbol, file) === true };
    }
    if (!isArrow(file.text, symbol, start)) {
      if (symbol.kind === "method" && parent === null && symbol.qualified !== symbol.name) {
        const name = symbol.qualified.slice(0, -symbol.name.length - 1);
        const owner = tables.top.get(name)?.[0];
        // `Foo.prototype.bar = function` is a member of instances, `Foo.bar = function` one of Foo.
        return owner === undefined
          ? null
          : { symbol: owner, name: "", isStatic: isStatic(symbol, file) === true };
      }
      if (isMember && parent !== null && (parent.kind === "constant" || parent.kind === "variable")) {
        if (standsApart(tables, symbol.parent, at)) return null;
        return { symbol: symbol.parent, name: "", isStatic: true };
      }
      if (symbol.kind === "function") {
        const isMaker = symbols.some((s) => s.parent === -1 && s.qualified.startsWith(`${symbol.name}.`));
        return isMaker && symbol.parent === -1 ? { symbol: at, name: "", isStatic: false } : null;
      }
      if (symbol.kind === "method" || symbol.kind === "namespace") return null;
    }
    inner = start;
  }
  return null;
}

/** Whether the symbol is a function that has no object of its own. Variables and properties are none at all. */
function isArrow(text: string, symbol: SyntaxSymbol, afterName: number): boolean {
  if (symbol.kind === "constant" || symbol.kind === "variable" || symbol.kind === "property") return true;
  if (symbol.kind !== "function" && symbol.kind !== "method") return false;
  return /^["'\]]?\s*(?:[!?]?\s*:(?!\s*(?:async\s+)?function\b)|=(?!\s*(?:async\s+)?function\b))/.test(
    text.slice(afterName, afterName + 60),
  );
}

/** Whether a `function` without a name of its own begins between and has not ended. */
function inFunction(text: string, symbol: SyntaxSymbol, from: number, to: number): boolean {
  const between = text.slice(from, Math.min(to, from + 200_000));
  if (!between.includes("function")) return false;
  // Its own head: `bar = function (…) {`.
  const own = /^["'\]]?\s*[=:]\s*(?:async\s+)?function\b/.exec(between);
  const callable = symbol.kind === "function" || symbol.kind === "method";
  const begin = own !== null && callable ? own[0].length : 0;
  const open: boolean[] = [];
  let pending = false;
  for (let at = begin; at < between.length; at++) {
    const c = between[at]!;
    if (c === "{") {
      open.push(pending);
      pending = false;
    } else if (c === "}") open.pop();
    else if (
      c === "f" &&
      /^function\b/.test(between.slice(at, at + 9)) &&
      !/[\w$.]/.test(between[at - 1] ?? " ")
    ) {
      pending = true;
      at += 7;
    } else if (c === '"' || c === "'") {
      const end = between.indexOf(c, at + 1);
      const line = between.indexOf("\n", at);
      if (end !== -1 && (line === -1 || end < line)) at = end;
    } else if (c === "/" && between[at + 1] === "/") {
      const line = between.indexOf("\n", at);
      at = line === -1 ? between.length : line;
    } else if (c === "/" && between[at + 1] === "*") {
      const end = between.indexOf("*/", at);
      at = end === -1 ? between.length : end + 1;
    }
  }
  return open.includes(true) || pending;
}
