// The library: one opened root, the operations as methods, answers as typed values.
//
//   import { open } from "pith";
//   await using pith = await open("/path/to/repository");
//   const { spans } = await pith.context({ query: "where is the session token checked", budget: 2000 });
//
// Importing it loads neither the MCP SDK, nor a schema library, nor the command line; the engine comes with `open`.
import type {
  ConfigArguments,
  ContextArguments,
  DoctorArguments,
  EvalArguments,
  ImpactArguments,
  IndexArguments,
  OperationName,
  OutlineArguments,
  MetricsArguments,
  PackArguments,
  ReadArguments,
  ReceiptArguments,
  RenameArguments,
  ReportArguments,
  ReviewArguments,
  SearchArguments,
  SessionReportArguments,
  SimilarArguments,
  StatusArguments,
  SymbolArguments,
  TraceArguments,
  WhyArguments,
} from "./engine/arguments.ts";
import type { OperationContext, Outcome } from "./engine/operation.ts";
import type {
  ContextAnswer,
  OutlineAnswer,
  ReadAnswer,
  SearchAnswer,
  SimilarAnswer,
  SymbolAnswer,
} from "./pack/answer.ts";
import type {
  ConfigReport,
  DoctorReport,
  IndexAnswer,
  ReceiptAnswer,
  SessionReport,
  StatusReport,
  WhyReport,
} from "./pack/reports.ts";
import type { LedgerMetrics, LedgerReport } from "./pack/ledger-report.ts";
import type { EvalReport } from "./pack/eval-report.ts";
import type { ImpactAnswer } from "./pack/impact-answer.ts";
import type { ReviewAnswer } from "./pack/review-answer.ts";
import type { RenameAnswer } from "./pack/rename-answer.ts";
import type { TraceAnswer } from "./pack/trace-answer.ts";
import type { PackListReport, PackReport } from "./pack/pack-reports.ts";
import type { Arguments, RunArguments } from "./surface/library-arguments.ts";
import { requireNode } from "./base/node-version.ts";
import { checkOpening } from "./surface/library-slips.ts";
import { inOwnWords } from "./surface/library-words.ts";
import type { OpenOptions } from "./surface/open-options.ts";
import { OpenedPith } from "./surface/opened-pith.ts";

export { ERROR_CODES } from "./base/error-codes.ts";
export type { ErrorCode } from "./base/error-codes.ts";
export { isPithError, PithError } from "./base/error.ts";
export type { ErrorShape } from "./base/error.ts";
export type { TraceDirection } from "./base/trace-directions.ts";
export type { Place, Span, SpanKind } from "./base/span.ts";
export type { OperationArguments, OperationName } from "./engine/arguments.ts";
export type { OpenOptions } from "./surface/open-options.ts";
export type { OperationContext, Outcome, Progress } from "./engine/operation.ts";
export type {
  Advice,
  AnswerBase,
  AnswerRoot,
  AnswerRoute,
  AnswerSpan,
  Completeness,
  ContextAnswer,
  Cost,
  Explanation,
  OutlineAnswer,
  OutlineFile,
  OutlineItem,
  ReadAnswer,
  ReadSpan,
  SearchAnswer,
  SimilarAnswer,
  SearchResult,
  SymbolAnswer,
  SymbolMatch,
  SymbolType,
  SymbolOverload,
  TooSmallAnswer,
} from "./pack/answer.ts";
export type {
  PossibleTraceSite,
  ProvenTraceSite,
  TraceAnswer,
  TraceDeclaration,
  TraceSite,
} from "./pack/trace-answer.ts";
export type {
  EvalGroup,
  EvalInterval,
  EvalLane,
  EvalLearnt,
  EvalReport,
  EvalRow,
} from "./pack/eval-report.ts";
export type * from "./pack/review-answer.ts";
export type { ImpactAnswer, ImpactDeclaration, ImpactExport, ImpactTest } from "./pack/impact-answer.ts";
export type * from "./pack/rename-answer.ts";
export type {
  LedgerBaseline,
  LedgerFault,
  LedgerMetrics,
  LedgerReport,
  LedgerRow,
} from "./pack/ledger-report.ts";
export type { HeldPlace, SessionPart } from "./pack/session-part.ts";
export type { Receipt } from "./pack/receipt.ts";
export type { PackChange, PackListReport, PackReport } from "./pack/pack-reports.ts";
export type { SavedPack } from "./pack/saved-pack.ts";
export type {
  ConfigReport,
  DoctorCheck,
  DoctorReport,
  IndexAnswer,
  IndexPlanReport,
  IndexReport,
  ReceiptAnswer,
  ReceiptReport,
  SessionReport,
  StatusReport,
  VerifyManyReport,
  VerifyReport,
  WhyReport,
} from "./pack/reports.ts";
export type { Unit } from "./tokens/units.ts";

// An older Node would fail at the first `open`, in the middle of a file that it cannot read.
requireNode();

/**
 * Under a budget too small even for an answer without spans, `op` and `advice` (code `budget-too-small`) are all that an
 * answer has, whatever its type says: `TooSmallAnswer`.
 */
export interface Pith extends AsyncDisposable {
  /** Absolute path of the opened root. */
  readonly root: string;
  context(args: Arguments<ContextArguments>, call?: OperationContext): Promise<ContextAnswer>;
  search(args: Arguments<SearchArguments>, call?: OperationContext): Promise<SearchAnswer>;
  symbol(args: Arguments<SymbolArguments>, call?: OperationContext): Promise<SymbolAnswer>;
  trace(args: Arguments<TraceArguments>, call?: OperationContext): Promise<TraceAnswer>;
  impact(args: Arguments<ImpactArguments>, call?: OperationContext): Promise<ImpactAnswer>;
  review(args?: Arguments<ReviewArguments>, call?: OperationContext): Promise<ReviewAnswer>;
  rename(args: Arguments<RenameArguments>, call?: OperationContext): Promise<RenameAnswer>;
  similar(args: Arguments<SimilarArguments>, call?: OperationContext): Promise<SimilarAnswer>;
  read(args: Arguments<ReadArguments>, call?: OperationContext): Promise<ReadAnswer>;
  outline(args?: Arguments<OutlineArguments>, call?: OperationContext): Promise<OutlineAnswer>;
  status(args?: Arguments<StatusArguments>, call?: OperationContext): Promise<StatusReport>;
  index<Of extends Arguments<IndexArguments>>(args?: Of, call?: OperationContext): Promise<IndexAnswer<Of>>;
  receipt<Action extends ReceiptArguments["action"]>(
    args: Arguments<ReceiptArguments> & { action: Action },
    call?: OperationContext,
  ): Promise<ReceiptAnswer<Action>>;
  pack(args: Arguments<PackArguments>, call?: OperationContext): Promise<PackReport | PackListReport>;
  session(args: Arguments<SessionReportArguments>, call?: OperationContext): Promise<SessionReport>;
  report(args?: Arguments<ReportArguments>, call?: OperationContext): Promise<LedgerReport>;
  metrics(args?: Arguments<MetricsArguments>, call?: OperationContext): Promise<LedgerMetrics>;
  why(args: Arguments<WhyArguments>, call?: OperationContext): Promise<WhyReport>;
  config(args?: Arguments<ConfigArguments>, call?: OperationContext): Promise<ConfigReport>;
  doctor(args?: Arguments<DoctorArguments>, call?: OperationContext): Promise<DoctorReport>;
  eval(args?: Arguments<EvalArguments>, call?: OperationContext): Promise<EvalReport>;
  /** Any operation with its finished text (`format: "text"`) or JSON, and whether anything was found. */
  run<Name extends OperationName>(
    name: Name,
    args: RunArguments<Name>,
    call?: OperationContext,
  ): Promise<Outcome>;
  /** Ends workers and closes files. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a folder, or without one the work tree around the working directory. Throws ROOT_NOT_FOUND and its kin. */
export async function open(root?: string, options: OpenOptions = {}): Promise<Pith> {
  checkOpening(root, options);
  const { rootAskedFor } = await import("./files/guard.ts");
  const { path } = inOwnWords(() => rootAskedFor(root));
  const { createEngine } = await import("./engine/engine.ts");
  return new OpenedPith(path, createEngine({ env: options.env ?? process.env, cwd: path }), options);
}
