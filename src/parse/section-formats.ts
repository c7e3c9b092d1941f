// Which reader knows the sections of a format? All of them read without a grammar, in one pass.
import type { SectionFormat } from "../lang/language.ts";
import { cssSections } from "./css-sections.ts";
import { dockerfileSections } from "./dockerfile-sections.ts";
import type { SyntaxFacts } from "./facts.ts";
import { hclSections } from "./hcl-sections.ts";
import { htmlSections } from "./html-sections.ts";
import { jsonSections } from "./json-sections.ts";
import { makefileSections } from "./makefile-sections.ts";
import { rstSections } from "./rst-sections.ts";
import { type SectionDraft, sectionsAsFacts } from "./section-facts.ts";
import { sectionFacts } from "./sections.ts";
import { sqlSections } from "./sql-sections.ts";
import { tomlSections } from "./toml-sections.ts";
import { yamlSections } from "./yaml-sections.ts";

const READERS: Readonly<Record<Exclude<SectionFormat, "markdown">, (text: string) => SectionDraft[]>> = {
  rst: rstSections,
  html: htmlSections,
  yaml: yamlSections,
  toml: tomlSections,
  json: jsonSections,
  sql: sqlSections,
  css: cssSections,
  dockerfile: dockerfileSections,
  makefile: makefileSections,
  hcl: hclSections,
};

export function factsOfSections(text: string, format: SectionFormat): SyntaxFacts {
  return format === "markdown" ? sectionFacts(text) : sectionsAsFacts(text, READERS[format](text));
}
