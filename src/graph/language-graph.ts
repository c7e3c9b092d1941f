// What a family of languages adds to the resolution of names: modules, packages, visibility, and what the text of a
// declaration says of types. One file per family beside this one, listed in `languages.ts`; the walk from a name to what
// it means is the same for all and stands in `resolve.ts`.
import type { ImportFact, Reference, SyntaxSymbol } from "../parse/facts.ts";
import type { FileTables, Place } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import type { Entity, Meaning, Members, Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

/** Files that a module means: several for a package of Go or Java, or for a folder's package in Python. */
export interface ModuleTarget {
  readonly files: readonly number[];
  /** It lies outside the repository: nothing in it can be meant. */
  readonly external: boolean;
  /** Where it is neither found nor known to be outside: the reason. Else empty. */
  readonly why: string;
  /** The imported name is itself the module that the files are (Python's `from package import module`). */
  readonly whole?: boolean;
}

export const OUTSIDE: ModuleTarget = { files: [], external: true, why: "" };

/** A path written before a name (`crate::a::b`, `com.example.Tool`), as far as it is a module; `rest` are members. */
export interface QualifiedTarget {
  readonly target: ModuleTarget;
  readonly rest: string;
}

/** Types that are above or below one by what they can do. */
export interface MethodSets {
  readonly proven: readonly Place[];
  readonly possible: readonly Place[];
  /** How many files that hold the names were too many to be read. */
  readonly cut: number;
}

export interface LanguageGraph {
  /** Ids of the languages that see each other's declarations. */
  readonly languages: readonly string[];
  /** Between the parts of qualified names and receivers. */
  readonly separator: "." | "::";
  /**
   * Which names of a file an import of it reaches: those that it lists as exports (ECMAScript), every name at its top,
   * its own imports included (Python), or the symbols at its top that are visible outside (Go, Rust, Java).
   */
  readonly offers: "exports" | "top" | "visible";
  /** Whether an import of `*` without a local name brings the module's names into the file. */
  readonly starBinds: boolean;
  /** Names of types, functions and methods are the same in large and small letters (PHP). */
  readonly foldsCase?: boolean;
  /** A word that by itself calls the method of the same name that comes next (`super` of Ruby). */
  readonly superWord?: string;
  /** The method of a class that makes objects of it (`new` of Ruby). */
  readonly makingWord?: string;
  /** Words for the object itself and for its base, as receivers. */
  readonly self: readonly string[];
  readonly base: readonly string[];
  /**
   * Files that `module`, written in `from`, means. `imported` is the name asked of it: it may be a module itself. `holder`
   * is the symbol in which the import stands, -1 for none.
   */
  module(
    view: GraphView,
    from: GraphFile,
    module: string,
    imported: string,
    holder?: number,
  ): Promise<ModuleTarget>;
  /** Files whose top-level names are visible in `from` without an import (packages of Go and Java); not `from` itself. */
  siblings(view: GraphView, from: GraphFile): Promise<readonly number[]>;
  /** Last names under which others may import the file: see `GraphView.importing`. */
  importNames(view: GraphView, path: string): readonly string[] | Promise<readonly string[]>;
  /** What a value of this symbol is: `Foo`, `ns.Foo`; `make()` for what a call gives; empty where nothing says it. */
  typeOf(symbol: SyntaxSymbol, file: GraphFile): string;
  /** What a call of this symbol gives, in the same form. Of a class: the class itself, where calling it makes one. */
  resultOf(symbol: SyntaxSymbol, file: GraphFile): string;
  /** Whether a member belongs to its type (true), to the instances (false) or is reached through both (null). */
  isStatic(symbol: SyntaxSymbol, file: GraphFile): boolean | null;

  // What follows has a default that fits most languages.
  /** Whether a symbol inside of an object is none of its members (what a list in it holds). Default: no. */
  isApart?(tables: FileTables, owner: number, member: number): boolean;
  /** A type that looks called is made there (`Foo name = new(…)` of C#). */
  readonly typesMake?: boolean;
  /** What is called through a trait without an object (`T::make()`) is chosen by the type as well (Rust). */
  readonly staticsDispatch?: boolean;
  /** The symbol in which an import stands, where its path begins from there. */
  importHolder?(tables: FileTables, fact: ImportFact): number;

  /** The dotted path under which a namespace import is used: Python's `import a.b` is used as `a.b`. Default: `local`. */
  namespacePath?(fact: ImportFact): string;
  /** A receiver or a type that begins with no name of the file but with a path (`crate::x`, `\A\B`, `com.example.X`). */
  qualified?(view: GraphView, from: GraphFile, written: string): Promise<QualifiedTarget | null>;
  /** Further files that may hold members of a type: Go's package, Rust's `impl` blocks, C#'s partial classes. */
  memberFiles?(
    view: GraphView,
    type: SyntaxSymbol,
    file: GraphFile,
    member: string,
  ): Promise<readonly number[]>;
  /** Names of the bases where the symbol's own list does not say all (`impl Trait for Type`). Default: `bases`. */
  basesOf?(symbol: SyntaxSymbol, file: GraphFile): readonly string[];
  /** Those of its bases from which it takes members: not what a class of Java or TypeScript `implements`. Default: all. */
  inherits?(symbol: SyntaxSymbol, file: GraphFile): readonly string[];
  /**
   * Whose members the word for the object itself means at a reference; null where the source does not say. Default: the
   * nearest type around it, or the type that qualifies the method around it.
   */
  selfOwner?(file: GraphFile, reference: Reference): SelfOwner | null;
  /** Whether a top-level symbol of `file` may be meant in `from`. Default by `offers`. */
  isVisible?(symbol: SyntaxSymbol, file: GraphFile, from: GraphFile): boolean;
  /**
   * The members of a base come from every file by shape, not by name (Go's interfaces). Files that may hold types which
   * satisfy it are found by its members' names.
   */
  readonly structural?: boolean;
  /** Whether a variable may be given any value of a written type later: what it is given first does not tell. */
  isOpen?(symbol: SyntaxSymbol, file: GraphFile): boolean;
  /** A receiver without meaning in the file that surely is the language's own (`console`, `Math`). */
  isBuiltin?(name: string): boolean;
  /** Begins a comment that ends with its line. Default `//`. */
  readonly lineComment?: string;
  /** What a local variable is given, where the facts do not keep its type. */
  localValue?(tables: FileTables, name: string, offset: number): LocalValue | null;
  /** What a function says of a parameter of the function that it takes as an argument. */
  callbackParameter?(
    r: Resolver,
    tables: FileTables,
    symbol: number,
    argument: number,
    parameter: number,
  ): Promise<Entity>;
  /** What a function returns, where `resultOf` does not say it. */
  returned?(symbol: SyntaxSymbol, file: GraphFile): Returned | null;
  /**
   * A member that is only assigned (`this.x = …` where types are written): it counts where no base declares the name.
   */
  isAssigned?(symbol: SyntaxSymbol, file: GraphFile): boolean;
  /** A receiver of the language's own whose functions give none of the values that they are given (`Math`, `console`). */
  givesNothing?(receiver: string): boolean;
  /** Whether a call can mean one of the symbols of a declaration by its arguments. Default: yes. */
  accepts?(home: FileTables, symbols: readonly number[], caller: FileTables, reference: number): boolean;
  /** Whether a member can override one of the same name in a type above, where their parameters tell. Default: yes. */
  overrides?(below: FileTables, at: number, above: FileTables, other: number): boolean;
  /**
   * Where a class has several constructors: whether `new` means this one; null where others can be meant as well. Then no
   * class takes a constructor from its base. Default: all of them, and inherited ones.
   */
  constructs?(home: FileTables, at: number, caller: FileTables, reference: Reference): boolean | null;
  /** A class without a constructor has that of its base, and `constructorCalls` finds uses of the class by `self` too. */
  readonly passesConstructors?: boolean;
  /** Calls of the constructor by `this(…)` in its own class, by `super(…)` in one that derives from it. */
  constructorCalls?(
    home: FileTables,
    at: number,
    caller: FileTables,
    types: readonly number[],
    word: string,
  ): { readonly proven: readonly ProvenSite[]; readonly possible: readonly PossibleSite[] };
  /** What a receiver has under a name where the code before its use says more than its declared type. Default: `found`. */
  narrowed?(
    r: Resolver,
    tables: FileTables,
    reference: Reference,
    entity: Entity,
    found: Members,
  ): Promise<Members>;
  /** A reference that only the family understands; null leaves it to the common rules. */
  special?(view: GraphView, file: GraphFile, reference: Reference): Promise<SpecialMeaning | null>;

  /** Whether a use that the parser takes for a type or a value is written like a call. Default: no. */
  looksCalled?(tables: FileTables, reference: Reference): boolean;
  /**
   * Whether an import that gives a new name may mean one of the places, and who sees that name: where modules are not
   * files. Default: by what files offer.
   */
  renames?(
    r: Resolver,
    tables: FileTables,
    fact: ImportFact,
    keys: ReadonlySet<string>,
  ): Promise<"here" | "everywhere" | null>;

  // A family whose text is not read like that of ECMAScript reads it itself. Null leaves it to the common rules.

  /** What a reference means. `receiver` reads what stands before its dot by the common rules. */
  meaning?(
    r: Resolver,
    file: GraphFile,
    reference: number,
    receiver: () => Promise<Valued>,
  ): Promise<Meaning | null>;
  /** What a written type stands for. */
  typed?(r: Resolver, written: string, file: GraphFile, enclosing: number, self?: Entity): Promise<Entity>;
  /** What a local variable or a parameter stands for where it is used: instead of the type that the facts keep. */
  local?(r: Resolver, tables: FileTables, name: string, offset: number): Promise<Valued>;
  /** What a variable, a field or a property stands for. */
  given?(r: Resolver, place: Place, receiver: Entity | undefined): Promise<Valued | null>;
  /** The functions and classes that a call of the declaration calls, because it is given them (`{ run }`). */
  held?(r: Resolver, place: Place): Promise<readonly Place[]>;
  /** The type of which a symbol is a member, where none is around it (methods of Go). */
  owner?(r: Resolver, tables: FileTables, symbol: number): Promise<Place | null>;
  /** The type that is written beside the object of which a symbol is a property (`const x: Shape = { … }`). */
  shapeOf?(r: Resolver, tables: FileTables, symbol: number): Promise<Place | null>;
  /** Whether a type satisfies another one that it does not name (interfaces of Go). */
  satisfies?(r: Resolver, type: Place, wanted: Place): Promise<boolean>;
  /** Types that implement one without naming it: surely, or by the names of their methods. */
  implementing?(r: Resolver, wanted: Place): Promise<MethodSets>;
  /** The types that one implements without naming them. */
  implemented?(r: Resolver, type: Place): Promise<MethodSets>;
  /** The types above one, in the order in which members are looked for; without the type itself. */
  lineage?(r: Resolver, place: Place): Promise<readonly (Place | "outside" | "unknown")[]>;
  /** Whether a name at the top of a file means one of several things, or something else than its declaration. */
  isRebound?(tables: FileTables, name: string): boolean;
  /** All declarations of which one type is made (partial types of C#), the same for each of them. Default: itself. */
  parts?(r: Resolver, place: Place): Promise<readonly Place[]>;
  /** Further names by which the language knows a symbol: an attribute of C# without its ending. */
  alsoNamed?(symbol: SyntaxSymbol): readonly string[];
  /** Other names that the files give it where they take it over, by file (traits of PHP: `use T { f as g; }`). */
  givenNames?(
    r: Resolver,
    tables: FileTables,
    symbol: number,
  ): Promise<ReadonlyMap<number, ReadonlySet<string>>>;
  /** Uses of a symbol that do not hold its name: by an operator, an index. Empty for none. */
  unnamedUses?(tables: FileTables, symbol: number): string;
  /** Uses in code that is made of a text, of which the parser gives no references: bodies of macros. */
  usesInMacros?(tables: FileTables, names: ReadonlySet<string>, symbol: SyntaxSymbol): PossibleSite[];
  /** Name of the methods that construct, where calling a type makes an object of it. */
  readonly constructorName?: string;
}

/** A chain of names, members and calls that ends at the offset. */
export interface WrittenValue {
  readonly end: number;
  readonly awaited: boolean;
}

/**
 * What a local variable is: one of several values, an element of a list, or of a written type. `member` is the name of
 * the member that is meant (`const { member } = value`), or empty.
 */
export type LocalValue =
  | { readonly from: "value"; readonly of: readonly WrittenValue[]; readonly member: string }
  | { readonly from: "element"; readonly of: WrittenValue }
  | { readonly from: "type"; readonly type: string; readonly member: string }
  /** A parameter of a function that is the argument of a call; `callee` is the offset behind the name of what is called. */
  | {
      readonly from: "callback";
      readonly callee: number;
      readonly argument: number;
      readonly parameter: number;
      readonly member: string;
    };

/** What a function returns: one of these. */
export interface Returned {
  readonly of: readonly WrittenValue[];
  /** It gives a promise of them. */
  readonly isAsync: boolean;
}

export interface SelfOwner {
  /** Place of the type among the file's symbols, or -1 where it stands elsewhere (a Go method's receiver). */
  readonly symbol: number;
  /** Name of the type where `symbol` is -1. */
  readonly name: string;
  /** Whether the type itself is meant and not an instance. */
  readonly isStatic: boolean;
}

/** What a family says of a reference itself. */
export type SpecialMeaning =
  | { kind: "name"; module: ModuleTarget; name: string; rule: string }
  | { kind: "type"; type: string; member: string; rule: string }
  | { kind: "outside" };
