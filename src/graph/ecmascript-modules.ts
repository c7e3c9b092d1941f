// Which file does a module of TypeScript or JavaScript mean? The resolver is enhanced-resolve; here it is given the
// repository's files and configurations, and what it says is told apart: a file, a package outside, a module that is
// missing.
import type { Resolver as ModuleResolver } from "enhanced-resolve";
import { folderOf, joined } from "./ecmascript-config-text.ts";
import { EcmascriptConfigs } from "./ecmascript-configs.ts";
import { ROOT, ViewFileSystem } from "./ecmascript-file-system.ts";
import { linkNames } from "./ecmascript-links.ts";
import { OUTSIDE, type ModuleTarget } from "./language-graph.ts";
import type { GraphView } from "./view.ts";

/** Declarations come last: what they declare is written in the file beside them. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".d.mts",
  ".d.cts",
  ".json",
  ".vue",
  ".svelte",
  ".astro",
];

export async function moduleTarget(view: GraphView, from: string, module: string): Promise<ModuleTarget> {
  return (await modulesOf(view)).target(from, module);
}

/** Names of packages and of mapped modules under which a file may be imported without its own name. */
export async function packageNames(view: GraphView, path: string): Promise<string[]> {
  return (await modulesOf(view)).packageNames(path);
}

const memo = new WeakMap<GraphView, Promise<EcmascriptModules>>();

function modulesOf(view: GraphView): Promise<EcmascriptModules> {
  let made = memo.get(view);
  if (made === undefined) memo.set(view, (made = EcmascriptModules.open(view)));
  return made;
}

class EcmascriptModules {
  readonly #view: GraphView;
  readonly #configs: EcmascriptConfigs;
  readonly #system: ViewFileSystem;
  readonly #create: (config: string) => ModuleResolver;
  readonly #resolvers = new Map<string, ModuleResolver>();
  readonly #targets = new Map<string, ModuleTarget>();
  #lower: Map<string, string> | null = null;

  private constructor(
    view: GraphView,
    configs: EcmascriptConfigs,
    library: typeof import("enhanced-resolve"),
  ) {
    this.#view = view;
    this.#configs = configs;
    this.#system = new ViewFileSystem(view, configs);
    const fileSystem = this.#system.forResolver();
    const sources = configs.sourceConditions();
    this.#create = (config) =>
      library.ResolverFactory.createResolver({
        fileSystem,
        useSyncFileSystemCalls: true,
        symlinks: false,
        extensions: EXTENSIONS,
        extensionAlias: {
          ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
          ".jsx": [".tsx", ".jsx", ".d.ts"],
          ".mjs": [".mts", ".mjs", ".d.mts", ".ts"],
          ".cjs": [".cts", ".cjs", ".d.cts", ".ts"],
        },
        mainFields: ["source", "types", "typings", "module", "main"],
        conditionNames: [...sources, "source", "types", "import", "require", "node", "module", "default"],
        roots: [ROOT],
        modules: ["node_modules"],
        ...(config === "" ? {} : { tsconfig: { configFile: `${ROOT}/${config}`, references: "auto" } }),
      });
  }

  static async open(view: GraphView): Promise<EcmascriptModules> {
    const [configs, library] = await Promise.all([EcmascriptConfigs.read(view), import("enhanced-resolve")]);
    return new EcmascriptModules(view, configs, library.default ?? library);
  }

  packageNames(path: string): string[] {
    const names = [...this.#configs.mappedNames()];
    const home = this.#configs.packageOf(folderOf(path));
    if (home !== null && home.name !== "") names.push(home.name);
    if (home !== null) names.push(...linkNames(this.#configs.links, home.folder));
    return names;
  }

  target(from: string, module: string): ModuleTarget {
    const folder = folderOf(from);
    const key = `${folder}\0${module}`;
    let target = this.#targets.get(key);
    if (target === undefined) this.#targets.set(key, (target = this.#find(folder, module)));
    return target;
  }

  #find(folder: string, written: string): ModuleTarget {
    // `./a.svg?raw`, `!!loader!./a`: what bundlers read of it.
    const module = written.slice(written.lastIndexOf("!") + 1).replace(/[?].*$/, "");
    if (module === "" || /^(?:node|data|https?|bun|npm|jsr|virtual):/.test(module)) return OUTSIDE;
    const stranger = this.#published(folder, module);
    if (stranger !== null) return stranger;
    const path = this.#resolve(folder, module);
    if (path !== null) {
      const index = this.#view.indexOf(path);
      if (index !== -1) return { files: this.#withTypes(path, index), external: false, why: "" };
    }
    return this.#missing(folder, module);
  }

  /**
   * A package of the repository that the folder's own package takes from a registry: an example beside the workspace. What
   * it gets there may be another version.
   */
  #published(folder: string, module: string): ModuleTarget | null {
    if (/^[./#]/.test(module)) return null;
    const name = packageName(module);
    const home = this.#configs.packageOf(folder);
    if (home === null || home.name === name || !this.#configs.isOwn(name, folder)) return null;
    if (this.#configs.isMember(home.folder) || this.#mapped(folder, module)) return null;
    if (/^(?:workspace|link|file|portal):/.test(this.#configs.dependency(home, name))) return null;
    return { files: [], external: false, why: `${name} as it is published` };
  }

  #resolve(folder: string, module: string): string | null {
    const config = this.#configs.configOf(folder);
    let resolver = this.#resolvers.get(config);
    if (resolver === undefined) this.#resolvers.set(config, (resolver = this.#create(config)));
    const context = folder === "" ? ROOT : `${ROOT}/${folder}`;
    this.#system.byName = !/^[./]/.test(module);
    try {
      const found = resolver.resolveSync({}, context, module);
      return found === false ? null : this.#system.real(found.replace(/[?#].*$/, ""));
    } catch {
      return null;
    }
  }

  /** A file of JavaScript and the one beside it that declares its types are one module. */
  #withTypes(path: string, index: number): number[] {
    const stem = /^(.*)\.([cm]?)jsx?$/.exec(path);
    if (stem === null) return [index];
    const types = this.#view.indexOf(`${stem[1]!}.d.${stem[2]!}ts`);
    return types === -1 ? [index] : [index, types];
  }

  #missing(folder: string, module: string): ModuleTarget {
    const relative = /^\.{0,2}(?:\/|$)/.test(module);
    if (!relative && !module.startsWith("#")) {
      const name = packageName(module);
      const mapped = this.#mapped(folder, module);
      if (!mapped && !this.#configs.isOwn(name, folder)) return OUTSIDE;
      return {
        files: [],
        external: false,
        why: mapped ? "a mapped path that leads to no file" : "not in its package",
      };
    }
    const path = module.startsWith("#") ? null : joined(folder, module);
    if (path === null) return { files: [], external: false, why: "leads to no file of the repository" };
    return { files: [], external: false, why: this.#otherCase(path) ?? "leads to no indexed file" };
  }

  /** Whether a mapping of the configuration speaks of the module. */
  #mapped(folder: string, module: string): boolean {
    const patterns = this.#configs.patternsOf(this.#configs.configOf(folder));
    return patterns.some((pattern) => {
      const star = pattern.indexOf("*");
      if (star === -1) return pattern === module;
      return (
        pattern.length > 1 &&
        module.startsWith(pattern.slice(0, star)) &&
        module.endsWith(pattern.slice(star + 1))
      );
    });
  }

  /** A file whose name differs in its letters' case alone: on some systems it is meant, on others it is missing. */
  #otherCase(path: string): string | null {
    if (this.#lower === null) {
      this.#lower = new Map();
      for (const p of this.#view.paths) {
        const lower = p.toLowerCase();
        if (!this.#lower.has(lower)) this.#lower.set(lower, p);
      }
    }
    const lower = path.toLowerCase().replace(/\.[cm]?jsx?$/, "");
    for (const stem of [path.toLowerCase(), lower, `${lower}/index`]) {
      for (const ending of ["", ...EXTENSIONS]) {
        const found = this.#lower.get(stem + ending);
        if (found !== undefined) return `${found} is written in another case`;
      }
    }
    return null;
  }
}

function packageName(module: string): string {
  return module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");
}
