// What does one reference mean? By scopes of its file, by imports followed to the declaration, by the type of what
// stands before the dot. Whatever can't be proven is possible and says why; nothing is guessed from a name.
import type { ExportFact, ImportFact, Reference } from "../parse/facts.ts";
import { fits, imported, offered } from "./exported-names.ts";
import { initializer, receiverOf } from "./expressions.ts";
import { isType, isValue, tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Rule, Why } from "./graph.ts";
import type { LanguageGraph, ModuleTarget } from "./language-graph.ts";
import { graphOf } from "./languages.ts";
import {
  ELSEWHERE,
  EXTERNAL,
  NOT_FOUND,
  OUTSIDE_SPACE,
  possible,
  type Entity,
  type Found,
  type Meaning,
  type Members,
  type Valued,
} from "./meaning.ts";
import { membersOf } from "./members.ts";
import type { GraphFile, GraphView } from "./view.ts";
import { typeEntity } from "./written-types.ts";

/** Files read in one go. */
const LOT = 256;
/** Text of the files that are held at once, in UTF-16 code units; with its facts a unit takes about 5 bytes. */
const MOST_TEXT = 40_000_000;
/** Steps of one resolution inside each other. A longer chain is written by machines. */
const DEEPEST = 120;

export class Resolver {
  readonly view: GraphView;
  /** What a module offers under a name, by `file\0name`. */
  readonly offers = new Map<string, Found>();
  /** Counts cycles that were cut, so that what was found short of one is not kept. */
  cuts = 0;
  readonly #files = new Map<number, GraphFile>();
  /** Of the files that are held, in UTF-16 code units. */
  #text = 0;
  readonly #modules = new Map<string, ModuleTarget>();
  readonly #known = new Map<string, unknown>();
  readonly #open = new Set<string>();

  constructor(view: GraphView) {
    this.view = view;
  }

  async file(index: number): Promise<GraphFile> {
    const known = this.#files.get(index);
    if (known !== undefined) return known;
    return (await this.load([index]))[0]!;
  }

  /** Reads a few files in one go. */
  async load(files: readonly number[]): Promise<GraphFile[]> {
    const missing = files.filter((f) => !this.#files.has(f));
    if (missing.length > 0) {
      for (const file of await this.view.load(missing)) {
        this.#files.set(file.index, file);
        this.#text += file.text.length;
      }
    }
    const found = files.map((f) => this.#files.get(f)!);
    this.#letGo();
    return found;
  }

  /** Reads any number of files, one lot after the other. */
  async *each(files: readonly number[]): AsyncGenerator<GraphFile> {
    for (let at = 0; at < files.length; at += LOT) yield* await this.load(files.slice(at, at + LOT));
  }

  /** The files that were read first go first. */
  #letGo(): void {
    for (const [index, file] of this.#files) {
      if (this.#text <= MOST_TEXT) return;
      this.#files.delete(index);
      this.#text -= file.text.length;
    }
  }

  family(file: GraphFile): LanguageGraph | null {
    return graphOf(file.language);
  }

  tables(file: GraphFile): FileTables | null {
    return tablesOf(file);
  }

  /** Makes a value once. Where it is asked for while it is being made, the answer is the fallback, and nothing is kept. */
  async once<Value>(key: string, fallback: Value, make: () => Promise<Value>): Promise<Value> {
    if (this.#known.has(key)) return this.#known.get(key) as Value;
    if (this.#open.has(key) || this.#open.size >= DEEPEST) {
      this.cuts++;
      return fallback;
    }
    const before = this.cuts;
    this.#open.add(key);
    try {
      const value = await make();
      if (this.cuts === before || this.#open.size === 1) this.#known.set(key, value);
      return value;
    } finally {
      this.#open.delete(key);
    }
  }

  async module(from: GraphFile, module: string, name: string): Promise<ModuleTarget> {
    const family = this.family(from);
    if (family === null) return { files: [], external: false, why: "no rules for this language" };
    const key = `${from.index}\0${module}\0${name}`;
    let target = this.#modules.get(key);
    if (target === undefined) {
      target = await family.module(this.view, from, module, name);
      this.#modules.set(key, target);
    }
    return target;
  }

  meaning(file: GraphFile, reference: number): Promise<Meaning> {
    const fallback: Meaning = possible("unresolved-receiver");
    return this.once(`m${file.index}:${reference}`, fallback, () => this.#meaning(file, reference));
  }

  async #meaning(file: GraphFile, index: number): Promise<Meaning> {
    const reference = file.facts!.references[index]!;
    const family = this.family(file);
    if (family === null) return possible("same-name");
    const own = await family.meaning?.(this, file, index, () => receiverOf(this, file, index));
    if (own !== undefined && own !== null) return own;
    const special = await family.special?.(this.view, file, reference);
    if (special?.kind === "outside") return EXTERNAL;
    if (special?.kind === "name") {
      const found = await this.found(special.module, special.name);
      return this.ofFound(found, reference, special.rule as Rule);
    }
    if (special?.kind === "type") {
      const entity = await this.typed(special.type, file, reference.enclosing);
      return this.memberMeaning({ entity, rule: special.rule as Rule }, special.member, reference);
    }
    if (reference.role === "import") return this.#importMeaning(file, reference);
    if (reference.receiver === "") return this.#bare(file, reference);
    return this.memberMeaning(await receiverOf(this, file, index), reference.name, reference);
  }

  /** A name inside an import or a re-export. */
  async #importMeaning(file: GraphFile, reference: Reference): Promise<Meaning> {
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
    return this.ofFound(await imported(this, file.index, fact), reference, "import");
  }

  async #bare(file: GraphFile, reference: Reference): Promise<Meaning> {
    const { binding, name, target } = reference;
    if (binding === "import") {
      const facts = this.importsOf(file, reference);
      if (facts.length > 0) return this.#throughImports(file, facts, reference);
    }
    if (target >= 0) return this.#sameFile(file, target, reference);
    if (binding === "local" || binding === "param") return ELSEWHERE;
    return this.#visible(file, name, reference);
  }

  /** The imports that bind the reference's name where it stands. */
  importsOf(file: GraphFile, reference: Reference): ImportFact[] {
    const head = reference.receiver === "" ? reference.name : headOf(reference.receiver);
    const facts = file.facts!.imports.filter((i) => i.local === head);
    if (facts.length <= 1) return facts;
    // Imports inside of blocks (`await import()`): the innermost symbol around the reference that holds one decides.
    const { symbols } = file.facts!;
    for (let at = reference.enclosing; at !== -1; at = symbols[at]!.parent) {
      const { range } = symbols[at]!;
      const inside = facts.filter((f) => f.range.start >= range.start && f.range.end <= range.end);
      if (inside.length > 0) return inside;
    }
    return facts;
  }

  async #throughImports(
    file: GraphFile,
    facts: readonly ImportFact[],
    reference: Reference,
  ): Promise<Meaning> {
    if (facts.length === 1) {
      return this.ofFound(await imported(this, file.index, facts[0]!), reference, "import");
    }
    const meanings: Meaning[] = [];
    for (const fact of facts)
      meanings.push(await this.ofFound(await imported(this, file.index, fact), reference, "import"));
    return together(meanings);
  }

  /** The symbol of this file that scopes lead to; of a name that is a type and a value, the one that the role asks for. */
  #sameFile(file: GraphFile, target: number, reference: Reference): Meaning {
    const tables = this.tables(file)!;
    const { symbols } = tables.facts;
    const { qualified, parent } = symbols[target]!;
    const wants = reference.role === "type" ? isType : isValue;
    const group = (s: number) => tables.symbolsOf(tables.first[s]!);
    let at = target;
    if (!group(target).some((s) => wants(symbols[s]!.kind))) {
      const other = (tables.byQualified.get(qualified) ?? []).find(
        (s) => symbols[s]!.parent === parent && wants(symbols[s]!.kind),
      );
      if (other !== undefined) at = other;
    }
    return { kind: "proven", rule: "same-file", targets: [tables.place(at)] };
  }

  /** A name that its file neither declares nor imports by name. */
  async #visible(file: GraphFile, name: string, reference: Reference): Promise<Meaning> {
    const family = this.family(file)!;
    if (family.starBinds) {
      const found: Found[] = [];
      let unsure = false;
      for (const fact of file.facts!.imports) {
        if (fact.imported !== "*" || fact.local !== "") continue;
        const target = await this.module(file, fact.module, name);
        if (target.why !== "") unsure = true;
        found.push(await offered(this, target.files, name));
      }
      const first = found.find((f) => f.entities.length > 0);
      if (first !== undefined) return this.ofFound(first, reference, "star-import");
      if (unsure) return possible("unresolved-module");
    }
    const siblings = await family.siblings(this.view, file);
    const places: Place[] = [];
    for (const sibling of siblings) {
      const other = await this.file(sibling);
      const tables = this.tables(other);
      for (const s of tables?.top.get(name) ?? []) {
        if (family.isVisible?.(tables!.facts.symbols[s]!, other, file) ?? true) places.push(tables!.place(s));
      }
    }
    if (places.length > 0) {
      const entities = places.map((place): Entity => ({ kind: "declared", place }));
      return this.ofFound({ entities, hops: 0, ambiguous: false }, reference, "same-package");
    }
    if (family.isBuiltin?.(name) === true) return EXTERNAL;
    return { kind: "possible", why: "same-name", targets: [], global: true };
  }

  async found(target: ModuleTarget, name: string): Promise<Found> {
    if (target.external) return { entities: [OUTSIDE_SPACE], hops: 0, ambiguous: false };
    if (target.files.length === 0) {
      return { entities: [{ kind: "unknown", why: "unresolved-module" }], hops: 0, ambiguous: false };
    }
    return offered(this, target.files, name);
  }

  /** What the found things mean for a reference of this role. */
  async ofFound(found: Found, reference: Reference, rule: Rule): Promise<Meaning> {
    let entities = found.entities;
    if (reference.role !== "import" && entities.length > 1) {
      const wanted: Entity[] = [];
      for (const entity of entities) {
        if (await fits(this, entity, reference.role === "type")) wanted.push(entity);
      }
      if (wanted.length > 0) entities = wanted;
    }
    if (entities.length === 0) return possible("unresolved-module");
    const targets = entities.flatMap((e) => (e.kind === "declared" ? [e.place] : []));
    const by: Rule = rule === "import" && found.hops > 0 ? "re-export" : rule;
    if (found.ambiguous) return possible("ambiguous-export", targets);
    if (targets.length === entities.length) {
      // Overlapping declarations of one name in several files (a package, a merged interface) are all meant; of two
      // unlike ones a value reference can mean but one.
      return { kind: "proven", rule: by, targets };
    }
    if (targets.length > 0) return possible("ambiguous-declaration", targets);
    const first = entities[0]!;
    if (first.kind === "outside") return EXTERNAL;
    if (first.kind === "module") {
      const whole = first.callable && called(reference) ? await this.whole(first.files) : null;
      if (whole !== null) return { kind: "proven", rule: by, targets: [whole] };
      return { kind: "module", files: first.files, callable: first.callable };
    }
    return possible(first.kind === "unknown" ? first.why : "unresolved-receiver");
  }

  async memberMeaning(valued: Valued, name: string, reference: Reference): Promise<Meaning> {
    const { entity, rule } = valued;
    const found = await this.members(entity, name, reference.role === "type");
    switch (found.kind) {
      case "outside":
        return EXTERNAL;
      case "none":
        return possible("unresolved-receiver");
      case "unknown":
        return possible(found.why, found.places);
      case "found": {
        const receiver = "place" in entity ? { receiver: entity.place } : {};
        return {
          kind: "proven",
          rule: await this.#memberRule(entity, rule),
          targets: found.places,
          ...receiver,
        };
      }
    }
  }

  async #memberRule(entity: Entity, rule: Rule): Promise<Rule> {
    if (entity.kind === "module") return "namespace";
    if (entity.kind !== "declared" || rule === "this-method" || rule === "super-method") return rule;
    const { facts } = this.tables(await this.file(entity.place.file))!;
    switch (facts.symbols[entity.place.at]!.kind) {
      case "enum":
        return "enum-member";
      case "namespace":
      case "module":
        return "namespace";
      case "class":
      case "struct":
      case "interface":
      case "trait":
      case "type":
        return "static-method";
      default:
        return "object-member";
    }
  }

  members(entity: Entity, name: string, wantsType: boolean): Promise<Members> {
    return membersOf(this, entity, name, wantsType);
  }

  /** What a CommonJS module is when it is used as one thing: what `module.exports =` or `export =` gives it. */
  async whole(files: readonly number[]): Promise<Place | null> {
    const entity = await this.wholeEntity(files);
    return entity?.kind === "declared" ? entity.place : null;
  }

  async wholeEntity(files: readonly number[]): Promise<Entity | null> {
    if (files.length !== 1) return null;
    const file = await this.file(files[0]!);
    const facts = file.facts?.exports.filter((e) => isWhole(file, e)) ?? [];
    if (facts.length === 0) return null;
    const { entities } = await offered(this, files, facts[0]!.exported);
    const only = entities.length === 1 ? entities[0]! : null;
    // `module.exports = require("./lib")` hands on what that one exports.
    if (only?.kind === "module" && only.callable) {
      return this.once(`w${files[0]}`, null, async () => (await this.wholeEntity(only.files)) ?? only);
    }
    return only;
  }

  /** A name that a CommonJS module offers as a member of the one thing that it exports. */
  async fromWhole(files: readonly number[], name: string): Promise<Found> {
    const whole = await this.wholeEntity(files);
    if (whole === null) return NOT_FOUND;
    if (name === "default") return { entities: [whole], hops: 0, ambiguous: false };
    const found = await this.members(whole, name, false);
    if (found.kind === "none") return NOT_FOUND;
    if (found.kind !== "found") {
      const why: Why = found.kind === "unknown" ? found.why : "unresolved-module";
      return {
        entities: [found.kind === "outside" ? OUTSIDE_SPACE : { kind: "unknown", why }],
        hops: 0,
        ambiguous: false,
      };
    }
    const entities = found.places.map((place): Entity => ({ kind: "declared", place }));
    return { entities, hops: 0, ambiguous: false };
  }

  /** What is exported as an expression and has no name: `export default new Foo()`, `module.exports = require("./x")`. */
  exportedValue(file: GraphFile, fact: ExportFact): Promise<Entity> {
    return initializer(this, file, fact.range, -1);
  }

  /** What a written type stands for, at a place inside the symbol. */
  typed(written: string, file: GraphFile, enclosing: number, self?: Entity): Promise<Entity> {
    return typeEntity(this, written, file, enclosing, self);
  }
}

function together(meanings: readonly Meaning[]): Meaning {
  const targets = meanings.flatMap((m) => (m.kind === "proven" || m.kind === "possible" ? m.targets : []));
  const keys = new Set(targets.map((t) => `${t.file}:${t.at}`));
  const first = meanings[0]!;
  if (keys.size === 1 && first.kind === "proven" && meanings.every((m) => m.kind === "proven")) return first;
  if (targets.length === 0 && meanings.every((m) => m.kind === first.kind)) return first;
  return possible("ambiguous-declaration", targets);
}

function called({ role }: Reference): boolean {
  return role !== "import";
}

/** The first name of a receiver. */
export function headOf(receiver: string): string {
  return /^[\w$#\u0080-\uffff]+/.exec(receiver)?.[0] ?? "";
}

/** `export = X`, `module.exports = X`. */
export function isWhole(file: GraphFile, fact: ExportFact): boolean {
  if (fact.exported === "=") return true;
  if (fact.exported !== "default" || fact.from !== "") return false;
  const tables = tablesOf(file)!;
  const at = tables.startOf(fact.range);
  return /^(?:module\.)?exports\b/.test(file.text.slice(at, at + 20));
}
