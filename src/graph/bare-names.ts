// What does a name mean that stands alone? The symbol that scopes lead to, what an import of it brings, what is visible in
// its file without either.
import type { SpanKind } from "../base/span.ts";
import type { ImportFact, Reference } from "../parse/facts.ts";
import { imported, offered } from "./exported-names.ts";
import { isType, isValue, type Place } from "./file-tables.ts";
import { ELSEWHERE, EXTERNAL, possible, type Entity, type Found, type Meaning } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

/** A name inside an import or a re-export. */
export async function importMeaning(r: Resolver, file: GraphFile, reference: Reference): Promise<Meaning> {
  const { start, startColumn } = reference.range;
  const covers = ({ range }: ImportFact) =>
    (range.start < start || (range.start === start && range.startColumn <= startColumn)) &&
    (range.end > start || (range.end === start && range.endColumn > startColumn));
  const facts = file.facts!.imports.filter(covers).sort((a, b) => b.range.start - a.range.start);
  const fact =
    facts.find((f) => f.imported === reference.name) ??
    facts.find((f) => f.local === reference.name) ??
    facts[0];
  if (fact === undefined) return possible("same-name");
  return r.ofFound(await imported(r, file.index, fact), reference, "import");
}

export async function bareMeaning(r: Resolver, file: GraphFile, reference: Reference): Promise<Meaning> {
  const { binding, name, target } = reference;
  if (binding === "import") {
    const facts = importsOf(file, reference);
    if (facts.length > 0) return throughImports(r, file, facts, reference);
  }
  if (target >= 0) return sameFile(r, file, target, reference);
  if (binding === "local" || binding === "param") return ELSEWHERE;
  return visible(r, file, name, reference);
}

/** The imports that bind the reference's name where it stands. */
export function importsOf(file: GraphFile, reference: Reference): ImportFact[] {
  const head = reference.receiver === "" ? reference.name : headOf(reference.receiver);
  const facts = file.facts!.imports.filter((i) => i.local === head);
  if (facts.length <= 1) return facts;
  // Imports inside of blocks (`await import()`): the innermost symbol around the reference that holds one decides.
  const { symbols } = file.facts!;
  let seen = facts;
  for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
    const { range, kind } = symbols[at]!;
    const isInside = (f: ImportFact) => f.range.start >= range.start && f.range.end <= range.end;
    // What the body of a class imports its methods don't see.
    if (kind === "class" && at !== reference.enclosing) seen = seen.filter((f) => !isInside(f));
    else if (seen.some(isInside)) return seen.filter(isInside);
  }
  return seen.length > 0 ? seen : facts;
}

async function throughImports(
  r: Resolver,
  file: GraphFile,
  written: readonly ImportFact[],
  reference: Reference,
): Promise<Meaning> {
  // The same import over again is one.
  const facts = [...new Map(written.map((f) => [`${f.module}\0${f.imported}`, f])).values()];
  if (facts.length === 1) {
    const meaning = await r.ofFound(await imported(r, file.index, facts[0]!), reference, "import");
    // `const { f } = await import("package")`: of a package outside, the variable is all there is.
    const tables = r.tables(file)!;
    const own = (tables.top.get(reference.name) ?? []).find((s) => isBinding(tables.facts.symbols[s]!.kind));
    if (own === undefined) return meaning;
    if (meaning.kind === "external") return sameFile(r, file, own, reference);
    return meaning.kind === "proven"
      ? { ...meaning, targets: [...meaning.targets, tables.place(own)] }
      : meaning;
  }
  const meanings: Meaning[] = [];
  for (const fact of facts)
    meanings.push(await r.ofFound(await imported(r, file.index, fact), reference, "import"));
  return together(meanings);
}

function isBinding(kind: SpanKind): boolean {
  return kind === "constant" || kind === "variable";
}

/** The symbol of this file that scopes lead to; of a name that is a type and a value, the one that the role asks for. */
function sameFile(r: Resolver, file: GraphFile, target: number, reference: Reference): Meaning {
  const tables = r.tables(file)!;
  const { symbols } = tables.facts;
  const { qualified, parent } = symbols[target]!;
  const wants = reference.role === "type" ? isType : isValue;
  const group = (s: number) => tables.symbolsOf(tables.first[s]!);
  let at = target;
  if (!group(target).some((s) => wants(symbols[s]!.kind))) {
    const other = (tables.byQualified.get(qualified) ?? []).find(
      (s) => symbols[s]!.parent === parent && wants(symbols[s]!.kind) && tables.areTogether(s, target),
    );
    if (other !== undefined) at = other;
  }
  return { kind: "proven", rule: "same-file", targets: [tables.place(at)] };
}

/** A name that its file neither declares nor imports by name. */
async function visible(r: Resolver, file: GraphFile, name: string, reference: Reference): Promise<Meaning> {
  const family = r.family(file)!;
  if (family.starBinds) {
    const found: Found[] = [];
    let unsure = false;
    for (const fact of file.facts!.imports) {
      if (fact.imported !== "*" || fact.local !== "") continue;
      const target = await r.module(file, fact.module, name);
      if (target.why !== "") unsure = true;
      found.push(await offered(r, target.files, name));
    }
    const first = found.find((f) => f.entities.length > 0);
    if (first !== undefined) return r.ofFound(first, reference, "star-import");
    if (unsure) return possible("unresolved-module");
  }
  const siblings = await family.siblings(r.view, file);
  const places: Place[] = [];
  for (const sibling of siblings) {
    const other = await r.file(sibling);
    const tables = r.tables(other);
    for (const s of tables?.top.get(name) ?? []) {
      if (family.isVisible?.(tables!.facts.symbols[s]!, other, file) ?? true) places.push(tables!.place(s));
    }
  }
  if (places.length > 0) {
    const entities = places.map((place): Entity => ({ kind: "declared", place }));
    return r.ofFound({ entities, hops: 0, ambiguous: false }, reference, "same-package");
  }
  if (family.isBuiltin?.(name) === true) return EXTERNAL;
  return { kind: "possible", why: "same-name", targets: [], global: true };
}

function together(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((m) => (m.kind === "proven" || m.kind === "possible" ? m.targets : []));
  const keys = new Set(targets.map((t) => `${t.file}:${t.at}`));
  const first = meanings[0]!;
  if (keys.size === 1 && first.kind === "proven" && meanings.every((m) => m.kind === "proven")) return first;
  if (targets.length === 0 && meanings.every((m) => m.kind === first.kind)) return first;
  return possible("ambiguous-declaration", targets);
}

/** The first name of a receiver. */
export function headOf(receiver: string): string {
  return /^[\w$#\u0080-\uffff]+/.exec(receiver)?.[0] ?? "";
}
