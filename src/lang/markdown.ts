// Markdown. Sections come from `parse/sections.ts`, without a grammar.
import type { Language } from "./language.ts";

export const markdown: Language = {
  id: "markdown",
  name: "Markdown",
  extensions: [".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"],
  comments: { line: [], block: [["<!--", "-->"]] },
  declarations: [{ regex: /^ {0,3}#{1,6}[ \t]+(?<name>\S.*?)(?:[ \t]+#+)?[ \t]*$/, kind: "section" }],
  imports: [],
  extent: "heading",
  prose: true,
  sections: "markdown",
};
