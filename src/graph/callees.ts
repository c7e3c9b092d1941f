// What does a declaration use? Every call, construction, element of JSX and decorator inside of it, with what it means.
import { declarationOfPlace } from "./declarations.ts";
import { holds, placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { Callee, CalleesAnswer, Declaration, Rule, Why } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { bySite, FoundSite } from "./sites.ts";

const CALLS = new Set(["call", "new", "jsx", "decorator"]);

class FoundCallee extends FoundSite implements Callee {
  readonly name: string;
  readonly targets: readonly Declaration[];
  readonly rule: Rule | null;
  readonly why: Why | null;

  constructor(
    tables: FileTables,
    reference: number,
    targets: readonly Declaration[],
    rule: Rule | null,
    why: Why | null,
  ) {
    const { range, enclosing, role, name } = tables.facts.references[reference]!;
    super(tables.file, range.start, range.startColumn, enclosing, role);
    this.name = name;
    this.targets = targets;
    this.rule = rule;
    this.why = why;
  }
}

export async function calleesOf(r: Resolver, declaration: Declaration): Promise<CalleesAnswer> {
  const proven: Callee[] = [];
  const possible: Callee[] = [];
  const tables = r.tables(await r.file(declaration.file));
  if (tables === null) return { proven, possible, external: 0, notLooked: [] };
  let external = 0;
  for (const index of inside(tables, declaration)) {
    const reference = tables.facts.references[index]!;
    if (!CALLS.has(reference.role)) continue;
    const meaning = await r.meaning(tables.file, index);
    if (meaning.kind === "external") external++;
    else if (meaning.kind === "proven" || meaning.kind === "possible") {
      const targets: Declaration[] = [];
      const meant = await calledFor(r, tables, meaning.targets);
      for (const place of new Map(meant.map((t) => [placeKey(t), t])).values()) {
        const target = await declarationOfPlace(r, place);
        if (target !== null) targets.push(target);
      }
      if (meaning.kind === "proven") {
        const rule: Rule = reference.role === "new" ? "construction" : meaning.rule;
        proven.push(new FoundCallee(tables, index, targets, rule, null));
      } else possible.push(new FoundCallee(tables, index, targets, null, meaning.why));
    }
  }
  return { proven: proven.sort(bySite), possible: possible.sort(bySite), external, notLooked: [] };
}

/** What is called where a property is given it. */
async function calledFor(r: Resolver, tables: FileTables, targets: readonly Place[]): Promise<Place[]> {
  const held = r.family(tables.file)?.held;
  const called: Place[] = [];
  for (const target of targets) called.push((await held?.(r, target))?.at(-1) ?? target);
  return called;
}

/** References inside the declaration's own extents. */
function inside(tables: FileTables, declaration: Declaration): number[] {
  const extents = declaration.symbols.map((s) => tables.facts.symbols[s]!.range);
  const found: number[] = [];
  tables.facts.references.forEach(({ range }, i) => {
    const within = extents.some((extent) => holds(extent, range));
    if (within) found.push(i);
  });
  return found;
}
