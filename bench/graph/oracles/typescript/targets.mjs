// The declarations inside the repository that names mean. A target is one symbol: overloads and merged declarations are
// one target at several places. A symbol made by the checker of several others (a member of a union) means several targets.
import { relative, sep } from "node:path";
import { ts } from "./programs.mjs";

export function createTargets(root) {
  const byPlace = new Map();
  const rows = [];
  /** Declarations met in this program, whose base members are looked up at its end. */
  let members = [];
  const related = new Map();

  const isInside = (declaration) => {
    const { fileName } = declaration.getSourceFile();
    return fileName.startsWith(root + sep) && !/[/\\]node_modules[/\\]/.test(fileName);
  };

  function placeOf(declaration) {
    const file = declaration.getSourceFile();
    const name = ts.getNameOfDeclaration(declaration) ?? wholeExportName(declaration) ?? declaration;
    const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file));
    const text =
      ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)
        ? name.text
        : "default";
    return {
      path: relative(root, file.fileName).split(sep).join("/"),
      line: line + 1,
      column: character + 1,
      name: text,
    };
  }

  function numberOf(symbol) {
    const declarations = symbol.declarations.filter(isInside);
    if (declarations.length === 0) return null;
    const places = declarations.map(placeOf);
    const key = `${places[0].path}:${places[0].line}:${places[0].column}`;
    const held = byPlace.get(key);
    if (held !== undefined) return held;
    const id = rows.length;
    byPlace.set(key, id);
    const [first] = declarations;
    rows.push({
      target: id,
      name: places[0].name,
      kind: kindOf(first),
      local: isLocal(first),
      at: places.map(({ path, line, column }) => ({ path, line, column })),
    });
    for (const d of declarations) members.push({ id, declaration: d });
    return id;
  }

  function of(symbol) {
    const parts = symbol.links?.containingType?.types !== undefined ? partsOf(symbol) : [symbol];
    const found = new Set();
    for (const part of parts) {
      const id = part.declarations === undefined ? null : numberOf(part);
      if (id !== null) found.add(id);
    }
    return [...found];
  }

  /** A property of a union or an intersection: its declarations belong to the members of the several types. */
  function partsOf(symbol) {
    return symbol.declarations.map((d) => d.symbol ?? symbol);
  }

  /** Which members of bases does each member override or implement? A call through one may reach the other. */
  function relate(checker) {
    for (let i = 0; i < members.length; i++) {
      const { id, declaration } = members[i];
      const owner = declaration.parent;
      const name = declaration.symbol?.escapedName;
      if (name === undefined || owner === undefined) continue;
      const bases = [];
      try {
        if (ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner)) {
          for (const clause of owner.heritageClauses ?? []) {
            for (const t of clause.types) bases.push(checker.getTypeAtLocation(t));
          }
        } else if (ts.isObjectLiteralExpression(owner)) {
          const type = checker.getContextualType(owner);
          if (type !== undefined) bases.push(type);
        }
        for (const base of bases) {
          const symbol = checker.getPropertyOfType(base, ts.unescapeLeadingUnderscores(name));
          if (symbol?.declarations === undefined) continue;
          for (const other of of(symbol)) {
            if (other === id) continue;
            if (!related.has(id)) related.set(id, new Set());
            related.get(id).add(other);
          }
        }
      } catch {
        // A type that the compiler fails on has no bases here.
      }
    }
    members = [];
  }

  return {
    of,
    relate,
    names: () => new Set(rows.map((r) => r.name)),
    rows: () => rows.map((r) => Object.assign(r, { related: [...(related.get(r.target) ?? [])] })),
  };
}

/** `module.exports = …`: the name of the function or the class that is given, or the word. */
function wholeExportName(declaration) {
  if (!ts.isBinaryExpression(declaration)) return undefined;
  const { left, right } = declaration;
  const own = ts.isFunctionExpression(right) || ts.isClassExpression(right) ? right.name : undefined;
  return own ?? (ts.isPropertyAccessExpression(left) ? left.name : undefined);
}

function isLocal(declaration) {
  for (let node = declaration.parent; node !== undefined; node = node.parent) {
    // Members of a class in a function are no locals, and neither are those of a returned object.
    if (ts.isFunctionLike(node)) return true;
  }
  return false;
}

function kindOf(node) {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node))
    return "function";
  if (ts.isClassLike(node)) return "class";
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isAccessor(node)) return "method";
  if (ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isPropertyAssignment(node))
    return "property";
  if (ts.isShorthandPropertyAssignment(node)) return "property";
  if (ts.isParameter(node))
    return ts.isParameterPropertyDeclaration(node, node.parent) ? "property" : "parameter";
  if (ts.isVariableDeclaration(node) || ts.isBindingElement(node))
    return inParameter(node) ? "parameter" : "variable";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  if (ts.isEnumDeclaration(node)) return "enum";
  if (ts.isEnumMember(node)) return "constant";
  if (ts.isModuleDeclaration(node)) return "namespace";
  if (ts.isTypeParameterDeclaration(node)) return "type-parameter";
  if (ts.isSourceFile(node)) return "module";
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isBinaryExpression(node) || ts.isPropertyAccessExpression(node)) return "assignment";
  return "other";
}

function inParameter(node) {
  let at = node;
  while (ts.isBindingElement(at) || ts.isObjectBindingPattern(at) || ts.isArrayBindingPattern(at))
    at = at.parent;
  return ts.isParameter(at);
}
