// The repository as a file system for the resolver of modules: indexed files alone, with the packages of workspaces
// where an installation would link them, and with sources where a package names built files that are not there.
import type { BaseFileSystem } from "enhanced-resolve";
import { folderOf, parentOf, readJson, under } from "./ecmascript-config-text.ts";
import type { EcmascriptConfigs } from "./ecmascript-configs.ts";
import type { GraphView } from "./view.ts";

/** The root as the resolver sees it. No path of the disk is ever handed to it. */
export const ROOT = "/r";

/** Folders that hold what is built. */
const BUILT = new Set(
  "dist build lib out output esm cjs es umd types dist-types typings module modules main bundle node browser commonjs _esm _cjs _types dist-esm dist-cjs esnext es5 es6 es2015 mjs".split(
    " ",
  ),
);
const BUILT_ENDING = /(?:\.d\.[cm]?ts|\.[cm]?jsx?|\.[cm]?tsx?)$/;
const SOURCE_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts"];
const SOURCE_FOLDERS = ["src", "source", "lib", ""];

type Kind = "file" | "folder";

export class ViewFileSystem {
  readonly #view: GraphView;
  readonly #configs: EcmascriptConfigs;
  readonly #folders = new Set<string>([""]);
  readonly #real = [new Map<string, string | null>(), new Map<string, string | null>()] as const;
  readonly #json = new Map<string, unknown>();
  /** A package is asked for by its name: what it names as its entry may be built beside its `src`. */
  byName = false;

  constructor(view: GraphView, configs: EcmascriptConfigs) {
    this.#view = view;
    this.#configs = configs;
    for (const path of view.paths) {
      for (let at = parentOf(path); at !== null && !this.#folders.has(at); at = parentOf(at))
        this.#folders.add(at);
    }
  }

  /** Path in the repository of what the resolver found. */
  real(absolute: string): string | null {
    if (absolute !== ROOT && !absolute.startsWith(`${ROOT}/`)) return null;
    const path = absolute === ROOT ? "" : absolute.slice(ROOT.length + 1);
    const known = this.#real[this.byName ? 1 : 0];
    let real = known.get(path);
    if (real === undefined) known.set(path, (real = this.#find(path)));
    return real;
  }

  #find(path: string): string | null {
    const linked = this.#linked(path);
    if (linked === null) return null;
    if (this.#view.indexOf(linked) !== -1 || this.#folders.has(linked)) return linked;
    return this.#source(linked);
  }

  /** `node_modules/name` beside a workspace's root is the folder of that package. */
  #linked(path: string): string | null {
    const cut = path.lastIndexOf("node_modules/");
    if (cut === -1) return path;
    if (cut > 0 && path[cut - 1] !== "/") return path;
    const home = cut === 0 ? "" : path.slice(0, cut - 1);
    const parts = path.slice(cut + "node_modules/".length).split("/");
    const take = parts[0]!.startsWith("@") ? 2 : 1;
    const name = parts.slice(0, take).join("/");
    const folder = this.#configs.installed(home, name);
    if (folder === undefined) return null;
    const rest = parts.slice(take).join("/");
    return rest === "" ? folder : under(folder, rest);
  }

  /** The source of a built file that is not there: `dist/esm/a.js` comes from `src/a.ts`. */
  #source(path: string): string | null {
    if (!BUILT_ENDING.test(path)) return null;
    const home = this.#configs.packageOf(folderOf(path))?.folder;
    if (home === undefined) return null;
    const inner = (home === "" ? path : path.slice(home.length + 1)).replace(BUILT_ENDING, "");
    const parts = inner.split("/");
    let built = 0;
    while (built < parts.length - 1 && BUILT.has(parts[built]!)) built++;
    for (let cut = built; cut >= (this.byName ? 0 : 1); cut--) {
      for (const folder of SOURCE_FOLDERS) {
        if (cut === 0 && folder === "") continue;
        for (const rest of restsOf(parts.slice(cut))) {
          const stem = under(home, under(folder, rest));
          if (stem === path.replace(BUILT_ENDING, "")) continue;
          const found = SOURCE_ENDINGS.map((ending) => stem + ending).find(
            (p) => this.#view.indexOf(p) !== -1,
          );
          if (found !== undefined) return found;
        }
      }
    }
    return null;
  }

  kind(absolute: string): Kind | null {
    // Where an installation would link the packages of a workspace.
    const links = /^\/r\/(?:(.*)\/)?node_modules(?:\/@[^/]+)?$/.exec(absolute);
    if (links !== null) {
      const home = links[1] ?? "";
      return this.#configs.workspaces.has(home) || this.#configs.links.has(home) ? "folder" : null;
    }
    const path = this.real(absolute);
    if (path === null) return null;
    if (this.#folders.has(path)) return "folder";
    return this.#view.indexOf(path) === -1 ? null : "file";
  }

  text(absolute: string): string | null {
    const value = this.json(absolute);
    return value === undefined ? null : JSON.stringify(value);
  }

  /** What a file of JSON holds, read once: a package is asked for with each module in it, and may be long. */
  json(absolute: string): unknown {
    const path = this.real(absolute);
    if (path === null) return undefined;
    if (!this.#json.has(path)) this.#json.set(path, this.#readJson(path));
    return this.#json.get(path);
  }

  #readJson(path: string): unknown {
    const text = this.#configs.texts.get(path);
    if (text === undefined) return undefined;
    // What is no JSON would be an error of every module around it.
    if (/(?:^|\/)package\.json$/.test(path)) return readJson(text) ?? {};
    return JSON.parse(this.#configs.readable(path, (p) => `${ROOT}/${p}`));
  }

  /** As the resolver asks it: at once, whatever the callback. */
  forResolver(): BaseFileSystem {
    const stat = (path: string) => {
      const kind = this.kind(path);
      if (kind === null) throw ABSENT;
      return {
        isFile: () => kind === "file",
        isDirectory: () => kind === "folder",
        isSymbolicLink: () => false,
      };
    };
    const readFile = (path: string) => {
      const text = this.text(path);
      if (text === null) throw ABSENT;
      return Buffer.from(text);
    };
    const readJson = (path: string) => {
      const value = this.json(path);
      if (value === undefined) throw ABSENT;
      return value;
    };
    const readlink = (path: string): string => {
      throw Object.assign(new Error(`no link: ${path}`), { code: "EINVAL" });
    };
    const system = {
      stat: called(stat),
      lstat: called(stat),
      readFile: called(readFile),
      readJson: called(readJson),
      readlink: called(readlink),
      readdir: called((): string[] => []),
      statSync: stat,
      lstatSync: stat,
      readFileSync: readFile,
      readJsonSync: readJson,
      readlinkSync: readlink,
      readdirSync: (): string[] => [],
    };
    return system as unknown as BaseFileSystem;
  }
}

/** `index` may be named for its folder in what is built, and the other way round. */
function restsOf(parts: readonly string[]): string[] {
  const rest = parts.join("/");
  return rest === "" ? ["index"] : [rest];
}

/** One for all: the resolver asks for far more files than there are, and an error's trace is dear. */
const ABSENT = Object.assign(new Error("not in the repository"), { code: "ENOENT" });

function called<Result>(make: (path: string) => Result) {
  return (path: string, ...rest: unknown[]): void => {
    const callback = rest.at(-1) as (error: Error | null, result?: Result) => void;
    let result: Result;
    try {
      result = make(path);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null, result);
  };
}
