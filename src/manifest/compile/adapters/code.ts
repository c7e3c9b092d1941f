// A repository as a tree of parts: packages and folders, files, and in large files their units. What each is comes from its
// own documentation (the description of a package, the read-me of a folder, the first comment of a file, the doc comment of a
// unit); what it is wanted for from the commits that changed it; what it leads to from its imports.
import { compareStrings } from "../../../base/order.ts";
import type { CodeFacts, CodeFile, CodePackage } from "../code-facts.ts";
import type { SourceNode, SourceTree } from "../source-tree.ts";
import { firstParagraph, openingComment, readmeHint, sentenceOf } from "./code-hints.ts";
import { partsOf, type CodePart } from "./code-parts.ts";

/** Names of units in the title of a part that has several. */
const MOST_NAMED = 3;
const MOST_KEYWORDS = 8;
const MOST_SUBJECTS = 2;
const MOST_LINKS = 3;
const ROOT = "r";

export function codeTree({ id, packages, files, notes }: CodeFacts): SourceTree {
  const folders = new Map<string, SourceNode & { children: SourceNode[] }>();
  const named = new Map(packages.map((one) => [one.path, one]));
  const root = folderNode("", named.get(""), id);
  folders.set("", root);
  const folderOf = (path: string): SourceNode & { children: SourceNode[] } => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made = folderNode(path, named.get(path), path);
    folders.set(path, made);
    folderOf(parentOf(path)).children.push(made);
    return made;
  };
  const known = new Map(files.map((file) => [file.path, file]));
  for (const file of [...files].sort((a, b) => compareStrings(a.path, b.path))) {
    const folder = folderOf(parentOf(file.path));
    folder.children.push(fileNode(file, known));
    const hint = readmeHint(file);
    if (hint !== null && folder.hint === undefined) folder.hint = hint;
  }
  for (const folder of folders.values())
    folder.weight = Math.max(0, ...folder.children.map((c) => c.weight ?? 0));
  return { id, kind: "code", root: joinChains(root), notes: [...notes] };
}

/** Of a file, and with a slash of a folder. Behind a `#` stands a unit of it, so none may stand in a path. */
function idOf(path: string): string {
  return path === ROOT ? `./${path}` : path.replaceAll(/[%#]/g, encodeURIComponent);
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function folderNode(
  path: string,
  pack: CodePackage | undefined,
  name: string,
): SourceNode & { children: SourceNode[] } {
  return {
    id: path === "" ? ROOT : `${idOf(path)}/`,
    title: pack === undefined || pack.name === "" ? (path === "" ? name : `${path}/`) : pack.name,
    format: "md",
    ...(pack !== undefined && pack.description !== "" && { hint: pack.description }),
    keywords: pack === undefined || path === "" ? [] : [path],
    facets: pack === undefined || path === "" ? {} : { package: pack.name },
    links: [],
    children: [],
  };
}

function fileNode(file: CodeFile, files: ReadonlyMap<string, CodeFile>): SourceNode {
  const { path, lines, units, weight, language, role } = file;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const outer = units.filter((unit) => unit.parent === -1);
  const comment = role === "prose" || role === "data" ? null : openingComment(lines);
  const hint =
    comment ??
    hintOf(
      file,
      1,
      lines.length,
      outer.filter(({ exported }) => exported !== false),
    );
  const when = whenOf(file);
  const shared = {
    id: idOf(path),
    title: name,
    format: language,
    ...(hint !== null && { hint }),
    ...(when !== null && { when }),
    keywords: keywordsOf(outer),
    facets: { language, role },
    links: linksOf(file, files),
    weight,
  };
  const parts = partsOf(lines, units);
  if (parts.length === 1) return { ...shared, content: lines.join("\n"), place: { path } };
  const ids = new Set<string>();
  return { ...shared, children: parts.map((part) => partNode(shared.id, file, part, ids)) };
}

function partNode(fileId: string, file: CodeFile, part: CodePart, taken: Set<string>): SourceNode {
  const { start, end, units } = part;
  const title = titleOf(part);
  const [main] = units;
  const hint = hintOf(file, start, end, units);
  let id = `${fileId}#${main?.name ?? "top"}`;
  // Overloads, and members of one name: told apart by their order, so that lines above them may change.
  for (let n = 2; taken.has(id); n++) id = `${fileId}#${main?.name ?? "top"}~${n}`;
  taken.add(id);
  return {
    id,
    title,
    content: file.lines.slice(start - 1, end).join("\n"),
    format: file.language,
    ...(hint !== null && { hint }),
    keywords: keywordsOf(units),
    facets: {
      language: file.language,
      role: file.role,
      ...(main !== undefined && { kind: main.kind }),
      ...(main?.exported !== null && main !== undefined && { exported: main.exported ? "yes" : "no" }),
    },
    links: [],
    place: { path: file.path, start, end },
    weight: file.weight,
  };
}

function titleOf({ units, start, end }: CodePart): string {
  if (units.length === 0) return `lines ${start} to ${end}`;
  // A section is known by its own heading; a member by its class as well.
  const names = units
    .slice(0, MOST_NAMED)
    .map(({ kind, name, shortName }) => (kind === "section" ? shortName : name));
  const left = units.length - names.length;
  return `${names.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/** Of prose its first paragraph; of code the first unit that is documented, else the head of the first; of data nothing. */
function hintOf(
  { lines, role, language }: CodeFile,
  start: number,
  end: number,
  units: CodePart["units"],
): string | null {
  if (role === "data" || DATA.has(language)) return null;
  if (role === "prose" || units[0]?.kind === "section") return firstParagraph(lines.slice(start - 1, end));
  const documented = units.find(({ doc }) => doc.trim() !== "");
  if (documented !== undefined) return sentenceOf(documented.doc);
  const [first] = units;
  return first === undefined || first.signature === "" ? null : first.signature;
}

const DATA = new Set(["json", "yaml", "toml", "xml", "csv"]);

function keywordsOf(units: CodePart["units"]): string[] {
  const outward = units.filter(({ exported }) => exported !== false);
  return [...new Set((outward.length > 0 ? outward : units).map(({ shortName }) => shortName))].slice(
    0,
    MOST_KEYWORDS,
  );
}

function whenOf({ subjects }: CodeFile): string | null {
  return subjects.length === 0 ? null : subjects.slice(0, MOST_SUBJECTS).join("; ");
}

/** To those of the imported files on which most rests. */
function linksOf({ uses }: CodeFile, files: ReadonlyMap<string, CodeFile>): { to: string; why: string }[] {
  return uses
    .flatMap((path) => files.get(path) ?? [])
    .sort((a, b) => b.weight - a.weight || compareStrings(a.path, b.path))
    .slice(0, MOST_LINKS)
    .map(({ path }) => ({ to: idOf(path), why: "is imported here" }));
}

/** A folder with one folder in it and nothing else is that folder: `src/main/java/org` is one step. Not by calls: trees may be deep. */
function joinChains(root: SourceNode & { children: SourceNode[] }): SourceNode {
  const open: SourceNode[] = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.children === undefined) continue;
    node.children = node.children.map((child) => {
      let at = child;
      while (
        at.id.endsWith("/") &&
        at.children?.length === 1 &&
        at.children[0]!.id.endsWith("/") &&
        at.hint === undefined
      )
        at = at.children[0]!;
      return at;
    });
    open.push(...node.children);
  }
  return root;
}
