// The shape of a language's description. Each language is one file beside this one, listed in `registry.ts`.
import type { SpanKind } from "../base/span.ts";
import type { SyntaxRules } from "./syntax-rules.ts";
import type { NameRules } from "./name-rules.ts";

/** A line that declares something. `regex` is tried on one line (without its end) and must have a group called `name`. */
export interface DeclarationPattern {
  regex: RegExp;
  kind: SpanKind;
  /** The next line must match this too: underlined headings, a name on a line of its own before `{`. */
  below?: RegExp;
  /** Only where the enclosing declaration is a class or its like. */
  member?: boolean;
  /** Level for `extent: "heading"`. Without it: length of the group `level`, else the underline's order of appearance. */
  level?: number;
}

/** A line that imports something; group `name` is the module, path or symbol imported, quotes removed. */
export interface ImportPattern {
  regex: RegExp;
}

/** A string literal that the comment scanner must step over. Its words count as body. */
export interface StringRule {
  open: string;
  close: string;
  /** May go over several lines; otherwise it ends with its line. */
  multiline?: boolean;
  /** Character that makes the next one literal; a backslash unless given; empty for none. */
  escape?: string;
  /** Where it is the first thing on its line it is documentation: its words count as comment (Python). */
  doc?: boolean;
  /** One character or one escape between the quotes, else no literal at all (Rust lifetimes, Haskell primes). */
  char?: boolean;
}

/** How the extent of a declaration is found by the words layer. */
export type ExtentRule =
  /** Ends before the next non-blank line indented no deeper that is not a closer such as `}`, `)`, `end`, `else`. */
  | "indent"
  /** Ends before the next heading of the same or a higher level (Markdown and its kin). */
  | "heading"
  /** Every declaration is one line or goes up to the next declaration. */
  | "next";

export interface CommentRules {
  /** Starts of line comments, such as `//` or `#`. */
  line: readonly string[];
  /** Opening and closing of block comments. */
  block: readonly (readonly [string, string])[];
  /** Block comments hold block comments. */
  nested?: boolean;
}

export interface Language {
  id: string;
  name: string;
  /** Extensions with their dot, lower case. */
  extensions: readonly string[];
  /** Whole file names, exact case. */
  fileNames?: readonly string[];
  /** Interpreter names for scripts without extension. */
  shebangs?: readonly string[];
  comments: CommentRules;
  declarations: readonly DeclarationPattern[];
  imports: readonly ImportPattern[];
  extent: ExtentRule;
  /** Default: `"` and `'` on one line with backslash escapes; in prose, fences alone. */
  strings?: readonly StringRule[];
  /** `/…/` may be a regular expression (JavaScript's kin, Ruby). */
  slashRegex?: boolean;
  /** Starts of lines that belong to the declaration below them: decorators, attributes. Default `@`. */
  attached?: readonly string[];
  /** Lines that end so belong to the declaration below them too (selectors in several lines). */
  attachedEnd?: string;
  /** Further starts of lines that at a declaration's own indentation still belong to it; brackets, `end`, `else` always do. */
  continues?: readonly string[];
  /** Starts of lines that never end a declaration, however they are indented (C's `#`). */
  marginal?: readonly string[];
  /** Lines that hold a label alone (`out:`, `public:`) end no declaration either. */
  labels?: boolean;
  /** Lines at a declaration's indentation that begin with its name continue it (Haskell's equations). */
  equations?: boolean;
  /** Prose (`md`, `rst`, `txt`): the whole body is read as comment words with stop words dropped. */
  prose?: boolean;
  /** Data (JSON, YAML, lock files, translation catalogues): searchable, never first. */
  data?: boolean;
  /**
   * Only the words of so many first code units are indexed (to the end of that line): for data whose later part says what
   * the first part says. Exact search reads all of it.
   */
  wordsHead?: number;
  /** Its sections are read without a grammar (`parse/section-formats.ts`). */
  sections?: SectionFormat;
  /** It holds code of another language (`parse/embedded.ts`). */
  embeds?: EmbeddedFormat;
  /** How names are written; of every language with a parser or code inside. */
  names?: NameRules;
  /** Absent where only words and lines are known. */
  syntax?: SyntaxRules;
}

/** What is read in sections, and how. */
export type SectionFormat =
  | "markdown"
  | "rst"
  | "html"
  | "yaml"
  | "toml"
  | "json"
  | "sql"
  | "css"
  | "dockerfile"
  | "makefile"
  | "hcl";
/** What holds code of another language, and where. */
export type EmbeddedFormat = "vue" | "svelte" | "astro" | "notebook";

/** Whether the syntax layer knows the language. */
export function hasSyntax(language: Language | undefined): boolean {
  return (language?.syntax ?? language?.sections ?? language?.embeds) !== undefined;
}
