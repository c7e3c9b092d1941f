// Parts by their paths as a tree of folders: a folder is made when something is put into it, so none is empty.
import { compareCodePoints } from "../../../base/order.ts";
import { folderOf, nameOf, nodeOf, type Drafted } from "../adapter.ts";
import { slugOf, titleOfName } from "../slug.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfPath, ROOT_ID } from "../unique-ids.ts";

interface Folder {
  node: SourceNode;
  folders: [string, SourceNode][];
  files: [string, SourceNode][];
}

export class FolderTree {
  readonly #folders = new Map<string, Folder>();
  readonly #names = new Map<SourceNode, string>();

  /** `title`: of the root. */
  constructor(title: string) {
    this.#folders.set("", { node: nodeOf({ id: ROOT_ID, title }), folders: [], files: [] });
  }

  add(path: string, node: SourceNode, name: string): void {
    this.#names.set(node, name);
    this.#folder(folderOf(path)).files.push([nameOf(path), node]);
  }

  /** Of a folder that is there: what is known of it beside its name. */
  describe(path: string, said: Partial<Pick<SourceNode, "title" | "hint">>): void {
    // The root is called as the source is.
    const { title: _, ...rest } = said;
    Object.assign(this.#folder(path).node, path === "" ? rest : said);
  }

  finish(): Drafted {
    for (const { node, folders, files } of this.#folders.values()) {
      node.children = [...sorted(folders), ...sorted(files)];
    }
    return { root: this.#folders.get("")!.node, names: this.#names };
  }

  #folder(path: string): Folder {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const name = nameOf(path);
    const made = {
      node: nodeOf({ id: `${idOfPath(path)}/`, title: titleOfName(name) || name }),
      folders: [],
      files: [],
    };
    this.#folders.set(path, made);
    this.#names.set(made.node, slugOf(name));
    this.#folder(folderOf(path)).folders.push([name, made.node]);
    return made;
  }
}

function sorted(named: readonly [string, SourceNode][]): SourceNode[] {
  return [...named].sort(([a], [b]) => compareCodePoints(a, b)).map(([, node]) => node);
}
