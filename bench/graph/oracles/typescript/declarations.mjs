// What a file declares, by TypeScript's own tree: line, name, kind. Functions, methods and types must be found by whoever
// reads the file; the rest (`other`) are there to tell a wrong name from one that is declared in another way.

export function declarationsOf(ts, file) {
  const found = [];
  const walk = (node) => {
    const { name } = node;
    if (name !== undefined && declares(ts, node)) add(name, kindOf(ts, node));
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      // `exports.f = …`, `Type.prototype.f = …`, `inst.f = …`
      if (ts.isPropertyAccessExpression(node.left)) add(node.left.name, "other");
    }
    if (ts.isConstructorDeclaration(node)) addAt(keyword(node, "constructor"), "constructor", "other");
    else if (ts.isExportAssignment(node)) addAt(node.getStart(file), "default", "other");
    else if (name === undefined && node.modifiers?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword)) {
      addAt(node.getStart(file), "default", "other");
    }
    ts.forEachChild(node, walk);
  };
  const addAt = (offset, name, kind) => {
    found.push([file.getLineAndCharacterOfPosition(offset).line + 1, name, kind]);
  };
  const add = (name, kind) => {
    if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name) && !ts.isStringLiteralLike(name)) return;
    addAt(name.getStart(file), name.text, kind);
  };
  // Behind modifiers and the comments between.
  const keyword = (node, word) => file.text.indexOf(word, node.modifiers?.end ?? node.getStart(file));
  walk(file);
  return found;
}

function declares(ts, node) {
  return !ts.isPropertyAccessExpression(node) && !ts.isImportSpecifier(node) && !ts.isImportClause(node);
}

function kindOf(ts, node) {
  // The signatures of an overloaded function are one declaration with its body.
  if (isOverload(ts, node)) return "other";
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassLike(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  if (ts.isEnumDeclaration(node)) return "enum";
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) return "method";
  if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent)) return "method";
  if (ts.isVariableDeclaration(node) && isFunction(ts, node.initializer) && isTop(ts, node))
    return "function";
  return "other";
}

function isOverload(ts, node) {
  if (node.body !== undefined || (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)))
    return false;
  const kin = node.symbol?.declarations ?? [];
  return kin.some((other) => other.body !== undefined && other.parent === node.parent);
}

function isFunction(ts, node) {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function isTop(ts, node) {
  const statement = node.parent.parent;
  if (!ts.isVariableStatement(statement)) return false;
  return ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
}
