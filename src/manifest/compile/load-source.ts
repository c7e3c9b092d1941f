// A path as a tree to be compiled: which kind of source is it, which adapter reads it, and by what are its parts known?
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { nearestNames } from "../../base/order.ts";
import { readdirSync } from "node:fs";
import type { Adapter, AdapterInput, Drafted } from "./adapter.ts";
import { docsTree } from "./adapters/docs.ts";
import { memoryTree } from "./adapters/memory.ts";
import { skillsTree } from "./adapters/skills.ts";
import { toolsTree } from "./adapters/tools.ts";
import { frontMatterOf, loadYaml } from "./front-matter.ts";
import { readFolder, readNamedFile, type ReadOptions } from "./read-source.ts";
import { sourceInvalid } from "./source-fault.ts";
import type { SourceNote, SourceTree } from "./source-tree.ts";
import { SPLIT_OVER } from "./split-document.ts";
import { settleIds, type IdStyle } from "./unique-ids.ts";

export interface LoadOptions extends ReadOptions {
  /** Of the source; the name of its folder or file unless said. */
  id?: string;
  ids?: IdStyle;
  /** Documents of more tokens are cut along their headings: 4,000 unless said, 0 for never. */
  splitOver?: number;
}

interface Kind {
  adapter: Adapter;
  /** What it is read from. */
  from: "folder" | "file" | "either";
  /** What to say where nothing was found. */
  looksFor: string;
}

export type SourceKind = "docs" | "skills" | "memory" | "tools";

const KINDS: Record<SourceKind, Kind> = {
  docs: { adapter: docsTree, from: "either", looksFor: "documents (.md, .mdx, .markdown)" },
  skills: { adapter: skillsTree, from: "folder", looksFor: "skills (.md, .mdx, .markdown)" },
  memory: { adapter: memoryTree, from: "folder", looksFor: "memories (.md, .mdx, .markdown directly in it)" },
  tools: { adapter: toolsTree, from: "file", looksFor: "tools" },
};

/** Throws MANIFEST_SOURCE_INVALID where there is nothing of that kind at the path. */
export async function loadSource(
  path: string,
  kind: SourceKind,
  options: LoadOptions = {},
): Promise<SourceTree> {
  const { adapter, from, looksFor } = KINDS[kind];
  const found = lookAt(path);
  if (from !== "either" && found !== from) throw wrongForm(path, kind, found);
  const yaml = await loadYaml();
  const notes: SourceNote[] = [];
  const input: AdapterInput = {
    id: options.id ?? idOfSource(path, found),
    files:
      found === "folder"
        ? readFolder(path, options, notes)
        : readNamedFile(dirname(resolve(path)), basename(resolve(path)), options, notes),
    notes,
    frontMatter: (file, lines) => {
      const matter = frontMatterOf(lines, yaml);
      if (matter.fault !== null)
        notes.push({
          code: "bad-front-matter",
          subject: file,
          text: `The front matter of ${JSON.stringify(file)} is no sound YAML: ${matter.fault}. What its plain lines say was taken; correct it.`,
        });
      return matter;
    },
    splitOver: options.splitOver ?? SPLIT_OVER,
  };
  const { root, names }: Drafted = adapter(input);
  if (root.children?.length === 0)
    notes.push({
      code: "skipped",
      subject: ".",
      text: `There are no ${looksFor} in ${JSON.stringify(path)}. Name another folder, or another kind with --kind.`,
    });
  settleIds(root, names, options.ids ?? "path", notes);
  return { id: fileSafe(input.id), kind, root, notes };
}

function lookAt(path: string): "folder" | "file" {
  const stats = path === "" || path.includes("\0") ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return "folder";
  if (stats?.isFile() === true) return "file";
  if (stats !== undefined)
    throw sourceInvalid(
      path,
      `${JSON.stringify(path)} is neither a folder nor a plain file`,
      "Name one of those.",
    );
  const near = nearestNames(basename(path), namesBeside(path));
  throw sourceInvalid(
    path,
    `There is nothing at ${JSON.stringify(path)}`,
    near.length === 0 ? "Name a folder or a file that is there." : `Name what is there: ${near.join(", ")}.`,
  );
}

function namesBeside(path: string): string[] {
  try {
    return path.includes("\0") ? [] : readdirSync(dirname(resolve(path)));
  } catch {
    return [];
  }
}

function wrongForm(path: string, kind: SourceKind, found: "folder" | "file"): Error {
  return found === "file"
    ? sourceInvalid(
        path,
        `${JSON.stringify(path)} is a file, and ${kind} are read from a folder`,
        `Name its folder: ${dirname(path)}.`,
      )
    : sourceInvalid(
        path,
        `${JSON.stringify(path)} is a folder, and ${kind} are read from a file`,
        "Name the file in it.",
      );
}

function idOfSource(path: string, found: "folder" | "file"): string {
  const name = basename(resolve(path));
  return (found === "file" ? name.replace(/(?<=.)\.[^.]*$/, "") : name) || "source";
}

/** As a part of the name of a file on any system. */
function fileSafe(id: string): string {
  const safe = id.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").replace(/^\.+/, "");
  return safe === "" ? "source" : safe;
}
