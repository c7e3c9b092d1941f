// AsciiDoc.
import type { Language } from "./language.ts";

export const asciidoc: Language = {
  id: "asciidoc",
  name: "AsciiDoc",
  extensions: [".adoc", ".asciidoc", ".asc.txt"],
  comments: { line: ["//"], block: [["////", "////"]] },
  declarations: [{ regex: /^(?<level>={1,6})\s+(?<name>\S.*)$/, kind: "section" }],
  imports: [],
  extent: "heading",
  strings: [
    { open: "----", close: "----", multiline: true, escape: "" },
    { open: "....", close: "....", multiline: true, escape: "" },
  ],
  attached: [],
  prose: true,
};
