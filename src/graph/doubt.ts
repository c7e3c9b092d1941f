// Why may a use that is not proven mean a subject all the same? By what is not known of it; or because what it means leads
// there when it runs.
import { makesBy } from "./construction-calls.ts";
import { isBesideCaller } from "./cooperative-super.ts";
import type { Reference } from "../parse/facts.ts";
import { isInBase } from "./ecmascript-calls.ts";
import { isType, placeKey, type FileTables, type Place } from "./file-tables.ts";
import type { PossibleSite, Why } from "./graph.ts";
import { mayAlias } from "./local-aliases.ts";
import type { Meaning } from "./meaning.ts";
import { isOfGlobalObject, mayLeadHere } from "./outside-calls.ts";
import { typesAbove } from "./relatives.ts";
import type { Resolver } from "./resolve.ts";
import { possibleAt } from "./sites.ts";
import { couldMean, mayDispatchOn, type Subject } from "./subject.ts";

/** What is written in the same letters everywhere. */
const CASED = new Set(["property", "constant", "variable"]);

export class Doubt {
  readonly #r: Resolver;
  readonly #subject: Subject;
  readonly #dispatch: boolean;
  /** Calls on what lies outside that may lead here. */
  outside = 0;
  /** Member uses of a function at the top: possible only where it was handed on as a value. */
  readonly late: PossibleSite[] = [];
  /** Names that one file alone gives it. */
  aliases: ReadonlyMap<number, ReadonlySet<string>> = new Map();
  /** Types above its own, by key: null where they are not known beforehand. */
  above: ReadonlySet<string> | null = null;
  /** Keys of what was compared with the subject, or with the types above its own. */
  readonly compared = new Set<string>();
  /** Types among them that its own may satisfy without naming them. */
  readonly through = new Map<string, Place>();
  /** Something else of the subject decided than what was compared. */
  isSingular = false;

  constructor(r: Resolver, subject: Subject, dispatch: boolean) {
    this.#r = r;
    this.#subject = subject;
    this.#dispatch = dispatch;
  }

  async open(aliases: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
    this.aliases = aliases;
    const { owner, isStatic, tables } = this.#subject;
    // Where types satisfy others without naming them, what is above one does not tell.
    if (owner !== null && !isStatic && this.#r.family(tables.file)?.satisfies === undefined)
      this.above = (await typesAbove(this.#r, owner)).keys;
  }

  /** Why an unproven use may mean it, or null where it can't. */
  why(meaning: Meaning, tables: FileTables, index: number): Why | null | Promise<Why | null> {
    const r = this.#r;
    const subject = this.#subject;
    const file = tables.file.index;
    const written = tables.facts.references[index]!;
    const { name } = written;
    const named = written.role === "type" && !isType(subject.symbol.kind);
    const isValue = named && isInBase(tables, tables.startOf(written.range));
    const reference: Reference = isValue ? { ...written, role: "read" } : written;
    if (subject.inFile && file !== subject.tables.file.index) return null;
    switch (meaning.kind) {
      case "external":
        if (mayLeadHere(r, subject, reference)) this.outside++;
        return isOfGlobalObject(subject, reference) ? "unresolved-receiver" : null;
      case "module":
        return null;
      case "elsewhere":
        return couldMean(subject, reference, false, true) && mayAlias(tables, index) ? "same-name" : null;
      case "proven": {
        if (this.isAmong(meaning.held ?? [], subject.keys)) return "handed-on";
        if (!this.#dispatch || meaning.receiver === undefined) return null;
        if (subject.owner === null) return null;
        const or = (may: boolean): Why | null => (may ? "dispatch" : null);
        if (meaning.rule === "super-method") {
          this.isSingular = true;
          return isBesideCaller(r, subject.owner, tables, reference.enclosing).then(or);
        }
        const through = [meaning.receiver, ...(meaning.receivers ?? [])];
        // Most receivers have nothing to do with it, and nothing is waited for to know that.
        if (subject.isStatic || !this.mayBeThrough(through)) return null;
        return mayDispatchOn(r, subject, through, meaning.targets).then(or);
      }
      case "possible": {
        if (meaning.targets.length > 0) {
          const made = subject.symbol.kind === "constructor" && makesBy(r, subject, reference.role);
          const isIt =
            this.isAmong(meaning.targets, subject.keys) ||
            (made && this.isAmong(meaning.targets, subject.constructed));
          return isIt ? meaning.why : null;
        }
        const isOwn =
          name === subject.symbol.name ||
          subject.constructedBy.some((d) => d.name === name) ||
          this.#isSpelled(name) ||
          name === r.family(tables.file)?.superWord ||
          // A setter is used by the name without its sign.
          (reference.role === "write" && `${name}=` === subject.symbol.name) ||
          this.aliases.get(file)?.has(name) === true;
        if (!isOwn && subject.symbol.kind !== "constructor") {
          // Under the name by which a module offers it, it can be met where the module was handed on.
          if (reference.receiver !== "" && couldMean(subject, reference, false, true))
            this.late.push(possibleAt(tables, index, meaning.why));
          return null;
        }
        // Of a module that is not found nothing is known: any of its members may be what it exports.
        const missing = meaning.why === "unresolved-module" && !subject.inFile;
        if (!couldMean(subject, reference, meaning.global === true, missing)) {
          const late = reference.receiver !== "" && couldMean(subject, reference, false, true);
          if (late) this.late.push(possibleAt(tables, index, meaning.why));
          return null;
        }
        return meaning.why;
      }
    }
  }

  /** Whether one of the places is meant by the keys. */
  isAmong(places: readonly Place[], keys: ReadonlySet<string>): boolean {
    let is = false;
    for (const place of places) {
      const key = placeKey(place);
      this.compared.add(key);
      is ||= keys.has(key);
    }
    return is;
  }

  /** Whether a call through one of the types may lead to it, as far as the types above its own tell. */
  mayBeThrough(types: readonly Place[]): boolean {
    const { above } = this;
    if (above !== null) return this.isAmong(types, above);
    for (const type of types) {
      const key = placeKey(type);
      this.compared.add(key);
      this.through.set(key, type);
    }
    return true;
  }

  /** The same name in other letters. */
  #isSpelled(name: string): boolean {
    return this.folds && name.toLowerCase() === this.#subject.symbol.name.toLowerCase();
  }

  get folds(): boolean {
    const { symbol, tables } = this.#subject;
    return this.#r.family(tables.file)?.foldsCase === true && !CASED.has(symbol.kind);
  }
}
