// An opened root as a program has it: each operation as a method with a typed answer.
import type {
  BatchArguments,
  ConfigArguments,
  ContextArguments,
  DoctorArguments,
  EvalArguments,
  ImpactArguments,
  IndexArguments,
  OperationArguments,
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
} from "../engine/arguments.ts";
import type { Engine } from "../engine/engine.ts";
import type { OperationContext, Outcome } from "../engine/operation.ts";
import type {
  ContextAnswer,
  OutlineAnswer,
  ReadAnswer,
  SearchAnswer,
  SimilarAnswer,
  SymbolAnswer,
} from "../pack/answer.ts";
import type {
  ConfigReport,
  DoctorReport,
  IndexAnswer,
  ReceiptAnswer,
  SessionReport,
  StatusReport,
  WhyReport,
} from "../pack/reports.ts";
import type { LedgerMetrics, LedgerReport } from "../pack/ledger-report.ts";
import type { EvalReport } from "../pack/eval-report.ts";
import type { ImpactAnswer } from "../pack/impact-answer.ts";
import type { ReviewAnswer } from "../pack/review-answer.ts";
import type { RenameAnswer } from "../pack/rename-answer.ts";
import type { TraceAnswer } from "../pack/trace-answer.ts";
import type { PackListReport, PackReport } from "../pack/pack-reports.ts";
import type { Arguments, RunArguments } from "./library-arguments.ts";
import type { OpenOptions } from "./open-options.ts";
import { isRecord } from "../base/record.ts";
import { ownWords } from "./library-words.ts";
import { operationNamed } from "./operations.ts";
import { checkCall, noArguments, unknownOperation } from "./library-slips.ts";
import { checkArguments } from "./parameters.ts";
import { readRequests } from "./read-requests.ts";
import { runBatch } from "./run-batch.ts";

export class OpenedPith {
  readonly root: string;
  readonly #engine: Engine;
  readonly #options: OpenOptions;

  constructor(root: string, engine: Engine, options: OpenOptions) {
    this.root = root;
    this.#engine = engine;
    this.#options = options;
  }

  async run<Name extends OperationName>(
    name: Name,
    args: RunArguments<Name>,
    call: OperationContext = {},
  ): Promise<Outcome> {
    const operation = operationNamed(name);
    if (operation === undefined) throw unknownOperation(name);
    if (!isRecord(args)) throw noArguments(operation, args);
    checkCall(call);
    try {
      const checked = await checkArguments(operation, { ...args, root: this.root }, "library");
      const given = checked as unknown as OperationArguments[Name];
      const outcome =
        name === "batch"
          ? await runBatch(this.#engine, () => readRequests(process.stdin), given as BatchArguments, call)
          : await this.#engine.run(name, given, call);
      for (const notice of outcome.notices) this.#options.onNotice?.(notice);
      return outcome;
    } catch (error) {
      throw ownWords(error);
    }
  }

  async context(args: Arguments<ContextArguments>, call?: OperationContext): Promise<ContextAnswer> {
    return this.#answer("context", args, call);
  }

  async search(args: Arguments<SearchArguments>, call?: OperationContext): Promise<SearchAnswer> {
    return this.#answer("search", args, call);
  }

  async symbol(args: Arguments<SymbolArguments>, call?: OperationContext): Promise<SymbolAnswer> {
    return this.#answer("symbol", args, call);
  }

  async trace(args: Arguments<TraceArguments>, call?: OperationContext): Promise<TraceAnswer> {
    return this.#answer("trace", args, call);
  }

  async impact(args: Arguments<ImpactArguments>, call?: OperationContext): Promise<ImpactAnswer> {
    return this.#answer("impact", args, call);
  }

  async review(args: Arguments<ReviewArguments> = {}, call?: OperationContext): Promise<ReviewAnswer> {
    return this.#answer("review", args, call);
  }

  async rename(args: Arguments<RenameArguments>, call?: OperationContext): Promise<RenameAnswer> {
    return this.#answer("rename", args, call);
  }

  async similar(args: Arguments<SimilarArguments>, call?: OperationContext): Promise<SimilarAnswer> {
    return this.#answer("similar", args, call);
  }

  async read(args: Arguments<ReadArguments>, call?: OperationContext): Promise<ReadAnswer> {
    return this.#answer("read", args, call);
  }

  async outline(args: Arguments<OutlineArguments> = {}, call?: OperationContext): Promise<OutlineAnswer> {
    return this.#answer("outline", args, call);
  }

  async status(args: Arguments<StatusArguments> = {}, call?: OperationContext): Promise<StatusReport> {
    return this.#answer("status", args, call);
  }

  index<Of extends Arguments<IndexArguments>>(args = {} as Of, call?: OperationContext) {
    return this.#answer<IndexAnswer<Of>>("index", args, call);
  }

  async receipt<Action extends ReceiptArguments["action"]>(
    args: Arguments<ReceiptArguments> & { action: Action },
    call?: OperationContext,
  ): Promise<ReceiptAnswer<Action>> {
    return this.#answer("receipt", args, call);
  }

  async pack(args: Arguments<PackArguments>, call?: OperationContext): Promise<PackReport | PackListReport> {
    return this.#answer("pack", args, call);
  }

  async session(args: Arguments<SessionReportArguments>, call?: OperationContext): Promise<SessionReport> {
    return this.#answer("session", args, call);
  }

  async report(args: Arguments<ReportArguments> = {}, call?: OperationContext): Promise<LedgerReport> {
    return this.#answer("report", args, call);
  }

  async metrics(args: Arguments<MetricsArguments> = {}, call?: OperationContext): Promise<LedgerMetrics> {
    return this.#answer("metrics", args, call);
  }

  async why(args: Arguments<WhyArguments>, call?: OperationContext): Promise<WhyReport> {
    return this.#answer("why", args, call);
  }

  async config(args: Arguments<ConfigArguments> = {}, call?: OperationContext): Promise<ConfigReport> {
    return this.#answer("config", args, call);
  }

  async doctor(args: Arguments<DoctorArguments> = {}, call?: OperationContext): Promise<DoctorReport> {
    return this.#answer("doctor", args, call);
  }

  async eval(args: Arguments<EvalArguments> = {}, call?: OperationContext): Promise<EvalReport> {
    return this.#answer("eval", args, call);
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The budget is counted on the JSON, so the value says what its own text costs. */
  async #answer<Answer>(name: OperationName, args: object, call?: OperationContext): Promise<Answer> {
    const json = isRecord(args) ? { ...args, format: "json" } : args;
    return (await this.run(name, json as RunArguments<typeof name>, call)).answer as Answer;
  }
}
