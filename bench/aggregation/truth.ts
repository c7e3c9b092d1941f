// What is the answer, by TypeScript's own parser? Counts of functions, interfaces, enums and overloads.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-api";

export interface Truth {
  count: number;
  places?: string[];
}

export function typescriptTruth(root: string, [what, place = ".", ...tests]: readonly string[]): Truth {
  const listed = execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8" }).split("\0");
  const paths = listed.filter(
    (path) => /\.[cm]?tsx?$/.test(path) && (place === "." || path === place || path.startsWith(`${place}/`)),
  );
  const places: string[] = [];
  for (const path of paths) {
    const source = ts.createSourceFile(
      path,
      readFileSync(join(root, path), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const placeOf = (node: ts.Node) =>
      `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (what === "ts-functions") places.push(...functionsOf(source, tests).map(placeOf));
    else if (what === "ts-overloads") places.push(...overloadsOf(source, tests[0]!).map(placeOf));
    else
      visit(source, (node) => {
        if (what === "ts-interfaces" ? ts.isInterfaceDeclaration(node) : ts.isEnumDeclaration(node))
          places.push(placeOf((node as ts.InterfaceDeclaration).name));
      });
  }
  return { count: places.length, places };
}

function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  node.forEachChild((child) => visit(child, each));
}

interface Found {
  name: ts.Node;
  exported: boolean;
  documented: boolean;
  key: string;
}

/** Declarations of functions, and names that a function is given to; signatures of one function once. */
function functionsOf(source: ts.SourceFile, tests: readonly string[]): ts.Node[] {
  const found = new Map<string, Found>();
  const exportedNames = new Set<string>();
  visit(source, (node) => {
    if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier === undefined &&
      node.exportClause !== undefined &&
      ts.isNamedExports(node.exportClause)
    )
      for (const one of node.exportClause.elements) exportedNames.add((one.propertyName ?? one.name).text);
    if (ts.isExportAssignment(node) && ts.isIdentifier(node.expression))
      exportedNames.add(node.expression.text);
  });
  const isExported = (node: ts.Node, name: string) =>
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) ||
    (node.parent === source && exportedNames.has(name));
  const isDocumented = (node: ts.Node) =>
    (ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []).some((r) =>
      source.text.slice(r.pos, r.end).startsWith("/**"),
    );
  const add = (name: ts.Node, statement: ts.Node) => {
    const text = name.getText();
    const key = `${text} ${statement.parent.pos}`;
    const before = found.get(key);
    const exported = isExported(statement, text);
    const documented = isDocumented(statement);
    if (before === undefined) found.set(key, { name, exported, documented, key });
    else {
      before.exported ||= exported;
      before.documented ||= documented;
    }
  };
  visit(source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) add(node.name, node);
    if (ts.isVariableStatement(node))
      for (const { name, initializer } of node.declarationList.declarations)
        if (
          initializer !== undefined &&
          ts.isIdentifier(name) &&
          (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        )
          add(name, node);
  });
  return [...found.values()]
    .filter((f) => (!tests.includes("exported") || f.exported) && (!tests.includes("nodoc") || !f.documented))
    .map(({ name }) => name);
}

function overloadsOf(source: ts.SourceFile, wanted: string): ts.Node[] {
  const found: ts.Node[] = [];
  visit(source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name?.text === wanted && node.body === undefined)
      found.push(node.name);
  });
  return found;
}
