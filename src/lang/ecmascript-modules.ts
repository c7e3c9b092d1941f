// What a file of JavaScript or TypeScript imports and exports by statements.
import { mayBeCalled, unwrapped } from "./ecmascript-objects.ts";
import { defaultName } from "./ecmascript-places.ts";
import type { FactsBuilder, NodeRule, SyntaxTree } from "./syntax-rules.ts";

function moduleName(tree: SyntaxTree, node: number): string {
  const source = tree.child(node, "source");
  return source === -1 ? "" : unquoted(tree.textOf(source));
}

function unquoted(text: string): string {
  return text.length >= 2 ? text.slice(1, -1) : text;
}

/** A name that may be written as a string (`export { a as "b c" }`). */
export function nameOf(tree: SyntaxTree, node: number): string {
  return tree.type(node) === "string" ? unquoted(tree.textOf(node)) : tree.textOf(node);
}

const importRule: NodeRule = (b, node) => {
  const { tree } = b;
  const module = moduleName(tree, node);
  const clause = tree.childOfType(node, "import_clause");
  const required = tree.childOfType(node, "import_require_clause");
  if (required !== -1) {
    const name = tree.childOfType(required, "identifier");
    if (name === -1) return;
    b.declare(name, "import");
    b.import({ module: moduleName(tree, required), imported: "*", local: tree.textOf(name), node });
    return;
  }
  if (clause === -1) {
    b.import({ module, imported: "", local: "", node });
    return;
  }
  const typeOnly = /^import\s+type(?:\s*[{*]|\s+(?!from\b)[\w$])/.test(
    tree.text.slice(tree.start(node), tree.start(node) + 80),
  );
  for (let child = tree.first(clause); child !== -1; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "identifier") {
      b.role(child, "import");
      b.declareName(tree.textOf(child), "import");
      b.import({ module, imported: "default", local: tree.textOf(child), typeOnly, node: child });
    } else if (type === "namespace_import") {
      const name = tree.childOfType(child, "identifier");
      if (name === -1) continue;
      b.declare(name, "import");
      b.import({ module, imported: "*", local: tree.textOf(name), typeOnly, node: child });
    } else if (type === "named_imports") {
      importNames(b, child, module, typeOnly);
    }
  }
};

function importNames(b: FactsBuilder, list: number, module: string, typeOnly: boolean): void {
  const { tree } = b;
  for (let child = tree.first(list); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "import_specifier") continue;
    const name = tree.child(child, "name");
    const alias = tree.child(child, "alias");
    if (name === -1) continue;
    const own = alias === -1 ? name : alias;
    const imported = nameOf(tree, name);
    b.role(name, "import");
    if (alias !== -1) b.declare(alias, "import");
    else b.declareName(imported, "import");
    const ownType = /^type\s/.test(tree.textOf(child)) && tree.start(name) > tree.start(child);
    b.import({ module, imported, local: nameOf(tree, own), typeOnly: typeOnly || ownType, node: child });
  }
}

const DECLARATIONS_WITH_NAMES = new Set(["lexical_declaration", "variable_declaration"]);

const exportRule: NodeRule = (b, node) => {
  const { tree } = b;
  const from = moduleName(tree, node);
  const head = tree.text.slice(tree.start(node), tree.start(node) + 200);
  // `export type * from` is newer than the grammar, which steps over the word.
  const typeOnly = /^export\s+type\b/.test(head);
  const clause = tree.childOfType(node, "export_clause");
  const namespace = tree.childOfType(node, "namespace_export");
  const declaration = tree.child(node, "declaration");
  const isDefault = /^(?:@[^\n]*\n\s*)*export\s+default\b/.test(head);
  if (clause !== -1) {
    exportNames(b, clause, from);
  } else if (namespace !== -1) {
    const name = tree.first(namespace);
    if (name === -1) return;
    b.ignore(name);
    b.export({ exported: nameOf(tree, name), local: "*", from, node });
    b.import({ module: from, imported: "*", local: "", typeOnly, node });
  } else if (from !== "") {
    b.export({ exported: "*", local: "*", from, node });
    b.import({ module: from, imported: "*", local: "", typeOnly, node });
  } else if (declaration !== -1) {
    // What a namespace exports is its member, no export of the file.
    if (tree.type(tree.parent(node)) === "program") exportDeclaration(b, declaration, isDefault);
  } else if (isDefault) {
    const value = tree.child(node, "value");
    const named = value !== -1 && tree.type(value) === "identifier";
    const local = named ? tree.textOf(value) : ownName(tree, value);
    if (named) b.markExported(local);
    else if (value !== -1) defaultObject(b, node, value);
    b.export({ exported: "default", local, from: "", node });
  } else if (/^export\s*=/.test(head)) {
    const value = tree.first(node);
    const local = value !== -1 && tree.type(value) === "identifier" ? tree.textOf(value) : "";
    if (local !== "") b.markExported(local);
    b.export({ exported: "=", local, from: "", node });
  } else if (/^export\s+as\s+namespace\b/.test(head)) {
    const name = tree.first(node);
    if (name !== -1) b.ignore(name);
  }
};

/** `export default { … }`: what its properties are members of. */
function defaultObject(b: FactsBuilder, node: number, value: number): void {
  const { tree } = b;
  if (tree.type(unwrapped(tree, value)) !== "object" || !mayBeCalled(tree, value)) return;
  const name = defaultName(tree, node);
  if (name !== null) b.symbol({ node, ...name, kind: "constant", value, declare: false });
}

export function ownName(tree: SyntaxTree, value: number): string {
  const name = value === -1 ? -1 : tree.child(value, "name");
  return name === -1 ? "" : tree.textOf(name);
}

function exportNames(b: FactsBuilder, clause: number, from: string): void {
  const { tree } = b;
  for (let child = tree.first(clause); child !== -1; child = tree.next(child)) {
    if (tree.type(child) !== "export_specifier") continue;
    const name = tree.child(child, "name");
    const alias = tree.child(child, "alias");
    if (name === -1) continue;
    const local = nameOf(tree, name);
    if (alias !== -1) b.ignore(alias);
    if (from === "") {
      b.markExported(local);
    } else {
      b.role(name, "import");
      const typeOnly =
        /^export\s+type\b/.test(tree.textOf(tree.parent(clause))) || /^type\s+[^,}]/.test(tree.textOf(child));
      b.import({ module: from, imported: local, local: "", typeOnly, node: child });
    }
    b.export({ exported: alias === -1 ? local : nameOf(tree, alias), local, from, node: child });
  }
}

/** The declaration's own rule makes the symbol; here its names become exports. */
function exportDeclaration(b: FactsBuilder, written: number, isDefault: boolean): void {
  const { tree } = b;
  const ambient = tree.type(written) === "ambient_declaration" ? tree.first(written) : -1;
  const declaration = ambient === -1 ? written : ambient;
  if (isDefault) {
    b.export({ exported: "default", local: ownName(tree, declaration), from: "", node: declaration });
    return;
  }
  if (DECLARATIONS_WITH_NAMES.has(tree.type(declaration))) {
    for (let child = tree.first(declaration); child !== -1; child = tree.next(child)) {
      if (tree.type(child) !== "variable_declarator") continue;
      const name = tree.child(child, "name");
      for (const local of name === -1 ? [] : boundNames(tree, name)) {
        b.markExported(local);
        b.export({ exported: local, local, from: "", node: child });
      }
    }
    return;
  }
  const local = ownName(tree, declaration).split(".")[0]!;
  if (local !== "") b.export({ exported: local, local, from: "", node: declaration });
}

function boundNames(tree: SyntaxTree, pattern: number): string[] {
  const names: string[] = [];
  for (let node = pattern; node < tree.after(pattern); node++) {
    const type = tree.type(node);
    if (type === "shorthand_property_identifier_pattern") names.push(tree.textOf(node));
    if (type === "identifier" && tree.field(node) !== "right") names.push(tree.textOf(node));
  }
  return names;
}

/** `import X = A.B`: another name for something that is known here. */
const aliasRule: NodeRule = (b, node) => {
  const name = b.tree.first(node);
  if (name !== -1) b.declare(name, "local");
};

export const moduleNodes: Readonly<Record<string, NodeRule>> = {
  import_statement: importRule,
  import_alias: aliasRule,
  export_statement: exportRule,
};
