// By which name does an import know a file? `./routing/http-adapter.js` and `routing.http_adapter` both ask for
// `httpadapter`. A file is asked for by its stem, or by its folder if the stem says nothing.
import { foldIdentifier } from "./identifiers.ts";

/** File names that stand for their folder. */
const FOLDER_NAMES = new Set(["index", "mod", "lib", "main", "init", "package"]);
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|rb|h|hh|hpp|hxx|inc|php|dart|vue|svelte|astro|css|scss|sass|less|proto|lua|zig|sh|bash|mk|tf|json|ya?ml|graphql)$/i;

/** Folded last word of an imported module, path or symbol; empty where it has none. */
export function importName(module: string): string {
  const written = module.trim();
  // `.`, `../..`: a folder that is told by where the importing file lies.
  if (/^\.{1,2}(?:\/|$)[./]*$/.test(written)) return ".";
  // In a path dots belong to the file's name, which counts up to the first; elsewhere they divide.
  const isPath = written.includes("/") || EXTENSION.test(written);
  const parts = written
    .split(isPath ? "/" : /[.\\:]+/)
    .map((part) => foldIdentifier(isPath ? stemOf(part) : part))
    .filter((part) => part !== "");
  const last = parts.pop() ?? "";
  return FOLDER_NAMES.has(last) && parts.length > 0 ? parts.pop()! : last;
}

function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot < 0 ? name : name.slice(0, dot);
}
