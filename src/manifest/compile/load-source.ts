// A path as a tree to be compiled: which kind of source is it, which adapter reads it, and by what are its parts known?
import { basename, dirname, join, resolve } from "node:path";
import { nearestNames } from "../../base/order.ts";
import type { Adapter, AdapterInput, Drafted } from "./adapter.ts";
import { docsTree } from "./adapters/docs.ts";
import { mcpTree } from "./adapters/mcp-list.ts";
import { memoryTree } from "./adapters/memory.ts";
import { openApiTree } from "./adapters/openapi.ts";
import { skillsTree } from "./adapters/skills.ts";
import { toolsTree } from "./adapters/tools.ts";
import { websiteTree } from "./adapters/website.ts";
import { frontMatterOf } from "./front-matter.ts";
import { mixedTree, type SourcePart } from "./load-mixed.ts";
import { fileSafe, lookAtSource, nameOfSource, wrongForm, type SourceForm } from "./look-at-source.ts";
import { readFolder, readNamedFile, type ReadOptions, type SourceFiles } from "./read-source.ts";
import { recogniseFile, recogniseFolder, type PartKind, type SourceKind } from "./recognise.ts";
import { sourceInvalid } from "./source-fault.ts";
import type { SourceNote, SourceTree } from "./source-tree.ts";
import { SPLIT_OVER } from "./split-document.ts";
import { settleIds, type IdStyle } from "./unique-ids.ts";
import { loadYaml, type YamlLibrary } from "./yaml-words.ts";

export interface LoadOptions extends ReadOptions {
  /** Of the source; the name of its folder or file unless said. */
  id?: string;
  ids?: IdStyle;
  /** Documents of more tokens are cut along their headings: 4,000 unless said, 0 for never. */
  splitOver?: number;
  /** Of a mixed source: `kind:path` each, with paths from its folder. Found out unless said. */
  parts?: readonly string[];
  /** Reads a folder of code, which needs facts that are made elsewhere. */
  code?: (folder: string) => Promise<SourceTree>;
}

interface Kind {
  adapter: Adapter;
  /** What it is read from. */
  from: SourceForm | "either";
  /** What to say where nothing was found. */
  looksFor: string;
}

const KINDS: Record<Exclude<PartKind, "code">, Kind> = {
  docs: { adapter: docsTree, from: "either", looksFor: "documents (.md, .mdx, .markdown)" },
  skills: { adapter: skillsTree, from: "folder", looksFor: "skills (.md, .mdx, .markdown)" },
  memory: { adapter: memoryTree, from: "folder", looksFor: "memories (.md, .mdx, .markdown directly in it)" },
  tools: { adapter: toolsTree, from: "file", looksFor: "tools" },
  website: { adapter: websiteTree, from: "either", looksFor: "pages with text (.html, .htm, .xhtml)" },
  openapi: { adapter: openApiTree, from: "file", looksFor: "operations" },
  mcp: { adapter: mcpTree, from: "file", looksFor: "tools" },
};
export const SOURCE_KINDS: readonly SourceKind[] = [...(Object.keys(KINDS) as PartKind[]), "code", "mixed"];

/** `kind` is found out where none is given. Throws MANIFEST_SOURCE_INVALID where there is nothing of that kind at the path. */
export async function loadSource(
  path: string,
  kind?: SourceKind,
  options: LoadOptions = {},
): Promise<SourceTree> {
  const form = lookAtSource(path);
  const found = kind === undefined ? recognise(path, form, options) : { kind, why: undefined };
  const id = options.id ?? nameOfSource(path, form);
  const notes: SourceNote[] = [];
  const tree = await new SourceLoad(path, form, id, options, notes).tree(found.kind);
  return { ...tree, ...(found.why !== undefined && { recognised: found.why }) };
}

function recognise(path: string, form: SourceForm, options: LoadOptions): { kind: SourceKind; why: string } {
  if (options.parts !== undefined) return { kind: "mixed", why: "parts were named" };
  // What can't be read is noted when it is read for what it says.
  const files = filesAt(path, form, options, []);
  const found = form === "folder" ? recogniseFolder(files) : recogniseFile(files, files.paths[0]!);
  if (found !== null) return found;
  throw sourceInvalid(
    path,
    `It can't be told what kind of source ${JSON.stringify(path)} is`,
    `Name one with --kind: ${SOURCE_KINDS.join(", ")}.`,
  );
}

/** A sitemap names files beside it: all of the folder is looked at. */
function filesAt(path: string, form: SourceForm, options: LoadOptions, notes: SourceNote[]): SourceFiles {
  if (form === "folder") return readFolder(path, options, notes);
  const whole = resolve(path);
  return /\.xml$/i.test(path)
    ? readFolder(dirname(whole), options, notes)
    : readNamedFile(dirname(whole), basename(whole), options, notes);
}

class SourceLoad {
  readonly #path: string;
  readonly #form: SourceForm;
  readonly #id: string;
  readonly #options: LoadOptions;
  readonly #notes: SourceNote[];

  constructor(path: string, form: SourceForm, id: string, options: LoadOptions, notes: SourceNote[]) {
    this.#path = path;
    this.#form = form;
    this.#id = id;
    this.#options = options;
    this.#notes = notes;
  }

  async tree(kind: SourceKind): Promise<SourceTree> {
    const { root, names } = await this.#draft(kind, await loadYaml());
    if (root.children?.length === 0)
      this.#notes.push({
        code: "skipped",
        subject: ".",
        text: `There are no ${kind in KINDS ? KINDS[kind as keyof typeof KINDS].looksFor : "known parts"} in ${JSON.stringify(this.#path)}. Name another folder, or another kind with --kind.`,
      });
    settleIds(root, names, this.#options.ids ?? "path", this.#notes);
    return { id: fileSafe(this.#id), kind, root, notes: this.#notes };
  }

  async #draft(kind: SourceKind, yaml: YamlLibrary): Promise<Drafted> {
    const { from } = kind in KINDS ? KINDS[kind as keyof typeof KINDS] : { from: "folder" };
    if (from !== "either" && from !== this.#form) throw wrongForm(this.#path, kind, this.#form);
    if (kind === "code") return await this.#code(this.#path, this.#notes);
    const files = filesAt(this.#path, this.#form, this.#options, this.#notes);
    if (kind !== "mixed") {
      const named = this.#form === "file" ? basename(this.#path) : null;
      return KINDS[kind].adapter(this.#input(this.#id, files, named, this.#notes, yaml));
    }
    const parts = this.#options.parts?.map(partOf) ?? null;
    return await mixedTree(
      this.#id,
      files,
      parts,
      async (part, seen, own) => {
        if (part.kind === "code") return await this.#code(join(this.#path, part.path), own);
        const form = files.paths.includes(part.path) ? "file" : "folder";
        const named = form === "file" ? basename(part.path) : null;
        const { from: wanted, adapter } = KINDS[part.kind];
        if (wanted !== "either" && wanted !== form) throw wrongForm(part.path, part.kind, form);
        const id = part.path === "" ? this.#id : nameOfSource(part.path, form);
        return adapter(this.#input(id, seen, named, own, yaml));
      },
      this.#notes,
    );
  }

  async #code(folder: string, notes: SourceNote[]): Promise<Drafted> {
    const { code } = this.#options;
    if (code === undefined)
      throw sourceInvalid(
        folder,
        `${JSON.stringify(folder)} is code, which is not read here`,
        "Hand in what reads code, or name another kind.",
      );
    const tree = await code(folder);
    notes.push(...tree.notes);
    return { root: tree.root, names: new Map() };
  }

  #input(
    id: string,
    files: SourceFiles,
    named: string | null,
    notes: SourceNote[],
    yaml: YamlLibrary,
  ): AdapterInput {
    return {
      id,
      files,
      named,
      notes,
      yaml,
      frontMatter: (lines) => frontMatterOf(lines, yaml),
      kept: this.#options.kept ?? null,
      splitOver: this.#options.splitOver ?? SPLIT_OVER,
    };
  }
}

/** `kind:path`. Throws MANIFEST_SOURCE_INVALID. */
function partOf(text: string): SourcePart {
  const at = text.indexOf(":");
  const kind = text.slice(0, Math.max(0, at));
  const kinds = SOURCE_KINDS.filter((one) => one !== "mixed");
  if (!(kinds as string[]).includes(kind)) {
    const near = nearestNames(kind, kinds);
    throw sourceInvalid(
      text,
      `${JSON.stringify(text)} is no part`,
      `Write kind:path, with one of ${near.length > 0 ? near.join(", ") : kinds.join(", ")}.`,
    );
  }
  const path = text
    .slice(at + 1)
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
  return { kind: kind as PartKind, path };
}
