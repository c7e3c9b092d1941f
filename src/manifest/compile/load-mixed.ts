// A source of several kinds: each part is read by its own adapter as if it were alone, and becomes a branch.
import { isPithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import { folderOf, isMarkdown, nameOf, nodeOf, type Drafted } from "./adapter.ts";
import type { SourceFiles } from "./read-source.ts";
import { partsIn, type PartKind } from "./recognise.ts";
import { slugOf } from "./slug.ts";
import { sourceInvalid } from "./source-fault.ts";
import { preOrder, type SourceNode, type SourceNote } from "./source-tree.ts";
import { idOfPath, ROOT_ID } from "./unique-ids.ts";

export interface SourcePart {
  kind: PartKind;
  /** From the folder of the source; empty for all of it. */
  path: string;
}

/** Reads one part of the files that it is given. */
export type DraftPart = (part: SourcePart, files: SourceFiles, notes: SourceNote[]) => Promise<Drafted>;

export async function mixedTree(
  id: string,
  files: SourceFiles,
  given: readonly SourcePart[] | null,
  draft: DraftPart,
  notes: SourceNote[],
): Promise<Drafted> {
  const parts = given ?? partsIn(files);
  for (const { path } of given ?? []) requireThere(path, files);
  const root = nodeOf({ id: ROOT_ID, title: id });
  const names = new Map<SourceNode, string>();
  const children: SourceNode[] = [];
  for (const part of parts) {
    const drafted = await draftPart(part, parts, files, draft, notes, given === null);
    if (drafted === null) continue;
    for (const [node, name] of drafted.names) names.set(node, name);
    names.set(drafted.root, slugOf(nameOf(part.path)));
    graft(drafted.root, part, parts, files.paths.includes(part.path));
    children.push(drafted.root);
  }
  if (given === null) {
    const loose = await looseDocuments(files, draft, notes);
    if (loose !== null) {
      for (const [node, name] of loose.names) names.set(node, name);
      children.push(...(loose.root.children ?? []));
    }
    noteUnknown(files, parts, notes);
  }
  root.children = children;
  return { root, names };
}

async function draftPart(
  part: SourcePart,
  parts: readonly SourcePart[],
  files: SourceFiles,
  draft: DraftPart,
  notes: SourceNote[],
  isGuess: boolean,
): Promise<Drafted | null> {
  const own: SourceNote[] = [];
  // What is a part of its own is in none around it.
  const inner = parts
    .map(({ path }) => path)
    .filter((path) => path !== part.path && isBelow(path, part.path));
  const left = files.without(inner);
  const isFile = files.paths.includes(part.path);
  const seen = isFile ? fileAlone(files, part.path) : part.path === "" ? left : left.below(part.path);
  try {
    return await draft(part, seen, own);
  } catch (error) {
    if (!isGuess || !isPithError(error)) throw error;
    own.push({ code: "skipped", subject: ".", text: `${error.message} ${error.next}` });
    return null;
  } finally {
    const base = isFile ? folderOf(part.path) : part.path;
    for (const note of own) notes.push({ ...note, subject: placed(note.subject, base) });
  }
}

/** A sitemap is read with the files beside it. */
function fileAlone(files: SourceFiles, path: string): SourceFiles {
  const beside = folderOf(path) === "" ? files : files.below(folderOf(path));
  return /\.xml$/i.test(path) ? beside : beside.only([nameOf(path)]);
}

function placed(subject: string, base: string): string {
  if (base === "") return subject;
  return subject === "." ? base : `${base}/${subject}`;
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** The ids and places of a part as they are in the whole. */
function graft(root: SourceNode, part: SourcePart, parts: readonly SourcePart[], isFile: boolean): void {
  const { kind, path } = part;
  // The same path read in two ways is two parts.
  const isTwice = parts.filter((one) => one.path === path).length > 1;
  const base = `${isTwice ? `${kind}:` : ""}${path === "" ? "." : idOfPath(path)}${isFile ? "" : "/"}`;
  const idOf = (id: string): string => (id === ROOT_ID ? base : `${base}${isFile ? "#" : ""}${id}`);
  const folder = isFile ? folderOf(path) : path;
  for (const { node } of preOrder(root)) {
    node.id = idOf(node.id);
    if (node.links.length > 0) node.links = node.links.map(({ to, why }) => ({ to: idOf(to), why }));
    if (node.place !== undefined && folder !== "")
      node.place = { ...node.place, path: `${folder}/${node.place.path}` };
  }
}

/** Documents beside the parts stand beside their branches. */
async function looseDocuments(
  files: SourceFiles,
  draft: DraftPart,
  notes: SourceNote[],
): Promise<Drafted | null> {
  const loose = files.paths.filter((path) => !path.includes("/") && isMarkdown(path));
  return loose.length === 0 ? null : await draft({ kind: "docs", path: "" }, files.only(loose), notes);
}

function noteUnknown(files: SourceFiles, parts: readonly SourcePart[], notes: SourceNote[]): void {
  const taken = parts.map(({ path }) => path);
  const counts = new Map<string, number>();
  for (const path of files.without(taken).paths) {
    if (!path.includes("/") && isMarkdown(path)) continue;
    const top = path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const named = [...counts.keys()].slice(0, 5).join(", ");
  notes.push({
    code: "skipped",
    subject: ".",
    text: `Nothing known is in ${counts.size} of the files and folders (${named}${counts.size > 5 ? ", …" : ""}): they were left out. Name each that is wanted as a part: kind:path.`,
  });
}

/** Throws MANIFEST_SOURCE_INVALID. */
function requireThere(path: string, files: SourceFiles): void {
  if (path === "" || files.paths.some((one) => one === path || one.startsWith(`${path}/`))) return;
  const tops = new Set(files.paths.flatMap((one) => [one, folderOf(one)]));
  const near = nearestNames(path, tops);
  throw sourceInvalid(
    path,
    `There are no files at ${JSON.stringify(path)} in the source`,
    near.length === 0 ? "Name a folder or a file of the source." : `Name what is there: ${near.join(", ")}.`,
  );
}
