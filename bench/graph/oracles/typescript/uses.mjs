// What does the TypeScript compiler say that each name means? Prints truth rows (see ../../truth.ts) for a repository.
//   node bench/graph/oracles/typescript/uses.mjs ROOT [FOLDER…]
import { writeSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { declarationsOf } from "./declarations.mjs";
import { keyAt } from "./keys.mjs";
import { eachProgram, namesPackages, ts } from "./programs.mjs";
import { createTargets } from "./targets.mjs";

const [rootArgument, ...under] = process.argv.slice(2);
const root = resolve(rootArgument);
const packages = namesPackages(root);
const targets = createTargets(root);
const files = [];

const CALLS = new Set(["call", "new", "jsx", "decorator"]);

const bareModule = (specifier) => {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
};

eachProgram(root, under, (program, owned, config) => {
  const checker = program.getTypeChecker();
  let sites = 0;
  for (const path of owned) {
    const file = program.getSourceFile(path);
    if (file === undefined) continue;
    const found = sitesOf(file, checker);
    sites += found.length;
    files.push({
      file: relative(root, path).split(sep).join("/"),
      declarations: declarationsOf(ts, file),
      sites: found,
    });
  }
  targets.relate(checker);
  process.stderr.write(`${config || "(no configuration)"}: ${owned.length} files, ${sites} names\n`);
});

const known = targets.names();
let out = "";
const print = (row) => {
  out += `${JSON.stringify(row)}\n`;
  if (out.length > 1 << 20) flush();
};
const flush = () => {
  for (let bytes = Buffer.from(out); bytes.length > 0;) bytes = bytes.subarray(writeSync(1, bytes));
  out = "";
};
for (const row of targets.rows()) print(row);
for (const { file, declarations, sites } of files) {
  // Names that nothing in the project has are of no use to any question.
  print({
    file,
    declarations,
    sites: sites.filter((s) => Array.isArray(s[4]) || known.has(s[2]) || s[2] === "super"),
  });
}
flush();

function sitesOf(file, checker) {
  const found = [];
  const walk = (node) => {
    if (isName(node)) {
      const role = roleOf(node);
      if (role !== null) {
        const at = file.getLineAndCharacterOfPosition(node.getStart(file));
        const site = [at.line + 1, at.character + 1, node.text, role, meaning(node, role, checker)];
        const also = new Set(takenFromModule(node, checker));
        if (CALLS.has(role)) {
          for (const target of [...constructed(node, role, checker), ...given(node, checker)])
            also.add(target);
        }
        if (also.size > 0) site.push([...also]);
        found.push(site);
      }
    }
    const key = keyAt(node, file, checker);
    if (key !== null) {
      found.push([
        key.at.line + 1,
        key.at.character + 1,
        node.text,
        "read",
        keyMeaning(key.symbols, checker),
      ]);
    }
    if (
      node.kind === ts.SyntaxKind.SuperKeyword &&
      ts.isCallExpression(node.parent) &&
      node.parent.expression === node
    ) {
      const at = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push([at.line + 1, at.character + 1, "super", "call", meaning(node, "call", checker)]);
    }
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

function isName(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return true;
  return (
    ts.isStringLiteralLike(node) &&
    ts.isElementAccessExpression(node.parent) &&
    node.parent.argumentExpression === node
  );
}

/** Null for names that declare. */
function roleOf(node) {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent))
    return "import";
  if (ts.isNamespaceImport(parent) || ts.isNamespaceExport(parent)) return null;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return "read";
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node ? "read" : null;
  if (ts.isQualifiedName(parent) || ts.isTypeReferenceNode(parent)) return "type";
  if (parent.name === node && !ts.isPropertyAccessExpression(parent)) return null;
  let top = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) top = parent;
  else if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) top = parent;
  while (wraps(top.parent) && top.parent.expression === top) top = top.parent;
  // `f.call(x)` and `f.apply(x)` call f.
  const through = top.parent;
  if (
    ts.isPropertyAccessExpression(through) &&
    through.expression === top &&
    /^(call|apply)$/.test(through.name.text)
  ) {
    if (ts.isCallExpression(through.parent) && through.parent.expression === through) return "call";
  }
  const user = top.parent;
  if (ts.isCallExpression(user) && user.expression === top)
    return ts.isDecorator(user.parent) ? "decorator" : "call";
  if (ts.isNewExpression(user) && user.expression === top) return "new";
  if (ts.isTaggedTemplateExpression(user) && user.tag === top) return "call";
  if ((ts.isJsxOpeningElement(user) || ts.isJsxSelfClosingElement(user)) && user.tagName === top)
    return "jsx";
  if (ts.isDecorator(user)) return "decorator";
  return ts.isPartOfTypeNode?.(node) ? "type" : "read";
}

function wraps(node) {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    (ts.isExpressionWithTypeArguments(node) && !ts.isHeritageClause(node.parent))
  );
}

/** The class whose constructor runs: a base's, where the class itself has none. */
function constructed(node, role, checker) {
  if (role !== "new") return [];
  let user = node;
  while (!ts.isNewExpression(user)) user = user.parent;
  const declaration = checker.getResolvedSignature(user)?.declaration;
  const owner =
    declaration !== undefined && ts.isConstructorDeclaration(declaration)
      ? declaration.parent.symbol
      : undefined;
  return owner === undefined ? [] : targets.of(owner);
}

/** The function or the class that a property is given by its name (`{ run }`, `api.run = run`), as the compiler types it. */
function given(node, checker) {
  try {
    let symbol = symbolAt(node, checker);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias)
      symbol = checker.getAliasedSymbol(symbol);
    if (!(symbol?.declarations ?? []).some(isGivenAName)) return [];
    const held = checker.getTypeOfSymbolAtLocation(symbol, node).symbol;
    const { Function, Method, Class } = ts.SymbolFlags;
    if (held === undefined || !(held.flags & (Function | Method | Class))) return [];
    const [declaration] = held.declarations ?? [];
    const named =
      declaration !== undefined && (ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration))
        ? declaration.parent.symbol
        : held;
    return named?.declarations === undefined ? [] : targets.of(named);
  } catch {
    return [];
  }
}

/**
 * `const { run } = await import("./a")` holds what the module exports, as `const { run } = require("./a")` does, which the
 * compiler follows by itself.
 */
function takenFromModule(node, checker) {
  try {
    const declaration = symbolAt(node, checker)?.valueDeclaration;
    if (declaration === undefined || !ts.isBindingElement(declaration) || declaration.initializer) return [];
    const variable = declaration.parent.parent;
    if (!ts.isVariableDeclaration(variable) || !(ts.getCombinedNodeFlags(variable) & ts.NodeFlags.Const))
      return [];
    const { initializer } = variable;
    const isImport =
      initializer !== undefined &&
      ts.isAwaitExpression(initializer) &&
      ts.isCallExpression(initializer.expression) &&
      initializer.expression.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (!isImport) return [];
    const name = (declaration.propertyName ?? declaration.name).text;
    let symbol = checker.getTypeAtLocation(initializer).getProperty(name);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias)
      symbol = checker.getAliasedSymbol(symbol);
    return symbol === undefined ? [] : targets.of(symbol);
  } catch {
    return [];
  }
}

function isGivenAName(declaration) {
  if (ts.isShorthandPropertyAssignment(declaration)) return true;
  let value;
  if (ts.isPropertyAssignment(declaration)) value = declaration.initializer;
  else {
    const assignment = ts.isBinaryExpression(declaration) ? declaration : declaration.parent;
    if (!ts.isBinaryExpression(assignment)) return false;
    value = assignment.right;
  }
  while (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value))
    value = value.expression;
  const isRequire = ts.isCallExpression(value) && value.expression.getText() === "require";
  return isRequire || ts.isIdentifier(value) || ts.isPropertyAccessExpression(value);
}

function symbolAt(node, checker) {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

/** Numbers of the targets; "outside" the repository; "unknown" where the compiler cannot tell. */
function meaning(node, role, checker) {
  let symbol;
  try {
    symbol = symbolAt(node, checker);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) {
      const alias = symbol;
      symbol = checker.getAliasedSymbol(symbol);
      if (checker.isUnknownSymbol(symbol)) return comesFromOutside(alias) ? "outside" : "unknown";
    }
  } catch {
    return "unknown";
  }
  if (symbol === undefined && role === "jsx" && /^[a-z]/.test(node.text)) return "outside";
  if (symbol === undefined || checker.isUnknownSymbol(symbol)) return "unknown";
  const declarations = symbol.declarations ?? [];
  if (declarations.length === 0)
    return symbol.name === "undefined" || symbol.name === "arguments" ? "outside" : "unknown";
  const inside = targets.of(symbol);
  return inside.length === 0 ? "outside" : inside;
}

/** A property that nothing declares (of a mapped type, of a pattern) is nobody's. */
function keyMeaning(symbols, checker) {
  if (symbols === null || symbols.some((s) => checker.isUnknownSymbol(s))) return "unknown";
  const inside = new Set(symbols.flatMap((s) => (s.declarations === undefined ? [] : targets.of(s))));
  return inside.size === 0 ? "outside" : [...inside];
}

/** An import from a package that is no part of the workspace. */
function comesFromOutside(alias) {
  for (const declaration of alias.declarations ?? []) {
    let node = declaration;
    while (node !== undefined && node.moduleSpecifier === undefined && !ts.isSourceFile(node))
      node = node.parent;
    const specifier = node?.moduleSpecifier?.text;
    if (specifier === undefined || specifier.startsWith(".") || specifier.startsWith("/")) return false;
    if (packages.has(bareModule(specifier)) || /^[@~#]\//.test(specifier)) return false;
  }
  return true;
}
