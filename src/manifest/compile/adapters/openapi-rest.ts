// What of an interface is in no operation: what it says of itself, parts that are too large to stand with each that refers to
// them, and what nothing refers to.
import { compareCodePoints } from "../../../base/order.ts";
import { nodeOf } from "../adapter.ts";
import { isMap } from "../json-words.ts";
import { slugOf } from "../slug.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfPath } from "../unique-ids.ts";
import { keysOf, type InterfacePart, type InterfaceParts } from "./openapi-parts.ts";

type Members = Record<string, unknown>;

type Met = Pick<InterfacePart, "carried" | "left" | "unresolved">;

export function join(met: Met, part: Met): void {
  for (const reference of part.carried) met.carried.add(reference);
  for (const reference of part.left) met.left.add(reference);
  for (const reference of part.unresolved) met.unresolved.add(reference);
}

/** What was too much to be carried along where it is referred to, each alone. */
export function sharedNodes(parts: InterfaceParts, met: Met, names: Map<SourceNode, string>): SourceNode[] {
  const children: SourceNode[] = [];
  // What these refer to in turn may be too much as well: the set grows while it is gone through.
  for (const reference of met.left) {
    const part = parts.valueWithReferences(reference);
    join(met, part);
    met.carried.add(reference);
    const keys = keysOf(reference)!;
    const node = nodeOf({
      id: idOfReference(reference),
      title: keys.at(-1)!,
      content: JSON.stringify(part.content, null, 1),
      format: "json",
      facets: { part: keys.at(-2) ?? "" },
      links: linksTo(part),
    });
    names.set(node, slugOf(node.title));
    children.push(node);
  }
  if (children.length === 0) return [];
  children.sort((a, b) => compareCodePoints(a.id, b.id));
  const branch = nodeOf({
    id: "shared/*",
    title: "Shared parts",
    hint: "Schemas and other parts that operations refer to and that are too large to stand with each.",
    children,
  });
  names.set(branch, "shared");
  return [branch];
}

const MOST_LINKS = 5;

function idOfReference(reference: string): string {
  return `shared:${idOfPath(keysOf(reference)!.join("/"))}`;
}

export function linksTo({ left }: InterfacePart): { to: string; why: string }[] {
  return [...left]
    .slice(0, MOST_LINKS)
    .map((reference) => ({ to: idOfReference(reference), why: "is referred to here" }));
}

/** All of the document that is in no operation: what it says of itself, and what nothing refers to. */
export function aboutNode(document: Members, carried: ReadonlySet<string>, id: string): SourceNode {
  const gone = new Set([...carried].map((reference) => JSON.stringify(keysOf(reference))));
  const rest: Members = {};
  for (const [key, value] of Object.entries(document)) {
    if (key === "paths" || key === "webhooks") continue;
    if (key === "components" && isMap(value)) {
      const groups = Object.entries(value).flatMap(([kind, all]) => {
        const left = without(all, [key, kind], gone);
        return left === undefined ? [] : [[kind, left] as const];
      });
      if (groups.length > 0) rest[key] = Object.fromEntries(groups);
      continue;
    }
    const left = ["definitions", "parameters", "responses"].includes(key)
      ? without(value, [key], gone)
      : value;
    if (left !== undefined) rest[key] = left;
  }
  return nodeOf({
    id: "about",
    title: `About ${id}`,
    content: JSON.stringify(rest, null, 1),
    format: "json",
    hint: "What holds for the whole interface: version, servers, who may call; and what no operation refers to.",
  });
}

/** Entries that were not carried along; undefined where none is left. */
function without(all: unknown, at: readonly string[], gone: ReadonlySet<string>): unknown {
  if (!isMap(all)) return all;
  const left = Object.entries(all).filter(([name]) => !gone.has(JSON.stringify([...at, name])));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
