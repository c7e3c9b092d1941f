// How the syntax of a language becomes facts: the shape of the rules that a language's file gives, and what the rules
// may ask of a tree and tell the maker of facts. `parse/syntax-extract.ts` walks the tree and calls the rules.
import type { SpanKind } from "../base/span.ts";

/**
 * A parsed file. Nodes are numbers in document order: a parent comes before its children, a node before its next
 * sibling. Only named nodes are kept; keywords and marks are read from the text. `-1` stands for no node.
 */
export interface SyntaxTree {
  readonly text: string;
  readonly size: number;
  type(node: number): string;
  /** Offsets in UTF-16 code units; the end is exclusive. */
  start(node: number): number;
  end(node: number): number;
  parent(node: number): number;
  /** Name of the field that the node fills in its parent, or empty. */
  field(node: number): string;
  first(node: number): number;
  next(node: number): number;
  /** First child in the field. */
  child(node: number, field: string): number;
  /** First child of the type. */
  childOfType(node: number, type: string): number;
  /** First node that does not lie below this one. */
  after(node: number): number;
  textOf(node: number): string;
}

/** What a name is bound to where it is used. */
export type RuleBinding = "local" | "param" | "import" | "this";
export type RuleRole = "call" | "new" | "type" | "read" | "write" | "jsx" | "decorator" | "import";

export interface SymbolInput {
  /** Node of the declaration; the symbol reaches to its end. */
  node: number;
  /** Wrapper such as `export …` or a decorated definition, whose extent the symbol takes. */
  outer?: number;
  /** Last of several nodes that together are the declaration: the clauses of a function. The symbol reaches to its end. */
  through?: number;
  kind: SpanKind;
  /** Node of the name, or a name that stands nowhere (`default`). */
  name: number | string;
  /** Where a name given as text stands. */
  nameStart?: number;
  /** Offset where the unit begins, if that is before its node: words that the grammar does not see. */
  from?: number;
  /** Node of the body: the signature ends before it. */
  body?: number;
  /** Offset where the signature ends, if neither body nor value says it. */
  headEnd?: number;
  /** Node of a value: shown in the signature only where it is short. */
  value?: number;
  bases?: string[];
  /** Name of its type where it is a value: `Foo`, `pkg.Foo`; `make()` where it is what a call gives. */
  type?: string;
  /**
   * Declaration that declares several names, of which this is one: `const a = 1, b = 2`. The first takes its beginning,
   * and all take its words into their signatures.
   */
  list?: number;
  /** Node whose text is the signature, where the symbol's own node is but a name in it. */
  head?: number;
  /** Of symbols with the same key only the first one counts: `self.x = …` in several methods. */
  once?: string;
  /** Qualifies the name where the container does not enclose the symbol (Go's receivers, parameter properties). */
  container?: string;
  /** Written before the name and part of the qualified one: `A` of `class A::B`, which stands where it stands. */
  path?: string;
  /** Documentation inside the symbol: a docstring's node, or comments (`//!`). Goes before a comment above. */
  docs?: number[];
  /** Names the symbol in the scope that is open now. Default true. */
  declare?: boolean;
  /**
   * Whether it is visible outside, where its modifiers do not tell: not below `private:` or in a namespace without a name
   * (C++), as its record is where it is a record's component (C#).
   */
  exported?: boolean;
  /**
   * It belongs to the type itself, not to its instances: a member of the same name is another one. Said where the
   * language can have both (Ruby, Scala, Swift).
   */
  static?: boolean;
}

export interface ImportInput {
  module: string;
  imported: string;
  local: string;
  typeOnly?: boolean;
  node: number;
}

export interface ExportInput {
  exported: string;
  local: string;
  from: string;
  node: number;
}

export interface ScopeOptions {
  /** A function's scope: `var` and Python's assignments end here. */
  function?: boolean;
  /** A class's scope, which functions inside do not see (Python). */
  hidden?: boolean;
  /** All scopes of one such name know the same names: a namespace opened again, members defined outside their class. */
  shared?: string;
  /** Another object may be meant inside: members of the outer one that are named without a receiver are not sure (Kotlin). */
  receiver?: boolean;
}

export interface DeclareOptions {
  /** Offset from which the name is bound; before it the outer meaning holds. Default: everywhere in the scope. */
  from?: number;
  /** The name has no other meaning, whatever was said of it before. */
  replace?: boolean;
  /** The scope that takes the name; the innermost one unless said. */
  level?: "block" | "function" | "file";
  /** Name of its type: see `SymbolInput`. */
  type?: string;
  /** What `symbol` returned, if the name is that of a symbol. */
  symbol?: number;
}

export interface FactsBuilder {
  readonly tree: SyntaxTree;
  symbol(input: SymbolInput): number;
  /** Opens a scope that holds to the end of the node. */
  scope(node: number, options?: ScopeOptions): void;
  /** Binds the text of the node, which then is no reference. */
  declare(node: number, binding: RuleBinding, options?: DeclareOptions): void;
  declareName(name: string, binding: RuleBinding, options?: DeclareOptions): void;
  /** The name means the file's own one in this function, also where it is assigned (Python's `global`). */
  declareOuter(name: string): void;
  /** Whether the innermost scope binds the name already. */
  isDeclared(name: string): boolean;
  /** What the name is bound to here by what the walk has met so far. */
  bindingOf(name: string): RuleBinding | null;
  /** The type that was said of it there, or empty. */
  typeOf(name: string): string;
  /** Sets the role of an identifier that comes later in the walk, and the node before its last dot. */
  role(node: number, role: RuleRole, receiver?: number): void;
  /** Sets the receiver alone; the role stays. */
  receiver(node: number, receiver: number): void;
  /**
   * Sets the receiver by its offsets, where no node of the tree has its extent (`a::b` in C++, `this` in C#). Equal ones
   * say that the name is a member of something that is not written (`.red` in Zig).
   */
  receiverText(node: number, start: number, end: number): void;
  /** A reference in text that the grammar does not read: the body of a macro. */
  mention(start: number, end: number, role: RuleRole, receiver?: readonly [number, number]): void;
  /** The identifier is no reference: a declared name, a key, a label. It stays so, unless it is said to be imported. */
  ignore(node: number): void;
  /** Nothing below the node is looked at. */
  skip(node: number): void;
  import(input: ImportInput): void;
  export(input: ExportInput): void;
  /** The symbols of this name at the top of the file are visible outside after all. */
  markExported(name: string): void;
}

export type NodeRule = (builder: FactsBuilder, node: number) => void;

export interface ExportedQuestion {
  name: string;
  kind: SpanKind;
  /** Text of the declaration before its name: `export default async function`. */
  modifiers: string;
  /** Whether the enclosing symbol is visible outside; true at the top of the file. */
  parentExported: boolean;
  /** Kind of the enclosing symbol, if there is one. */
  parentKind: SpanKind | null;
  parentBases: readonly string[];
  /** Whether the type is that qualifies it without enclosing it; null where there is none in this file. */
  containerExported: boolean | null;
}

/** Syntax layer of a language. */
export interface SyntaxRules {
  /** Development package that carries the grammar and the file inside it. */
  grammar: { package: string; file: string };
  /** Between the parts of a qualified name. */
  separator: "." | "::";
  /** What to do at a node, by its type. Types that have no rule are walked through. */
  nodes: Readonly<Record<string, NodeRule>>;
  /** Node types that are names, with their role where no rule says otherwise. */
  identifiers: Readonly<Record<string, RuleRole>>;
  /** Those of them that are references behind a receiver only: elsewhere they are keys. */
  members: readonly string[];
  /** Node types that are references only where a rule gives them a role (types written as strings). */
  onlyMarked?: readonly string[];
  /** Node types of comments. */
  comments: readonly string[];
  /** Node types before a declaration that belong to it and are left out of its signature. */
  decorators: readonly string[];
  /** Beginnings of comments that document where others do not (`/**`, `///`); if there are none, all do. */
  docComments: readonly string[];
  /** Words for the object itself and for its base, as receivers. */
  self: readonly string[];
  base: readonly string[];
  /**
   * What stands before a name that is meant from the root (`\\` of PHP, `::` of Ruby). It goes into the receiver, so that
   * no name of the file is taken for it.
   */
  absolute?: string;
  /**
   * Under which name the scopes know what a reference means, where functions, types and variables of one name are apart
   * (`$x` and `x` of a shell). Rules declare those names themselves. The type of a mention is empty. Absent: the name itself.
   * `before` is the character before the name (`@` of an attribute).
   */
  scopeName?(name: string, nodeType: string, role: RuleRole, before: string): string;
  /**
   * The text as the grammar is to see it, of the same length: words that it cannot read blanked out, such as macros
   * between `class` and the name. Names and signatures are read from the text itself.
   */
  source?(text: string): string;
  /** Id of the language whose rules read the text in place of these: a `.h` may hold C++. */
  instead?(text: string): string | null;
  /** Whether a declared name is visible outside its file. */
  exported(question: ExportedQuestion): boolean;
}
