// Makes the syntax facts of a whole snapshot: what rests in the store is left there, the rest is parsed and stored, and no
// facts are held meanwhile.
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { isSkipped } from "../files/read.ts";
import { firstLine } from "../lang/first-line.ts";
import { hasSyntax } from "../lang/language.ts";
import { languageById, languageOf } from "../lang/registry.ts";
import { factsKey } from "../store/facts-key.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { OperationContext } from "./operation.ts";
import type { SyntaxSource, SyntaxWanted } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

/** Files that are read and stored together: few enough to report progress and to stop. */
const BATCH = 64;
/** Batches under way: while the last files of one are parsed, the workers have those of the next. */
const UNDER_WAY = 2;

export interface IndexedSyntax {
  parsed: number;
  /** Files without syntax facts, by why. */
  skips: Map<string, number>;
}

export async function indexSyntax(
  workspace: Workspace,
  syntax: SyntaxSource,
  snapshot: Snapshot,
  context: OperationContext,
): Promise<IndexedSyntax> {
  const skips = new Map<string, number>();
  let parsed = 0;
  const count = (why: string | null): void => {
    if (why === null) parsed++;
    else skips.set(why, (skips.get(why) ?? 0) + 1);
  };
  // Sections are read as fast as they are found in the store.
  const files = snapshot.files.filter((file) => {
    if (file.segment < 0) return false;
    const language = languageById(snapshot.segments[file.segment]!.entryLanguage(file.entry));
    return (language?.syntax ?? language?.embeds) !== undefined;
  });
  let done = 0;
  const batch = async (of: Snapshot["files"]): Promise<void> => {
    const known = syntax.outcomes(of.map(({ key }) => key));
    const missing: string[] = [];
    for (const { key, path } of of) {
      const outcome = known.get(key);
      if (outcome === undefined) missing.push(path);
      else count(outcome);
    }
    for (const outcome of await made(workspace, syntax, missing)) count(outcome);
    done += of.length;
    context.onProgress?.({ phase: "parsing", done, total: files.length, unit: "files" });
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    try {
      while (next < files.length) {
        throwIfCancelled(context.signal);
        const at = next;
        next += BATCH;
        await batch(files.slice(at, next));
      }
    } catch (error) {
      // The other lane stops as well.
      next = files.length;
      throw error;
    }
  };
  // All settled: nothing of one lane goes on once the other has failed and the question is over.
  const lanes = await Promise.allSettled(Array.from({ length: UNDER_WAY }, lane));
  for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
  // Which lane met a reason first is nobody's business.
  return { parsed, skips: new Map([...skips].sort(([a], [b]) => compareStrings(a, b))) };
}

/** Read as they are now: a file that changed since the snapshot is parsed as it stands. */
async function made(
  workspace: Workspace,
  syntax: SyntaxSource,
  paths: readonly string[],
): Promise<(string | null)[]> {
  if (paths.length === 0) return [];
  const read = await workspace.open(paths);
  const outcomes: (string | null)[] = [];
  const wanted: SyntaxWanted[] = [];
  for (const path of paths) {
    const file = read(path);
    if (isSkipped(file)) {
      outcomes.push(file.skip);
      continue;
    }
    const language = languageOf(path, firstLine(file.text), workspace.config.values.languages);
    if (!hasSyntax(language)) outcomes.push("no-grammar");
    else
      wanted.push({
        key: factsKey(file.id, language.id, file.encoding, path),
        language: language.id,
        text: file.text,
      });
  }
  return [...outcomes, ...(await syntax.store(wanted))];
}
