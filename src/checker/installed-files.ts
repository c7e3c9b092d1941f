// What may the compiler see of installed packages, which the walk leaves out? Declarations and JSON below `node_modules`
// in the root, where no link leads outside. What it looked at is stamped, so that verdicts never outlive an installation.
import { statSync } from "node:fs";
import { relative, sep } from "node:path";
import { resolveInside, type Root } from "../files/guard.ts";
import { isSkipped, type openReader } from "../files/read.ts";

const INSIDE = /(?:^|\/)node_modules(?:\/|$)/;
const DECLARATION = /\.(?:d\.[cm]?ts|json)$/;
/** Folders whose entries tell which packages there are: their own stamp changes with them. */
const PACKAGES = /(?:^|\/)node_modules(?:\/(?:@[^/]+|[^@/][^/]*|@[^/]+\/[^/]+))?$/;
/** Places of installed packages that one program looks at: the largest measured looks at a tenth. */
const MOST_PLACES = 50_000;

export interface Found {
  readonly kind: "file" | "folder";
  /** Path from the root behind links. */
  readonly real: string;
}

export class InstalledFiles {
  /** Path → stamp of what was looked at; empty where there was nothing. */
  readonly stamps = new Map<string, string>();
  readonly #root: Root;
  readonly #read: ReturnType<typeof openReader>;
  readonly #found = new Map<string, Found | null>();

  constructor(root: Root, read: ReturnType<typeof openReader>) {
    this.#root = root;
    this.#read = read;
  }

  /** Null for what isn't there, lies elsewhere or leads outside. */
  find(path: string): Found | null {
    if (!INSIDE.test(path)) return null;
    let found = this.#found.get(path);
    if (found === undefined) {
      found = this.#found.size >= MOST_PLACES ? null : this.#look(path);
      this.#found.set(path, found);
    }
    return found;
  }

  #look(path: string): Found | null {
    let found: Found | null = null;
    try {
      const absolute = resolveInside(this.#root, path);
      const stat = statSync(absolute, { bigint: true, throwIfNoEntry: false });
      const real = relative(this.#root.path, absolute).split(sep).join("/");
      if (stat?.isFile() === true) found = { kind: "file", real };
      else if (stat?.isDirectory() === true) found = { kind: "folder", real };
      // Of files that are not there their package's stamp tells.
      if (PACKAGES.test(path) || (stat !== undefined && DECLARATION.test(path)))
        this.stamps.set(path, stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`);
    } catch {
      // A link that leads outside or to itself, a folder that may not be looked into: not there. The stamp of the folder
      // that holds the link tells when it is another one.
    }
    return found;
  }

  /** Not of a package of the workspace that is linked there: of that the source counts, and not what was built of it. */
  isDeclaration(path: string): boolean {
    const found = DECLARATION.test(path) ? this.find(path) : null;
    return found?.kind === "file" && INSIDE.test(found.real);
  }

  text(path: string): string | undefined {
    if (!this.isDeclaration(path)) return undefined;
    const file = this.#read(path);
    return isSkipped(file) ? undefined : file.text;
  }
}
