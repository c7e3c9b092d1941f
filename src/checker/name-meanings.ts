// What does each name in a file mean, by the compiler's own symbols? Declarations inside the repository by the places of
// their names; nothing inside; or, where the compiler can't tell either (`any`, a package that is not there), no verdict.
import type ts from "typescript-api";
import type { ListedFiles } from "./listed-files.ts";
import type { Row } from "./protocol.ts";
import { RowTable } from "./row-table.ts";

type Typescript = typeof ts;
type Place = readonly [file: number, offset: number];

/** Types of one receiver that are kept: a union of more is treated as if its type were not known. */
const MOST_RECEIVERS = 32;
/** Declarations that one name means: of more, written by machines, nothing is said. */
const MOST_TARGETS = 200;

export class NameMeanings {
  readonly #table = new RowTable();
  readonly #typescript: Typescript;
  readonly #checker: ts.TypeChecker;
  readonly #files: ListedFiles;

  constructor(typescript: Typescript, checker: ts.TypeChecker, files: ListedFiles) {
    this.#typescript = typescript;
    this.#checker = checker;
    this.#files = files;
  }

  get rows(): readonly Row[] {
    return this.#table.rows;
  }

  /** `wanted`: offsets, ascending. */
  ofFile(file: ts.SourceFile, wanted: Uint32Array): { offsets: Uint32Array; rows: Uint32Array } {
    const typescript = this.#typescript;
    const asked = new Set(wanted);
    const found = new Map<number, number>();
    const open: ts.Node[] = [file];
    // Not by calls of itself: what machines write may be nested deeper than the stack.
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (isName(typescript, node)) {
        const offset = node.getStart(file);
        if (asked.has(offset) && !found.has(offset)) {
          const row = this.#rowOf(node);
          if (row !== -1) found.set(offset, row);
        }
      }
      typescript.forEachChild(node, (child) => {
        open.push(child);
      });
    }
    const offsets = Uint32Array.from(found.keys()).sort();
    return { offsets, rows: offsets.map((offset) => found.get(offset)!) };
  }

  #rowOf(node: Name): number {
    let row: Row | null;
    try {
      row = this.#meaning(node);
    } catch {
      // A name that the compiler fails on: it says nothing of it.
      return -1;
    }
    return row === null ? -1 : this.#table.numberOf(row);
  }

  #meaning(node: Name): Row | null {
    const typescript = this.#typescript;
    const checker = this.#checker;
    const { parent } = node;
    // `const { name } = value` declares one thing and reads another.
    if (typescript.isBindingElement(parent) && parent.name === node) return null;
    let symbol = typescript.isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node);
    if (symbol !== undefined && (symbol.flags & typescript.SymbolFlags.Alias) !== 0)
      symbol = checker.getAliasedSymbol(symbol);
    if (symbol === undefined || checker.isUnknownSymbol(symbol)) return null;
    const declarations = ownDeclarations(typescript, symbol);
    if (declarations.length === 0 || declarations.length > MOST_TARGETS) return null;
    // A module as a whole is no declaration.
    if (declarations.some((d) => typescript.isSourceFile(d))) return null;
    const targets = this.#places(declarations);
    if (targets.length === 0) return { targets: [], values: [], receivers: [], bound: false, exact: false };
    const before = receiverOf(typescript, node);
    const exact = before?.kind === typescript.SyntaxKind.SuperKeyword;
    const receivers = before === null || exact ? [] : this.#receivers(before);
    const bound = declarations.some((d) => isBound(typescript, d));
    const values =
      bound || declarations.some((d) => isGiven(typescript, d)) ? this.#values(symbol, node) : [];
    return { targets, values, receivers, bound, exact };
  }

  /** The function or the class that a property, an export or a variable holds. */
  #values(symbol: ts.Symbol, node: Name): Place[] {
    const typescript = this.#typescript;
    const value = this.#checker.getTypeOfSymbolAtLocation(symbol, node).symbol as ts.Symbol | undefined;
    const { Function, Method, Class } = typescript.SymbolFlags;
    if (value === undefined || (value.flags & (Function | Method | Class)) === 0) return [];
    return this.#places(value.declarations ?? []);
  }

  #places(declarations: readonly ts.Declaration[]): Place[] {
    const found = new Map<string, Place>();
    for (const declaration of declarations) {
      const file = declaration.getSourceFile();
      const number = this.#files.number(file.fileName);
      if (number === -1) continue;
      const offset = nameOffset(this.#typescript, declaration, file);
      found.set(`${number}:${offset}`, [number, offset]);
    }
    return [...found.values()].sort(byPlace);
  }

  /** The declared types of a value, those of a union each; empty where one of them is not known to have a declaration. */
  #receivers(expression: ts.Expression): Place[] {
    const checker = this.#checker;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(expression));
    const found: Place[] = [];
    for (const part of type.isUnion() ? type.types : [type]) {
      const base = checker.getBaseConstraintOfType(part) ?? part;
      const places = this.#places((base.symbol as ts.Symbol | undefined)?.declarations ?? []);
      if (places.length === 0) return [];
      // The first stands for all: what is merged is one declaration.
      found.push(places[0]!);
      if (found.length > MOST_RECEIVERS) return [];
    }
    return [...new Map(found.map((place) => [place.join(":"), place])).values()].sort(byPlace);
  }
}

type Name = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike;

function isName(typescript: Typescript, node: ts.Node): node is Name {
  if (typescript.isIdentifier(node) || typescript.isPrivateIdentifier(node)) return true;
  return (
    typescript.isStringLiteralLike(node) &&
    typescript.isElementAccessExpression(node.parent) &&
    node.parent.argumentExpression === node
  );
}

/**
 * Without what only hangs something on it: to the compiler `f.helper = …` is a declaration of `f` as well. What nothing but
 * assignments declare is declared by those of its own name.
 */
function ownDeclarations(typescript: Typescript, symbol: ts.Symbol): readonly ts.Declaration[] {
  const all = symbol.declarations ?? [];
  const assigned = all.filter((d) => isAssigned(typescript, d));
  if (assigned.length === 0) return all;
  if (assigned.length < all.length) return all.filter((d) => !assigned.includes(d));
  const own = typescript.unescapeLeadingUnderscores(symbol.escapedName);
  return all.filter((declaration) => {
    const name = typescript.getNameOfDeclaration(declaration);
    if (name === undefined || !("text" in name)) return true;
    return name.text === own || (own === "export=" && name.text === "exports");
  });
}

function isAssigned(typescript: Typescript, declaration: ts.Declaration): boolean {
  return (
    typescript.isBinaryExpression(declaration) ||
    typescript.isPropertyAccessExpression(declaration) ||
    typescript.isElementAccessExpression(declaration) ||
    typescript.isCallExpression(declaration)
  );
}

function isBound(typescript: Typescript, declaration: ts.Declaration): boolean {
  return (
    typescript.isVariableDeclaration(declaration) ||
    typescript.isBindingElement(declaration) ||
    typescript.isParameter(declaration)
  );
}

/** Declared by being given a value. */
function isGiven(typescript: Typescript, declaration: ts.Declaration): boolean {
  return (
    typescript.isShorthandPropertyAssignment(declaration) ||
    typescript.isPropertyAssignment(declaration) ||
    typescript.isExportAssignment(declaration) ||
    isAssigned(typescript, declaration)
  );
}

/** What stands before the dot. */
function receiverOf(typescript: Typescript, node: Name): ts.Expression | null {
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression;
  if (typescript.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return parent.expression;
  return null;
}

/** Where the facts have the name of a symbol: behind the quote of one in quotes, at the word where there is no name. */
function nameOffset(typescript: Typescript, declaration: ts.Declaration, file: ts.SourceFile): number {
  const name = typescript.getNameOfDeclaration(declaration);
  if (name !== undefined) return name.getStart(file) + (typescript.isStringLiteralLike(name) ? 1 : 0);
  // `module.exports = …`: the name of what is given, or the word.
  if (typescript.isBinaryExpression(declaration)) {
    const { left, right } = declaration;
    const own =
      typescript.isFunctionExpression(right) || typescript.isClassExpression(right) ? right.name : undefined;
    const word = own ?? (typescript.isPropertyAccessExpression(left) ? left.name : undefined);
    if (word !== undefined) return word.getStart(file);
  }
  const modifiers = typescript.canHaveModifiers(declaration)
    ? typescript.getModifiers(declaration)
    : undefined;
  const word = modifiers?.find((m) => m.kind === typescript.SyntaxKind.DefaultKeyword);
  return (word ?? declaration).getStart(file);
}

function byPlace(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1];
}
