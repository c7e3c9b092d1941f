// By what is a part known, in this build and in the next ones? By where it stands: the path of a file, the name of a tool.
// Nothing that is added elsewhere renames it, and no two places are one. What has the very same name twice in one place
// (two tools of a list) is told apart by its content, whatever the order.
import { sha256 } from "../../base/hash.ts";
import { pushSome } from "./some-notes.ts";
import { preOrder, type SourceNode, type SourceNote } from "./source-tree.ts";

/**
 * `path`: by place. `name`: short, as the format's first compiler makes them, of the name alone; where two would be the same
 * each is known by its place.
 */
export type IdStyle = "path" | "name";

export const ROOT_ID = "r";
/** Hex digits that tell parts of one name apart. */
const TOLD_APART = 8;

/** A path as an id: blanks, controls and what stands between an id and its parts are escaped. None is the root's. */
export function idOfPath(path: string): string {
  return path === ROOT_ID ? `./${path}` : path.replaceAll(/[%#*~\s\p{Cc}\p{Cs}]/gu, escaped);
}

/** A name that is no path, as a part of an id. */
export function idOfName(name: string): string {
  return idOfPath(name).replaceAll("/", escaped);
}

function escaped(sign: string): string {
  const code = sign.codePointAt(0)!;
  // Half of a pair is no character: it has no bytes to be escaped by.
  if ((code & 0xf800) === 0xd800 && sign.length === 1) return `%u${code.toString(16)}`;
  return [...Buffer.from(sign)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

/** Makes the ids of a tree unique, and says what had one name. `names`: the short ids, where they are asked for. */
export function settleIds(
  root: SourceNode,
  names: ReadonlyMap<SourceNode, string>,
  style: IdStyle,
  notes: SourceNote[],
): void {
  const nodes = [...preOrder(root)].map(({ node }) => node);
  const before = new Map(nodes.map((node) => [node.id, node]));
  tellApart(nodes, notes);
  if (style === "name") shorten(nodes, names);
  for (const node of nodes) {
    if (node.links.length === 0) continue;
    // Of parts that were told apart a link means one of them: which can't be said, so the first.
    node.links = node.links.map(({ to, why }) => ({ to: before.get(to)?.id ?? to, why }));
  }
}

function tellApart(nodes: readonly SourceNode[], notes: SourceNote[]): void {
  const noted: SourceNote[] = [];
  for (const [id, same] of groupsOf(nodes, (node) => node.id)) {
    if (same.length === 1) continue;
    noted.push({
      code: "duplicate-name",
      subject: id,
      text: `${same.length} parts have the name ${JSON.stringify(same[0]!.title)}; each is kept, told apart by its content. Give each a name of its own.`,
    });
    for (const [hash, alike] of groupsOf(same, hashOf)) {
      alike.forEach((node, i) => (node.id = `${id}~${hash}${i === 0 ? "" : `~${i + 1}`}`));
    }
  }
  pushSome(notes, noted);
}

function hashOf(node: SourceNode): string {
  const said = JSON.stringify([node.title, node.hint, node.content, node.children?.map(({ id }) => id)]);
  return sha256(said).slice(0, TOLD_APART);
}

function shorten(nodes: readonly SourceNode[], names: ReadonlyMap<SourceNode, string>): void {
  for (const [name, same] of groupsOf(nodes, (node) => names.get(node) ?? node.id)) {
    const [only] = same;
    if (same.length === 1 && (name !== ROOT_ID || only === nodes[0])) only!.id = name;
  }
  // A place may be what another part is called for short.
  for (const [id, same] of groupsOf(nodes, (node) => node.id)) {
    if (same.length > 1)
      same.forEach((node, i) => (node.id = `${id}~${hashOf(node)}${i === 0 ? "" : `~${i + 1}`}`));
  }
}

function groupsOf(
  nodes: readonly SourceNode[],
  keyOf: (node: SourceNode) => string,
): Map<string, SourceNode[]> {
  const groups = new Map<string, SourceNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [node]);
    else known.push(node);
  }
  return groups;
}
