// Who uses a declaration? What is proven, with the rule that proves it; what is possible, with the reason why it can't
// be excluded; what was not looked at. A use that is proven to mean something else is neither.
import { placeKey, type FileTables } from "./file-tables.ts";
import type { Declaration, Interval, NotLooked, PossibleSite, ProvenSite, Rule, Why } from "./graph.ts";
import { callMakes, constructionCalls, isConstructed, makesBy } from "./construction-calls.ts";
import { baseCallsThroughValues } from "./ecmascript-base-values.ts";
import { isCalledThrough, unnamedBaseCalls } from "./ecmascript-calls.ts";
import { Doubt } from "./doubt.ts";
import { distinctSites } from "./distinct-sites.ts";
import { usesByKeys } from "./ecmascript-key-uses.ts";
import { importedAsValue } from "./ecmascript-hidden-takers.ts";
import { usesByWrittenKeys } from "./ecmascript-written-keys.ts";
import { usesByTaking } from "./ecmascript-taken-uses.ts";
import { filesOfUses, kinAmong } from "./files-of-uses.ts";
import { heldMeaning, mayHold } from "./held-targets.ts";
import type { Meaning } from "./meaning.ts";
import { throughOutside } from "./outside-calls.ts";
import { NAMELESS, notIndexed, ofOtherLanguages } from "./not-looked.ts";
import type { Resolver } from "./resolve.ts";
import { quotedUse } from "./quoted-uses.ts";
import { FoundProven, possibleAt } from "./sites.ts";
import { shapeOf, Sharing } from "./shared-uses.ts";
import { spaceFlows } from "./space-flows.ts";
import { mayHandOn, takes, subjectOf, type Subject } from "./subject.ts";
import { stumbledUses } from "./stumbled-uses.ts";
import { subjectNames, type SubjectNames } from "./subject-names.ts";
import { textOptions } from "./text-options.ts";
import { unnamedCalls } from "./unnamed-calls.ts";
import { textualUses, unparsedUses } from "./textual-uses.ts";
import type { GraphFile } from "./view.ts";

/** Files that one question parses: past it the answer says what it left out. */
const MOST_FILES = 20_000;
const CALLS = new Set(["call", "new", "jsx", "decorator"]);

/** As what a reference may be a use. */
interface Judged {
  readonly asked: boolean;
  readonly handed: boolean;
  readonly called: boolean;
  /** Calls of a base's constructor that stand for it. */
  readonly heirs: readonly ProvenSite[] | null;
}

export type Question = "callers" | "references";

export async function intervalOf(
  r: Resolver,
  declaration: Declaration,
  question: Question,
): Promise<Interval> {
  const subject = await subjectOf(r, declaration);
  const uses = new Uses(r, subject, question, true);
  const found = await uses.run();
  const throughValues = await uses.baseCalls();
  if (throughValues.length === 0) return found;
  return {
    ...distinctSites(subject, found.proven, [...found.possible, ...throughValues]),
    notLooked: found.notLooked,
    looked: found.looked,
  };
}

class Uses {
  readonly #r: Resolver;
  readonly #subject: Subject;
  readonly #question: Question;
  readonly #dispatch: boolean;
  readonly #proven: ProvenSite[] = [];
  readonly #possible: PossibleSite[] = [];
  readonly #notLooked: NotLooked[] = [];
  readonly #doubt: Doubt;
  #flows = false;

  constructor(r: Resolver, subject: Subject, question: Question, dispatch: boolean) {
    this.#r = r;
    this.#subject = subject;
    this.#question = question;
    this.#dispatch = dispatch;
    this.#doubt = new Doubt(r, subject, dispatch);
  }

  async run(): Promise<Interval> {
    const r = this.#r;
    const { tables, symbol } = this.#subject;
    const names = await subjectNames(r, this.#subject, callMakes(this.#r, this.#subject));
    await this.#doubt.open(names.local);
    let files = names.files;
    if (files.length > MOST_FILES) {
      const what = `${files.length - MOST_FILES} files that hold the name`;
      this.#notLooked.push({ what, why: `ceiling of ${MOST_FILES} files` });
      files = files.slice(0, MOST_FILES);
    }
    const family = r.family(tables.file);
    const kin = kinAmong(r, files, family);
    const asImport = this.#question === "references";
    const using = await filesOfUses(r, this.#subject, names, kin.files, asImport);
    const shape = asImport ? null : shapeOf(this.#subject, names.all, family);
    const found = { possible: this.#possible, cut: this.#notLooked };
    const sharing = shape === null ? null : new Sharing(r.uses.of(shape), this.#subject, this.#doubt, found);
    // A file that gives it a name of its own says more of it than of others.
    const common = (file: number) => !names.local.has(file);
    const known = await sharing?.take(r, using.files.filter(common));
    for await (const file of r.each(using.files.filter((f) => known?.has(f) !== true))) {
      sharing?.begin();
      await this.#visit(file, names, using.inText.has(file.index));
      if (common(file.index)) await sharing?.keep(r, file);
    }
    this.#add(await usesByWrittenKeys(r, this.#subject, kin.files, asImport));
    const imported = await importedAsValue(r, this.#subject, names.all);
    if (imported.length > 0) this.#flows = true;
    this.#possible.push(...imported);
    this.#add(await constructionCalls(r, this.#subject));
    if (
      this.#doubt.late.length > 0 &&
      (this.#flows || (await spaceFlows(r, this.#subject, files, names.all)))
    )
      this.#possible.push(...this.#doubt.late);
    const unnamed = family?.unnamedUses?.(tables, this.#subject.declaration.symbols[0]!) ?? "";
    if (unnamed !== "") this.#notLooked.push({ what: unnamed, why: NAMELESS });
    this.#notLooked.push(
      ...ofOtherLanguages(kin.foreign),
      ...notIndexed(r.view),
      ...throughOutside(this.#doubt.outside, symbol.name),
    );
    return {
      ...distinctSites(this.#subject, this.#proven, this.#possible),
      notLooked: this.#notLooked,
      looked: files.length,
    };
  }

  async #visit(file: GraphFile, names: SubjectNames, inText: boolean): Promise<void> {
    const r = this.#r;
    const { symbol, tables } = this.#subject;
    const family = r.family(tables.file);
    const local = names.local.get(file.index);
    const given = local === undefined ? names.all : new Set([...names.all, ...local]);
    const own = r.tables(file);
    const wanted = this.#doubt.folds && own !== null ? own.spellings(given) : given;
    if (own === null) {
      this.#possible.push(...unparsedUses(file, wanted, this.#notLooked));
      return;
    }
    for (const name of wanted) {
      for (const reference of own.byName.get(name) ?? []) {
        // Nearly all are settled without waiting for anything.
        const judging = this.#judge(own, reference);
        if (judging !== null) await judging;
      }
    }
    for (const index of unnamedCalls(family, this.#subject, own)) await this.#judge(own, index);
    this.#possible.push(...(await stumbledUses(r, this.#subject, own, wanted, this.#isAsked.bind(this))));
    if (!inText) return;
    const options = textOptions(this.#subject, this.#question);
    const isAsked = this.#question === "callers" ? this.#isAsked.bind(this) : null;
    for (const site of textualUses(own, wanted, options, this.#notLooked)) {
      if (site.why !== "dynamic-access") this.#possible.push(site);
      else this.#add(await quotedUse(r, this.#subject, own, site, isAsked, this.#dispatch, this.#doubt));
    }
    this.#possible.push(...(family?.usesInMacros?.(own, wanted, symbol) ?? []));
    if (this.#question === "references") this.#add(await usesByKeys(r, this.#subject, own, wanted));
    const taken = await usesByTaking(r, this.#subject, own, wanted, this.#doubt);
    this.#possible.push(...taken.possible);
    this.#doubt.late.push(...taken.late);
  }

  /** Calls by `super(…)` in classes of which the base is a value that may be the subject. */
  baseCalls(): Promise<readonly PossibleSite[]> {
    const r = this.#r;
    return baseCallsThroughValues(r, this.#subject, [...this.#proven, ...this.#possible], async (of) => {
      const { proven, possible } = await new Uses(r, await subjectOf(r, of), "references", false).run();
      return [...proven, ...possible];
    });
  }

  #add(found: { proven: readonly ProvenSite[]; possible: readonly PossibleSite[] }): void {
    this.#proven.push(...found.proven);
    this.#possible.push(...found.possible);
  }

  #judge(tables: FileTables, index: number): Promise<void> | null {
    const r = this.#r;
    const loaded = tables.file;
    const reference = tables.facts.references[index]!;
    const asked = this.#isAsked(reference.role);
    // A read tells whether the declaration is handed on as a value, or called by `f.call(…)`.
    const called =
      (reference.role === "read" && isCalledThrough(tables, reference)) ||
      (!asked && r.family(loaded)?.looksCalled?.(tables, reference) === true);
    const handed = reference.role === "read" && mayHandOn(this.#subject, tables, reference);
    const heirs = this.#subject.constructed.size === 0 ? null : unnamedBaseCalls(tables, reference);
    if (!asked && !handed && !called && heirs === null) return null;
    const as = { asked, handed, called, heirs };
    const known = r.knownMeaning(loaded, index);
    if (known !== undefined) return this.#settle(tables, index, as, known);
    return r.meaning(loaded, index).then((meaning) => this.#settle(tables, index, as, meaning) ?? undefined);
  }

  #settle(tables: FileTables, index: number, as: Judged, meaning: Meaning): Promise<void> | null {
    const { asked, called, heirs } = as;
    const r = this.#r;
    const reference = tables.facts.references[index]!;
    if (heirs !== null) {
      if (this.#is(meaning, "new")) this.#proven.push(...heirs);
      if (!asked) return null;
    }
    const made = r.family(tables.file)?.typesMake === true ? "new" : "call";
    const role = called && reference.role === "type" ? made : reference.role;
    if (this.#is(meaning, role)) {
      const sure = isConstructed(r, this.#subject, tables, reference, role);
      if (sure === false) return null;
      if (sure === null && (asked || called))
        this.#possible.push(possibleAt(tables, index, "ambiguous-declaration"));
      else if (asked || called) this.#proven.push(new FoundProven(tables, index, this.#rule(meaning, role)));
      else if (!tables.isListed(reference)) {
        this.#flows ||= this.#subject.symbol.parent === -1;
        this.#possible.push(possibleAt(tables, index, "handed-on"));
      }
      return null;
    }
    // `{ run }`: what is called through the property.
    if ((asked || called) && mayHold(r, this.#subject, meaning)) {
      return heldMeaning(r, this.#subject, meaning).then((held) => {
        if (!this.#is(held, role)) return this.#settleOther(tables, index, as, meaning) ?? undefined;
        this.#proven.push(new FoundProven(tables, index, this.#rule(meaning, role)));
        return undefined;
      });
    }
    return this.#settleOther(tables, index, as, meaning);
  }

  /** A use that is not proven. */
  #settleOther(tables: FileTables, index: number, as: Judged, meaning: Meaning): Promise<void> | null {
    const { asked, handed, called } = as;
    const member = handed && this.#subject.symbol.kind === "method";
    const takesIt =
      asked || called ? takes(this.#r, this.#subject, tables, index) : member && meaning.kind !== "elsewhere";
    if (!takesIt) return null;
    const why = this.#doubt.why(meaning, tables, index);
    const add = (sure: Why | null) => {
      if (sure !== null) this.#possible.push(possibleAt(tables, index, sure));
    };
    if (why instanceof Promise) return why.then(add);
    add(why);
    return null;
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
    const { targets } = meaning;
    return this.#doubt.isAmong(targets, keys) || (made && this.#doubt.isAmong(targets, constructed));
  }

  #rule(meaning: Meaning, role: string): Rule {
    if (role === "new") return "construction";
    if (meaning.kind !== "proven") return "same-file";
    const { keys, symbol } = this.#subject;
    const makes = (role === "call" || role === "decorator") && symbol.kind === "constructor";
    return makes && !meaning.targets.some((t) => keys.has(placeKey(t))) ? "construction" : meaning.rule;
  }
}
