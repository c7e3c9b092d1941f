// Which property of a type does a key without a dot give or take? The compiler's own "find all references" tells it: a key of
// an object and an attribute of JSX by the type that the object is wanted as, a key of a pattern by the type taken apart.
import { ts } from "./programs.mjs";

/**
 * The place and the symbols of what the node names as a key, null where it is none. `symbols` is null where the compiler
 * can't tell, and empty where the key means nothing but itself.
 */
export function keyAt(node, file, checker) {
  if (!ts.isIdentifier(node) && !ts.isStringLiteralLike(node)) return null;
  const find = finderOf(node, checker);
  if (find === null) return null;
  // Behind the quote.
  const at = file.getLineAndCharacterOfPosition(node.getStart(file) + (ts.isIdentifier(node) ? 0 : 1));
  let symbols;
  try {
    symbols = find();
  } catch {
    symbols = null;
  }
  return { at, symbols: symbols === null ? null : symbols.map((s) => behindAlias(s, checker)) };
}

function finderOf(node, checker) {
  const { parent } = node;
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    // `{ name: own }`: of an identifier the compiler tells it by itself.
    const isKey = parent.propertyName === undefined ? parent.name === node : parent.propertyName === node;
    if (!isKey || (parent.propertyName === node && ts.isIdentifier(node)) || parent.dotDotDotToken)
      return null;
    return () => propertyOf(checker.getTypeAtLocation(parent.parent), node.text);
  }
  if (parent.name !== node || ts.getContainingObjectLiteralElement(node) !== parent) return null;
  if (ts.isArrayLiteralOrObjectLiteralDestructuringPattern(parent.parent)) {
    return () => {
      const symbol = checker.getPropertySymbolOfDestructuringAssignment(node);
      return symbol === undefined ? null : [symbol];
    };
  }
  return () => {
    const wanted = checker.getContextualType(parent.parent);
    if (wanted === undefined) return [];
    if (isAny(wanted)) return null;
    const found = ts.getPropertySymbolsFromContextualType(parent, checker, wanted, true);
    // A type that was inferred from the object itself.
    return found.filter((symbol) => !symbol.declarations?.includes(parent));
  };
}

function propertyOf(type, name) {
  if (isAny(type)) return null;
  const symbol = type.getProperty(name);
  return symbol === undefined ? [] : [symbol];
}

function isAny(type) {
  return (type.flags & ts.TypeFlags.Any) !== 0;
}

function behindAlias(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
