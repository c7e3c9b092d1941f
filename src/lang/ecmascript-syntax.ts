// The syntax of JavaScript and TypeScript, shared by js, jsx, ts and tsx: their grammars name their nodes alike.
import { statementRule } from "./ecmascript-commonjs.ts";
import { declarationNodes, typedNodes } from "./ecmascript-declarations.ts";
import { memberNodes } from "./ecmascript-members.ts";
import { moduleNodes } from "./ecmascript-modules.ts";
import { referenceNodes } from "./ecmascript-references.ts";
import type { SyntaxRules } from "./syntax-rules.ts";

export const ecmascriptSyntax: Omit<SyntaxRules, "grammar"> = {
  separator: ".",
  nodes: {
    ...declarationNodes,
    ...memberNodes,
    ...referenceNodes,
    ...moduleNodes,
    expression_statement: statementRule,
  },
  identifiers: {
    identifier: "read",
    shorthand_property_identifier: "read",
    shorthand_property_identifier_pattern: "write",
    property_identifier: "read",
    private_property_identifier: "read",
    type_identifier: "type",
  },
  members: ["property_identifier", "private_property_identifier"],
  comments: ["comment", "html_comment"],
  decorators: ["decorator"],
  docComments: ["/**"],
  self: ["this"],
  base: ["super"],
  exported({ name, modifiers, parentExported, parentKind, containerExported }) {
    if (parentKind === null && containerExported !== null) return containerExported;
    if (parentKind === null) return /\bexport\b/.test(modifiers) || /^(?:module\.)?exports\./.test(modifiers);
    if (!parentExported || name.startsWith("#") || /\bprivate\b/.test(modifiers)) return false;
    if (parentKind === "namespace" || parentKind === "module") return /\bexport\b/.test(modifiers);
    // What a function declares inside is its own.
    return parentKind !== "function" && parentKind !== "method" && parentKind !== "constructor";
  },
};

/** The same in TypeScript. */
export const typedSyntax: Omit<SyntaxRules, "grammar"> = {
  ...ecmascriptSyntax,
  nodes: { ...ecmascriptSyntax.nodes, ...typedNodes },
};
