// Haskell.
import { haskellSyntax } from "./haskell-syntax.ts";
import type { Language } from "./language.ts";
import { words } from "./name-rules.ts";

const NOT_A_NAME =
  "(?!(?:module|import|where|data|newtype|type|class|instance|deriving|infix|infixl|infixr|foreign|default|let|in|if|then|else|case|of|do|pattern|main\\s*::)\\b)";

export const haskell: Language = {
  id: "haskell",
  name: "Haskell",
  extensions: [".hs", ".lhs", ".hs-boot", ".hsc", ".chs"],
  shebangs: ["runhaskell", "runghc", "stack"],
  comments: { line: ["--"], block: [["{-", "-}"]], nested: true },
  declarations: [
    { regex: /^module\s+(?<name>[\w.]+)/, kind: "module" },
    {
      regex: /^(?:data|newtype)\s+(?:family\s+|instance\s+)?(?:[^=]{1,200}=>\s*)?\(?(?<name>[A-Z][\w']*)/,
      kind: "type",
    },
    { regex: /^type\s+(?:family\s+|instance\s+)?(?<name>[A-Z][\w']*)/, kind: "type" },
    { regex: /^class\s+(?:[^=]{1,200}=>\s*)?\(?(?<name>[A-Z][\w']*)/, kind: "interface" },
    {
      regex:
        /^(?:deriving\s+(?:\w+\s+)?)?instance\s+(?:\{-#[^#]*#-\}\s*)?(?:forall\s[^.]{0,100}\.\s*)?(?:[^=]{1,200}=>\s*)?(?:[A-Z]\w*\.)*(?<name>[A-Z][\w']*)/,
      kind: "implementation",
    },
    { regex: /^pattern\s+(?<name>[A-Z][\w']*)/, kind: "constant" },
    // Signatures: at the margin of functions, at an indent of class methods.
    {
      regex: new RegExp(`^${NOT_A_NAME}(?<name>[a-z_][\\w']*)(?:\\s*,\\s*[\\w']+)*\\s*::`),
      kind: "function",
    },
    { regex: /^\((?<name>[^\s\w()]+)\)\s*::/, kind: "function" },
    { regex: /^\s+(?<name>[a-z_][\w']*)\s*::(?=.*->|\s*\w+\s*$)/, kind: "method" },
    // A definition without a signature. Further equations of the same name belong to it.
    {
      regex: new RegExp(
        `^${NOT_A_NAME}(?<name>[a-z_][\\w']*)(?:\\s(?!\\s*[-+*/<>$!&.^~?:%\`])[^=|]{0,300})?(?:=(?![=>])|\\|)`,
      ),
      kind: "function",
    },
  ],
  imports: [{ regex: /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?(?<name>[\w.]+)/ }],
  extent: "indent",
  strings: [
    { open: '"', close: '"' },
    { open: "'", close: "'", char: true },
  ],
  attached: ["{-#"],
  marginal: ["#"],
  equations: true,
  names: {
    form: /^[\p{L}_][\p{L}\p{N}_']*$/u,
    reserved: words(
      "case class data default deriving do else foreign if import in infix infixl infixr instance let module newtype of then type where _",
    ),
  },
  syntax: haskellSyntax,
};
