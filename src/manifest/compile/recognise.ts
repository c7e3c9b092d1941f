// Which kind of source is this? By what is in it: names that say so, the heads of files, and what there is most of.
import { languageOf } from "../../lang/registry.ts";
import { folderOf, isMarkdown, nameOf } from "./adapter.ts";
import { isHtml } from "./adapters/website.ts";
import type { SourceFiles } from "./read-source.ts";

/** What is made of one folder or one file. */
export type PartKind = "docs" | "skills" | "memory" | "tools" | "website" | "openapi" | "mcp" | "code";
export type SourceKind = PartKind | "mixed";

export interface Recognised {
  kind: SourceKind;
  /** What it was known by. */
  why: string;
}

/** Files that are looked into at most; of each its head, in UTF-16 code units. */
const SAMPLE = 40;
const HEAD = 4_000;
/** A folder with one of these is one of code. */
const PROJECT =
  /^(?:package\.json|cargo\.toml|pyproject\.toml|setup\.py|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|gemfile|composer\.json|cmakelists\.txt|package\.swift|mix\.exs|.+\.(?:sln|csproj))$/i;

/** Of a folder whose parts are of several kinds, `mixed`. Null where nothing in it is known. */
export function recogniseFolder(files: SourceFiles): Recognised | null {
  const whole = recogniseWhole(files);
  if (whole?.kind === "code" || whole?.kind === "skills" || whole?.kind === "memory") return whole;
  const kinds = new Map<string, string>();
  for (const part of partsIn(files)) if (!kinds.has(part.kind)) kinds.set(part.kind, part.path);
  if (whole?.kind === "docs" && files.paths.some((path) => !path.includes("/") && isMarkdown(path)))
    kinds.set("docs", ".");
  if (kinds.size < 2)
    return whole ?? (kinds.size === 1 ? { kind: "mixed", why: `it holds ${[...kinds.keys()][0]}` } : null);
  return { kind: "mixed", why: [...kinds].map(([kind, path]) => `${path} is ${kind}`).join(", ") };
}

/** The folders and files directly in it that are something. */
export function partsIn(files: SourceFiles): { kind: PartKind; path: string }[] {
  const parts: { kind: PartKind; path: string }[] = [];
  const folders = new Set(
    files.paths.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))),
  );
  for (const folder of folders) {
    const found = recogniseWhole(files.below(folder));
    if (found !== null) parts.push({ kind: found.kind, path: folder });
  }
  let looked = 0;
  for (const path of files.paths) {
    if (path.includes("/") || !isData(path) || looked++ >= SAMPLE) continue;
    const found = recogniseFile(files, path);
    if (found !== null) parts.push({ kind: found.kind, path });
  }
  return parts;
}

function isData(path: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(path);
}

type Whole = Recognised & { kind: PartKind };

/** As one kind, whatever else is in it. */
function recogniseWhole(files: SourceFiles): Whole | null {
  const { paths } = files;
  const project = paths.find((path) => !path.includes("/") && PROJECT.test(path));
  if (project !== undefined) return { kind: "code", why: `it has a ${project}` };
  const documents = paths.filter(isMarkdown);
  const skills = documents.filter((path) => nameOf(path).toLowerCase() === "skill.md");
  if (skills.length > 0 && ofSkills(documents, skills) > documents.length / 2)
    return { kind: "skills", why: `it has a ${skills[0]}` };
  const memory = documents.find((path) => path.toLowerCase() === "memory.md");
  if (memory !== undefined) return { kind: "memory", why: `it has a ${memory}` };
  const pages = paths.filter(isHtml).length;
  const code = paths.filter(isCode).length;
  if (code > documents.length + pages)
    return { kind: "code", why: `${code} of its ${paths.length} files are code` };
  if (pages > documents.length)
    return { kind: "website", why: `${pages} of its ${paths.length} files are pages of HTML` };
  if (documents.length > 0) return byFrontMatter(files, documents);
  return code > 0 ? { kind: "code", why: `${code} of its ${paths.length} files are code` } : null;
}

const NO_CODE = new Set(
  "asciidoc css csv data dockerfile html ini json less makefile markdown notebook po rst scss text toml xml yaml".split(
    " ",
  ),
);

function isCode(path: string): boolean {
  return !NO_CODE.has(languageOf(path, "", {}).id);
}

function byFrontMatter(files: SourceFiles, documents: readonly string[]): Whole {
  const heads = documents.slice(0, SAMPLE).map((path) => headOf(files, path));
  const most = heads.length / 2;
  const facts = heads.filter((head) => /^metadata:\n(?:[ \t].*\n)*[ \t]+type:/m.test(head)).length;
  const isFlat = documents.every((path) => folderOf(path) === "");
  if (facts > most && isFlat)
    return { kind: "memory", why: `${facts} of ${heads.length} documents have a type of memory` };
  const skills = heads.filter(
    (head) => /^name:/m.test(head) && /^(?:description|when|when_to_use):/m.test(head),
  ).length;
  if (skills > most)
    return {
      kind: "skills",
      why: `${skills} of ${heads.length} documents have the name and description of a skill`,
    };
  return { kind: "docs", why: `${documents.length} of its ${files.paths.length} files are documents` };
}

/** How many documents are a skill, or stand below one. */
function ofSkills(documents: readonly string[], skills: readonly string[]): number {
  const folders = new Set(skills.map(folderOf));
  return documents.filter((path) => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (folders.has(folder)) return true;
      if (folder === "") return false;
    }
  }).length;
}

/** Its front matter; empty where it has none. */
function headOf(files: SourceFiles, path: string): string {
  const lines = files.read(path)?.lines ?? [];
  if (lines[0]?.trimEnd() !== "---") return "";
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === "---");
  return end === -1 ? "" : lines.slice(1, end).join("\n");
}

/** A single file: by its ending, and where that says little by its head. */
export function recogniseFile(files: SourceFiles, path: string): Whole | null {
  if (isMarkdown(path)) return { kind: "docs", why: "it is a document" };
  if (isHtml(path)) return { kind: "website", why: "it is a page" };
  if (/\.xml$/i.test(path)) return { kind: "website", why: "it is a sitemap" };
  if (!isData(path)) return null;
  let head = "";
  for (const line of files.read(path)?.lines ?? []) {
    if (head.length > HEAD) break;
    head += `${line}\n`;
  }
  if (/^\s*[[{]/.test(head)) return recogniseJson(head.slice(0, HEAD));
  return /^(?:openapi|swagger):/m.test(head) ? { kind: "openapi", why: "it describes an interface" } : null;
}

function recogniseJson(head: string): Whole | null {
  if (/"(?:openapi|swagger)"\s*:\s*"/.test(head))
    return { kind: "openapi", why: "it describes an interface" };
  if (/"inputSchema"\s*:/.test(head)) return { kind: "mcp", why: "it lists the tools of a server" };
  const isList = /^\s*\[\s*\{/.test(head) || /"tools"\s*:\s*\[/.test(head);
  return isList && /"(?:parameters|input_schema|function)"\s*:/.test(head)
    ? { kind: "tools", why: "it lists tools" }
    : null;
}
