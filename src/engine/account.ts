// The row of a call in the ledger: made here alone, from the outcome that every surface gets, so that no two of them can
// count differently. It is written when the answer is made and can neither change nor fail it.
import { join } from "node:path";
import { isPithError } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { isRecord } from "../base/record.ts";
import { realPlace } from "../files/guard.ts";
import type { WalkedFile } from "../files/walk.ts";
import { baselinesOf, type Place } from "../ledger/baseline.ts";
import { keepCall, type LedgerFolder } from "../ledger/call-files.ts";
import type { CallRow } from "../ledger/call-row.ts";
import { rollUp } from "../ledger/retention.ts";
import type { Completeness, Cost } from "../pack/answer.ts";
import { excerpt, shownText } from "../redact/redact.ts";
import type { OperationName } from "./arguments.ts";
import type { Outcome } from "./operation.ts";
import type { Workspace } from "./workspace.ts";

/** Characters of a query that are kept. */
const LONGEST_KEPT = 160;

/** What tells of the ledger itself is no call of which it tells. */
const UNCOUNTED: ReadonlySet<OperationName> = new Set(["report", "metrics"]);

/** Answers with places of the tree, for which there is something to compare with. */
const COMPARED: ReadonlySet<OperationName> = new Set([
  "context",
  "search",
  "symbol",
  "trace",
  "impact",
  "rename",
  "similar",
  "review",
  "read",
  "outline",
]);

export interface Call {
  name: OperationName;
  args: object;
  surface: string;
  /** What came of it: an outcome, or what was thrown. */
  ended: { outcome: Outcome } | { fault: unknown };
  ms: number;
  env: NodeJS.ProcessEnv;
  now: Date;
}

/** Where nothing is kept it is said once for each process. */
let said = false;

export interface Accounted {
  /** Null for what tells of the ledger itself. */
  row: CallRow | null;
  /** What there is to say to the person. */
  notices: string[];
}

export function account(workspace: Workspace, call: Call): Accounted {
  // What promises to write nothing writes no row either.
  const isDry = (call.args as { dryRun?: boolean }).dryRun === true;
  if (UNCOUNTED.has(call.name) || isDry) return { row: null, notices: [] };
  const row = rowOf(workspace, call);
  return { row, notices: isKept(workspace, call.env) ? keep(workspace, row) : [] };
}

function keep(workspace: Workspace, row: CallRow): string[] {
  try {
    const place = ledgerFolder(workspace);
    // A repository may bring a link under this name: nothing is written through it.
    if (place.ignored && realPlace(place.folder) !== place.folder)
      throw Object.assign(new Error("a link"), { code: "ELOOP" });
    if (keepCall(place, row, (month) => rollUp(place.folder, month))) return [];
    return sayOnce(["The ledger of this month is full: further calls are not counted."]);
  } catch (error) {
    // Where nothing can be kept, that was said.
    if (workspace.store.unwritable) return [];
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return sayOnce([`The ledger could not be written (${code}): calls are not counted.`]);
  }
}

function sayOnce(notices: string[]): string[] {
  if (said) return [];
  said = true;
  return notices;
}

export function isKept({ config }: Workspace, env: NodeJS.ProcessEnv): boolean {
  const off = env["PITH_NO_LEDGER"] ?? "";
  return config.values.ledger !== "off" && (off === "" || off === "0");
}

/** In the cache folder, unless the user asked for it in the root. */
export function ledgerFolder({ config, cacheDir, root }: Workspace): LedgerFolder {
  return config.values.ledger === "root"
    ? { folder: join(root.path, ".pith", "ledger"), ignored: true }
    : { folder: join(cacheDir, "ledger"), ignored: false };
}

function rowOf(workspace: Workspace, { name, args, surface, ended, ms, now }: Call): CallRow {
  const { query, symbol, path, places, receipt: asked, session } = args as Record<string, unknown>;
  const text = [query, symbol, path, asked].find((value) => typeof value === "string");
  const said = typeof text === "string" ? text : Array.isArray(places) ? places.join(" ") : undefined;
  const known = {
    v: 1 as const,
    at: now.toISOString(),
    surface,
    op: name,
    root: shownText(workspace.root.path),
    ...(said === undefined ? {} : { query: excerpt(said, LONGEST_KEPT) }),
    ...(typeof session === "string" ? { session: excerpt(session, LONGEST_KEPT) } : {}),
    ms: Math.round(ms),
  };
  const nothing = {
    out: null,
    unit: workspace.config.values.unit,
    budget: null,
    in: null,
    scanned: null,
    shown: null,
  };
  if ("fault" in ended) {
    const code = isPithError(ended.fault) ? ended.fault.code : "INTERNAL";
    return { ...known, status: "fault", code, ...nothing };
  }
  const { answer, found } = ended.outcome;
  const { cost, completeness, receipt } = answer as {
    cost?: Cost;
    completeness?: Completeness;
    receipt?: string | null;
  };
  const status = found ? "found" : "nothing";
  if (cost === undefined) return { ...known, status, ...nothing };
  const shown = placesOf(answer);
  return {
    ...known,
    status,
    out: cost.tokens,
    unit: cost.unit,
    budget: cost.budget,
    in: COMPARED.has(name) ? compared(workspace, name, answer, shown, completeness, cost.unit) : null,
    scanned: completeness?.files.read ?? null,
    shown: shown.length,
    ...(typeof receipt === "string" ? { receipt } : {}),
  };
}

function compared(
  { lastWalked }: Workspace,
  name: OperationName,
  answer: unknown,
  places: readonly Place[],
  completeness: Completeness | undefined,
  unit: string,
): CallRow["in"] {
  const files = lastWalked ?? [];
  const { mode, total, path } = answer as { mode?: string; total?: number; path?: string };
  // The outline of a folder has no file whose lines it stands for.
  if (name === "outline" && (path === undefined || sizeIn(files, path) === null)) return null;
  const share = files.length === 0 ? 0 : Math.min(1, (completeness?.files.inScope ?? 0) / files.length);
  return baselinesOf({
    places,
    matching: name === "search" && mode !== "ranked" ? (total ?? 0) : null,
    verbatim: name === "read",
    unit,
    sizeOf: (path) => sizeIn(files, path) ?? 0,
    scopeBytes: bytesOf(files) * share,
  });
}

/** Every place that the answer names in its lists. */
function placesOf(answer: unknown): Place[] {
  const lists = Object.entries(answer as object).filter(
    ([key]) => key !== "nearest" && key !== "completeness",
  );
  return lists.flatMap(([, list]) => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown): Place[] => {
      if (!isRecord(item) || typeof item["path"] !== "string") return [];
      const { path, line } = item;
      const start = Number(item["start"] ?? line ?? 0);
      const end = Number(item["end"] ?? line ?? 0);
      return Number.isSafeInteger(start) && Number.isSafeInteger(end)
        ? [{ path: path as string, start, end }]
        : [];
    });
  });
}

const sums = new WeakMap<readonly WalkedFile[], number>();

/** Once for each list of files. */
function bytesOf(files: readonly WalkedFile[]): number {
  let sum = sums.get(files);
  if (sum === undefined) sums.set(files, (sum = files.reduce((bytes, file) => bytes + file.size, 0)));
  return sum;
}

/** The files of a walk are in order of their paths. */
function sizeIn(files: readonly WalkedFile[], path: string): number | null {
  let low = 0;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareStrings(files[middle]!.path, path) < 0) low = middle + 1;
    else high = middle;
  }
  const file = files[low];
  return file?.path === path ? file.size : null;
}
