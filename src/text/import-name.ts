// By which name does an import know a file? `./routing/http-adapter.js` and `routing.http_adapter` both ask for
// `httpadapter`. Files are asked for the same by their path.
import { foldIdentifier } from "./identifiers.ts";

/** File names that stand for their folder. */
const FOLDER_NAMES = new Set(["index", "mod", "lib", "main", "init", "package"]);
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|d\.ts|py|rb|h|hh|hpp|hxx|inc|php|dart|vue|svelte|astro|css|scss|sass|less|proto|lua|sh|json|ya?ml|graphql)$/i;

/** Folded last word of an imported module, path or symbol; empty where it has none. */
export function importName(module: string): string {
  const parts = module
    .trim()
    .replace(EXTENSION, "")
    .split(/::|[./\\:]+/)
    .map(foldIdentifier)
    .filter((part) => part !== "");
  const last = parts.pop() ?? "";
  return FOLDER_NAMES.has(last) && parts.length > 0 ? parts.pop()! : last;
}
