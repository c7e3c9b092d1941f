// `pith index --import`: takes the facts of a bundle for the contents that this tree has. Anybody may have made the bundle,
// so a fact is taken only for a content whose hash was made here, from the disk, and only if it can be of that text;
// before any is taken, some are made again and compared, and one that differs refuses them all. What that leaves to a
// forged bundle, and what not: docs/decisions/0009-bundles.md.
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isPithError, PithError, throwIfCancelled } from "../base/error.ts";
import type { ImportedReport } from "../pack/reports.ts";
import { openBundle } from "../store/bundle-reader.ts";
import { openSegment, type Segment } from "../store/segment.ts";
import { BundleCandidates } from "./bundle-candidates.ts";
import { requireSame } from "./made-again.ts";
import { AdoptedFacts } from "./adopted-facts.ts";
import type { OperationContext } from "./operation.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

/** Contents made again before any is taken, about 0.3 s: of a bundle that lies about one in twenty, 26 of 27 are refused. */
const SAMPLE = 64;
/** Files looked at before other work is let pass. */
const LOT = 64;

export interface ImportOptions {
  /** Make every fact again, not a sample. */
  verify?: boolean;
  /** A whole number from 0 below the one given: nobody who makes a bundle may know what is looked at. */
  pick?: (below: number) => number;
}

/** The words facts as segments, in the store already; syntax facts are in theirs. */
export interface Imported {
  segments: Segment[];
  report: ImportedReport;
}

/** Throws BUNDLE_INVALID and PATH_NOT_FOUND, CACHE_UNUSABLE where nothing can be kept, CANCELLED. */
export async function importBundle(
  workspace: Workspace,
  syntax: SyntaxSource,
  file: string,
  options: ImportOptions,
  context: OperationContext,
): Promise<Imported> {
  const { signal } = context;
  const bundle = await openBundle(file, signal);
  const adopted = new AdoptedFacts(file, syntax);
  try {
    const candidates = new BundleCandidates(workspace, syntax, bundle);
    const progress = (done: number): void =>
      context.onProgress?.({ phase: "importing", done, total: candidates.count, unit: "files" });
    const most = options.verify === true ? Number.POSITIVE_INFINITY : SAMPLE;
    let checked = 0;
    let looked = 0;
    for (const candidate of candidates.inOrder(shuffled(candidates.count, options.pick ?? randomInt))) {
      if (candidate !== null) {
        if (await requireSame(file, candidate, syntax)) checked++;
        if (checked >= most) break;
      }
      if (++looked % LOT === 0) await rest(signal);
    }
    let done = 0;
    for (const candidate of candidates.inOrder(Array.from({ length: candidates.count }, (_, i) => i))) {
      if (candidate !== null) adopted.take(candidate);
      if (++done % LOT !== 0) continue;
      await putAway(adopted);
      progress(done);
      await rest(signal);
    }
    await putAway(adopted);
    const segments = adopted.segments().map((bytes) => openSegment(bytes));
    await keep(workspace, segments, signal);
    const { words, syntax: parsed, refused } = adopted;
    const { id, words: offeredWords, syntax: offeredSyntax } = bundle.header;
    const offered = offeredWords + offeredSyntax;
    return { segments, report: { file, id, offered, words, syntax: parsed, checked, refused } };
  } catch (error) {
    // What an interruption leaves behind was looked at like the rest, and need not be taken again.
    if (isPithError(error) && error.code === "BUNDLE_INVALID") adopted.giveUp();
    throw error;
  } finally {
    bundle.close();
  }
}

/** Numbers below a count, in an order that nobody can tell. */
function shuffled(count: number, pick: (below: number) => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = pick(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Another process writes for a moment at a time; it is waited for so often, in ms. */
const WRITE_TRIES = 100;
const WRITE_WAIT_MS = 50;

/** No snapshot names them yet: whoever reads these contents next finds them. */
async function keep(
  { store }: Workspace,
  segments: readonly Segment[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let tries = 1; segments.length > 0; tries++) {
    throwIfCancelled(signal);
    const writer = store.beginWriting();
    for (const segment of segments) writer?.save(segment);
    await writer?.end();
    const closed = store.closedBecause;
    if (closed !== null) throw notKept(closed);
    if (writer !== null) return;
    if (tries === WRITE_TRIES) throw notKept("another process is writing the cache");
    await pause(WRITE_WAIT_MS);
  }
}

async function putAway(adopted: AdoptedFacts): Promise<void> {
  if (!(await adopted.flush())) throw notKept("syntax facts can't be written now");
}

function notKept(why: string): PithError {
  return new PithError("CACHE_UNUSABLE", `The bundle was not taken: ${why}.`, {
    subject: "cache",
    next: "Run it again, or name another folder with PITH_CACHE_DIR (cacheDir in pith.json).",
  });
}

async function rest(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throwIfCancelled(signal);
}
