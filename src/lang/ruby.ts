// Ruby, with Rakefiles and their kin.
import type { Language } from "./language.ts";
import { rubySyntax } from "./ruby-syntax.ts";
import { words } from "./name-rules.ts";

export const ruby: Language = {
  id: "ruby",
  name: "Ruby",
  extensions: [".rb", ".rake", ".gemspec", ".ru", ".rbi", ".rbs", ".podspec", ".jbuilder"],
  fileNames: [
    "Rakefile",
    "Gemfile",
    "Guardfile",
    "Capfile",
    "Vagrantfile",
    "Podfile",
    "Fastfile",
    "Brewfile",
    "Thorfile",
    "Dangerfile",
  ],
  shebangs: ["ruby", "jruby", "rake"],
  comments: { line: ["#"], block: [["=begin", "\n=end"]] },
  declarations: [
    { regex: /^\s*class\s+(?:\w+::)*(?<name>[A-Z]\w*)/, kind: "class" },
    { regex: /^\s*module\s+(?:\w+::)*(?<name>[A-Z]\w*)/, kind: "module" },
    {
      regex: /^\s*(?<name>[A-Z]\w*)\s*=\s*(?:Struct|Class|Data|Module)\.(?:new|define)\b/,
      kind: "class",
    },
    {
      regex:
        /^\s+(?:(?:private|protected|public|private_class_method|module_function|memoize)\s+)?def\s+(?:(?:self|[A-Za-z_]\w*)\.)?(?<name>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*[?!=]?|\[\]=?|[+\-*/%<>=!~^&|]+@?)/,
      kind: "method",
    },
    {
      regex:
        /^(?:private\s+)?def\s+(?:(?:self|[A-Za-z_]\w*)\.)?(?<name>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*[?!=]?|\[\]=?|[+\-*/%<>=!~^&|]+@?)/,
      kind: "function",
    },
    { regex: /^\s*define_(?:singleton_)?method[\s(]+:?["']?(?<name>\w+[?!=]?)/, kind: "method" },
    { regex: /^\s*(?:alias_method[\s(]+:|alias\s+:?)(?<name>\w+[?!=]?)/, kind: "method" },
    { regex: /^\s*(?:attr_accessor|attr_reader|attr_writer)[\s(]+:(?<name>\w+)/, kind: "property" },
    { regex: /^\s*(?<name>[A-Z][A-Z0-9_]*)\s*\|{0,2}=(?![=~>])/, kind: "constant" },
    { regex: /^\s*(?:multi)?task\s*\(?:?["']?(?<name>[\w:]+)/, kind: "function" },
  ],
  imports: [
    {
      regex: /^\s*(?:require|require_relative|load|autoload\s*\(?\s*:\w+\s*,)[\s(]*["'](?<name>[^"'#]+)["']/,
    },
  ],
  extent: "indent",
  slashRegex: true,
  names: {
    form: /^(?:@{1,2}|\$)?[\p{L}_][\p{L}\p{N}_]*[?!=]?$/u,
    reserved: words(
      "BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield",
    ),
  },
  syntax: rubySyntax,
};
