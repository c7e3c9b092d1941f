// The JSON form of operations that report on Pith itself: they have no budget, so they are not answers of SCHEMAS.
import type { ConfigSource } from "../config/load.ts";
import type { Why } from "../files/why.ts";
import type { ContextAnswer, AnswerRoot } from "./answer.ts";
import type { Receipt } from "./receipt.ts";
import type { VerifiedReceipt } from "./receipt-verify.ts";

export interface CacheReport {
  folder: string;
  bytes: number;
}

/** Of how many files only a part has facts, and why. */
export type PartialIndex = { read: number; of: number; why: string } | null;

/** One program of the checker pass. */
export interface CheckedProgramReport {
  /** Path of its configuration; empty where its files have none. */
  config: string;
  files: number;
  verdicts: number;
  /** Why it was left out, or null. */
  skipped: string | null;
}

export interface CheckerReport {
  /** Version of the compiler. */
  compiler: string;
  /** Names of which the compiler says what they mean. */
  verdicts: number;
  programs: CheckedProgramReport[];
  /** Why nothing of it was stored, or null. */
  notStored: string | null;
}

export interface CheckerStatus {
  compiler: string;
  /** Verdicts that hold. */
  verdicts: number;
  /** Verdicts that do not hold, since files have changed. */
  dropped: number;
  programs: number;
  skipped: { config: string; why: string }[];
}

/** The provider of vectors that is set. */
export interface ProviderStatus {
  /** Kind and model. */
  name: string;
  /** Where texts go: host and port, or this process. */
  place: string;
  /** Numbers of a vector; 0 where it isn't known yet. */
  dimension: number;
  /** Chunks that are to have vectors, and those that have. */
  chunks: number;
  withVectors: number;
  /** More chunks than may have some. */
  left: number;
  /** What is wrong with it, and what to do, or null. */
  fault: string | null;
}

export interface ProviderReport extends ProviderStatus {
  /** Vectors that this call made; texts that were cut for it, and that it could not take. */
  made: number;
  cut: number;
  refused: number;
}

export interface StatusReport {
  op: "status";
  root: AnswerRoot;
  index: {
    files: number;
    indexed: number;
    partial: PartialIndex;
    segments: number;
    chunks: number;
    declarations: number;
    generation: number;
    /** False where this call made it. */
    storedBefore: boolean;
  };
  /** Skip reason → number of names left out. */
  skipped: Record<string, number>;
  /** Language id → number of files. */
  languages: Record<string, number>;
  /** Folders that are watched so that what changes is read ahead (`pith mcp --watch`); null where that is not done. */
  watching: { folders: number; why: string | null } | null;
  /** What the checker pass found; null where it has not run. */
  checker: CheckerStatus | null;
  /** Null where no provider of vectors is set. */
  provider: ProviderStatus | null;
  cache: CacheReport;
}

/** What was written by `--export`. */
export interface ExportedReport {
  file: string;
  /** SHA-256 of the records: the same facts have the same. */
  id: string;
  bytes: number;
  /** Contents whose words facts, and whose syntax facts, are in it. */
  words: number;
  syntax: number;
  /** Contents whose syntax facts were left out, since a secret stands in them. */
  withSecrets: number;
}

/** What was taken by `--import`. */
export interface ImportedReport {
  file: string;
  id: string;
  /** Records of the bundle. */
  offered: number;
  /** Contents of this tree whose words facts, and whose syntax facts, were taken. */
  words: number;
  syntax: number;
  /** Contents whose facts were made again before any were taken, and were the same. */
  checked: number;
  /** Facts that can't be those of their file: they are made here. */
  refused: number;
}

/** What would be sent to the provider of vectors that is set: at most this. */
export interface ProviderPlan {
  name: string;
  place: string;
  files: number;
  bytes: number;
  /** Why nothing would be, and what to do, or null. */
  fault: string | null;
}

/** `index --dry-run`: what `index` would do. Nothing is written. */
export interface IndexPlanReport {
  op: "index";
  dryRun: true;
  root: AnswerRoot;
  /** Files that the walk admits. */
  files: number;
  /** Those that would be read, and the bytes of text in them as far as names and sizes tell. */
  read: { files: number; bytes: number };
  /** Those whose facts are there. */
  known: number;
  /** Language id, by the file's name → the files that would be read, the most bytes first. */
  languages: Record<string, { files: number; bytes: number }>;
  /** Skip reason → number of names left out, as far as it can be told without reading. */
  skipped: Record<string, number>;
  /** The syntax layer; null where it was not asked for. */
  syntax: { files: number; bytes: number } | null;
  /** Null where no provider of vectors is set. */
  provider: ProviderPlan | null;
  /** About how long it would take, and how much the cache would have then, at the rates said. */
  seconds: number;
  bytesAfter: number;
  rates: IndexRatesReport;
  cache: CacheReport;
}

/** Measured on one machine: where it is another one, so are the seconds. */
export interface IndexRatesReport {
  threads: number;
  /** Bytes of text, and files, a second and thread: a file takes the time of both. */
  wordsBytesPerSecond: number;
  wordsFilesPerSecond: number;
  syntaxBytesPerSecond: number;
  syntaxFilesPerSecond: number;
  /** Bytes of the cache for each byte of text, and for each file. */
  wordsCacheShare: number;
  wordsCacheFileBytes: number;
  syntaxCacheShare: number;
  syntaxCacheFileBytes: number;
}

export interface IndexReport {
  op: "index";
  root: AnswerRoot;
  files: number;
  indexed: number;
  /** Files whose words facts this call made; those of the others were known. */
  made: number;
  /** Files whose syntax was parsed or known; null where that was not asked for. */
  parsed: number | null;
  /** Reason → number of files that were to be parsed and were not. */
  unparsed: Record<string, number>;
  /** The checker pass, where it was asked for. */
  checker: CheckerReport | null;
  /** Earlier verdicts of the checker pass that do not hold any more. */
  dropped: number;
  imported: ImportedReport | null;
  exported: ExportedReport | null;
  /** Null where no provider of vectors is set. */
  provider: ProviderReport | null;
  partial: PartialIndex;
  segments: number;
  cache: CacheReport;
}

/** What `index` gives for its arguments. */
export type IndexAnswer<Of> = Of extends { dryRun: true } ? IndexPlanReport : IndexReport;

export interface WhyReport extends Why {
  op: "why";
  root: AnswerRoot;
  /** Language id of a file that is read. */
  language: string | null;
  /** Whether that language has exact syntax, or words and lines alone. */
  syntax: boolean | null;
}

export interface ConfigReport {
  op: "config";
  root: AnswerRoot;
  cacheDir: string;
  values: { key: string; value: unknown; source: ConfigSource }[];
}

export interface DoctorCheck {
  name: string;
  state: "ok" | "degraded" | "fault";
  text: string;
}

export interface DoctorReport {
  op: "doctor";
  root: AnswerRoot;
  checks: DoctorCheck[];
  /** Who tells the declarations of each language. */
  languages: { id: string; syntax: boolean; by: DoctorSupport }[];
  /** Language id → number of files here that are known by words and lines alone. */
  filesByWordsAlone: Record<string, number>;
  /** The same files by reason, the most first. */
  textOnly: { language: string; why: DoctorTextOnly; files: number; examples: string[] }[];
}

/** `code-inside`: the parser of the language of the scripts or cells that it holds. */
export type DoctorSupport = "parser" | "sections" | "code-inside" | "words";
export type DoctorTextOnly = "no-grammar" | "grammar-missing" | "too-large" | "minified";

/** `receipt show`. */
export interface ReceiptReport {
  op: "receipt";
  action: "show";
  root: AnswerRoot;
  receipt: Receipt;
}

/** `receipt verify`; `receipt` is the id. */
export interface VerifyReport extends VerifiedReceipt {
  op: "receipt";
  action: "verify";
  root: AnswerRoot;
}

/** `receipt verify` of a folder, or of a page with several receipts. */
export interface VerifyManyReport {
  op: "receipt";
  action: "verify";
  root: AnswerRoot;
  /** Each receipt holds, and each file that is one could be read. */
  holds: boolean;
  receipts: (VerifiedReceipt & { from: string })[];
  /** Files that should be receipts and can't be read as one. */
  faults: { from: string; code: string; message: string; next: string }[];
  /** Files of such names in the folder that are no receipts. */
  others: number;
  /** Of all spans of all receipts. */
  counts: VerifiedReceipt["counts"];
}

/** By the action; `verify` gives a `VerifyManyReport` for a folder, `expand` the answer of the expansion. */
export type ReceiptAnswer<Action extends "show" | "verify" | "expand"> = Action extends "show"
  ? ReceiptReport
  : Action extends "expand"
    ? ContextAnswer
    : VerifyReport | VerifyManyReport;

/** What a client holds by its session. */
export interface SessionReport {
  op: "session";
  root: AnswerRoot;
  action: "show" | "forget";
  session: string;
  /** False where nothing is kept under this id. */
  known: boolean;
  answers: number;
  /** Cost of all that was sent, by the unit in which it was counted. */
  resident: Record<string, number>;
  files: number;
  lines: number;
  /** Items of lists: declarations, places, rows of outlines. */
  items: number;
}
