// Make.
import type { Language } from "./language.ts";

export const makefile: Language = {
  id: "makefile",
  name: "Makefile",
  extensions: [".mk", ".mak", ".make"],
  fileNames: ["Makefile", "makefile", "GNUmakefile", "BSDmakefile", "Kbuild", "Justfile", "justfile"],
  shebangs: ["make"],
  comments: { line: ["#"], block: [] },
  declarations: [
    {
      regex: /^(?:export\s+|override\s+)*(?<name>[A-Za-z_][\w.-]*)\s*(?::{0,3}|[?+!])=/,
      kind: "variable",
    },
    { regex: /^define\s+(?<name>[\w.-]+)/, kind: "function" },
    // Several targets of one rule are known by the first.
    {
      regex:
        /^(?!\.(?:PHONY|SUFFIXES|DEFAULT|PRECIOUS|SECONDARY|INTERMEDIATE|SILENT|IGNORE|ONESHELL|EXPORT_ALL_VARIABLES)\b)(?<name>[\w./%$(){}@+-]+)(?:\s[^:=#]{0,300})?\s*::?(?:[^=]|$)/,
      kind: "rule",
    },
  ],
  imports: [{ regex: /^\s*[-s]?include\s+(?:\$\(\w+\)\/)?(?<name>[\w./-]+)/ }],
  extent: "indent",
  strings: [],
  attached: [],
  continues: ["endef"],
  marginal: ["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"],
  sections: "makefile",
};
