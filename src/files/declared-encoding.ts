// Which encoding does the repository declare for a file whose bytes are not UTF-8?
//
// Git already has a place for it, attributes, so Pith adds none of its own: `working-tree-encoding` (how the file lies
// on disk) and `encoding` (how tools should show it), in `.gitattributes`, also outside a repository, in
// `info/attributes` and in the user's attribute file:
//
//   *.c        encoding=Shift_JIS
//   *.rc       working-tree-encoding=UTF-16LE
import { join, resolve } from "node:path";
import { canonicalJson } from "../base/canonical-json.ts";
import { contentId, sha256 } from "../base/hash.ts";
import { readGitFile } from "../git/git-file.ts";
import { attributeOf, MOST_ATTRIBUTE_BYTES, parseAttributes } from "../git/attributes.ts";
import type { AttributeFile } from "../git/attributes.ts";
import { expandHome, gitPlace, isTrue, readGitSettings, xdgGitFolder } from "../git/settings.ts";
import type { GitPlace } from "../git/settings.ts";
import { aboveOf } from "./guard.ts";
import type { Root } from "./guard.ts";
import { compileRuleFile } from "./ignore-rules.ts";

/** Names that Git's iconv knows and the runtime's decoder spells in another way. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp866: "ibm866",
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

export interface EncodingOptions {
  place?: GitPlace;
  /** The attribute files of a commit, by their path from the top: they stand in for those on disk. */
  ofCommit?: ReadonlyMap<string, Uint8Array>;
}

/** Declarations of one root. Files are read when they are first needed, and once. */
export class DeclaredEncodings {
  readonly #ofCommit: ReadonlyMap<string, Uint8Array> | null;
  readonly #root: Root;
  readonly #place: GitPlace;
  /** Top of the repository's work tree, or the root. */
  readonly #top: string;
  /** Path of the root below the top, with a slash at its end; or empty. */
  readonly #above: string;
  readonly #inFolder = new Map<string, AttributeFile | null>();
  #outer: { first: AttributeFile | null; last: AttributeFile | null; fold: boolean } | null = null;

  constructor(root: Root, { place = gitPlace(), ofCommit }: EncodingOptions = {}) {
    this.#ofCommit = ofCommit ?? null;
    this.#root = root;
    this.#place = place;
    this.#top = root.repository?.workTree ?? root.path;
    this.#above = aboveOf(root);
  }

  /** A name that `TextDecoder` takes, or null where none is declared. */
  of(path: string): string | null {
    const files = this.#filesFor(this.#above + path);
    if (files.length === 0) return null;
    // What Git stores is UTF-8 where a work tree has another encoding.
    const names = this.#ofCommit === null ? ["working-tree-encoding", "encoding"] : ["encoding"];
    for (const attribute of names) {
      const value = attributeOf(files, attribute);
      if (typeof value !== "string" || value === "") continue;
      const lower = value.toLowerCase();
      return OTHER_NAMES[lower] ?? lower.replace(/^cp(125\d|874)$/, "windows-$1");
    }
    return null;
  }

  /**
   * Hash of the declarations that no walk of the root shows a change of: those outside of it, and in the attribute files
   * `hidden` in it, which the walk leaves out. Empty where there are none.
   */
  outside(hidden: readonly string[]): string {
    const { info, user, fold } = this.#outerFiles();
    const files: [place: string, content: Buffer | null][] = [
      ["info", outerBytes(info)],
      ["user", outerBytes(user)],
    ];
    for (let end = this.#above.length; end > 0;) {
      end = this.#above.lastIndexOf("/", end - 2) + 1;
      const above = this.#above.slice(0, end);
      files.push([`above ${above}`, this.#bytesOf(`${above}.gitattributes`)]);
    }
    for (const path of hidden) files.push([`hidden ${path}`, this.#bytesOf(this.#above + path)]);
    const found = files.flatMap(([place, content]) =>
      content === null ? [] : [[place, contentId(content)]],
    );
    return found.length === 0 ? "" : sha256(canonicalJson([fold, found]));
  }

  /** From the strongest: info/attributes, then the folders' own from the file upwards, then the user's. */
  #filesFor(full: string): PlacedAttributes[] {
    const { first, last, fold } = (this.#outer ??= this.#readOuter());
    const name = full.slice(full.lastIndexOf("/") + 1);
    const files: PlacedAttributes[] = [];
    const add = (file: AttributeFile | null, from: number) => {
      if (file === null) return;
      // Attribute patterns are matched as ignore patterns are.
      const matches = (pattern: string) =>
        compileRuleFile("", Buffer.from(`${pattern}\n`), fold)?.match(full, from, name, false) != null;
      files.push({ file, matches });
    };
    add(first, 0);
    for (let end = full.lastIndexOf("/") + 1; ; end = full.lastIndexOf("/", end - 2) + 1) {
      add(this.#ofFolder(full.slice(0, end)), end);
      if (end === 0) break;
    }
    add(last, 0);
    return files;
  }

  #ofFolder(prefix: string): AttributeFile | null {
    let file = this.#inFolder.get(prefix);
    if (file === undefined) {
      const content = this.#bytesOf(`${prefix}.gitattributes`);
      file = content === null ? null : parseAttributes(content);
      this.#inFolder.set(prefix, file);
    }
    return file;
  }

  /** An attribute file by its path from the top; null for one that declares no encoding. */
  #bytesOf(path: string): Buffer | null {
    if (this.#ofCommit === null) return attributeBytes(join(this.#top, path), "refused");
    const bytes = this.#ofCommit.get(path);
    if (bytes === undefined) return null;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return namesEncoding(content) ? content : null;
  }

  #readOuter(): { first: AttributeFile | null; last: AttributeFile | null; fold: boolean } {
    const { info, user, fold } = this.#outerFiles();
    return {
      first: readAttributes(info),
      last: readAttributes(user),
      fold,
    };
  }

  #outerFiles(): { info: string | null; user: string | null; fold: boolean } {
    const { repository } = this.#root;
    const settings = readGitSettings(repository, this.#place);
    const named = settings.get("core.attributesfile");
    const user =
      named == null ? join(xdgGitFolder(this.#place), "attributes") : expandHome(named, this.#place);
    return {
      info: repository === null ? null : join(repository.commonDir, "info", "attributes"),
      user: user === null || user === "" ? null : resolve(this.#top, user),
      fold: isTrue(settings.get("core.ignorecase")),
    };
  }
}

type PlacedAttributes = { file: AttributeFile; matches(pattern: string): boolean };

/** Git does not follow a link in the place of an attribute file of the tree. */
type Links = "followed" | "refused";

/** A file outside the tree; null for one that declares no encoding. */
function readAttributes(path: string | null): AttributeFile | null {
  const content = outerBytes(path);
  return content === null ? null : parseAttributes(content);
}

function outerBytes(path: string | null): Buffer | null {
  return path === null ? null : attributeBytes(path, "followed");
}

/** As it lies on disk; null for one that declares no encoding. */
function attributeBytes(path: string, links: Links): Buffer | null {
  try {
    const content = readGitFile(path, MOST_ATTRIBUTE_BYTES, links);
    return namesEncoding(content) ? content : null;
  } catch {
    return null;
  }
}

/** A macro may name an encoding under another name, and be used in another file. */
function namesEncoding(content: Buffer): boolean {
  return content.includes("encoding") || content.includes("[attr]");
}
