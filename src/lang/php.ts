// PHP.
import type { Language } from "./language.ts";
import { phpSyntax } from "./php-syntax.ts";
import { words } from "./name-rules.ts";

const MODIFIERS = "(?:(?:public|private|protected|static|abstract|final|readonly|var)(?:\\(set\\))?\\s+)";
const ID = "[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*";

export const php: Language = {
  id: "php",
  name: "PHP",
  extensions: [".php", ".phtml", ".php3", ".php4", ".php5", ".php7", ".phps", ".inc"],
  shebangs: ["php"],
  // `#[` is an attribute, so that a `#` comment is told by the space behind it.
  comments: { line: ["//", "# "], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^\s*namespace\s+(?<name>[\w\\]+)/, kind: "namespace" },
    {
      regex: new RegExp(`^\\s*(?:(?:abstract|final|readonly)\\s+)*class\\s+(?<name>${ID})`),
      kind: "class",
    },
    { regex: new RegExp(`^\\s*interface\\s+(?<name>${ID})`), kind: "interface" },
    { regex: new RegExp(`^\\s*trait\\s+(?<name>${ID})`), kind: "trait" },
    { regex: new RegExp(`^\\s*enum\\s+(?<name>${ID})\\s*(?:[:{]|implements\\b|$)`), kind: "enum" },
    {
      regex: new RegExp(`^\\s*${MODIFIERS}*function\\s+&?\\s*(?<name>__construct)\\s*\\(`),
      kind: "constructor",
    },
    { regex: new RegExp(`^\\s*${MODIFIERS}+function\\s+&?\\s*(?<name>${ID})`), kind: "method" },
    { regex: new RegExp(`^\\s*function\\s+&?\\s*(?<name>${ID})`), kind: "function" },
    {
      regex: new RegExp(`^\\$(?<name>${ID})\\s*=\\s*(?:static\\s+)?(?:function|fn)\\b`),
      kind: "function",
    },
    {
      regex: new RegExp(`^\\s*${MODIFIERS}*const\\s+(?:\\??[\\w\\\\|]+\\s+)?(?<name>${ID})\\s*=`),
      kind: "constant",
    },
    { regex: /^\s*define\s*\(\s*["'](?<name>[^"']+)["']/, kind: "constant" },
    { regex: new RegExp(`^\\s+${MODIFIERS}+(?:\\??[\\w\\\\|]+\\s+)?\\$(?<name>${ID})`), kind: "property" },
  ],
  imports: [
    { regex: /^\s*use\s+(?:function\s+|const\s+)?(?<name>[\w\\]+?)\\?\s*(?:\bas\b.*|\{.*)?;?\s*$/ },
    { regex: /\b(?:require|include)(?:_once)?[\s(]+[^"';]{0,80}["'](?<name>[^"']+)["']/ },
  ],
  extent: "indent",
  attached: ["#[", "@"],
  names: {
    form: /^\$?[\p{L}_][\p{L}\p{N}_]*$/u,
    reserved: words(
      "__halt_compiler abstract and array as break callable case catch class clone const continue declare default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield self parent true false null",
    ),
    freeMembers: true,
  },
  syntax: phpSyntax,
};
