// Which of many siblings go behind one door? Those of one folder, one namespace, one facet, where that divides them; else those
// whose descriptions are alike. In groups of much the same size, in the order of their first, the same each time.
import { splitByLikeness } from "./likeness-split.ts";
import type { ShapedNode } from "./shaped-tree.ts";
import { wordBag } from "./word-bag.ts";

export interface Cluster {
  members: ShapedNode[];
  /** What they share by name: a folder, a namespace, the value of a facet; of several, each. Empty where it is likeness alone. */
  names: string[];
}

/** A key divides nothing where one group has more than this share. */
const MOST_IN_ONE = 0.7;
/** A group of one name that is larger than this many wanted ones is divided on. */
const TOO_LARGE = 1.6;
/** Parts of what a group may be larger when small ones are put together. */
const FILLED = 1.25;

/** At most `most` clusters of at least two siblings. */
export function clusterLevel(siblings: readonly ShapedNode[], most: number): Cluster[] {
  const wanted = siblings.length / most;
  const named = bestKey(siblings, most);
  if (named === null) return byLikeness(siblings, most).map((members) => ({ members, names: [] }));
  const small: Cluster[] = [];
  const clusters: Cluster[] = [];
  for (const { name, members } of named) {
    if (members.length > wanted * TOO_LARGE) {
      const parts = Math.max(2, Math.round(members.length / wanted));
      for (const part of byLikeness(members, parts)) clusters.push({ members: part, names: [name] });
    } else small.push({ members, names: [name] });
  }
  clusters.push(...together(small, wanted * FILLED));
  return inOrder(reducedTo(clusters, most), siblings);
}

function byLikeness(siblings: readonly ShapedNode[], parts: number): ShapedNode[][] {
  return splitByLikeness(siblings.map(bagOf), parts).map((group) => group.map((i) => siblings[i]!));
}

/** Each tier, and each variant, asks for the same again. By the descriptor: a shorter one is another. */
const bags = new WeakMap<ShapedNode["descriptor"], ReadonlySet<string>>();

export function bagOf({ title, descriptor }: ShapedNode): ReadonlySet<string> {
  const known = bags.get(descriptor);
  if (known !== undefined) return known;
  const bag = wordBag(title);
  wordBag(descriptor.what, bag);
  wordBag(descriptor.when, bag);
  for (const keyword of descriptor.keywords) wordBag(keyword, bag);
  bags.set(descriptor, bag);
  return bag;
}

interface NamedGroup {
  name: string;
  members: ShapedNode[];
}

/** Keys in the order of how much they say; the first that divides. Groups sorted by name. Null where none does. */
function bestKey(siblings: readonly ShapedNode[], most: number): NamedGroup[] | null {
  for (const key of keysOf(siblings)) {
    const groups = new Map<string, ShapedNode[]>();
    for (const node of siblings) {
      const name = key(node) ?? "";
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [node]);
      else group.push(node);
    }
    const largest = Math.max(...[...groups.values()].map(({ length }) => length));
    // Nearly as many names as things are the things' own.
    if (groups.size < 2 || largest > siblings.length * MOST_IN_ONE || groups.size > siblings.length / 2)
      continue;
    if (groups.size === 2 && most > 8) continue;
    return [...groups]
      .map(([name, members]) => ({ name, members }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  return null;
}

type Key = (node: ShapedNode) => string | undefined;

function* keysOf(siblings: readonly ShapedNode[]): Generator<Key> {
  const folders = new Map(siblings.map((node) => [node, folderOf(node)]));
  const depth = sharedDepth([...folders.values()]);
  yield (node) => folders.get(node)![depth];
  yield namespaceOf;
  yield chapterOf;
  const facets = new Set<string>();
  for (const { source } of siblings) for (const name of Object.keys(source?.facets ?? {})) facets.add(name);
  for (const name of [...facets].sort()) yield ({ source }) => source?.facets[name];
}

function folderOf({ source }: ShapedNode): string[] {
  return source?.place?.path.split("/").slice(0, -1) ?? [];
}

/** Folders that all of them are in. */
function sharedDepth(folders: readonly (readonly string[])[]): number {
  const [first = []] = folders;
  let depth = first.length;
  for (const folder of folders) {
    let same = 0;
    while (same < depth && folder[same] === first[same]) same++;
    depth = same;
  }
  return depth;
}

const NAMESPACE = /^([\p{L}\p{N}_-]{1,40}?)(?:[./:]|__)[^\s]/u;

function namespaceOf({ title }: ShapedNode): string | undefined {
  return NAMESPACE.exec(title)?.[1];
}

/** What names of files begin with where they are chapters of one book: `ch16` of `ch16-03-shared-state.md`. */
const CHAPTER = /^(\p{L}{1,20}\d{0,4})[-_. ]+[^/]*\d|^(\p{L}{1,20}\d{1,4})[-_. ]/u;

function chapterOf({ id }: ShapedNode): string | undefined {
  // A document that is cut into sections is a branch, and has its file in its id alone.
  const name =
    id
      .split("#", 1)[0]!
      .split("/")
      .findLast((part) => part !== "") ?? "";
  const [, numbered, chapter] = CHAPTER.exec(name) ?? [];
  return chapter ?? numbered;
}

/** Small ones that stand beside each other by name, put together. */
function together(groups: readonly Cluster[], room: number): Cluster[] {
  const joined: Cluster[] = [];
  let last: Cluster | null = null;
  for (const group of groups) {
    if (last !== null && last.members.length + group.members.length <= room) {
      last.members.push(...group.members);
      last.names.push(...group.names);
    } else {
      last = { members: [...group.members], names: [...group.names] };
      joined.push(last);
    }
  }
  return joined;
}

/** The two smallest neighbours become one until there are few enough, and none is alone. */
function reducedTo(clusters: Cluster[], most: number): Cluster[] {
  const kept = clusters.map(({ members, names }) => ({ members: [...members], names: [...names] }));
  for (;;) {
    const lone = kept.findIndex(({ members }) => members.length === 1);
    if (kept.length <= 1 || (kept.length <= most && lone === -1)) return kept;
    let at = 0;
    let least = Infinity;
    for (let i = 0; i + 1 < kept.length; i++) {
      if (kept.length <= most && i !== lone && i + 1 !== lone) continue;
      const size = kept[i]!.members.length + kept[i + 1]!.members.length;
      if (size < least) [least, at] = [size, i];
    }
    const [next] = kept.splice(at + 1, 1);
    kept[at]!.members.push(...next!.members);
    for (const name of next!.names) if (!kept[at]!.names.includes(name)) kept[at]!.names.push(name);
  }
}

function inOrder(clusters: Cluster[], siblings: readonly ShapedNode[]): Cluster[] {
  const places = new Map(siblings.map((node, i) => [node, i]));
  const at = (node: ShapedNode) => places.get(node)!;
  for (const { members } of clusters) members.sort((a, b) => at(a) - at(b));
  return clusters.sort((a, b) => at(a.members[0]!) - at(b.members[0]!));
}
