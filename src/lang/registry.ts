// Which language is a file written in? Told by the path, the configuration, and the first line of scripts; never by
// the rest of the content, since the facts key needs it first.
import { PithError } from "../base/error.ts";
import { nearestNames } from "../base/order.ts";
import { asciidoc } from "./asciidoc.ts";
import { astro } from "./astro.ts";
import { bash } from "./bash.ts";
import { c } from "./c.ts";
import { code } from "./code.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { css } from "./css.ts";
import { csv } from "./csv.ts";
import { dart } from "./dart.ts";
import { data } from "./data.ts";
import { dockerfile } from "./dockerfile.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { graphql } from "./graphql.ts";
import { haskell } from "./haskell.ts";
import { hcl } from "./hcl.ts";
import { html } from "./html.ts";
import { ini } from "./ini.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { json } from "./json.ts";
import { jsx } from "./jsx.ts";
import { kotlin } from "./kotlin.ts";
import { less } from "./less.ts";
import { lua } from "./lua.ts";
import { makefile } from "./makefile.ts";
import { markdown } from "./markdown.ts";
import { notebook } from "./notebook.ts";
import { php } from "./php.ts";
import { po } from "./po.ts";
import { protobuf } from "./protobuf.ts";
import { python } from "./python.ts";
import { rst } from "./rst.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { scss } from "./scss.ts";
import { sql } from "./sql.ts";
import { svelte } from "./svelte.ts";
import { swift } from "./swift.ts";
import { text } from "./text.ts";
import { toml } from "./toml.ts";
import { tsx } from "./tsx.ts";
import { typescript } from "./typescript.ts";
import { vue } from "./vue.ts";
import { xml } from "./xml.ts";
import { yaml } from "./yaml.ts";
import { zig } from "./zig.ts";
import type { Language } from "./language.ts";

export const languages: readonly Language[] = [
  asciidoc,
  astro,
  bash,
  c,
  code,
  cpp,
  csharp,
  css,
  csv,
  dart,
  data,
  dockerfile,
  elixir,
  go,
  graphql,
  haskell,
  hcl,
  html,
  ini,
  java,
  javascript,
  json,
  jsx,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  notebook,
  php,
  po,
  protobuf,
  python,
  rst,
  ruby,
  rust,
  scala,
  scss,
  sql,
  svelte,
  swift,
  text,
  toml,
  tsx,
  typescript,
  vue,
  xml,
  yaml,
  zig,
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
  return (
    overridden(name, overrides) ??
    byFileName.get(name) ??
    byLongestExtension(name) ??
    byFileName.get(name.slice(0, name.indexOf(".", 1) + 1).slice(0, -1)) ??
    byShebang.get(interpreterOf(firstLine)) ??
    text
  );
}

/** By `.d.ts` before `.ts`; at most three dots deep. */
function byLongestExtension(name: string): Language | undefined {
  let found: Language | undefined;
  for (const extension of extensionsOf(name)) found = byExtension.get(extension) ?? found;
  return found;
}

/** `.ts`, `.d.ts` for `x.d.ts`: the shortest first, at most three. */
function extensionsOf(name: string): string[] {
  const lower = name.toLowerCase();
  const found: string[] = [];
  for (let dot = lower.lastIndexOf("."); dot >= 0 && found.length < 3;) {
    found.push(lower.slice(dot));
    dot = dot === 0 ? -1 : lower.lastIndexOf(".", dot - 1);
  }
  return found;
}

function overridden(name: string, overrides: Record<string, string>): Language | undefined {
  // Asked for every file, and hardly ever set.
  for (const _ in overrides) return overriddenBy(name, overrides);
  return undefined;
}

function overriddenBy(name: string, overrides: Record<string, string>): Language | undefined {
  const extensions = extensionsOf(name).reverse();
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
  // `env -S npx tsx`: programs that run the one that they are given.
  while (command === "env" || command === "npx") {
    const next = commands.findIndex((word) => !word.startsWith("-") && !word.includes("="));
    command = next === -1 ? "" : commands.splice(0, next + 1)[next]!;
  }
  return byShebang.has(command) ? command : command.replace(/[\d.]+$/, "");
}
