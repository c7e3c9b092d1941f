// The graph of a repository as others ask it: declarations of a name, who uses them, what they use, what they extend.
// Everything is resolved when it is asked; nothing here outlives the view.
import type { SpanKind } from "../base/span.ts";
import type { ReferenceRole } from "../parse/facts.ts";
import { calleesOf } from "./callees.ts";
import { closureOf } from "./closure.ts";
import { declarationsOf } from "./declarations.ts";
import { dependenciesOf, dependentsOf } from "./dependencies.ts";
import { intervalOf } from "./interval.ts";
import { basesOf, implementorsOf } from "./relatives.ts";
import { Resolver } from "./resolve.ts";
import { memberHeads, signatureTypesOf } from "./signature-types.ts";
import type { GraphView } from "./view.ts";

/** One declaration; overloads, a getter with its setter, a class merged with an interface are one. */
export interface Declaration {
  readonly file: number;
  readonly path: string;
  readonly language: string;
  /** Places in the file's list of symbols, ascending; the first one stands for all. */
  readonly symbols: readonly number[];
  readonly name: string;
  readonly qualified: string;
  readonly kind: SpanKind;
  readonly exported: boolean;
  readonly signature: string;
  readonly start: number;
  /** Line of the name. */
  readonly line: number;
  readonly end: number;
}

export interface DeclarationsAnswer {
  readonly declarations: readonly Declaration[];
  /** Nearest names, where there is none: never another name's declarations. */
  readonly nearest: readonly string[];
  readonly notLooked: readonly NotLooked[];
}

/** The rule that proves what a reference means. */
export type Rule =
  | "import"
  | "re-export"
  | "same-file"
  | "same-package"
  | "this-method"
  | "super-method"
  | "field-type"
  | "parameter-type"
  | "variable-type"
  | "result-type"
  | "new-expression"
  | "construction"
  | "static-method"
  | "namespace"
  | "enum-member"
  | "object-member"
  | "star-import"
  | "qualified"
  /** The TypeScript compiler says it (`pith index --checker`). */
  | "checker";

export type Why =
  | "same-name"
  | "unresolved-receiver"
  | "unresolved-module"
  | "unresolved-base"
  | "ambiguous-export"
  | "ambiguous-declaration"
  | "dynamic-access"
  | "string"
  | "reflection"
  | "template"
  | "unparsed-file"
  /** Taken as a value and not called there: it may be called by whoever gets it. */
  | "handed-on"
  | "dispatch";

/** A place where a declaration is, or may be, used. */
export interface Site {
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line as it stands, trimmed and redacted. */
  readonly text: string;
  /** Qualified name of the innermost enclosing symbol, or empty at the top of the file. */
  readonly enclosing: string;
  /** Its place in the file's symbols, or -1. */
  readonly symbol: number;
  /** Null where it is no reference of the parser (a string, an unparsed file). */
  readonly role: ReferenceRole | null;
}

export interface ProvenSite extends Site {
  readonly rule: Rule;
}

export interface PossibleSite extends Site {
  readonly why: Why;
}

export interface NotLooked {
  readonly what: string;
  readonly why: string;
}

export interface Interval {
  /** By path, then by line. Whole: whoever shows them may cut them and say the totals. */
  readonly proven: readonly ProvenSite[];
  readonly possible: readonly PossibleSite[];
  readonly totals: { readonly proven: number; readonly possible: number };
  readonly notLooked: readonly NotLooked[];
}

/** What a symbol uses. */
export interface Callee extends Site {
  readonly name: string;
  readonly targets: readonly Declaration[];
  readonly rule: Rule | null;
  /** Where it is not proven. */
  readonly why: Why | null;
}

export interface CalleesAnswer {
  readonly proven: readonly Callee[];
  /** Uses whose target this repository does not settle; those of the language and of packages outside are left out. */
  readonly possible: readonly Callee[];
  /** Uses of what lies outside the repository. */
  readonly external: number;
  readonly notLooked: readonly NotLooked[];
}

export interface Relative {
  readonly declaration: Declaration;
  /** Steps between: 1 for a direct base or implementor. */
  readonly distance: number;
  /** Bases that the source names: the link that proves it. */
  readonly site: Site;
}

export interface RelativesAnswer {
  readonly proven: readonly Relative[];
  readonly possible: readonly PossibleSite[];
  readonly notLooked: readonly NotLooked[];
}

export interface Dependency {
  /** File that imports. */
  readonly from: string;
  /** As written. */
  readonly module: string;
  readonly names: readonly string[];
  /** Files of the repository that it means. */
  readonly paths: readonly string[];
  readonly external: boolean;
  /** Where it is neither: the reason. */
  readonly why: string;
  readonly line: number;
  readonly text: string;
}

export interface ClosureStep {
  readonly depth: number;
  readonly declaration: Declaration;
  /** The site through which it was reached, and the declaration from which. */
  readonly via: ProvenSite;
  readonly from: Declaration;
}

export interface ClosureAnswer {
  readonly steps: readonly ClosureStep[];
  /** Sites at the top of files, outside any symbol, in order of depth. */
  readonly loose: readonly {
    readonly depth: number;
    readonly site: ProvenSite;
    readonly from: Declaration;
  }[];
  /** Possible sites at each depth, which the closure does not follow. */
  readonly possible: readonly { readonly depth: number; readonly count: number }[];
  readonly totals: { readonly proven: number; readonly possible: number };
  readonly notLooked: readonly NotLooked[];
}

export interface UseOptions {
  /** Also what is called through a base or an interface of it, as `dispatch` among the possible. Default true. */
  readonly dispatch?: boolean;
}

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
  /** Calls, constructions, elements of JSX and decorators; passing it on as a value is a use and no call. */
  callers(declaration: Declaration, options?: UseOptions): Promise<Interval>;
  /** Every use. */
  references(declaration: Declaration, options?: UseOptions): Promise<Interval>;
  callees(declaration: Declaration): Promise<CalleesAnswer>;
  /** Of a class or an interface: the types below it. Of a member: the members that override or implement it. */
  implementors(declaration: Declaration): Promise<RelativesAnswer>;
  bases(declaration: Declaration): Promise<RelativesAnswer>;
  signatureTypes(declaration: Declaration): Promise<SignatureTypes>;
  /** The heads of what a type holds, in order. */
  memberHeads(declaration: Declaration): Promise<readonly string[]>;
  /** What a file imports. */
  dependencies(file: number): Promise<readonly Dependency[]>;
  /** Who imports a file. */
  dependents(file: number): Promise<readonly Dependency[]>;
  closure(declaration: Declaration, direction: "callers" | "callees", depth: number): Promise<ClosureAnswer>;
}

const opened = new WeakMap<GraphView, Graph>();

/** The graph of a view, made once. */
export function openGraph(view: GraphView): Graph {
  let graph = opened.get(view);
  if (graph === undefined) opened.set(view, (graph = new ViewGraph(view)));
  return graph;
}

class ViewGraph implements Graph {
  readonly view: GraphView;
  readonly #resolver: Resolver;
  #last: Promise<unknown> = Promise.resolve();

  constructor(view: GraphView) {
    this.view = view;
    this.#resolver = new Resolver(view);
  }

  /** One question after the other: what is being found out must not be taken for a cycle. */
  #ask<Answer>(work: (resolver: Resolver) => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(
      () => work(this.#resolver),
      () => work(this.#resolver),
    );
    this.#last = answer;
    return answer;
  }

  declarationsOf(name: string): Promise<DeclarationsAnswer> {
    return this.#ask((r) => declarationsOf(r, name));
  }

  callers(declaration: Declaration, options?: UseOptions): Promise<Interval> {
    return this.#ask((r) => intervalOf(r, declaration, "callers", options));
  }

  references(declaration: Declaration, options?: UseOptions): Promise<Interval> {
    return this.#ask((r) => intervalOf(r, declaration, "references", options));
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

  dependencies(file: number): Promise<readonly Dependency[]> {
    return this.#ask((r) => dependenciesOf(r, file));
  }

  dependents(file: number): Promise<readonly Dependency[]> {
    return this.#ask((r) => dependentsOf(r, file));
  }

  closure(declaration: Declaration, direction: "callers" | "callees", depth: number): Promise<ClosureAnswer> {
    return this.#ask((r) => closureOf(r, declaration, direction, depth));
  }
}
