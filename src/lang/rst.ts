// reStructuredText: sections by their underlines, levels by the order in which the underlines appear.
import type { Language } from "./language.ts";
import { underlinedHeading } from "./underlined.ts";

export const rst: Language = {
  id: "rst",
  name: "reStructuredText",
  extensions: [".rst", ".rest"],
  comments: { line: [], block: [] },
  declarations: [underlinedHeading],
  imports: [],
  extent: "heading",
  strings: [],
  attached: [],
  prose: true,
  sections: "rst",
};
