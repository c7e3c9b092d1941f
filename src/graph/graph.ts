// The graph of a repository as others ask it: declarations of a name, who uses them, what they use, what they extend.
// Everything is resolved when it is asked; nothing here outlives the view.
import { Watch, type Asker } from "./asker.ts";
import { calleesOf } from "./callees.ts";
import { closureOf } from "./closure.ts";
import { declarationOf, declarationsIn, declarationsOf } from "./declarations.ts";
import { dependenciesOf, dependentsOf } from "./dependencies.ts";
import type {
  CalleesAnswer,
  ClosureAnswer,
  Declaration,
  DeclarationsAnswer,
  Dependencies,
  Impact,
  Interval,
  LostUses,
  Mentions,
  NameConflict,
  ReExport,
  RelativesAnswer,
} from "./graph-answers.ts";
import { impactOf } from "./impact.ts";
import { intervalOf } from "./interval.ts";
import { graphOf } from "./languages.ts";
import { namesakesOf, type Namesakes, partsOfType } from "./namesakes.ts";
import { mentionsOf } from "./mentions.ts";
import { conflictsOf } from "./name-conflicts.ts";
import { type LostName, lostUses } from "./lost-uses.ts";
import { reExportsOf } from "./re-exports.ts";
import { basesOf, implementorsOf } from "./relatives.ts";
import { Resolver } from "./resolve.ts";
import { memberHeads, signatureTypesOf } from "./signature-types.ts";
import type { GraphView } from "./view.ts";

export type * from "./graph-answers.ts";
export type { Asker } from "./asker.ts";

/** The types that the head of a declaration names. */
export interface SignatureTypes {
  /** Those of this repository, in the order of the source. */
  readonly types: readonly Declaration[];
  /** Names of which it isn't settled what they mean; those of packages outside are in neither. */
  readonly unsettled: readonly string[];
}

export interface Graph {
  readonly view: GraphView;
  /** `name`, `Class.method`, `ns.f`, `path/file.ts:name`. */
  declarationsOf(name: string): Promise<DeclarationsAnswer>;
  /**
   * Calls, constructions, elements of JSX and decorators; passing it on as a value is a use and no call. What is called through
   * a base or an interface of it is possible as `dispatch`.
   */
  callers(declaration: Declaration): Promise<Interval>;
  /** Every use. */
  references(declaration: Declaration): Promise<Interval>;
  callees(declaration: Declaration): Promise<CalleesAnswer>;
  /** Of a class or an interface: the types below it. Of a member: the members that override or implement it. */
  implementors(declaration: Declaration): Promise<RelativesAnswer>;
  bases(declaration: Declaration): Promise<RelativesAnswer>;
  signatureTypes(declaration: Declaration): Promise<SignatureTypes>;
  /** The heads of what a type holds, in order. */
  memberHeads(declaration: Declaration): Promise<readonly string[]>;
  /** What a file imports. */
  dependencies(file: number): Promise<Dependencies>;
  /** Who imports a file. */
  dependents(file: number): Promise<Dependencies>;
  closure(declaration: Declaration, direction: "callers" | "callees", depth: number): Promise<ClosureAnswer>;
  /** What uses the declarations, and what uses that, `depth` steps far. */
  impact(declarations: readonly Declaration[], depth: number): Promise<Impact>;
  reExports(declaration: Declaration): Promise<readonly ReExport[]>;
  /** What may still use a name that a file of the language no longer declares. */
  lostUses(lost: LostName, language: string): Promise<LostUses>;
  /** All declarations of which a type is made, itself first: parts of a partial type of C#. */
  partsOfType(declaration: Declaration): Promise<readonly Declaration[]>;
  /** Constructors and destructors under the name of the type of these parts; `listed`: where the type is named (`path:line:column`). */
  namesakes(parts: readonly Declaration[], listed: ReadonlySet<string>): Promise<Namesakes>;
  /** Words that are the name in comments, documents and strings, but for places that are listed (`path:line:column`). */
  mentions(name: string, listed: ReadonlySet<string>): Promise<Mentions>;
  /** What a new name would meet where the declaration stands and where it is used. */
  conflicts(
    declaration: Declaration,
    to: string,
    used: ReadonlyMap<number, ReadonlySet<number>>,
  ): Promise<readonly NameConflict[]>;
  /** The innermost declarations on the lines of a file, by their place in it. */
  declarationsIn(file: number, lines: readonly number[]): Promise<readonly Declaration[]>;
  /** The declaration to which a symbol of a file belongs; null where there is none that uses could be looked up of. */
  declarationOf(file: number, symbol: number): Promise<Declaration | null>;
}

const opened = new WeakMap<GraphView, Questions>();

/** The graph of a view: what is found out once holds for all who ask. */
export function openGraph(view: GraphView, asker?: Asker): Graph {
  let questions = opened.get(view);
  if (questions === undefined) opened.set(view, (questions = new Questions(view)));
  return new ViewGraph(view, questions, new Watch(asker));
}

/** One question after the other: what is being found out must not be taken for a cycle. */
class Questions {
  readonly #resolver: Resolver;
  #last: Promise<unknown> = Promise.resolve();

  constructor(view: GraphView) {
    this.#resolver = new Resolver(view);
  }

  ask<Answer>(watch: Watch, work: (resolver: Resolver) => Promise<Answer>): Promise<Answer> {
    const next = () => {
      // Who has given up while others were answered keeps nobody waiting.
      watch.check();
      this.#resolver.watch = watch;
      this.#resolver.tidy();
      return work(this.#resolver);
    };
    const answer = this.#last.then(next, next);
    this.#last = answer;
    return answer;
  }
}

class ViewGraph implements Graph {
  readonly view: GraphView;
  readonly #questions: Questions;
  readonly #watch: Watch;

  constructor(view: GraphView, questions: Questions, watch: Watch) {
    this.view = view;
    this.#questions = questions;
    this.#watch = watch;
  }

  #ask<Answer>(work: (resolver: Resolver) => Promise<Answer>): Promise<Answer> {
    return this.#questions.ask(this.#watch, work);
  }

  declarationsOf(name: string): Promise<DeclarationsAnswer> {
    return this.#ask((r) => declarationsOf(r, name));
  }

  callers(declaration: Declaration): Promise<Interval> {
    return this.#ask((r) => intervalOf(r, declaration, "callers"));
  }

  references(declaration: Declaration): Promise<Interval> {
    return this.#ask((r) => intervalOf(r, declaration, "references"));
  }

  callees(declaration: Declaration): Promise<CalleesAnswer> {
    return this.#ask((r) => calleesOf(r, declaration));
  }

  implementors(declaration: Declaration): Promise<RelativesAnswer> {
    return this.#ask((r) => implementorsOf(r, declaration));
  }

  bases(declaration: Declaration): Promise<RelativesAnswer> {
    return this.#ask((r) => basesOf(r, declaration));
  }

  signatureTypes(declaration: Declaration): Promise<SignatureTypes> {
    return this.#ask((r) => signatureTypesOf(r, declaration));
  }

  memberHeads(declaration: Declaration): Promise<readonly string[]> {
    return this.#ask((r) => memberHeads(r, declaration));
  }

  dependencies(file: number): Promise<Dependencies> {
    return this.#ask((r) => dependenciesOf(r, file));
  }

  dependents(file: number): Promise<Dependencies> {
    return this.#ask((r) => dependentsOf(r, file));
  }

  closure(declaration: Declaration, direction: "callers" | "callees", depth: number): Promise<ClosureAnswer> {
    return this.#ask((r) => closureOf(r, declaration, direction, depth));
  }

  impact(declarations: readonly Declaration[], depth: number): Promise<Impact> {
    return this.#ask((r) => impactOf(r, declarations, depth));
  }

  reExports(declaration: Declaration): Promise<readonly ReExport[]> {
    return this.#ask((r) => reExportsOf(r, declaration));
  }

  lostUses(lost: LostName, language: string): Promise<LostUses> {
    const languages = graphOf(language)?.languages ?? [];
    return this.#ask((r) => lostUses(r, lost, languages));
  }

  partsOfType(declaration: Declaration): Promise<readonly Declaration[]> {
    return this.#ask((r) => partsOfType(r, declaration));
  }

  namesakes(parts: readonly Declaration[], listed: ReadonlySet<string>): Promise<Namesakes> {
    return this.#ask((r) => namesakesOf(r, parts, listed));
  }

  mentions(name: string, listed: ReadonlySet<string>): Promise<Mentions> {
    return this.#ask((r) => mentionsOf(r, name, listed));
  }

  conflicts(
    declaration: Declaration,
    to: string,
    used: ReadonlyMap<number, ReadonlySet<number>>,
  ): Promise<readonly NameConflict[]> {
    return this.#ask((r) => conflictsOf(r, declaration, to, used));
  }

  declarationOf(file: number, symbol: number): Promise<Declaration | null> {
    return this.#ask((r) => declarationOf(r, file, symbol));
  }

  declarationsIn(file: number, lines: readonly number[]): Promise<readonly Declaration[]> {
    return this.#ask((r) => declarationsIn(r, file, lines));
  }
}
