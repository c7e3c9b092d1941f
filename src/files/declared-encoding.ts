// Which encoding does the repository declare for a file whose bytes are not UTF-8?
//
// Git already has a place for it, attributes, so Pith adds none of its own: `working-tree-encoding` (how the file lies
// on disk) and `encoding` (how tools should show it), in `.gitattributes`, also outside a repository, in
// `info/attributes` and in the user's attribute file:
//
//   *.c        encoding=Shift_JIS
//   *.rc       working-tree-encoding=UTF-16LE
import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { attributeOf, MOST_ATTRIBUTE_BYTES, parseAttributes } from "../git/attributes.ts";
import type { AttributeFile } from "../git/attributes.ts";
import { expandHome, gitPlace, isTrue, readGitSettings, xdgGitFolder } from "../git/settings.ts";
import type { GitPlace } from "../git/settings.ts";
import type { Root } from "./guard.ts";
import { compileRuleFile } from "./ignore-rules.ts";

/** Names that Git's iconv knows and the runtime's decoder spells in another way. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  eucjp: "euc-jp",
  cp936: "gbk",
  cp949: "euc-kr",
  uhc: "euc-kr",
  euckr: "euc-kr",
  cp950: "big5",
  "utf-16le-bom": "utf-16le",
  "utf-16be-bom": "utf-16be",
};

/** A name that `TextDecoder` takes, or null where none is declared. */
export function declaredEncoding(root: Root, path: string, place: GitPlace = gitPlace()): string | null {
  const files = attributeFiles(root, path, place);
  if (files.length === 0) return null;
  for (const attribute of ["working-tree-encoding", "encoding"]) {
    const value = attributeOf(files, attribute);
    if (typeof value !== "string" || value === "") continue;
    const lower = value.toLowerCase();
    return OTHER_NAMES[lower] ?? lower.replace(/^cp(125\d|874|866)$/, (_, page: string) => codePage(page));
  }
  return null;
}

function codePage(page: string): string {
  return page === "866" ? "ibm866" : `windows-${page}`;
}

type PlacedAttributes = { file: AttributeFile; matches(pattern: string): boolean };

/** From the strongest: info/attributes, then the folders' own from the file upwards, then the user's. */
function attributeFiles(root: Root, path: string, place: GitPlace): PlacedAttributes[] {
  const { repository } = root;
  const settings = readGitSettings(repository, place);
  const fold = isTrue(settings.get("core.ignorecase"));
  const top = repository?.workTree ?? root.path;
  const way = relative(top, root.path).split(sep).join("/");
  const full = way === "" ? path : `${way}/${path}`;
  const files: PlacedAttributes[] = [];
  const add = (file: string, folder: string) => {
    const parsed = readAttributes(file);
    if (parsed === null || parsed.lines.length + parsed.macros.size === 0) return;
    const from = folder === "" ? 0 : folder.length + 1;
    const name = full.slice(full.lastIndexOf("/") + 1);
    files.push({
      file: parsed,
      // Attribute patterns are matched as ignore patterns are.
      matches: (pattern) =>
        compileRuleFile("", Buffer.from(`${pattern}\n`), fold)?.match(full, from, name, false) != null,
    });
  };

  if (repository !== null) add(join(repository.commonDir, "info", "attributes"), "");
  let folder = full;
  while (folder !== "") {
    folder = folder.includes("/") ? dirname(folder) : "";
    add(join(top, folder, ".gitattributes"), folder);
  }
  const named = settings.get("core.attributesfile");
  const user = named == null ? join(xdgGitFolder(place), "attributes") : expandHome(named, place);
  if (user !== null && user !== "") add(isAbsolute(user) ? user : resolve(top, user), "");
  return files;
}

function readAttributes(file: string): AttributeFile | null {
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MOST_ATTRIBUTE_BYTES) return null;
    return parseAttributes(readFileSync(file));
  } catch {
    return null;
  }
}
