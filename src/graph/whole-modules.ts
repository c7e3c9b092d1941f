// What is a CommonJS module when it is used as one thing? What `module.exports =` or `export =` gives it; its members are
// what the module offers beside.
import type { ExportFact } from "../parse/facts.ts";
import { offered } from "./exported-names.ts";
import { tablesOf } from "./file-tables.ts";
import type { Why } from "./graph.ts";
import { NOT_FOUND, OUTSIDE_SPACE, type Entity, type Found } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import { valueOf } from "./values.ts";
import type { GraphFile } from "./view.ts";

/** What stands for the module as a whole: the export itself, where it has a declaration. */
export async function wholeExport(r: Resolver, files: readonly number[]): Promise<Entity | null> {
  // The second file may declare the types of the first.
  if (files.length === 0 || files.length > 2) return null;
  const file = await r.file(files[0]!);
  const facts = file.facts?.exports.filter((e) => isWhole(file, e)) ?? [];
  if (facts.length === 0) return null;
  const { entities } = await offered(r, [file.index], facts[0]!.exported);
  return entities.length === 1 ? entities[0]! : null;
}

/** What the module is as a whole, and not by which export. */
export async function wholeEntity(r: Resolver, files: readonly number[]): Promise<Entity | null> {
  let only = await wholeExport(r, files);
  if (only?.kind === "declared") {
    const home = r.tables(await r.file(only.place.file))!;
    const { kind, name } = home.facts.symbols[only.place.at]!;
    const value =
      kind === "constant" && name === "exports" ? await valueOf(r, only.place, undefined, "import") : null;
    if (value !== null && value.entity.kind !== "unknown") only = value.entity;
  }
  const [index] = files;
  // `module.exports = require("./lib")` hands on what that one exports.
  if (only?.kind === "module" && only.callable) {
    return r.once(`w${index}`, null, async () => (await wholeEntity(r, only.files)) ?? only);
  }
  return only;
}

/** A module that is called: its export as a whole, or what that one hands on. */
export async function calledWhole(r: Resolver, files: readonly number[]): Promise<Entity | null> {
  const own = await wholeExport(r, files);
  return own?.kind === "declared" ? own : wholeEntity(r, files);
}

/** A name that a CommonJS module offers as a member of the one thing that it exports. */
export async function fromWhole(r: Resolver, files: readonly number[], name: string): Promise<Found> {
  const whole = await wholeEntity(r, files);
  if (whole === null) return NOT_FOUND;
  if (name === "default") return { entities: [whole], hops: 0, ambiguous: false };
  const found = await r.members(whole, name, false);
  if (found.kind === "none") return NOT_FOUND;
  if (found.kind === "module") return { entities: [found], hops: 0, ambiguous: false };
  if (found.kind !== "found") {
    const why: Why = found.kind === "unknown" ? found.why : "unresolved-module";
    const entity: Entity = found.kind === "outside" ? OUTSIDE_SPACE : { kind: "unknown", why };
    return { entities: [entity], hops: 0, ambiguous: false };
  }
  const entities = found.places.map((place): Entity => ({ kind: "declared", place }));
  return { entities, hops: 0, ambiguous: false };
}

/** `export = X`, `module.exports = X`. */
export function isWhole(file: GraphFile, fact: ExportFact): boolean {
  if (fact.exported === "=") return true;
  if (fact.exported !== "default" || fact.from !== "") return false;
  const at = tablesOf(file)!.startOf(fact.range);
  return /^(?:module\.)?exports\b/.test(file.text.slice(at, at + 20));
}
