// Which programs do the files of a repository make, and under which options? The nearest tsconfig.json or jsconfig.json
// owns a file, whether or not its `include` names it; one that only lists other projects gives each file to the first of
// them that includes it.
import type ts from "typescript-api";
import { compareStrings } from "../base/order.ts";
import type { Program } from "./protocol.ts";
import { fromVirtual, toVirtual, type ListedFiles } from "./listed-files.ts";

type Typescript = typeof ts;

const CONFIGS = ["tsconfig.json", "jsconfig.json"];
/** Configurations that one that only lists others may lead to, one after the other. */
const MOST_PROJECTS = 1_000;

/** Whatever a configuration says: nothing is written, nothing is loaded that it names, JavaScript is read as well. */
const FORCED = {
  noEmit: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
  allowJs: true,
  checkJs: false,
  maxNodeModuleJsDepth: 0,
  types: [],
  typeRoots: [],
  composite: false,
  incremental: false,
  tsBuildInfoFile: undefined,
  plugins: undefined,
  traceResolution: false,
  listFiles: false,
  listEmittedFiles: false,
  explainFiles: false,
  diagnostics: false,
  extendedDiagnostics: false,
  generateTrace: undefined,
  generateCpuProfile: undefined,
  configFilePath: undefined,
};

export function planPrograms(
  typescript: Typescript,
  files: ListedFiles,
  sources: readonly number[],
): Program[] {
  const configs = new Configs(typescript, files);
  const groups = new Map<string, number[]>();
  for (const source of sources) {
    const config = configs.ownerOf(files.paths[source]!);
    const group = groups.get(config);
    if (group === undefined) groups.set(config, [source]);
    else group.push(source);
  }
  return [...groups]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([config, owned]) => ({ config, files: owned }));
}

export function optionsOf(typescript: Typescript, files: ListedFiles, config: string): ts.CompilerOptions {
  if (config !== "") {
    const options = new Configs(typescript, files).read(config)?.options;
    return { ...options, ...FORCED };
  }
  return {
    target: typescript.ScriptTarget.ESNext,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    jsx: typescript.JsxEmit.Preserve,
    ...FORCED,
  };
}

class Configs {
  readonly #typescript: Typescript;
  readonly #files: ListedFiles;
  readonly #near = new Map<string, string>();
  readonly #read = new Map<string, ts.ParsedCommandLine | null>();
  readonly #projects = new Map<string, readonly string[]>();
  readonly #named = new Map<string, ReadonlySet<string>>();

  constructor(typescript: Typescript, files: ListedFiles) {
    this.#typescript = typescript;
    this.#files = files;
  }

  ownerOf(path: string): string {
    const config = this.#nearest(folderOf(path));
    if (config === "") return "";
    const projects = this.#projectsOf(config);
    if (projects.length === 0) return config;
    return projects.find((project) => this.#includes(project, path)) ?? projects[0]!;
  }

  #nearest(folder: string): string {
    const known = this.#near.get(folder);
    if (known !== undefined) return known;
    const own = CONFIGS.map((name) => (folder === "" ? name : `${folder}/${name}`)).find((p) =>
      this.#files.has(p),
    );
    const found = own ?? (folder === "" ? "" : this.#nearest(folderOf(folder)));
    this.#near.set(folder, found);
    return found;
  }

  /** The projects that a configuration without files of its own lists, and those that they list; else none. */
  #projectsOf(config: string): readonly string[] {
    const known = this.#projects.get(config);
    if (known !== undefined) return known;
    const found: string[] = [];
    const seen = new Set([config]);
    const open = [config];
    for (let next = open.shift(); next !== undefined && seen.size < MOST_PROJECTS; next = open.shift()) {
      const read = this.read(next);
      const lists = isListAlone(read);
      if (!lists && next !== config) found.push(next);
      if (!lists) continue;
      for (const reference of read?.projectReferences ?? []) {
        const path = fromVirtual(this.#typescript.resolveProjectReferencePath(reference));
        if (path === null || seen.has(path) || !this.#files.has(path)) continue;
        seen.add(path);
        open.push(path);
      }
    }
    this.#projects.set(config, found);
    return found;
  }

  #includes(config: string, path: string): boolean {
    let named = this.#named.get(config);
    if (named === undefined) {
      named = new Set(
        (this.#parse(config, true)?.fileNames ?? []).flatMap((name) => fromVirtual(name) ?? []),
      );
      this.#named.set(config, named);
    }
    return named.has(path);
  }

  /** Null where it can't be read at all. */
  read(config: string): ts.ParsedCommandLine | null {
    const known = this.#read.get(config);
    if (known !== undefined) return known;
    const parsed = this.#parse(config, false);
    this.#read.set(config, parsed);
    return parsed;
  }

  /** `listing`: with the files that it includes, for which its patterns are held against every path. */
  #parse(config: string, listing: boolean): ts.ParsedCommandLine | null {
    const { readConfigFile, parseJsonConfigFileContent } = this.#typescript;
    const files = this.#files;
    const path = toVirtual(config);
    const readFile = (name: string) => files.text(name);
    const { config: raw } = readConfigFile(path, readFile);
    if (raw === null || typeof raw !== "object") return null;
    const host: ts.ParseConfigHost = {
      useCaseSensitiveFileNames: true,
      fileExists: (name) => files.fileExists(name),
      readFile,
      readDirectory: (folder, extensions, excludes, includes, depth) =>
        listing ? matching(this.#typescript, files, { folder, extensions, excludes, includes, depth }) : [],
    };
    // A copy: what is parsed leaves marks in what it is given.
    return parseJsonConfigFileContent(
      structuredClone(raw) as unknown,
      host,
      folderOf(path) || "/",
      undefined,
      path,
    );
  }
}

function isListAlone(read: ts.ParsedCommandLine | null): boolean {
  const raw = read?.raw as { files?: unknown; include?: unknown } | undefined;
  const named = Array.isArray(raw?.files) && raw.files.length === 0 && raw.include === undefined;
  return named && (read?.projectReferences?.length ?? 0) > 0;
}

interface Match {
  folder: string;
  extensions: readonly string[];
  excludes: readonly string[] | undefined;
  includes: readonly string[];
  depth: number | undefined;
}

interface Matcher {
  matchFiles?: (
    path: string,
    extensions: readonly string[],
    excludes: readonly string[] | undefined,
    includes: readonly string[],
    caseSensitive: boolean,
    current: string,
    depth: number | undefined,
    entries: (path: string) => { files: readonly string[]; directories: readonly string[] },
    realpath: (path: string) => string,
  ) => string[];
}

/** By the compiler's own patterns over the listed files; its function for it is not among its declared ones. */
function matching(typescript: Typescript, files: ListedFiles, match: Match): string[] {
  const { matchFiles } = typescript as unknown as Matcher;
  if (matchFiles === undefined) return [];
  return matchFiles(
    match.folder,
    match.extensions,
    match.excludes,
    match.includes,
    true,
    "/",
    match.depth,
    (path) => files.entries(path),
    (path) => path,
  );
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}
