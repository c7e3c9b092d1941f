// The one table of operations. The command line, the MCP tools, the library's checks and the reference pages
// are made from it, so they cannot disagree. Plain data: no schema library, nothing to load.
import {
  DEFAULT_DECLARATIONS,
  DEFAULT_IMPACT_DEPTH,
  DEFAULT_RESULTS,
  LEAST_BUDGET,
  LINES_PER_FILE,
  LONGEST_CHOICE,
  LONGEST_NAME,
  LONGEST_PATCH,
  LONGEST_PATH,
  LONGEST_PATTERN,
  LONGEST_QUERY,
  LONGEST_SCOPE,
  MOST_BUDGET,
  MOST_CHOICES,
  MOST_PLACES,
  MOST_RESULTS,
  MOST_TRACE_DEPTH,
  RESULTS_PER_FILE,
} from "../base/limits.ts";
import { SYMBOL_KINDS } from "../base/span.ts";
import { TRACE_DIRECTIONS } from "../base/trace-directions.ts";
import { thousands } from "../base/thousands.ts";
import type { OperationName } from "../engine/arguments.ts";
import { UNITS } from "../tokens/units.ts";

export type Surface = "cli" | "mcp" | "library";
export type ToolSet = "default" | "full";

export type ParameterType =
  | "string"
  | "integer"
  | "boolean"
  /** A list; a single string is taken as a list of one. */
  | "strings"
  | "enum";

/** How a parameter is written on the command line. Without this it is the flag `--kebab-name`. */
export interface CommandLineForm {
  /** `one` argument, all `words` joined by blanks, or `many` arguments. */
  position?: "one" | "words" | "many";
  /** Short flag, such as `-b`. */
  short?: string;
  /** Flags that stand for one value of an enum, such as `exact: "-F, --exact"`. */
  shortcuts?: Readonly<Record<string, string>>;
  /** A boolean that can also be denied with `--no-name`. */
  deniable?: boolean;
  /** What stands for the value in help; the name itself unless given. */
  placeholder?: string;
  /** The description where it is another one than a tool's. */
  description?: string;
  /** A list that may also be separated by commas. */
  commas?: boolean;
}

export interface Parameter {
  /** The name of SCHEMAS, in camel case. */
  name: string;
  type: ParameterType;
  /** One sentence, sent with the tool schemas: every word is paid for on each turn of an agent. */
  description: string;
  /** What else a person should know, on the reference page alone. */
  note?: string;
  required?: boolean;
  /** Shown, not filled in: the engine and the configuration own their defaults. */
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  /** Of a text, or of each of a list: most UTF-16 code units. Every text that is no enum has it (a test). */
  longest?: number;
  /** Of a list: most entries. */
  most?: number;
  /** Of a list: most code units of all entries. */
  inAll?: number;
  values?: readonly string[];
  /** Values that are known to another part and checked when given. */
  valuesFrom?: "languages";
  /** Checks with codes of their own. */
  rule?: "query" | "budget";
  /** Only where the parameter `mode` is one of these: elsewhere it must not look as if it had been heeded. */
  modes?: readonly string[];
  /** The path of something in the root; on the command line also from the working directory. */
  path?: true;
  surfaces?: readonly Surface[];
  cli?: CommandLineForm;
}

export interface Example {
  command: string;
  says: string;
}

export interface Entry {
  name: string;
  /** One line for lists. */
  summary: string;
  use: string;
  not: string;
  parameters: readonly Parameter[];
  /** What exit code 1 means here; null where it never happens. */
  exitOne: string | null;
  examples: readonly Example[];
  group: "Ask" | "Look after" | "Connect";
}

export interface Operation extends Entry {
  name: OperationName;
  /** The smallest tool set that has it; null: no tool. */
  tool: ToolSet | null;
  /** False where the operation changes something of the user's (the cache does not count). */
  readOnly: boolean;
}

const root: Parameter = {
  name: "root",
  type: "string",
  longest: LONGEST_PATH,
  description: "Absolute folder. Default: the client's root.",
  note: "Taken literally. Without it: the client's first root (MCP), then the work tree around the working directory. Over MCP it lies in one of these. Every answer names the root that it used.",
  cli: {
    short: "-r",
    placeholder: "folder",
    description: "Folder to work in. Default: the work tree around the working directory.",
  },
};

const format: Parameter = {
  name: "format",
  type: "enum",
  values: ["text", "json"],
  default: "text",
  description: "Form of the answer.",
  note: "Both forms carry the same facts, and the budget is counted on the form that is sent.",
};

const terminalFormat: Parameter = {
  ...format,
  values: ["text", "json", "terminal"],
  note: "Both forms carry the same facts, and the budget is counted on the form that is sent. `terminal` is text with colours, the default where standard output is a terminal; `--json` is short for `--format json`.",
};

/** The parameters that every operation has; the terminal form only where there can be a terminal. */
const common: readonly Parameter[] = [
  root,
  { ...format, surfaces: ["mcp", "library"] },
  { ...terminalFormat, surfaces: ["cli"] },
];

const unit: Parameter = {
  name: "unit",
  type: "enum",
  values: UNITS,
  description: "What budget counts.",
  note: "`o200k_base` unless configured. `estimate` is for models without a public tokenizer, and the answer says that it is one.",
  cli: { short: "-u" },
};

const budget: Parameter = {
  name: "budget",
  type: "integer",
  minimum: LEAST_BUDGET,
  maximum: MOST_BUDGET,
  rule: "budget",
  description: "Most tokens that the answer may cost.",
  note: "Counted on the finished text or JSON. The configured budget unless given.",
  cli: { short: "-b", placeholder: "tokens" },
};

const scope: Parameter = {
  name: "scope",
  type: "strings",
  longest: LONGEST_PATTERN,
  most: MOST_CHOICES,
  inAll: LONGEST_SCOPE,
  description: "Only these folders, files or globs.",
  note: "Bounds every lane before ranking. On the command line give the flag once for each.",
  cli: { short: "-s", placeholder: "glob" },
};

const language: Parameter = {
  name: "language",
  type: "strings",
  longest: LONGEST_CHOICE,
  most: MOST_CHOICES,
  valuesFrom: "languages",
  description: "Only these languages.",
  note: "By name, or by an extension of theirs: `rust` or `rs`, `typescript` or `ts`.",
  cli: { short: "-l", placeholder: "name", commas: true },
};

const kind: Parameter = {
  name: "kind",
  type: "strings",
  longest: LONGEST_CHOICE,
  most: MOST_CHOICES,
  values: SYMBOL_KINDS,
  description: "Only these kinds, such as function, class.",
  cli: { short: "-k", placeholder: "kind", commas: true },
};

const exported: Parameter = {
  name: "exported",
  type: "boolean",
  description: "Only exported symbols; false: only the others.",
  cli: { deniable: true },
};

const relations: Parameter = {
  name: "relations",
  type: "boolean",
  default: false,
  description: "Calls, bases and callers of each span.",
  note: "In brief, proven ones by name, possible ones counted; `trace` has them all. Looked up for the first spans.",
};

const explain: Parameter = {
  name: "explain",
  type: "boolean",
  default: false,
  description: "Say how each span got its place.",
  note: "What each number means: [explain](../guide/explain.md).",
};

const query: Parameter = {
  name: "query",
  type: "string",
  required: true,
  rule: "query",
  longest: LONGEST_QUERY,
  description: "Question or task in plain words, with any names you know.",
  note: `At most ${thousands(LONGEST_QUERY)} characters. Several words need no quotes on the command line.`,
  cli: { position: "words" },
};

const RANKED = ["ranked"] as const;
const BY_LINES = ["exact", "regex"] as const;

export const OPERATIONS: readonly Operation[] = [
  {
    name: "context",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary: "The lines that answer a question, inside a budget.",
    use: "Use it first, when you don't know where something is or how it works.",
    not: "Not for a known name (symbol), every occurrence (search) or a known file (read).",
    parameters: [
      query,
      budget,
      unit,
      scope,
      { ...language, surfaces: ["cli", "library"] },
      relations,
      explain,
      ...common,
    ],
    exitOne: "nothing found in what was scanned",
    examples: [
      { command: 'pith context "where is the session token checked"', says: "Ask in plain words" },
      {
        command: 'pith "where is the session token checked"',
        says: "The same: a quoted question needs no verb",
      },
      {
        command: "pith context retry backoff --budget 1000 --scope src",
        says: "A smaller answer from one folder",
      },
      { command: 'pith context "how are roots resolved" --json', says: "The same facts as JSON" },
    ],
  },
  {
    name: "search",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary: "Ranked places, or every line with an exact text or regex.",
    use: "Use it to list places, one line each, and with mode exact or regex for every occurrence.",
    not: "Not for the code itself (context).",
    parameters: [
      { ...query, description: "Words; the literal text (exact) or expression (regex)." },
      {
        name: "mode",
        type: "enum",
        values: ["ranked", "exact", "regex"],
        default: "ranked",
        description: "How query is read.",
        note: "`exact` finds what `rg -F` finds. `regex` takes a stated subset of Rust's syntax and refuses the rest with its position.",
        cli: { short: "-m", shortcuts: { exact: "-F, --exact", regex: "-e, --regex" } },
      },
      {
        name: "limit",
        type: "integer",
        minimum: 1,
        maximum: MOST_RESULTS,
        default: DEFAULT_RESULTS,
        description: "Most results.",
        cli: { short: "-n", placeholder: "count" },
      },
      {
        name: "perFile",
        type: "integer",
        minimum: 1,
        maximum: MOST_RESULTS,
        default: RESULTS_PER_FILE,
        description: "Most results in one file.",
        note: `In mode \`exact\` and \`regex\` a file is one result, and this is how many of its lines are shown; unless given, the first ${LINES_PER_FILE} of each file, then the others file by file, as many as the budget holds.`,
        cli: {
          placeholder: "count",
          description: "Most results in one file. With -F and -e its lines: as many as fit unless given.",
        },
      },
      scope,
      language,
      { ...kind, modes: RANKED },
      { ...exported, modes: RANKED },
      {
        name: "ignoreCase",
        type: "boolean",
        modes: BY_LINES,
        default: false,
        description: "Exact and regex: any case.",
        cli: { short: "-i" },
      },
      {
        name: "word",
        type: "boolean",
        modes: BY_LINES,
        default: false,
        description: "Exact and regex: whole words.",
        cli: { short: "-w" },
      },
      budget,
      unit,
      { ...relations, modes: RANKED },
      { ...explain, modes: RANKED },
      ...common,
    ],
    exitOne: "nothing found in what was scanned",
    examples: [
      { command: "pith search rate limit middleware", says: "Ranked places, one per file" },
      { command: "pith search --exact 'TODO(' --scope src --limit 50", says: "Every line with a text" },
      {
        command: "pith search --regex 'fn \\w+_test' --language rust",
        says: "Every line that an expression matches",
      },
    ],
  },
  {
    name: "symbol",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary: "Where a name is declared, with signature and doc.",
    use: "Use it when you know the name of a function, class, type or method.",
    not: "Not for questions (context). An unknown name gets the nearest names, never another one.",
    parameters: [
      {
        name: "symbol",
        type: "string",
        longest: LONGEST_NAME,
        required: true,
        rule: "query",
        description: "Name, or qualified name such as Class.method.",
        note: "A declaration with several signatures (overloads) is one match with all of them.",
        cli: { position: "one" },
      },
      kind,
      { ...language, surfaces: ["cli", "library"] },
      { ...exported, surfaces: ["cli", "library"] },
      scope,
      {
        name: "limit",
        type: "integer",
        minimum: 1,
        maximum: MOST_RESULTS,
        default: DEFAULT_DECLARATIONS,
        description: "Most declarations.",
        surfaces: ["cli", "library"],
        cli: { short: "-n", placeholder: "count" },
      },
      budget,
      unit,
      ...common,
    ],
    exitOne: "no declaration of that name; the nearest names are listed",
    examples: [
      { command: "pith symbol createServer", says: "Each declaration of a name" },
      { command: "pith symbol Router.add --kind method", says: "A qualified name, one kind" },
    ],
  },
  {
    name: "trace",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary:
      "Who calls a symbol, what it calls, implementors, bases, file dependencies: proven and possible apart.",
    use: "Use it before changing a signature, to see what depends on it.",
    not: "Not for text occurrences (search with mode exact).",
    parameters: [
      {
        name: "symbol",
        type: "string",
        longest: LONGEST_NAME,
        required: true,
        rule: "query",
        description: "Name, Class.method, path:name, path:line, or a file's path.",
        note: "A file's path traces its imports (`dependencies`) or its importers (`dependents`). A name that several declarations have is not traced: they are listed, each with its own counts; ask for one by its place. What the rules and reasons mean: [trace](../guide/trace.md).",
        cli: { position: "one" },
      },
      {
        name: "direction",
        type: "enum",
        values: TRACE_DIRECTIONS,
        default: "callers",
        description: "What to follow.",
        note: "`implementors` of a class or interface are the types below it, of a method the methods that override or implement it; `bases` the reverse.",
        cli: { short: "-d" },
      },
      {
        name: "depth",
        type: "integer",
        minimum: 1,
        maximum: MOST_TRACE_DEPTH,
        default: 1,
        description: "Steps over proven edges.",
        note: "Possible edges are counted at each step and not followed.",
        cli: { placeholder: "steps" },
      },
      { ...kind, surfaces: ["cli", "library"] },
      budget,
      unit,
      ...common,
    ],
    exitOne: "no declaration of that name, or nothing found for it",
    examples: [
      { command: "pith trace createServer", says: "Who calls it" },
      { command: "pith trace Store.save --direction callees", says: "What a method calls" },
      { command: "pith trace Repository --direction implementors", says: "The types below one" },
      { command: "pith trace src/db.ts --direction dependents --depth 3", says: "Files that rest on one" },
    ],
  },
  {
    name: "impact",
    group: "Ask",
    // The tools that agents pay for on each turn are full: see docs/limits.md.
    tool: null,
    readOnly: true,
    summary: "What could break: proven dependents by depth, possible ones by reason, tests, exports.",
    use: "Use it before a change of a symbol, or on a diff before it is merged.",
    not: "Not for one step of calls (trace). It changes and runs nothing.",
    parameters: [
      {
        name: "symbol",
        type: "string",
        longest: LONGEST_NAME,
        rule: "query",
        description: "Name, Class.method, path:name, or a place (path:line).",
        note: "This, `diff` or `patch`. A name that several declarations have is not followed: they are listed, each with its own counts.",
        cli: { position: "one" },
      },
      {
        name: "diff",
        type: "string",
        longest: LONGEST_NAME,
        description: "A commit, branch or tag: what the work tree changed since it.",
        note: "Asked of Git, without programs that the repository names. Files that Git does not track are not compared. For a range give a patch.",
        cli: { placeholder: "revision" },
      },
      {
        name: "patch",
        type: "string",
        longest: LONGEST_PATCH,
        description: "A unified diff.",
        note: "It may be applied already or not: each file is held against both sides, and what fits neither is named. For a range: `git diff A..B | pith impact --patch -`.",
        cli: { placeholder: "file", description: "File of a unified diff; - is standard input." },
      },
      {
        name: "depth",
        type: "integer",
        minimum: 1,
        maximum: MOST_TRACE_DEPTH,
        default: DEFAULT_IMPACT_DEPTH,
        description: "Steps over proven edges.",
        note: "Possible dependents are listed for what changes itself, and counted further out.",
        cli: { placeholder: "steps" },
      },
      kind,
      budget,
      unit,
      ...common,
    ],
    exitOne: "no declaration of that name, or nothing depends on it",
    examples: [
      { command: "pith impact Store.save", says: "What depends on a method" },
      { command: "pith impact --diff main", says: "What the work tree's changes since a branch may break" },
    ],
  },
  {
    name: "rename",
    group: "Ask",
    tool: null,
    readOnly: true,
    summary: "One checklist for a new name: declarations, references, exports, strings, comments, conflicts.",
    use: "Use it before renaming a symbol.",
    not: "Not to make the edits: it changes nothing.",
    parameters: [
      {
        name: "symbol",
        type: "string",
        longest: LONGEST_NAME,
        required: true,
        rule: "query",
        description: "Name, Class.method, path:name, or a place (path:line).",
        note: "A name that several declarations have is not followed: they are listed, each with its own counts.",
        cli: { position: "one" },
      },
      {
        name: "to",
        type: "string",
        longest: LONGEST_NAME,
        required: true,
        description: "The new name, without what qualifies it.",
        cli: { position: "one" },
      },
      kind,
      budget,
      unit,
      ...common,
    ],
    exitOne: "no declaration of that name",
    examples: [
      { command: "pith rename createServer openServer", says: "All places of a name" },
      { command: "pith rename src/db.ts:41 openDatabase", says: "The declaration on a line" },
    ],
  },
  {
    name: "outline",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary: "The skeleton of a file, folder or the repository.",
    use: "Use it to see what is there before reading it.",
    not: "Not for bodies (read, context).",
    parameters: [
      {
        name: "path",
        type: "string",
        longest: LONGEST_PATH,
        path: true,
        description: "File or folder. Default: the whole root.",
        cli: { position: "one" },
      },
      {
        name: "query",
        type: "string",
        rule: "query",
        longest: LONGEST_QUERY,
        description: "A question: files that answer it first.",
        cli: { short: "-q" },
      },
      exported,
      { ...scope, surfaces: ["cli", "library"] },
      budget,
      unit,
      ...common,
    ],
    exitOne: "nothing to outline in what was scanned",
    examples: [
      { command: "pith outline", says: "A map of the repository" },
      { command: "pith outline src/server.ts", says: "The symbols of one file, with their lines" },
      { command: 'pith outline -q "how are sessions stored" --budget 1200', says: "A map for a question" },
      { command: "pith outline src --exported --budget 1500", says: "What a folder offers to others" },
    ],
  },
  {
    name: "read",
    group: "Ask",
    tool: "default",
    readOnly: true,
    summary: "Exact lines of files, from disk, secrets redacted.",
    use: "Use it for ranges that an answer named.",
    not: "Not for looking around (outline, context).",
    parameters: [
      {
        name: "places",
        type: "strings",
        longest: LONGEST_PATH,
        most: MOST_PLACES,
        required: true,
        path: true,
        description: "path, path:start-end, or receipt#n.",
        note: "`path:12` is one line. `<receipt>#<n>` is the n-th span that a receipt kept, as `receipt show` numbers them.",
        cli: { position: "many", placeholder: "place" },
      },
      budget,
      unit,
      ...common,
    ],
    exitOne: null,
    examples: [
      { command: "pith read src/server.ts:10-60", says: "A range of lines" },
      {
        command: "pith read src/server.ts:10-60 src/router.ts:1-20 --budget 800",
        says: "Several, inside one budget",
      },
    ],
  },
  {
    name: "batch",
    group: "Ask",
    tool: null,
    readOnly: true,
    summary: "Many requests from a file, one JSON line back for each.",
    use: "Use it in scripts and benchmarks: one process, one warm index, many requests.",
    not: "Not for a single request.",
    parameters: [
      {
        name: "file",
        type: "string",
        longest: LONGEST_PATH,
        required: true,
        description: "Requests, one JSON object a line; - is standard input.",
        note: "A request is `{id?, op?, …arguments}`; `op` is `search` unless given, or one of `context`, `symbol`, `trace`, `impact`, `rename`, `outline`, `read`, `status`, `index`, `why`, `config`, `doctor`, `receipt`. A fault is `{id, error: {code, message, subject, next}}`, with the number of its `line` where no id was given, and the rest goes on.",
        cli: { position: "one" },
      },
      root,
    ],
    exitOne: null,
    examples: [
      { command: "pith batch requests.jsonl", says: "Requests from a file" },
      {
        command: `echo '{"op":"symbol","symbol":"main"}' | pith batch -`,
        says: "Requests from standard input",
      },
    ],
  },
  {
    name: "status",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "What is indexed here, how fresh, and where it rests.",
    use: "Use it to see what answers are made from.",
    not: "Not needed before asking: the first question makes the index.",
    parameters: [...common],
    exitOne: null,
    examples: [{ command: "pith status", says: "Files, segments, cache folder, freshness" }],
  },
  {
    name: "index",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "Make or renew the index now.",
    use: "Use it to pay for a huge repository before the first question, or to rebuild.",
    not: "Not needed in general: every answer renews what changed.",
    parameters: [
      {
        name: "syntax",
        type: "boolean",
        default: false,
        description: "Also parse every file of a supported language.",
      },
      {
        name: "checker",
        type: "boolean",
        default: false,
        description: "Also ask the TypeScript compiler what every name means.",
        note: "For TypeScript and JavaScript. It needs TypeScript 5.4 to 6 beside Pith (npm install -g typescript@6), runs in a process of its own under the ceiling checkerMegabytes, and turns what trace calls possible into proven or drops it. Any later change of a file drops what it found.",
      },
      {
        name: "rebuild",
        type: "boolean",
        default: false,
        description: "Drop what is stored and start anew.",
      },
      ...common,
    ],
    exitOne: "the checker pass is not kept: changed files or unwritable cache",
    examples: [
      { command: "pith index --checker", says: "Also settle calls by the TypeScript compiler" },
      { command: "pith index", says: "Bring the index up to date" },
      { command: "pith index --rebuild --syntax", says: "Start anew, syntax included" },
    ],
  },
  {
    name: "receipt",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "Show what an answer kept and dropped, or verify it later.",
    use: "Use it to prove or re-check an earlier answer by its receipt id.",
    not: "Not for the text itself: read takes receipt#n.",
    parameters: [
      {
        name: "action",
        type: "enum",
        values: ["show", "verify"],
        required: true,
        description: "show it, or verify it against the disk.",
        cli: { position: "one" },
      },
      {
        name: "receipt",
        type: "string",
        longest: LONGEST_PATH,
        required: true,
        path: true,
        description: "Receipt id, or path of a receipt file.",
        note: "The file lies inside the root, or in Pith's own folder of receipts for this root, in the cache. Elsewhere it is refused.",
        cli: { position: "one" },
      },
      ...common,
    ],
    exitOne: "verify found a span that moved, changed or is gone",
    examples: [
      {
        command: "pith receipt show 482913570264819305",
        says: "Every span kept and dropped, with the reason",
      },
      { command: "pith receipt verify 482913570264819305", says: "Is it still true?" },
    ],
  },
  {
    name: "why",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "Why a path is read or skipped: the rule, its file and line.",
    use: "Use it when a file that you expect does not show up.",
    not: "Not for why a span ranks where it does (explain).",
    parameters: [
      {
        name: "path",
        type: "string",
        longest: LONGEST_PATH,
        required: true,
        path: true,
        description: "Path inside the root.",
        cli: { position: "one" },
      },
      ...common,
    ],
    exitOne: "the path is skipped",
    examples: [{ command: "pith why build/out.js", says: "Which rule leaves this file out" }],
  },
  {
    name: "config",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "The settings in force, each with where it was set.",
    use: "Use it to see which budget, unit, includes and ceilings hold here.",
    not: "Not for changing them: edit pith.json.",
    parameters: [
      {
        name: "resolved",
        type: "boolean",
        default: false,
        description: "Every key with value and source, defaults included.",
      },
      ...common,
    ],
    exitOne: null,
    examples: [{ command: "pith config --resolved", says: "Every key, its value and its source" }],
  },
  {
    name: "doctor",
    group: "Look after",
    tool: "full",
    readOnly: true,
    summary: "Check Node, cache folder, grammars and Git; say what to do.",
    use: "Use it when something does not work as it should.",
    not: "Not for questions about the code.",
    parameters: [...common],
    exitOne: "a check says DEGRADED or FAULT: something needs attention",
    examples: [{ command: "pith doctor", says: "Check this installation" }],
  },
];

/** Commands of the command line that are no operations: they connect Pith to something. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "mcp",
    group: "Connect",
    summary: "Serve the tools over MCP on standard input and output.",
    use: "Use it in the settings of an agent or editor that speaks MCP.",
    not: "Not for the terminal: it waits for a client.",
    parameters: [
      {
        name: "tools",
        type: "enum",
        values: ["default", "full"],
        default: "default",
        description: "Which tools to offer.",
        note: "The configured tool set unless given.",
        cli: { short: "-t" },
      },
      {
        ...root,
        description: "Folder to work in, whatever the client says. Default: the client's root.",
        note: "A `root` argument of a call may name a folder inside it.",
      },
    ],
    exitOne: null,
    examples: [
      { command: "claude mcp add pith -- pith mcp", says: "Set up in Claude Code" },
      { command: "pith mcp --tools full", says: "Also status, index, receipt, why, config, doctor" },
    ],
  },
  {
    name: "completion",
    group: "Connect",
    summary: "Print a completion script for a shell.",
    use: "Use it once, in your shell's start file.",
    not: "Not for zsh frameworks that bring their own loader: put the output on fpath instead.",
    parameters: [
      {
        name: "shell",
        type: "enum",
        values: ["bash", "zsh", "fish"],
        required: true,
        description: "bash, zsh or fish.",
        cli: { position: "one" },
      },
    ],
    exitOne: null,
    examples: [
      { command: "pith completion bash >> ~/.bashrc", says: "bash" },
      { command: "pith completion fish > ~/.config/fish/completions/pith.fish", says: "fish" },
    ],
  },
];

/** The parameters of an entry that a surface has. */
export function parametersFor(entry: Entry, surface: Surface): Parameter[] {
  return entry.parameters.filter((p) => p.surfaces === undefined || p.surfaces.includes(surface));
}

export function operationNamed(name: string): Operation | undefined {
  return OPERATIONS.find((o) => o.name === name);
}

/** The operations of a tool set, in the order of the table. */
export function toolsOf(set: ToolSet): Operation[] {
  return OPERATIONS.filter((o) => o.tool === "default" || (set === "full" && o.tool === "full"));
}
