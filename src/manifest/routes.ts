// Ways through a manifest that cost nothing: up to the root, across to what is related, straight to what has a facet; and
// whether they still lead anywhere.
import { compareStrings } from "../base/order.ts";
import { isLeaf, nodeOf, type Manifest, type ManifestLink, type ManifestNode } from "./manifest.ts";

/** Links whose targets are there, in their order. */
export function linksOf(manifest: Manifest, node: ManifestNode): ManifestLink[] {
  return node.links.filter(({ to }) => nodeOf(manifest, to) !== undefined);
}

/** Nodes with all of these facets, the root first, then in the order of the file; none where nothing is asked. */
export function findByFacets(manifest: Manifest, facets: Readonly<Record<string, string>>): string[] {
  const asked = Object.entries(facets);
  if (asked.length === 0) return [];
  return allNodes(manifest)
    .filter(([, node]) => asked.every(([facet, value]) => node.facets.get(facet) === value))
    .map(([id]) => id);
}

/** What the root and these others show, down through all that is opened. `others`: opened without being in view. */
export function shownFrom(
  manifest: Manifest,
  others: readonly string[],
  opened: ReadonlySet<string>,
): Set<string> {
  const shown = new Set<string>();
  const childrenOf = (id: string): string[] =>
    (nodeOf(manifest, id)?.children ?? []).filter((child) => nodeOf(manifest, child) !== undefined);
  const left = [...childrenOf(manifest.root.id), ...others];
  while (left.length > 0) {
    const id = left.pop()!;
    if (shown.has(id)) continue;
    shown.add(id);
    if (opened.has(id)) for (const child of childrenOf(id)) left.push(child);
  }
  return shown;
}

/** The first parent of each node in the order of a walk from the root. */
export function parentsOf(manifest: Manifest): Map<string, string> {
  const parents = new Map<string, string>();
  const open = [manifest.root.id];
  const seen = new Set(open);
  while (open.length > 0) {
    const id = open.pop()!;
    const children = nodeOf(manifest, id)?.children ?? [];
    for (const child of children) {
      if (child !== manifest.root.id && !parents.has(child)) parents.set(child, id);
    }
    for (const child of children.toReversed()) {
      if (seen.has(child)) continue;
      seen.add(child);
      open.push(child);
    }
  }
  return parents;
}

/** From the root down to the parent; none for the root and for what is not reached from it. */
export function ancestorsOf(parents: ReadonlyMap<string, string>, id: string): string[] {
  const way: string[] = [];
  const seen = new Set([id]);
  for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
    seen.add(at);
    way.push(at);
  }
  return way.reverse();
}

/** The state of the source now: by what it is known, and which of its nodes there are. */
export interface Now {
  identity?: string;
  /** Ids of all nodes. */
  liveIds?: readonly string[];
  /** Ids of the leaves alone: branches are then not missed. */
  liveLeaves?: readonly string[];
}

export interface ReconcileWarning {
  kind: "stale-identity" | "dangling-routes";
  count?: number;
  /** The first five, sorted. */
  ids?: string[];
}

const MOST_NAMED = 5;

/** What has changed since the manifest was made. What isn't known on both sides is not compared. */
export function reconcile(manifest: Manifest, now: Now): ReconcileWarning[] {
  const warnings: ReconcileWarning[] = [];
  const own = manifest.source["content_hash"];
  if (now.identity !== undefined && typeof own === "string" && own !== now.identity) {
    warnings.push({ kind: "stale-identity" });
  }
  const live = now.liveIds ?? now.liveLeaves;
  if (live === undefined) return warnings;
  const there = new Set(live);
  const gone = allNodes(manifest)
    .filter(([id, node]) => !there.has(id) && (now.liveIds !== undefined || isLeaf(node)))
    .map(([id]) => id)
    .sort(compareStrings);
  if (gone.length > 0)
    warnings.push({ kind: "dangling-routes", count: gone.length, ids: gone.slice(0, MOST_NAMED) });
  return warnings;
}

function allNodes(manifest: Manifest): [string, ManifestNode][] {
  return [[manifest.root.id, manifest.root], ...manifest.nodes];
}
