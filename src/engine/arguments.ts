// The arguments of every operation, after a surface has parsed and checked them. Names are those of SCHEMAS.
import type { Unit } from "../tokens/units.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import type { ANSWER_CHOICES } from "../base/answer-choices.ts";
import type { Format } from "./operation.ts";

export interface CommonArguments {
  /** Folder to work in; absent: the work tree around the working directory (or the client's first root). */
  root?: string;
  format?: Format;
  /** Colour in the terminal format. */
  color?: boolean;
}

export interface BudgetArguments {
  budget?: number;
  unit?: Unit;
}

export interface SessionArguments {
  /** Id that the client chose: what was sent to it under this id, and stands as it was, is not sent again. */
  session?: string;
}

export interface RevisionArguments {
  /** A commit, branch or tag whose files are asked about, without a checkout; absent: the files on disk. */
  rev?: string;
}

export interface ScopeArguments {
  /** Globs, directories or files that bound every lane before ranking. */
  scope?: string[];
}

export interface ContextArguments
  extends CommonArguments, BudgetArguments, SessionArguments, ScopeArguments, RevisionArguments {
  query: string;
  language?: string[];
  /** Each span with its calls, bases and callers in brief. */
  relations?: boolean;
  explain?: boolean;
  /** Which form the answer takes; `auto` unless given: what the question asks for. */
  answer?: AnswerChoice;
  /** Tokens of the budget for a map of signatures before the spans; 0: none. */
  map?: number;
  /** A declaration that is shown with what uses it and what it uses. */
  trace?: string;
  /** The outline of what would be shown in place of it. */
  outline?: boolean;
  /** Tokens of the first lines of the first file in scope, and of the last lines of the last one; 0: none. */
  prefix?: number;
  tail?: number;
  /** Saved packs that the answer begins with; the query may be empty then. */
  pack?: string[];
}

export interface PackArguments extends CommonArguments, BudgetArguments {
  /** Name of the pack; absent with `list`. */
  name?: string;
  /** What it is selected by; absent: the pack as it is. */
  query?: string;
  /** Files, folders and globs that it is selected from. */
  paths?: string[];
  language?: string[];
  /** Select it anew by its own query. */
  refresh?: boolean;
  list?: boolean;
  remove?: boolean;
  /** Say what would be done, and write nothing. */
  dryRun?: boolean;
}

export type AnswerChoice = (typeof ANSWER_CHOICES)[number];

export type SearchMode = "ranked" | "exact" | "regex";

export interface SearchArguments
  extends CommonArguments, BudgetArguments, SessionArguments, ScopeArguments, RevisionArguments {
  query: string;
  mode?: SearchMode;
  limit?: number;
  perFile?: number;
  language?: string[];
  kind?: string[];
  /** Only (true) or no (false) exported symbols. */
  exported?: boolean;
  ignoreCase?: boolean;
  word?: boolean;
  /** Each result of a ranked search with its calls, bases and callers in brief. */
  relations?: boolean;
  explain?: boolean;
}

export interface SymbolArguments
  extends CommonArguments, BudgetArguments, SessionArguments, ScopeArguments, RevisionArguments {
  /** Name, or qualified name (`Class.method`). */
  symbol: string;
  language?: string[];
  kind?: string[];
  exported?: boolean;
  limit?: number;
}

export interface TraceArguments
  extends CommonArguments, BudgetArguments, SessionArguments, RevisionArguments {
  /** Name, qualified name, `path:name`, or the path of a file. */
  symbol: string;
  direction?: TraceDirection;
  depth?: number;
  kind?: string[];
}

export interface ImpactArguments extends CommonArguments, BudgetArguments, RevisionArguments {
  /** Name, qualified name, `path:name`, or a place (`path:line`). This, `diff` or `patch`. */
  symbol?: string;
  /** A commit with which the work tree is compared. */
  diff?: string;
  /** A unified diff. */
  patch?: string;
  depth?: number;
  kind?: string[];
}

/** One of `staged`, `range` and `diff`; none of them is the work tree against HEAD. */
export interface ReviewArguments extends CommonArguments, BudgetArguments {
  /** What is staged. */
  staged?: boolean;
  /** `A..B`, or `A...B` from the commit that both come from. */
  range?: string;
  /** A unified diff. */
  diff?: string;
}

export interface RenameArguments extends CommonArguments, BudgetArguments {
  /** Name, qualified name, `path:name`, or a place (`path:line`). */
  symbol: string;
  /** The new name. */
  to: string;
  kind?: string[];
}

export interface SimilarArguments
  extends CommonArguments, BudgetArguments, ScopeArguments, RevisionArguments {
  /** A place (`path:start-end`) or the name of a declaration. This or `text`. */
  subject?: string;
  /** The code, or the prose, to which similar code is looked for. */
  text?: string;
  language?: string[];
}

export interface OutlineArguments
  extends CommonArguments, BudgetArguments, SessionArguments, ScopeArguments, RevisionArguments {
  /** File or folder; absent: the whole root. */
  path?: string;
  /** A question: the map begins with the files that answer it, each with the declarations that do. */
  query?: string;
  exported?: boolean;
}

export interface ReadArguments extends CommonArguments, BudgetArguments, SessionArguments, RevisionArguments {
  /** `path`, `path:a-b`, `path:a`, or `<receipt>#<n>`: the n-th span kept by a receipt. */
  places: string[];
}

export interface BatchArguments extends CommonArguments {
  /** File of requests, one JSON object a line; `-` is standard input. */
  file: string;
}

export type StatusArguments = CommonArguments;

export interface IndexArguments extends CommonArguments {
  /** Also parse every file of a supported language (the syntax layer). */
  syntax?: boolean;
  /** Also ask the TypeScript compiler what every name means. */
  checker?: boolean;
  /** Drop what is stored and start anew. */
  rebuild?: boolean;
  /** Say what would be done, and write nothing. */
  dryRun?: boolean;
  /** Bundle of facts to take from before anything is made. */
  import?: string;
  /** Make every fact of that bundle again before any is taken. */
  verify?: boolean;
  /** File to write the facts to as a bundle. */
  export?: string;
}

export interface ReceiptArguments extends CommonArguments, RevisionArguments {
  action: "show" | "verify" | "expand";
  /** Receipt id, or a path of a receipt file; of `verify` also of a folder of them. */
  receipt: string;
  /** Of `expand`: so much is added to the budget. */
  more?: number;
  /** Of `expand`: without the lines that the receipt has. */
  newOnly?: boolean;
  /** Of `verify`: a span that only moved is a difference too. */
  strict?: boolean;
}

export interface WhyArguments extends CommonArguments {
  path: string;
}

export interface ConfigArguments extends CommonArguments {
  resolved?: boolean;
}

export type DoctorArguments = CommonArguments;

export interface EvalArguments extends CommonArguments {
  /** File of further questions, a JSON object a line. */
  questions?: string;
  /** Most questions of each kind that are made. */
  limit?: number;
  /** Write the learnt factors to the settings, if they are not worse. */
  apply?: boolean;
  /** File to write the page to. */
  html?: string;
  unit?: Unit;
}

export interface SessionReportArguments extends CommonArguments {
  action: "show" | "forget";
  /** Id that a client chose. */
  session: string;
}

export interface ReportArguments extends CommonArguments {
  /** A day (`2026-12-01`), or so many days back (`7d`). */
  since?: string;
  /** Of a million tokens that a model reads, in any currency. */
  price?: string;
  /** Of every root that is in this ledger. */
  all?: boolean;
  /** Remove all that is kept, of every root. */
  clear?: boolean;
}

export interface MetricsArguments extends CommonArguments {
  /** Of every root that is in this ledger. */
  all?: boolean;
}

/** Name of each operation with its arguments. */
export interface OperationArguments {
  context: ContextArguments;
  search: SearchArguments;
  symbol: SymbolArguments;
  trace: TraceArguments;
  impact: ImpactArguments;
  review: ReviewArguments;
  rename: RenameArguments;
  outline: OutlineArguments;
  similar: SimilarArguments;
  read: ReadArguments;
  batch: BatchArguments;
  status: StatusArguments;
  index: IndexArguments;
  receipt: ReceiptArguments;
  pack: PackArguments;
  why: WhyArguments;
  config: ConfigArguments;
  doctor: DoctorArguments;
  eval: EvalArguments;
  session: SessionReportArguments;
  report: ReportArguments;
  metrics: MetricsArguments;
}

export type OperationName = keyof OperationArguments;
