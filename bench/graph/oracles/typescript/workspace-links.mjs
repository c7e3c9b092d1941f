// Where does a package of the same workspace keep its source? Repositories are read without `npm install`, so the links
// that it would make in node_modules are missing, and what packages publish (`dist/`) isn't built. As TypeScript does for
// project references, a published file that is not there is looked for under `src/`.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const BUILT = /^(\.\/)?(dist|lib|build|out|esm|cjs|es|types|dist-types)\//;
const ENDING = /(\.d)?\.([cm]?)[jt]sx?$/;

/** Packages by name, from the package.json files among the paths. */
export function workspacePackages(root, paths) {
  const packages = new Map();
  for (const path of paths) {
    if (path !== "package.json" && !path.endsWith("/package.json")) continue;
    let manifest;
    try {
      manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
    } catch {
      continue;
    }
    const folder = join(root, dirname(path));
    if (typeof manifest.name === "string" && !packages.has(manifest.name)) {
      packages.set(manifest.name, { folder, manifest });
    }
  }
  return packages;
}

/** Source file that the bare specifier means, or null. */
export function workspaceSource(packages, specifier, conditions) {
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const found = packages.get(name);
  if (found === undefined) return null;
  const sub = `.${specifier.slice(name.length)}`;
  const { folder, manifest } = found;
  for (const target of targets(manifest, sub, conditions)) {
    const file = sourceOf(folder, target);
    if (file !== null) return file;
  }
  const rest = sub === "." ? "index" : sub.slice(2);
  return sourceOf(folder, `src/${rest}`) ?? sourceOf(folder, `src/${rest}/index`) ?? sourceOf(folder, rest);
}

function targets(manifest, sub, conditions) {
  const found = [];
  const take = (value, star) => {
    if (typeof value === "string") found.push(value.replaceAll("*", star));
    else if (Array.isArray(value)) for (const v of value) take(v, star);
    else if (value !== null && typeof value === "object") {
      for (const [key, v] of Object.entries(value)) if (conditions.has(key)) take(v, star);
    }
  };
  const { exports } = manifest;
  if (exports !== undefined) {
    const table =
      typeof exports === "string" || !Object.keys(exports).some((k) => k.startsWith("."))
        ? { ".": exports }
        : exports;
    if (Object.hasOwn(table, sub)) take(table[sub], "");
    else {
      for (const [pattern, value] of Object.entries(table)) {
        const [head, tail] = pattern.split("*");
        if (tail === undefined || !sub.startsWith(head) || !sub.endsWith(tail)) continue;
        take(value, sub.slice(head.length, sub.length - tail.length));
      }
    }
  } else if (sub === ".") {
    for (const key of ["types", "typings", "module", "main"]) take(manifest[key], "");
  } else found.push(sub);
  return found;
}

function sourceOf(folder, target) {
  const bare = target.replace(/^\.\//, "").replace(ENDING, "");
  const moved = bare.replace(BUILT, "");
  for (const stem of new Set([bare, `src/${moved}`, moved])) {
    for (const ending of [
      ".ts",
      ".tsx",
      ".mts",
      ".cts",
      "/index.ts",
      "/index.tsx",
      ".js",
      ".jsx",
      ".mjs",
      ".cjs",
    ]) {
      const path = join(folder, stem + ending);
      if (existsSync(path) && statSync(path).isFile()) return path;
    }
  }
  return null;
}
