// Why may a use that is not proven mean a subject all the same? By what is not known of it; or because what it means leads
// there when it runs.
import { makesBy } from "./construction-calls.ts";
import { isBesideCaller } from "./cooperative-super.ts";
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
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
  #above: ReadonlySet<string> | null = null;

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
      this.#above = (await typesAbove(this.#r, owner)).keys;
  }

  /** Why an unproven use may mean it, or null where it can't. */
  why(meaning: Meaning, tables: FileTables, index: number): Why | null | Promise<Why | null> {
    const r = this.#r;
    const subject = this.#subject;
    const file = tables.file.index;
    const reference = tables.facts.references[index]!;
    const { name } = reference;
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
        if (meaning.held?.some((place) => subject.keys.has(placeKey(place))) === true) return "handed-on";
        if (!this.#dispatch || meaning.receiver === undefined) return null;
        if (subject.owner === null) return null;
        const or = (may: boolean): Why | null => (may ? "dispatch" : null);
        if (meaning.rule === "super-method")
          return isBesideCaller(r, subject.owner, tables, reference.enclosing).then(or);
        const through = [meaning.receiver, ...(meaning.receivers ?? [])];
        // Most receivers have nothing to do with it, and nothing is waited for to know that.
        const above = this.#above;
        if (subject.isStatic || (above !== null && !through.some((t) => above.has(placeKey(t))))) return null;
        return mayDispatchOn(r, subject, through, meaning.targets).then(or);
      }
      case "possible": {
        if (meaning.targets.length > 0) {
          const made = subject.symbol.kind === "constructor" && makesBy(r, subject, reference.role);
          const isIt = (t: Place) =>
            subject.keys.has(placeKey(t)) || (made && subject.constructed.has(placeKey(t)));
          return meaning.targets.some(isIt) ? meaning.why : null;
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

  /** The same name in other letters. */
  #isSpelled(name: string): boolean {
    return this.folds && name.toLowerCase() === this.#subject.symbol.name.toLowerCase();
  }

  get folds(): boolean {
    const { symbol, tables } = this.#subject;
    return this.#r.family(tables.file)?.foldsCase === true && !CASED.has(symbol.kind);
  }
}
