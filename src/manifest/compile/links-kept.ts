// Which links hold in a variant? A branch that gave way is stood for by the nearest one above it that didn't.
import { preOrder, type SourceNode } from "./source-tree.ts";

export interface Link {
  to: string;
  why: string;
}

/** By the id of the node that has them: each target once, none to itself, to the root or to what it lies in. */
export function linksKept(
  root: SourceNode,
  extra: ReadonlyMap<string, readonly Link[]>,
  isShown: (id: string) => boolean,
): Map<string, Link[]> {
  const parents = new Map<string, string | null>();
  const nodes: SourceNode[] = [];
  for (const { node, parent } of preOrder(root)) {
    parents.set(node.id, parent?.id ?? null);
    nodes.push(node);
  }
  const stands = (id: string): string | null => {
    let at: string | null | undefined = parents.has(id) ? id : null;
    while (at !== null && at !== undefined && !isShown(at)) at = parents.get(at);
    return at ?? null;
  };
  const kept = new Map<string, Link[]>();
  for (const node of nodes) {
    if (!isShown(node.id)) continue;
    const all = [...node.links, ...(extra.get(node.id) ?? [])];
    const links = new Map<string, Link>();
    for (const { to, why } of all) {
      const target = stands(to);
      if (target === null || target === root.id || target === node.id || links.has(target)) continue;
      if (target !== to && isAbove(target, node.id, parents)) continue;
      links.set(target, { to: target, why });
    }
    if (links.size > 0) kept.set(node.id, [...links.values()]);
  }
  return kept;
}

function isAbove(above: string, id: string, parents: ReadonlyMap<string, string | null>): boolean {
  for (let at = parents.get(id); at !== null && at !== undefined; at = parents.get(at))
    if (at === above) return true;
  return false;
}
