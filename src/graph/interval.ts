// Who uses a declaration? What is proven, with the rule that proves it; what is possible, with the reason why it can't
// be excluded; what was not looked at. A use that is proven to mean something else is neither.
import { placeKey, type FileTables, type Place } from "./file-tables.ts";
import type {
  Declaration,
  Interval,
  NotLooked,
  PossibleSite,
  ProvenSite,
  Rule,
  UseOptions,
  Why,
} from "./graph.ts";
import { callMakes, constructionCalls, isConstructed, makesBy } from "./construction-calls.ts";
import { isBesideCaller } from "./cooperative-super.ts";
import { isCalledThrough, unnamedBaseCalls } from "./ecmascript-calls.ts";
import { distinctSites } from "./distinct-sites.ts";
import { usesByKeys } from "./ecmascript-key-uses.ts";
import { importedAsValue } from "./ecmascript-hidden-takers.ts";
import { usesByTaking } from "./ecmascript-taken-uses.ts";
import { heldMeaning } from "./held-targets.ts";
import type { Meaning } from "./meaning.ts";
import { mayAlias } from "./local-aliases.ts";
import { isOfGlobalObject, mayLeadHere, throughOutside } from "./outside-calls.ts";
import { notIndexed, ofOtherLanguages } from "./not-looked.ts";
import type { Resolver } from "./resolve.ts";
import { quotedMember } from "./quoted-members.ts";
import { FoundProven, possibleAt, possibleLike } from "./sites.ts";
import { spaceFlows } from "./space-flows.ts";
import { couldMean, mayDispatchOn, mayHandOn, takes, subjectOf, type Subject } from "./subject.ts";
import { subjectNames } from "./subject-names.ts";
import { textOptions } from "./text-options.ts";
import { unnamedCalls } from "./unnamed-calls.ts";
import { textualUses, unparsedUses } from "./textual-uses.ts";

/** Files that one question parses: past it the answer says what it left out. */
const MOST_FILES = 20_000;
const CALLS = new Set(["call", "new", "jsx", "decorator"]);
/** What is written in the same letters everywhere. */
const CASED = new Set(["property", "constant", "variable"]);

export type Question = "callers" | "references";

export async function intervalOf(
  r: Resolver,
  declaration: Declaration,
  question: Question,
  options: UseOptions = {},
): Promise<Interval> {
  const subject = await subjectOf(r, declaration);
  return new Uses(r, subject, question, options.dispatch ?? true).run();
}

class Uses {
  readonly #r: Resolver;
  readonly #subject: Subject;
  readonly #question: Question;
  readonly #dispatch: boolean;
  readonly #proven: ProvenSite[] = [];
  /** Calls on what lies outside that may lead here. */
  #outside = 0;
  readonly #possible: PossibleSite[] = [];
  readonly #notLooked: NotLooked[] = [];
  /** Member uses of a function at the top: possible only where it was handed on as a value. */
  readonly #late: PossibleSite[] = [];
  #flows = false;
  /** Names that one file alone gives it. */
  #aliases: ReadonlyMap<number, ReadonlySet<string>> = new Map();

  constructor(r: Resolver, subject: Subject, question: Question, dispatch: boolean) {
    this.#r = r;
    this.#subject = subject;
    this.#question = question;
    this.#dispatch = dispatch;
  }

  async run(): Promise<Interval> {
    const r = this.#r;
    const { tables, symbol } = this.#subject;
    const names = await subjectNames(r, this.#subject, callMakes(this.#r, this.#subject));
    this.#aliases = names.local;
    let files = names.files;
    if (files.length > MOST_FILES) {
      const what = `${files.length - MOST_FILES} files that hold the name`;
      this.#notLooked.push({ what, why: `ceiling of ${MOST_FILES} files` });
      files = files.slice(0, MOST_FILES);
    }
    const family = r.family(tables.file);
    const foreign = new Map<string, number>();
    for await (const file of r.each(files)) {
      if (r.family(file) !== family) {
        foreign.set(file.language, (foreign.get(file.language) ?? 0) + 1);
        continue;
      }
      const local = names.local.get(file.index);
      const given = local === undefined ? names.all : new Set([...names.all, ...local]);
      const own = r.tables(file);
      const wanted = this.#folds && own !== null ? own.spellings(given) : given;
      if (own === null) {
        this.#possible.push(...unparsedUses(file, wanted, this.#notLooked));
        continue;
      }
      for (const name of wanted) {
        for (const reference of own.byName.get(name) ?? []) await this.#judge(file.index, reference);
      }
      for (const index of unnamedCalls(family, this.#subject, own)) await this.#judge(file.index, index);
      const options = textOptions(this.#subject, this.#question);
      for (const site of textualUses(own, wanted, options, this.#notLooked)) {
        if (site.why === "dynamic-access") await this.#judgeQuoted(own, site);
        else this.#possible.push(site);
      }
      this.#possible.push(...(family?.usesInMacros?.(own, wanted, symbol) ?? []));
      if (this.#question === "references") this.#add(await usesByKeys(r, this.#subject, own, wanted));
      const taken = await usesByTaking(r, this.#subject, own, wanted);
      this.#possible.push(...taken.possible);
      this.#late.push(...taken.late);
    }
    const imported = await importedAsValue(r, this.#subject, names.all);
    if (imported.length > 0) this.#flows = true;
    this.#possible.push(...imported);
    this.#add(await constructionCalls(r, this.#subject));
    if (this.#late.length > 0 && (this.#flows || (await spaceFlows(r, this.#subject, files, names.all))))
      this.#possible.push(...this.#late);
    const unnamed = family?.unnamedUses?.(tables, this.#subject.declaration.symbols[0]!) ?? "";
    if (unnamed !== "") this.#notLooked.push({ what: unnamed, why: "they don't hold its name" });
    this.#notLooked.push(
      ...ofOtherLanguages(foreign),
      ...notIndexed(r.view),
      ...throughOutside(this.#outside, symbol.name),
    );
    return { ...distinctSites(this.#subject, this.#proven, this.#possible), notLooked: this.#notLooked };
  }

  #add(found: { proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }): void {
    this.#proven.push(...found.proven);
    this.#possible.push(...found.possible);
  }

  async #judge(file: number, index: number): Promise<void> {
    const r = this.#r;
    const loaded = await r.file(file);
    const tables = r.tables(loaded)!;
    const reference = tables.facts.references[index]!;
    const asked = this.#isAsked(reference.role);
    // A read tells whether the declaration is handed on as a value, or called by `f.call(…)`.
    const called =
      (reference.role === "read" && isCalledThrough(tables, reference)) ||
      (!asked && r.family(loaded)?.looksCalled?.(tables, reference) === true);
    const handed = reference.role === "read" && mayHandOn(this.#subject, tables, reference);
    const heirs = this.#subject.constructed.size === 0 ? null : unnamedBaseCalls(tables, reference);
    if (!asked && !handed && !called && heirs === null) return;
    const meaning = await r.meaning(loaded, index);
    if (heirs !== null) {
      if (this.#is(meaning, "new")) this.#proven.push(...heirs);
      if (!asked) return;
    }
    const role = called && reference.role === "type" ? "call" : reference.role;
    if (this.#is(meaning, role)) {
      const sure = isConstructed(r, this.#subject, tables, reference, role);
      if (sure === false) return;
      if (sure === null && asked) {
        this.#possible.push(possibleAt(tables, index, "ambiguous-declaration"));
        return;
      }
      if (!asked && !called) {
        if (tables.isListed(reference)) return;
        this.#flows ||= this.#subject.symbol.parent === -1;
        this.#possible.push(possibleAt(tables, index, "handed-on"));
        return;
      }
      this.#proven.push(new FoundProven(tables, index, this.#rule(meaning, role)));
      return;
    }
    // `{ run }`: what is called through the property.
    if ((asked || called) && this.#is(await heldMeaning(r, this.#subject, meaning), role))
      return void this.#proven.push(new FoundProven(tables, index, this.#rule(meaning, role)));
    const member = handed && this.#subject.symbol.kind === "method";
    if (asked || called ? !takes(r, this.#subject, tables, index) : !member || meaning.kind === "elsewhere")
      return;
    const why = await this.#mayBe(meaning, reference.name, file, index);
    if (why !== null) this.#possible.push(possibleAt(tables, index, why));
  }

  /** `x["name"]` where the type of `x` is known. */
  async #judgeQuoted(tables: FileTables, site: PossibleSite): Promise<void> {
    const member = await quotedMember(this.#r, tables, site, this.#subject.symbol.name);
    const typed = member?.role === "type" && this.#question === "callers";
    if (member === null || typed) this.#possible.push(site);
    else if (member.targets.some((t) => this.#subject.keys.has(placeKey(t)))) {
      if (this.#isAsked(member.role)) this.#proven.push(member.site);
      else this.#possible.push(possibleLike(site, "handed-on"));
    } else if (
      this.#dispatch &&
      (await mayDispatchOn(this.#r, this.#subject, member.receivers, member.targets))
    )
      this.#possible.push(possibleLike(site, "dispatch"));
  }

  #isAsked(role: string): boolean {
    if (this.#question === "references") return true;
    // A setter is called by an assignment.
    if (role === "write" && /\w=$/.test(this.#subject.symbol.name)) return true;
    return this.#subject.plain ? role !== "import" : CALLS.has(role);
  }

  #is(meaning: Meaning, role: string): boolean {
    if (meaning.kind !== "proven") return false;
    const { keys, constructed } = this.#subject;
    const makes = makesBy(this.#r, this.#subject, role);
    const made = makes && this.#subject.symbol.kind === "constructor";
    return meaning.targets.some((t) => keys.has(placeKey(t)) || (made && constructed.has(placeKey(t))));
  }

  #rule(meaning: Meaning, role: string): Rule {
    if (role === "new") return "construction";
    if (meaning.kind !== "proven") return "same-file";
    const { keys, symbol } = this.#subject;
    const makes = (role === "call" || role === "decorator") && symbol.kind === "constructor";
    return makes && !meaning.targets.some((t) => keys.has(placeKey(t))) ? "construction" : meaning.rule;
  }

  /** Why an unproven use may mean it, or null where it can't. */
  async #mayBe(meaning: Meaning, name: string, file: number, index: number): Promise<Why | null> {
    const r = this.#r;
    const subject = this.#subject;
    const tables = r.tables(await r.file(file))!;
    const reference = tables.facts.references[index]!;
    if (subject.inFile && file !== subject.tables.file.index) return null;
    switch (meaning.kind) {
      case "external":
        if (mayLeadHere(r, subject, reference)) this.#outside++;
        return isOfGlobalObject(subject, reference) ? "unresolved-receiver" : null;
      case "module":
        return null;
      case "elsewhere":
        return mayAlias(tables, index) && couldMean(subject, reference, false, true) ? "same-name" : null;
      case "proven": {
        if (meaning.held?.some((place) => subject.keys.has(placeKey(place))) === true) return "handed-on";
        if (!this.#dispatch || meaning.receiver === undefined) return null;
        if (meaning.rule === "super-method")
          return (await isBesideCaller(r, subject.owner, tables, reference.enclosing)) ? "dispatch" : null;
        const through = [meaning.receiver, ...(meaning.receivers ?? [])];
        return (await mayDispatchOn(r, subject, through, meaning.targets)) ? "dispatch" : null;
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
          this.#aliases.get(file)?.has(name) === true;
        if (!isOwn && subject.symbol.kind !== "constructor") {
          // Under the name by which a module offers it, it can be met where the module was handed on.
          if (reference.receiver !== "" && couldMean(subject, reference, false, true))
            this.#late.push(possibleAt(tables, index, meaning.why));
          return null;
        }
        // Of a module that is not found nothing is known: any of its members may be what it exports.
        const missing = meaning.why === "unresolved-module" && !subject.inFile;
        if (!couldMean(subject, reference, meaning.global === true, missing)) {
          const late = reference.receiver !== "" && couldMean(subject, reference, false, true);
          if (late) this.#late.push(possibleAt(tables, index, meaning.why));
          return null;
        }
        return meaning.why;
      }
    }
  }

  /** The same name in other letters. */
  #isSpelled(name: string): boolean {
    return this.#folds && name.toLowerCase() === this.#subject.symbol.name.toLowerCase();
  }

  get #folds(): boolean {
    const { symbol, tables } = this.#subject;
    return this.#r.family(tables.file)?.foldsCase === true && !CASED.has(symbol.kind);
  }
}
