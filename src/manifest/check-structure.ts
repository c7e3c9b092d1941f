// Is a manifest sound? Every fault with a stable code, the node where it is, and what it names: first those that make it
// no manifest of its format (errors), then what would mislead whoever walks it (warnings). Never throws, whatever it is given.
import { isRecord } from "../base/record.ts";

/** Errors as the format's own check has them, in its order. */
export type StructureError =
  | "not-an-object"
  | "bad-version"
  | "missing-budget"
  | "root-not-object"
  | "nodes-not-object"
  | "node-not-object"
  | "missing-what"
  | "missing-when"
  | "children-xor-payload"
  | "dangling-child"
  | "missing-payload-ref"
  | "link-without-target"
  | "dangling-link"
  | "facets-not-object"
  | "cycle";

export type StructureWarning =
  | "children-not-list"
  | "unreachable"
  | "shared-child"
  | "repeated-child"
  | "id-differs-from-key"
  | "keyed-like-root"
  | "empty-branch"
  | "without-full-render"
  | "subtree-sum"
  | "full-sum"
  | "baseline-over-budget";

export interface StructureFinding {
  code: StructureError | StructureWarning;
  severity: "error" | "warning";
  /** Id of the node; null for the manifest as a whole. */
  node: string | null;
  /** What is named there: a child, the target of a link, a number. */
  ref: string | null;
}

export interface CheckOptions {
  /** Versions that pass; the newest alone, unless said. */
  versions?: readonly string[];
}

type Raw = Record<string, unknown>;

export function checkStructure(value: unknown, options: CheckOptions = {}): StructureFinding[] {
  const findings: StructureFinding[] = [];
  const error = (code: StructureError, node: string | null = null, ref: string | null = null): void => {
    findings.push({ code, severity: "error", node, ref });
  };
  if (!isRecord(value)) {
    error("not-an-object");
    return findings;
  }
  const { variant, root } = value;
  if (!(options.versions ?? ["0.2"]).includes(value["pcx_version"] as string)) error("bad-version");
  if (!isRecord(variant) || !Object.hasOwn(variant, "budget")) error("missing-budget");
  if (!isRecord(root)) {
    error("root-not-object");
    return findings;
  }
  const given = value["nodes"];
  if (given !== undefined && !isRecord(given)) error("nodes-not-object");
  const nodes = new Map<string, unknown>(isRecord(given) ? Object.entries(given) : []);
  const rootId = typeof root["id"] === "string" ? root["id"] : "r";
  const known = (id: unknown) => typeof id === "string" && (id === rootId || nodes.has(id));
  checkNode(rootId, root, known, error);
  for (const [id, node] of nodes) checkNode(id, node, known, error);
  for (const id of backEdges(rootId, root, nodes)) error("cycle", id);
  if (findings.length === 0) findings.push(...warningsOf(value, rootId, root, nodes));
  return findings;
}

type Say = (code: StructureError, node: string | null, ref?: string | null) => void;

function checkNode(id: string, node: unknown, known: (id: unknown) => boolean, error: Say): void {
  if (!isRecord(node)) return error("node-not-object", id);
  if (isEmpty(node["what"])) error("missing-what", id);
  if (isEmpty(node["when"])) error("missing-when", id);
  const branch = Object.hasOwn(node, "children");
  const leaf = Object.hasOwn(node, "payload");
  if (branch === leaf) error("children-xor-payload", id);
  for (const child of childrenOf(node)) if (!known(child)) error("dangling-child", id, said(child));
  const { payload, links, facets } = node;
  if (leaf && !(isRecord(payload) && Object.hasOwn(payload, "ref"))) error("missing-payload-ref", id);
  for (const link of Array.isArray(links) ? links : []) {
    if (!isRecord(link) || isEmpty(link["to"])) error("link-without-target", id);
    else if (!known(link["to"])) error("dangling-link", id, said(link["to"]));
  }
  if (facets !== undefined && facets !== null && !isRecord(facets)) error("facets-not-object", id);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false || value === 0;
}

function said(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
  } catch {
    // Nested too deep, a circle, a number that JSON has not.
    return typeof value;
  }
}

function childrenOf(node: unknown): unknown[] {
  const children = isRecord(node) ? node["children"] : undefined;
  return Array.isArray(children) ? children : [];
}

/** The nodes to which an edge leads back, in the order of a walk from the root. By a stack of its own: a tree may be deep. */
function backEdges(rootId: string, root: Raw, nodes: ReadonlyMap<string, unknown>): string[] {
  const found: string[] = [];
  const onWay = new Set<string>();
  const done = new Set<string>();
  const open: { id: string; children: unknown[]; next: number }[] = [];
  const enter = (id: string): void => {
    onWay.add(id);
    open.push({ id, children: childrenOf(id === rootId ? root : nodes.get(id)), next: 0 });
  };
  enter(rootId);
  while (open.length > 0) {
    const top = open[open.length - 1]!;
    if (top.next >= top.children.length) {
      open.pop();
      onWay.delete(top.id);
      done.add(top.id);
      continue;
    }
    const child = top.children[top.next++];
    if (typeof child !== "string" || (child !== rootId && !nodes.has(child))) continue;
    if (onWay.has(child)) found.push(child);
    else if (!done.has(child)) enter(child);
  }
  return found;
}

/** What an original check lets pass. Asked of a manifest without errors, so that nothing is said twice. */
function warningsOf(
  manifest: Raw,
  rootId: string,
  root: Raw,
  nodes: ReadonlyMap<string, unknown>,
): StructureFinding[] {
  const findings: StructureFinding[] = [];
  const warn = (code: StructureWarning, node: string | null = null, ref: string | null = null): void => {
    findings.push({ code, severity: "warning", node, ref });
  };
  const parents = new Map<string, string>();
  const all: [string, Raw][] = [
    [rootId, root],
    ...[...nodes].map(([id, node]): [string, Raw] => [id, node as Raw]),
  ];
  if (nodes.has(rootId)) warn("keyed-like-root", rootId);
  for (const [id, node] of all) {
    if (typeof node["id"] === "string" && node["id"] !== id) warn("id-differs-from-key", id, node["id"]);
    const children = childrenOf(node) as string[];
    if (Object.hasOwn(node, "children") && !Array.isArray(node["children"])) warn("children-not-list", id);
    if (Array.isArray(node["children"]) && children.length === 0) warn("empty-branch", id);
    const seen = new Set<string>();
    for (const child of children) {
      if (seen.has(child)) warn("repeated-child", id, child);
      else if (parents.has(child)) warn("shared-child", child, id);
      else parents.set(child, id);
      seen.add(child);
    }
    const payload = node["payload"];
    if (isRecord(payload) && Array.isArray(payload["render"]) && !payload["render"].includes("full"))
      warn("without-full-render", id);
  }
  const reached = reachable(rootId, root, nodes);
  for (const id of nodes.keys()) if (!reached.has(id)) warn("unreachable", id);
  sums(manifest, rootId, root, nodes, warn);
  return findings;
}

function reachable(rootId: string, root: Raw, nodes: ReadonlyMap<string, unknown>): Set<string> {
  const reached = new Set([rootId]);
  const open: unknown[] = [...childrenOf(root)];
  while (open.length > 0) {
    const id = open.pop() as string;
    if (reached.has(id)) continue;
    reached.add(id);
    // Not spread into the call: a level may be wider than the stack.
    for (const child of childrenOf(nodes.get(id))) open.push(child);
  }
  return reached;
}

/** Sums that the file states against those of its parts. A stated first view over its budget leaves no room for a step. */
function sums(
  manifest: Raw,
  rootId: string,
  root: Raw,
  nodes: ReadonlyMap<string, unknown>,
  warn: (code: StructureWarning, node: string | null, ref: string) => void,
): void {
  const below = new Map<string, number>();
  const order: string[] = [];
  for (const open = [rootId]; open.length > 0;) {
    const id = open.pop()!;
    order.push(id);
    for (const child of childrenOf(id === rootId ? root : nodes.get(id))) open.push(child as string);
    // A shared child is counted under each parent; without a ceiling a lattice would be walked exponentially often.
    if (order.length > nodes.size + 1) return;
  }
  for (const id of order.reverse()) {
    const node = (id === rootId ? root : nodes.get(id)) as Raw;
    const children = childrenOf(node) as string[];
    const sum = Array.isArray(node["children"])
      ? children.reduce((total, child) => total + (below.get(child) ?? 0), 0)
      : typeof node["tokens"] === "number"
        ? node["tokens"]
        : 0;
    below.set(id, sum);
    if (typeof node["subtree_tokens"] === "number" && node["subtree_tokens"] !== sum)
      warn("subtree-sum", id, String(sum));
  }
  const full = manifest["full_tokens"];
  if (typeof full === "number" && full !== below.get(rootId))
    warn("full-sum", null, String(below.get(rootId)));
  const variant = manifest["variant"] as Raw;
  const [baseline, budget] = [variant["manifest_tokens"], variant["budget"]];
  if (typeof baseline === "number" && typeof budget === "number" && baseline > budget)
    warn("baseline-over-budget", null, `${baseline} > ${budget}`);
}
