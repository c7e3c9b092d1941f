// One TypeScript program for each configuration: the nearest tsconfig.json (or jsconfig.json) owns a file, whether or not
// its `include` names it. Programs are made one after the other, so that only one is in memory.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { workspacePackages, workspaceSource } from "./workspace-links.mjs";

export const ts = createRequire(new URL("../../../peers/graph/package.json", import.meta.url))("typescript");

const SOURCE = /\.([cm]?[jt]s|[jt]sx)$/;
const CONFIGS = ["tsconfig.json", "jsconfig.json"];

export function listed(root) {
  const run = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Calls `visit(program, files)` for each configuration with the files that it owns. */
export function eachProgram(root, under, visit) {
  const all = listed(root);
  const packages = workspacePackages(root, all);
  const groups = new Map();
  for (const path of all) {
    if (!SOURCE.test(path) || /(^|\/)node_modules\//.test(path)) continue;
    if (under.length > 0 && !under.some((u) => path.startsWith(`${u}/`))) continue;
    const config = nearestConfig(root, dirname(join(root, path)));
    let group = groups.get(config);
    if (group === undefined) groups.set(config, (group = []));
    group.push(join(root, path));
  }
  const libraries = new Map();
  for (const [config, files] of groups) {
    const options = optionsOf(config);
    const host = hostOf(options, packages, libraries);
    visit(
      ts.createProgram({ rootNames: files, options, host }),
      files,
      config === "" ? "" : relative(root, config),
    );
  }
}

function nearestConfig(root, folder) {
  for (let at = folder; at === root || at.startsWith(root + sep); at = dirname(at)) {
    const found = CONFIGS.map((name) => join(at, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  return "";
}

function optionsOf(config) {
  const forced = {
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    checkJs: false,
    types: [],
    composite: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    plugins: undefined,
    traceResolution: false,
    listFiles: false,
    explainFiles: false,
  };
  if (config === "") {
    const { ESNext } = ts.ScriptTarget;
    return {
      target: ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.Preserve,
      ...forced,
    };
  }
  let read = parseConfig(config);
  const [first] = read.projectReferences ?? [];
  if (read.raw?.files?.length === 0 && first !== undefined) {
    const path = ts.resolveProjectReferencePath(first);
    if (existsSync(path)) read = parseConfig(path);
  }
  return { ...read.options, ...forced };
}

function parseConfig(path) {
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  // The files are given apart: the disk need not be walked for `include`.
  const host = { ...ts.sys, readDirectory: () => [] };
  return ts.parseJsonConfigFileContent(config ?? {}, host, dirname(path), undefined, path);
}

function hostOf(options, packages, libraries) {
  const host = ts.createCompilerHost(options, true);
  const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), (x) => x, options);
  const conditions = new Set([
    ...(options.customConditions ?? []),
    "types",
    "import",
    "node",
    "require",
    "default",
  ]);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version, ...rest) => {
    if (!/[/\\]typescript[/\\]lib[/\\]lib\./.test(path)) return read(path, version, ...rest);
    const key = `${path} ${JSON.stringify(version)}`;
    if (!libraries.has(key)) libraries.set(key, read(path, version, ...rest));
    return libraries.get(key);
  };
  host.resolveModuleNameLiterals = (literals, from, redirected, opts, file) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, opts);
      const found = ts.resolveModuleName(literal.text, from, opts, host, cache, redirected, mode);
      if (found.resolvedModule !== undefined || literal.text.startsWith(".")) return found;
      const source = workspaceSource(packages, literal.text, conditions);
      if (source === null) return found;
      const extension = source.slice(source.lastIndexOf("."));
      return {
        resolvedModule: { resolvedFileName: resolve(source), extension, isExternalLibraryImport: false },
      };
    });
  return host;
}

/** Whether the bare module is one of the workspace or cannot be told: its names then are no proof of being outside. */
export function namesPackages(root) {
  return workspacePackages(root, listed(root));
}

export function readText(path) {
  return readFileSync(path, "utf8");
}
