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
    ts.forEachChild(node, walk);
  };
  const add = (name, kind) => {
    if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name) && !ts.isStringLiteralLike(name)) return;
    found.push([file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1, name.text, kind]);
  };
  walk(file);
  return found;
}

function declares(ts, node) {
  return !ts.isPropertyAccessExpression(node) && !ts.isImportSpecifier(node) && !ts.isImportClause(node);
}

function kindOf(ts, node) {
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

function isFunction(ts, node) {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function isTop(ts, node) {
  const statement = node.parent.parent;
  if (!ts.isVariableStatement(statement)) return false;
  return ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
}
