// What the compiler asks of the world while it makes one program: files, folders, and what a module means. Libraries are
// parsed once for all programs of a process.
import type ts from "typescript-api";
import { LIBRARIES, toVirtual, type ListedFiles } from "./listed-files.ts";

type Typescript = typeof ts;

/** What the repository's own rules say of modules that the compiler does not find: by `file\0module`. */
export type Modules = ReadonlyMap<string, number>;

const SOURCE = /\.(?:d\.[cm]?ts|[cm]?[jt]s|[jt]sx|json)$/;

export type Libraries = Map<string, ts.SourceFile | undefined>;

export function programHost(
  typescript: Typescript,
  files: ListedFiles,
  options: ts.CompilerOptions,
  modules: Modules,
  libraries: Libraries,
): ts.CompilerHost {
  const parse: ts.CompilerHost["getSourceFile"] = (name, version) => {
    const text = files.text(name);
    return text === undefined ? undefined : typescript.createSourceFile(name, text, version);
  };
  const host: ts.CompilerHost = {
    getSourceFile(name, version, ...rest) {
      if (!name.startsWith(`${LIBRARIES}/`)) return parse(name, version, ...rest);
      const key = `${name} ${JSON.stringify(version)}`;
      if (!libraries.has(key)) libraries.set(key, parse(name, version, ...rest));
      return libraries.get(key);
    },
    getDefaultLibFileName: (own) => `${LIBRARIES}/${typescript.getDefaultLibFileName(own)}`,
    getDefaultLibLocation: () => LIBRARIES,
    writeFile: () => {},
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => files.fileExists(name),
    readFile: (name) => files.text(name),
    directoryExists: (name) => files.directoryExists(name),
    getDirectories: (name) => [...files.entries(name).directories],
    realpath: (name) => files.realpath(name),
    getEnvironmentVariable: () => undefined,
  };
  const cache = typescript.createModuleResolutionCache("/", (name) => name, options);
  host.getModuleResolutionCache = () => cache;
  host.resolveModuleNameLiterals = (literals, from, redirected, own, file) =>
    literals.map((literal) => {
      const mode = typescript.getModeForUsageLocation(file, literal, own);
      const found = typescript.resolveModuleName(literal.text, from, own, host, cache, redirected, mode);
      if (found.resolvedModule !== undefined) return found;
      const to = modules.get(`${files.number(from)}\0${literal.text}`);
      const path = to === undefined ? undefined : files.paths[to];
      const ending = path === undefined ? undefined : SOURCE.exec(path)?.[0];
      if (
        path === undefined ||
        ending === undefined ||
        (ending === ".json" && own.resolveJsonModule !== true)
      )
        return found;
      return {
        resolvedModule: {
          resolvedFileName: toVirtual(path),
          extension: ending,
          isExternalLibraryImport: false,
        },
      };
    });
  return host;
}
