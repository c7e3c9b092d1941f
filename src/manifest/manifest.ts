// What is in a manifest? A tree of nodes, each with one line of what lies behind it and one of when it is wanted, and either
// the ids of its children or the place of a content that is never inlined. The format is pcx 0.2 (0.1 is read as well);
// fields that it doesn't name are kept.
import { visit } from "jsonc-parser";
import { PithError } from "../base/error.ts";
import { isRecord } from "../base/record.ts";

/** Where the content of a leaf is. */
export interface Payload {
  ref: string;
  /** `md`, `json`, `txt`, … */
  format: string;
  /** Forms that it can be had in: `full`, `summary`. */
  render: string[];
}

export interface ManifestLink {
  to: string;
  /** Empty where no reason is given. */
  why: string;
}

export interface ManifestNode {
  id: string;
  title: string | null;
  what: string;
  when: string;
  /** Depth; the root has 0. */
  tier: number;
  keywords: string[];
  links: ManifestLink[];
  facets: ReadonlyMap<string, string>;
  /** Tokens of the whole content; 0 for a branch. */
  tokens: number;
  /** Tokens of what a view shows of it; null: to be estimated. */
  descTokens: number | null;
  summaryTokens: number | null;
  subtreeTokens: number | null;
  /** A branch has them, also where there are none; null for a leaf. */
  children: string[] | null;
  payload: Payload | null;
  /** Fields that the format doesn't name, `content_hash` among them. */
  meta: ReadonlyMap<string, unknown>;
}

export interface Manifest {
  /** `0.2` where the file says none. */
  version: string;
  usage: string | null;
  source: Readonly<Record<string, unknown>>;
  budget: number;
  /** Tokens of what is always loaded, where the file says it. */
  manifestTokens: number | null;
  siblings: number[];
  fullTokens: number | null;
  root: ManifestNode;
  /** Every node but the root, by id, in the order of the file. */
  nodes: ReadonlyMap<string, ManifestNode>;
}

const NAMED = new Set([
  "id",
  "title",
  "what",
  "when",
  "tier",
  "keywords",
  "links",
  "facets",
  "tokens",
  "desc_tokens",
  "summary_tokens",
  "subtree_tokens",
  "children",
  "payload",
]);

/** The text of a file: JSON whose keys keep their order, also where they look like numbers. Throws MANIFEST_INVALID. */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text);
  try {
    return readManifest(value, nodeOrder(text));
  } catch (error) {
    // JSON is read without a stack; what is written from it isn't.
    if (error instanceof RangeError) throw invalid("", "it is nested too deep");
    throw error;
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    // The engine's words quote the text, which may be any file's: secrets too.
    const why = (cause as Error).message.replace(/^(Unexpected token).*$/su, "$1 in it");
    throw new PithError("MANIFEST_INVALID", `The manifest is no JSON: ${why}.`, {
      next: "Give a file that a manifest build wrote.",
      cause,
    });
  }
}

/** Ids in the order of the file: objects put keys that look like numbers first. Null where they stand as they are. */
function nodeOrder(text: string): string[] | null {
  if (!/"\d+"\s*:/.test(text)) return null;
  const order: string[] = [];
  visit(text.startsWith("\ufeff") ? text.slice(1) : text, {
    onObjectProperty(name, _offset, _length, _line, _character, path) {
      const way = path();
      if (way.length === 1 && way[0] === "nodes") order.push(name);
    },
  });
  return [...new Set(order)];
}

/** Reads what is there without asking whether it makes sense: that is for `checkStructure`. Throws MANIFEST_INVALID. */
export function readManifest(value: unknown, order: readonly string[] | null = null): Manifest {
  if (!isRecord(value)) throw invalid("", "it is no object");
  const { source, variant, root, nodes = {} } = value;
  if (!isRecord(source)) throw invalid("source", "it has no source");
  if (!isRecord(variant) || typeof variant["budget"] !== "number")
    throw invalid("variant", "its variant has no budget");
  if (!isRecord(root)) throw invalid("root", "it has no root");
  if (!isRecord(nodes)) throw invalid("nodes", "its nodes are no map");
  const read = new Map<string, ManifestNode>();
  for (const id of order ?? Object.keys(nodes)) {
    if (Object.hasOwn(nodes, id)) read.set(id, readNode(id, nodes[id]));
  }
  return {
    version: typeof value["pcx_version"] === "string" ? value["pcx_version"] : "0.2",
    usage: textOrNull(value["usage"]),
    source,
    budget: variant["budget"],
    manifestTokens: costOrNull(variant["manifest_tokens"]),
    siblings: listOf(variant["siblings"]).filter((one): one is number => typeof one === "number"),
    fullTokens: costOrNull(value["full_tokens"]),
    root: readNode("r", root),
    nodes: read,
  };
}

/** `key`: under which it stands. An id inside of a node is another name of its own, and only the root may have one. */
export function readNode(key: string, value: unknown): ManifestNode {
  if (!isRecord(value)) throw invalid(key, "the node is no object");
  const { what, when, children, payload } = value;
  if (typeof what !== "string") throw invalid(key, "the node has no what");
  if (typeof when !== "string") throw invalid(key, "the node has no when");
  if (children !== undefined && !Array.isArray(children)) throw invalid(key, "its children are no list");
  return {
    id: typeof value["id"] === "string" ? value["id"] : key,
    title: textOrNull(value["title"]),
    what,
    when,
    tier: numberOrNull(value["tier"]) ?? 0,
    keywords: listOf(value["keywords"]).map(textOf),
    links: listOf(value["links"]).map((link) => readLink(key, link)),
    facets: new Map(
      isRecord(value["facets"]) ? Object.entries(value["facets"]).map(([k, v]) => [k, textOf(v)]) : [],
    ),
    tokens: costOrNull(value["tokens"]) ?? 0,
    descTokens: costOrNull(value["desc_tokens"]),
    summaryTokens: costOrNull(value["summary_tokens"]),
    subtreeTokens: costOrNull(value["subtree_tokens"]),
    children: children === undefined ? null : children.map(textOf),
    payload: isRecord(payload) ? readPayload(key, payload) : null,
    meta: new Map(Object.entries(value).filter(([field]) => !NAMED.has(field))),
  };
}

function readLink(key: string, value: unknown): ManifestLink {
  if (!isRecord(value) || typeof value["to"] !== "string")
    throw invalid(key, "one of its links leads nowhere");
  return { to: value["to"], why: textOrNull(value["why"]) ?? "" };
}

/** Without a place it is none: a content that can't be asked for. */
function readPayload(key: string, value: Record<string, unknown>): Payload | null {
  if (Object.keys(value).length === 0) return null;
  if (typeof value["ref"] !== "string") throw invalid(key, "its payload has no ref");
  const render = listOf(value["render"]).map(textOf);
  return {
    ref: value["ref"],
    format: textOrNull(value["format"]) ?? "md",
    render: render.length === 0 ? ["full"] : render,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A cost below nothing would be paid out: a walk could go on for ever. */
function costOrNull(value: unknown): number | null {
  const cost = numberOrNull(value);
  return cost === null || cost < 0 ? null : cost;
}

function invalid(subject: string, why: string): PithError {
  return new PithError(
    "MANIFEST_INVALID",
    `The manifest can't be read: ${why}${subject === "" ? "" : ` (${subject})`}.`,
    {
      subject,
      next: "Mend it there, or build the manifest anew.",
    },
  );
}

/** A branch opens into its children, a leaf into its content; a node of neither kind can't be opened. */
export function isBranch(node: ManifestNode): boolean {
  return node.children !== null;
}

export function isLeaf(node: ManifestNode): boolean {
  return node.children === null && node.payload !== null;
}

export function nodeOf(manifest: Manifest, id: string): ManifestNode | undefined {
  return id === manifest.root.id ? manifest.root : manifest.nodes.get(id);
}
