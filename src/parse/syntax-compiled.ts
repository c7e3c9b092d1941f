// The rules of a language, looked up by the number of a node's type: what a walk asks at every node.
import type { NodeRule, SyntaxRules } from "../lang/syntax-rules.ts";
import type { GrammarNames } from "./syntax-tree.ts";

export const ROLES = ["call", "new", "type", "read", "write", "jsx", "decorator", "import"] as const;
export const UNSET = 255;
export const IGNORED = 254;
/** Default of a type that is a reference only where a rule says so. */
export const ONLY_MARKED = 253;
export const COMMENT = 1;
export const DECORATOR = 2;
export const MEMBER = 4;

/** The rules of a language for one grammar, by number of node type. */
export interface CompiledRules {
  rules: SyntaxRules;
  names: GrammarNames;
  handlers: (NodeRule | undefined)[];
  /** Default role of an identifier, or UNSET. */
  roles: Uint8Array;
  marks: Uint8Array;
  /** 1 for identifiers: they have no children. */
  leaves: Uint8Array;
}

export function compileRules(rules: SyntaxRules, names: GrammarNames): CompiledRules {
  const handlers: (NodeRule | undefined)[] = Array.from({ length: names.types.length }, () => undefined);
  const roles = new Uint8Array(names.types.length).fill(UNSET);
  const marks = new Uint8Array(names.types.length);
  const leaves = new Uint8Array(names.types.length);
  for (const [type, rule] of Object.entries(rules.nodes)) {
    for (const id of names.idsOfType(type)) handlers[id] = rule;
  }
  for (const [type, role] of Object.entries(rules.identifiers)) {
    for (const id of names.idsOfType(type)) {
      roles[id] = ROLES.indexOf(role);
      leaves[id] = 1;
    }
  }
  for (const type of rules.onlyMarked ?? []) for (const id of names.idsOfType(type)) roles[id] = ONLY_MARKED;
  for (const type of rules.comments) for (const id of names.idsOfType(type)) marks[id] = COMMENT;
  for (const type of rules.decorators) for (const id of names.idsOfType(type)) marks[id] = DECORATOR;
  for (const type of rules.members) for (const id of names.idsOfType(type)) marks[id] = MEMBER;
  return { rules, names, handlers, roles, marks, leaves };
}
