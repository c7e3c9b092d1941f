// Which packages does a workspace hold, and in which folder? Read from their manifests, when a scope names one.
import { isSkipped } from "./read.ts";
import type { ReadText } from "./read.ts";

/** A workspace of more packages names its scope by folders. */
const MOST_MANIFESTS = 5_000;

/** How a manifest says its package's name, by the manifest's file name. */
const MANIFESTS: Readonly<Record<string, (text: string) => string | null>> = {
  "package.json": nameInJson,
  "composer.json": nameInJson,
  "deno.json": nameInJson,
  "Cargo.toml": (text) => nameInSection(text, ["package"]),
  "pyproject.toml": (text) => nameInSection(text, ["project", "tool.poetry"]),
  "setup.cfg": (text) => nameInSection(text, ["metadata"]),
  "go.mod": (text) => /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? null,
  "pubspec.yaml": (text) => /^name:\s*["']?([\w.-]+)/m.exec(text)?.[1] ?? null,
  "mix.exs": (text) => /\bapp:\s*:(\w+)/.exec(text)?.[1] ?? null,
  "pom.xml": (text) =>
    /<artifactId>\s*([^<\s]+)/.exec(text.replace(/<parent>.*?<\/parent>/s, ""))?.[1] ?? null,
};

/** Package name → its folder, relative to the root; of two packages of one name the one nearer to the root. */
export function findPackages(read: ReadText, paths: readonly string[]): Map<string, string> {
  const manifests = paths.filter(isManifest);
  const depth = (path: string) => path.split("/").length;
  manifests.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const packages = new Map<string, string>();
  for (const path of manifests.slice(0, MOST_MANIFESTS)) {
    const file = read(path);
    if (isSkipped(file)) continue;
    const name = MANIFESTS[nameOf(path)]!(file.text);
    if (name !== null && name !== "" && !packages.has(name))
      packages.set(name, path.slice(0, -nameOf(path).length - 1));
  }
  return packages;
}

export function isManifest(path: string): boolean {
  return Object.hasOwn(MANIFESTS, nameOf(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function nameInJson(text: string): string | null {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}

/** `name = "…"` in one of the sections of a TOML or INI file. */
function nameInSection(text: string, sections: readonly string[]): string | null {
  let inside = false;
  for (const line of text.split("\n")) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]/.exec(line)?.[1];
    if (header !== undefined) inside = sections.includes(header);
    const name = inside ? /^\s*name\s*=\s*["']?([^"'#\s]+)/.exec(line)?.[1] : undefined;
    if (name !== undefined) return name;
  }
  return null;
}
