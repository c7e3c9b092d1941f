// The configuration files that decide what a module of TypeScript or JavaScript means: package.json and tsconfig.json as
// they stand in the repository, read once for a view; which of them rules a folder; which packages a workspace joins.
import { isRecord } from "../base/record.ts";
import { compareStrings } from "../base/order.ts";
import {
  folderOf,
  joined,
  listOfYaml,
  matcher,
  parentOf,
  readJson,
  under,
} from "./ecmascript-config-text.ts";
import { DEPENDENCIES, linksOf } from "./ecmascript-links.ts";
import type { GraphView } from "./view.ts";

export interface PackageInfo {
  /** Folder from the root, empty for the root itself. */
  folder: string;
  name: string;
  json: Record<string, unknown>;
}

const CONFIG_NAMES = ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"];
const WANTED =
  /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|lerna\.json|(?:tsconfig|jsconfig)[\w.-]*\.json)$/;

export class EcmascriptConfigs {
  /** Texts of all configuration files, by path. */
  readonly texts = new Map<string, string>();
  readonly packages = new Map<string, PackageInfo>();
  /** Folder of each package that the workspace around a folder joins, by that folder and the package's name. */
  readonly workspaces = new Map<string, Map<string, string>>();
  /** The same for packages that a package links by their folder. */
  links: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  readonly #read = new Map<string, Record<string, unknown> | null>();
  readonly #configOf = new Map<string, string>();
  #mapped: readonly string[] | null = null;
  readonly #mapping = new Map<string, boolean>();

  static async read(view: GraphView): Promise<EcmascriptConfigs> {
    const configs = new EcmascriptConfigs();
    for (const path of view.paths) {
      // A file that extends another one may have any name.
      if (!WANTED.test(path) && !/(?:^|\/)[\w.-]*tsconfig[\w.-]*\/[\w.-]+\.json$/.test(path)) continue;
      const text = await view.text(path);
      if (text !== null) configs.texts.set(path, text);
    }
    configs.#readPackages();
    configs.#readWorkspaces();
    configs.links = linksOf(configs.packages);
    return configs;
  }

  #json(path: string): Record<string, unknown> | null {
    let json = this.#read.get(path);
    if (json === undefined) this.#read.set(path, (json = readJson(this.texts.get(path) ?? "")));
    return json;
  }

  #readPackages(): void {
    for (const [path, text] of this.texts) {
      if (path !== "package.json" && !path.endsWith("/package.json")) continue;
      const json = readJson(text);
      if (json === null) continue;
      const folder = folderOf(path);
      const name = typeof json["name"] === "string" ? json["name"] : "";
      this.packages.set(folder, { folder, name, json });
    }
  }

  /** Folder of the package that an installation would link beside the folder under this name. */
  installed(folder: string, name: string): string | undefined {
    return this.workspaces.get(folder)?.get(name) ?? this.links.get(folder)?.get(name);
  }

  #readWorkspaces(): void {
    const folders = new Set([...this.packages.keys(), ...[...this.texts.keys()].map(folderOf)]);
    for (const root of [...folders].sort(compareStrings)) {
      const globs = this.#globsOf(root);
      if (globs.length === 0) continue;
      const members = new Map<string, string>();
      const matches = matcher(globs);
      for (const { folder, name } of this.packages.values()) {
        if (name === "" || members.has(name)) continue;
        const inner =
          folder === root
            ? ""
            : root === ""
              ? folder
              : folder.startsWith(`${root}/`)
                ? folder.slice(root.length + 1)
                : null;
        if (inner !== null && inner !== "" && matches(inner)) members.set(name, folder);
      }
      // The root comes last: some are called as one of their packages is.
      const own = this.packages.get(root)?.name ?? "";
      if (own !== "" && !members.has(own)) members.set(own, root);
      this.workspaces.set(root, members);
    }
  }

  /** Patterns of folders that the workspace with this root names. */
  #globsOf(root: string): string[] {
    const globs: string[] = [];
    const listed = this.packages.get(root)?.json["workspaces"];
    const list = Array.isArray(listed) ? listed : isRecord(listed) ? listed["packages"] : [];
    if (Array.isArray(list)) globs.push(...list.filter((g) => typeof g === "string"));
    const pnpm = this.texts.get(under(root, "pnpm-workspace.yaml"));
    if (pnpm !== undefined) globs.push(...listOfYaml(pnpm, "packages"));
    const lerna = readJson(this.texts.get(under(root, "lerna.json")) ?? "");
    if (Array.isArray(lerna?.["packages"]))
      globs.push(...lerna["packages"].filter((g) => typeof g === "string"));
    return globs;
  }

  /** The nearest package of a folder, or null. */
  packageOf(folder: string): PackageInfo | null {
    for (let at: string | null = folder; at !== null; at = parentOf(at)) {
      const found = this.packages.get(at);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Whether a package of this name is one of the repository's own, seen from the folder. */
  isOwn(name: string, folder: string): boolean {
    for (let at: string | null = folder; at !== null; at = parentOf(at)) {
      if (this.installed(at, name) !== undefined || this.packages.get(at)?.name === name) return true;
    }
    return false;
  }

  /** Whether a package's folder belongs to a workspace, as its root or as a member. */
  isMember(folder: string): boolean {
    if (this.workspaces.has(folder)) return true;
    return [...this.workspaces.values()].some((members) => [...members.values()].includes(folder));
  }

  /** How a package asks for another one: a version, `workspace:*`; empty where it does not. */
  dependency({ json }: PackageInfo, name: string): string {
    for (const key of DEPENDENCIES) {
      const list = json[key];
      const version = isRecord(list) && Object.hasOwn(list, name) ? list[name] : undefined;
      if (typeof version === "string") return version;
    }
    return "";
  }

  /** Conditions of exports that lead to sources: named by configurations, or by a name that says so. */
  sourceConditions(): string[] {
    const found = new Set<string>();
    for (const [path, text] of this.texts) {
      if (!/tsconfig|jsconfig/.test(path)) continue;
      const options = readJson(text)?.["compilerOptions"];
      const list = isRecord(options) ? options["customConditions"] : undefined;
      if (Array.isArray(list)) for (const name of list) if (typeof name === "string") found.add(name);
    }
    const walk = (value: unknown, depth: number): void => {
      if (!isRecord(value) || depth > 8) return;
      for (const [key, inner] of Object.entries(value)) {
        if (/(?:^|[/:@-])(?:source|src)$/.test(key) && !key.startsWith(".")) found.add(key);
        walk(inner, depth + 1);
      }
    };
    for (const { json } of this.packages.values()) walk(json["exports"], 0);
    return [...found].sort(compareStrings);
  }

  /** The nearest configuration that maps module names, from a folder upwards; the nearest one at all if none does. */
  configOf(folder: string): string {
    const known = this.#configOf.get(folder);
    if (known !== undefined) return known;
    let nearest = "";
    let found = "";
    for (let at: string | null = folder; at !== null && found === ""; at = parentOf(at)) {
      for (const name of CONFIG_NAMES) {
        const path = under(at, name);
        if (!this.texts.has(path)) continue;
        if (nearest === "") nearest = path;
        if (this.#maps(path, new Set())) {
          found = path;
          break;
        }
      }
      // What stands above a package of its own, beside the workspace, was not written for it. One that asks for nothing
      // is installed by nobody: it only marks a folder.
      const own = this.packages.get(at);
      if (own !== undefined && DEPENDENCIES.some((key) => isRecord(own.json[key])) && !this.isMember(at))
        break;
    }
    const config = found === "" ? nearest : found;
    this.#configOf.set(folder, config);
    return config;
  }

  #maps(path: string, seen: Set<string>): boolean {
    const known = this.#mapping.get(path);
    if (known !== undefined) return known;
    if (seen.has(path)) return false;
    seen.add(path);
    const json = this.#json(path);
    const options = json?.["compilerOptions"];
    const own = isRecord(options) && (isRecord(options["paths"]) || typeof options["baseUrl"] === "string");
    const maps =
      own || [...this.extended(path), ...this.referenced(path)].some((next) => this.#maps(next, seen));
    this.#mapping.set(path, maps);
    return maps;
  }

  /** Whole names (no patterns) that configurations and packages map to files: `@core`, `#config`. */
  mappedNames(): readonly string[] {
    return (this.#mapped ??= this.#mappedNames());
  }

  #mappedNames(): string[] {
    const names = new Set<string>();
    for (const path of this.texts.keys()) {
      if (/tsconfig|jsconfig/.test(path)) for (const name of this.patternsOf(path)) names.add(name);
    }
    for (const { json } of this.packages.values()) {
      if (isRecord(json["imports"])) for (const name of Object.keys(json["imports"])) names.add(name);
    }
    return [...names].filter((name) => !name.includes("*")).sort(compareStrings);
  }

  /** Patterns of module names that a configuration maps, those that it extends and refers to included. */
  patternsOf(path: string, seen: Set<string> = new Set()): string[] {
    if (path === "" || seen.has(path)) return [];
    seen.add(path);
    const options = this.#json(path)?.["compilerOptions"];
    const paths = isRecord(options) && isRecord(options["paths"]) ? Object.keys(options["paths"]) : [];
    return [
      ...paths,
      ...[...this.extended(path), ...this.referenced(path)].flatMap((p) => this.patternsOf(p, seen)),
    ];
  }

  /** Configurations of the repository that one extends. */
  extended(path: string): string[] {
    const json = this.#json(path);
    const written = json?.["extends"];
    const list = Array.isArray(written) ? written : [written];
    return list.flatMap((value) => {
      const target = typeof value === "string" ? this.#extendedPath(path, value) : null;
      return target === null ? [] : [target];
    });
  }

  #extendedPath(path: string, written: string): string | null {
    const folder = folderOf(path);
    if (/^\.{0,2}\//.test(written) || written === "." || written === "..") {
      return this.#existing(joined(folder, written));
    }
    // A package of the workspace may carry configurations for the others.
    const parts = written.split("/");
    const name = parts.slice(0, written.startsWith("@") ? 2 : 1).join("/");
    const rest = parts.slice(written.startsWith("@") ? 2 : 1).join("/");
    for (let at: string | null = folder; at !== null; at = parentOf(at)) {
      const home = this.workspaces.get(at)?.get(name);
      if (home !== undefined) return this.#existing(rest === "" ? home : under(home, rest));
    }
    return this.#existing(joined(folder, written));
  }

  #existing(path: string | null): string | null {
    if (path === null) return null;
    return [path, `${path}.json`, under(path, "tsconfig.json")].find((p) => this.texts.has(p)) ?? null;
  }

  /** Configurations of the projects that one refers to. */
  referenced(path: string): string[] {
    const json = this.#json(path);
    const list = json?.["references"];
    if (!Array.isArray(list)) return [];
    return list.flatMap((reference) => {
      const written = isRecord(reference) ? reference["path"] : undefined;
      const target = typeof written === "string" ? this.#existing(joined(folderOf(path), written)) : null;
      return target === null || target === path ? [] : [target];
    });
  }

  #leadsTo(from: string, to: string, seen: Set<string>): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return this.extended(from).some((next) => this.#leadsTo(next, to, seen));
  }

  /** A configuration as the resolver may read it: what it extends and refers to is there. */
  readable(path: string, absolute: (path: string) => string): string {
    const json = this.#json(path) ?? {};
    // The resolver takes a circle for an error of all.
    const extended = this.extended(path).filter((next) => !this.#leadsTo(next, path, new Set()));
    const config: Record<string, unknown> = { ...json, extends: extended.map(absolute) };
    config["references"] = this.referenced(path).map((p) => ({ path: absolute(p) }));
    return JSON.stringify(config);
  }
}
