// What does one reference mean? By scopes of its file, by imports followed to the declaration, by the type of what
// stands before the dot. Whatever can't be proven is possible and says why; nothing is guessed from a name.
import type { ExportFact, ImportFact, Reference } from "../parse/facts.ts";
import { Watch } from "./asker.ts";
import { bareMeaning, importMeaning, importsOf } from "./bare-names.ts";
import { fits, offered } from "./exported-names.ts";
import type { Edges } from "./closure.ts";
import { checkedMeaning } from "./checked.ts";
import { receiverOf } from "./expressions.ts";
import { tablesOf, type FileTables } from "./file-tables.ts";
import type { Rule } from "./graph.ts";
import { HeldFiles } from "./held-files.ts";
import { initializer } from "./initializers.ts";
import { KeptByKey } from "./kept-by-key.ts";
import { KeptMeanings } from "./kept-meanings.ts";
import { KnownFiles, type FileTest } from "./known-files.ts";
import type { LanguageGraph, ModuleTarget } from "./language-graph.ts";
import { graphOf } from "./languages.ts";
import {
  EXTERNAL,
  OUTSIDE_SPACE,
  possible,
  type Entity,
  type Found,
  type Meaning,
  type Members,
  type Valued,
} from "./meaning.ts";
import { memberRule } from "./member-rule.ts";
import { membersOf } from "./members.ts";
import { RESOLVER_CEILINGS } from "./resolver-ceilings.ts";
import { KeptUses } from "./shared-uses.ts";
import type { GraphFile, GraphView } from "./view.ts";
import { calledWhole, fromWhole, wholeEntity } from "./whole-modules.ts";
import { typeEntity } from "./written-types.ts";

/** Steps of one resolution inside each other. A longer chain is written by machines. */
const DEEPEST = 120;

export class Resolver {
  readonly view: GraphView;
  /** What a module offers under a name, by `file\0name`. */
  readonly offers = new Map<string, Found>();
  /** What declarations of one shape share. */
  readonly uses = new KeptUses();
  /** Who calls a declaration that a closure came to, by its key. */
  readonly callers = new KeptByKey<Edges>();
  /** Counts cycles that were cut, so that what was found short of one is not kept. */
  cuts = 0;
  /** Of whoever asks now. */
  watch = new Watch();
  readonly #files: HeldFiles;
  readonly #marks: KnownFiles;
  readonly #modules = new Map<string, ModuleTarget>();
  readonly #known = new Map<string, unknown>();
  readonly #meanings = new KeptMeanings();
  readonly #open = new Set<string>();
  readonly #most: typeof RESOLVER_CEILINGS;
  /** Text that had been let go when everything was forgotten last. */
  #goneBefore = 0;

  constructor(view: GraphView, most = RESOLVER_CEILINGS) {
    this.view = view;
    this.#most = most;
    this.#files = new HeldFiles(view, most.text);
    this.#marks = new KnownFiles((files) => this.each(files), view.paths.length);
  }

  /** Values that are kept. */
  get kept(): number {
    const found = this.#known.size + this.#meanings.size + this.uses.size + this.callers.size;
    return found + this.#modules.size + this.offers.size;
  }

  /**
   * Forgets what was found out where it has become much, or may hold on to files that were let go. Only between values:
   * what is being made counts on what was made for it.
   */
  tidy(): void {
    if (this.#open.size > 0) return;
    if (this.kept <= this.#most.values && this.#files.gone - this.#goneBefore <= this.#most.text) return;
    const { uses, callers, offers } = this;
    for (const kept of [this.#known, this.#meanings, uses, callers, this.#modules, offers]) kept.clear();
    this.#goneBefore = this.#files.gone;
  }

  file(index: number): Promise<GraphFile> {
    this.watch.check();
    return this.#files.file(index);
  }

  /** Reads a few files in one go. */
  load(files: readonly number[]): Promise<GraphFile[]> {
    return this.#files.load(files);
  }

  /** Those of the files for which a test of the file alone holds: found out once for each `question`. */
  among(question: string, files: readonly number[], test: FileTest): Promise<readonly number[]> {
    return this.#marks.among(question, files, test);
  }

  /** Reads any number of files, one lot after the other. */
  async *each(files: readonly number[]): AsyncGenerator<GraphFile> {
    for await (const file of this.#files.each(files)) {
      await this.watch.file();
      this.tidy();
      yield file;
    }
  }

  family(file: GraphFile): LanguageGraph | null {
    return graphOf(file.language);
  }

  /** The family of a file that need not be loaded. */
  familyAt(index: number): LanguageGraph | null {
    return graphOf(this.view.languageOf(index));
  }

  tables(file: GraphFile): FileTables | null {
    return tablesOf(file);
  }

  /** Makes a value once. Where it is asked for while it is being made, the answer is the fallback, and nothing is kept. */
  async once<Value>(key: string, fallback: Value, make: () => Promise<Value>): Promise<Value> {
    if (this.watch.isDue()) await this.watch.turn();
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

  /** Whether a value is made and kept. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  async module(from: GraphFile, module: string, name: string, holder = -1): Promise<ModuleTarget> {
    const family = this.family(from);
    if (family === null) return { files: [], external: false, why: "no rules for this language" };
    const key = `${from.index}\0${module}\0${name}\0${holder}`;
    let target = this.#modules.get(key);
    if (target === undefined) {
      target = await family.module(this.view, from, module, name, holder);
      this.#modules.set(key, target);
    }
    return target;
  }

  async meaning(file: GraphFile, reference: number): Promise<Meaning> {
    const known = this.knownMeaning(file, reference);
    if (known !== undefined) return known;
    const fallback: Meaning = possible("unresolved-receiver");
    const key = `m${file.index}:${reference}`;
    const meaning = await this.once(key, fallback, async () => {
      this.watch.check();
      return checkedMeaning(this, file, reference, await this.#meaning(file, reference));
    });
    if (this.#known.delete(key)) this.#meanings.set(file.index, reference, meaning);
    return meaning;
  }

  /** What was found out of a reference before. */
  knownMeaning(file: GraphFile, reference: number): Meaning | undefined {
    return this.#meanings.get(file.index, reference);
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
    if (reference.role === "import") return importMeaning(this, file, reference);
    if (reference.receiver === "") return bareMeaning(this, file, reference);
    return this.memberMeaning(await receiverOf(this, file, index), reference.name, reference, file);
  }

  /** The imports that bind the reference's name where it stands. */
  importsOf(file: GraphFile, reference: Reference): ImportFact[] {
    return importsOf(file, reference);
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
      // Declarations of one name in several files (a package, a merged interface) are all meant.
      return { kind: "proven", rule: by, targets };
    }
    if (targets.length > 0) return possible("ambiguous-declaration", targets);
    const first = entities[0]!;
    if (first.kind === "outside") return EXTERNAL;
    if (first.kind === "module") {
      const whole =
        first.callable && reference.role !== "import" ? await calledWhole(this, first.files) : null;
      if (whole?.kind === "declared") return { kind: "proven", rule: by, targets: [whole.place] };
      return { kind: "module", files: first.files, callable: first.callable };
    }
    return possible(first.kind === "unknown" ? first.why : "unresolved-receiver");
  }

  /** `file`: where the reference stands, if the code before it may say more of its receiver. */
  async memberMeaning(
    valued: Valued,
    name: string,
    reference: Reference,
    file?: GraphFile,
  ): Promise<Meaning> {
    const { entity, rule } = valued;
    let found = await this.members(entity, name, reference.role === "type");
    const narrowed = file === undefined ? undefined : this.family(file)?.narrowed;
    if (narrowed !== undefined) found = await narrowed(this, this.tables(file!)!, reference, entity, found);
    switch (found.kind) {
      case "outside":
        return EXTERNAL;
      case "module": {
        const whole = found.callable ? await calledWhole(this, found.files) : null;
        if (whole?.kind === "declared") return { kind: "proven", rule, targets: [whole.place] };
        return { kind: "module", files: found.files, callable: found.callable };
      }
      case "none":
        return possible("unresolved-receiver");
      case "unknown":
        return possible(found.why, found.places);
      case "found": {
        const receiver = "place" in entity ? { receiver: entity.place } : {};
        return {
          kind: "proven",
          rule: await memberRule(this, entity, rule),
          targets: found.places,
          ...receiver,
        };
      }
    }
  }

  members(entity: Entity, name: string, wantsType: boolean): Promise<Members> {
    return membersOf(this, entity, name, wantsType);
  }

  /** What a CommonJS module is when it is used as one thing; null where it is none. */
  wholeEntity(files: readonly number[]): Promise<Entity | null> {
    return wholeEntity(this, files);
  }

  /** A name that a CommonJS module offers as a member of the one thing that it exports. */
  fromWhole(files: readonly number[], name: string): Promise<Found> {
    return fromWhole(this, files, name);
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
