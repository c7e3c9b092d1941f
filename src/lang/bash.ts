// Shell: Bash, POSIX sh, Zsh, Bats.
import { bashSyntax } from "./bash-syntax.ts";
import type { Language } from "./language.ts";
import { words } from "./name-rules.ts";

export const bash: Language = {
  id: "bash",
  name: "Shell",
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild", ".zsh-theme"],
  fileNames: [
    ".bashrc",
    ".bash_profile",
    ".bash_aliases",
    ".bash_logout",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".profile",
    ".envrc",
    "PKGBUILD",
    "APKBUILD",
  ],
  shebangs: ["sh", "bash", "zsh", "ksh", "dash", "ash", "bats"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*function\s+(?<name>[\w:.@+-]+)/, kind: "function" },
    { regex: /^\s*(?<name>[\w:.@+-]+)\s*\(\s*\)\s*(?:[{(]|$)/, kind: "function" },
    { regex: /^\s*@test\s+["'](?<name>[^"']+)["']/, kind: "function" },
    {
      regex:
        /^\s*(?:export\s+|readonly\s+|declare\s+(?:-\w+\s+)*|typeset\s+(?:-\w+\s+)*)(?<name>[A-Za-z_]\w*)=/,
      kind: "variable",
    },
    { regex: /^(?<name>[A-Z_][A-Z0-9_]*)=/, kind: "variable" },
    { regex: /^\s*alias\s+(?:-\w\s+)*(?<name>[\w.-]+)=/, kind: "function" },
  ],
  imports: [{ regex: /^\s*(?:source|\.|load)\s+["']?(?:\$\{?\w+\}?\/)*(?<name>[\w./-]+)/ }],
  extent: "indent",
  attached: [],
  continues: ["then", "do", "fi", "done", "esac", ";;"],
  names: {
    form: /^[\p{L}\p{N}_.:-]+$/u,
    reserved: words("case coproc do done elif else esac fi for function if in select then time until while"),
  },
  syntax: bashSyntax,
};
