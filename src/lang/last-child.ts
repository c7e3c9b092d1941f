// Which child of a node stands last? Some grammars give a name no field of its own: it ends the path that it belongs to.
import type { SyntaxTree } from "./syntax-rules.ts";

/** -1 where there is none. */
export function lastChild(tree: SyntaxTree, node: number): number {
  let last = -1;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) last = child;
  return last;
}
