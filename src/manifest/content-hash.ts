// By what is a manifest known? The format's own hash covers contents and their order alone; ours covers all that a route
// depends on: ids, titles, descriptors, facets, links, where contents are. Both are written, so that either reader can check.
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/hash.ts";

/** Hex digits of a hash that the format keeps. */
const KEPT = 16;

/** `sha256:` and 16 hex digits, as the format has it. */
export function contentHash(content: string): string {
  return `sha256:${sha256(content).slice(0, KEPT)}`;
}

export interface HashedTree {
  id: string;
  content?: string;
  children?: readonly HashedTree[];
}

/** Of every node by id: a leaf by its content, a branch by the hashes of its children in their order. */
export function contentHashes(tree: HashedTree): Map<string, string> {
  const hashes = new Map<string, string>();
  const open: { node: HashedTree; next: number; parts: string[] }[] = [{ node: tree, next: 0, parts: [] }];
  // Not by calls: a tree may be deeper than the stack.
  while (open.length > 0) {
    const top = open[open.length - 1]!;
    const children = top.node.children ?? [];
    if (top.next < children.length) {
      open.push({ node: children[top.next]!, next: 0, parts: [] });
      top.next++;
      continue;
    }
    open.pop();
    const hash = contentHash(children.length === 0 ? (top.node.content ?? "") : top.parts.join(""));
    hashes.set(top.node.id, hash);
    open[open.length - 1]?.parts.push(hash);
  }
  return hashes;
}

/** By what caches know a manifest: what its source says, or the hash of its whole body. */
export function identityOf(manifest: Readonly<Record<string, unknown>>): string {
  const source = manifest["source"] as Record<string, unknown> | undefined;
  const given = source?.["content_hash"];
  if (given !== undefined && given !== null) return typeof given === "string" ? given : JSON.stringify(given);
  return `sha256:${sha256(asciiJson(manifest))}`;
}

/** Canonical JSON whose letters outside ASCII are escapes, as the format's identities are made of. */
function asciiJson(value: unknown): string {
  return canonicalJson(value, byCodePoint).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Bytes of UTF-8 stand in the order of code points; units of UTF-16 don't. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
