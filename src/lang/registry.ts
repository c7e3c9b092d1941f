// Which language is a file written in? Told by the path, the configuration, and the first line of scripts; never by
// the rest of the content, since the facts key needs it first.
import { PithError } from "../base/error.ts";
import { nearestNames } from "../base/order.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { jsx } from "./jsx.ts";
import type { Language } from "./language.ts";
import { markdown } from "./markdown.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { text } from "./text.ts";
import { tsx } from "./tsx.ts";
import { typescript } from "./typescript.ts";

export const languages: readonly Language[] = [
  go,
  java,
  javascript,
  jsx,
  markdown,
  python,
  rust,
  text,
  tsx,
  typescript,
];

const byId = new Map(languages.map((language) => [language.id, language]));
const byExtension = new Map<string, Language>();
const byFileName = new Map<string, Language>();
const byShebang = new Map<string, Language>();
for (const language of languages) {
  for (const extension of language.extensions) byExtension.set(extension, language);
  for (const name of language.fileNames ?? []) byFileName.set(name, language);
  for (const name of language.shebangs ?? []) byShebang.set(name, language);
}

export function languageById(id: string): Language | undefined {
  return byId.get(id);
}

/**
 * The language of a file; plain text where nothing else is known. `overrides` maps a file name (`BUILD`), an extension
 * (`.inc`) or `*.inc` to the id of a language.
 */
export function languageOf(path: string, firstLine: string, overrides: Record<string, string>): Language {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extensions = extensionsOf(name);
  return (
    overridden(name, extensions, overrides) ??
    byFileName.get(name) ??
    byExtension.get(extensions.find((extension) => byExtension.has(extension)) ?? "") ??
    byShebang.get(interpreterOf(firstLine)) ??
    text
  );
}

/** `.d.ts`, `.ts` for `x.d.ts`; the longest first, at most three dots deep. */
function extensionsOf(name: string): string[] {
  const lower = name.toLowerCase();
  const found: string[] = [];
  let dot = lower.lastIndexOf(".");
  while (dot >= 0 && found.length < 3) {
    found.unshift(lower.slice(dot));
    dot = dot === 0 ? -1 : lower.lastIndexOf(".", dot - 1);
  }
  return found;
}

function overridden(
  name: string,
  extensions: readonly string[],
  overrides: Record<string, string>,
): Language | undefined {
  for (const key of [name, ...extensions.flatMap((extension) => [extension, `*${extension}`])]) {
    if (!Object.hasOwn(overrides, key)) continue;
    const id = overrides[key]!;
    const language = byId.get(id);
    if (language !== undefined) return language;
    const near = nearestNames(id, byId.keys());
    throw new PithError("CONFIG_INVALID", `The configuration names an unknown language for ${key}: ${id}.`, {
      subject: `languages.${key}`,
      next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Use the id of a known language.",
    });
  }
  return undefined;
}

/** `python` of `#!/usr/bin/env -S python3.12 -u`; empty where the line names none. */
function interpreterOf(firstLine: string): string {
  if (!firstLine.startsWith("#!")) return "";
  const words = firstLine.slice(2, 256).trim().split(/\s+/);
  const commands = words.map((word) => word.slice(word.lastIndexOf("/") + 1));
  let command = commands.shift() ?? "";
  if (command === "env")
    command = commands.find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
  return byShebang.has(command) ? command : command.replace(/[\d.]+$/, "");
}
