// The checker pass: every name of TypeScript and JavaScript that the facts know is asked of the TypeScript compiler, and
// what it says is stored for these very contents. A run during which a file changed stores nothing.
import { setTimeout as pause } from "node:timers/promises";
import { throwIfCancelled } from "../base/error.ts";
import { contentOfKey } from "../store/facts-key.ts";
import { findCompiler } from "../checker/compiler.ts";
import { RowTable } from "../checker/row-table.ts";
import type { Checked, Program, ResolvedModule } from "../checker/protocol.ts";
import { runChecker, type CheckerOptions } from "../checker/run-checker.ts";
import { graphOf } from "../graph/languages.ts";
import type { GraphFile, GraphView } from "../graph/view.ts";
import { pathLabel } from "../pack/label.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Store } from "../store/store.ts";
import { verdictsBytes, type CheckedProgram, type VerdictRow } from "../store/verdicts-file.ts";
import { areInstalled, verdictsKey } from "./checker-verdicts.ts";
import { askedOffsets } from "./checker-offsets.ts";
import type { GraphMemory } from "./graph-view.ts";
import type { OperationContext } from "./operation.ts";
import type { Workspace } from "./workspace.ts";

/** What the compiler reads. */
const READABLE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "jsx"]);
/** Files whose facts are asked for in one go. */
const LOT = 256;

export interface CheckerRun {
  readonly compiler: string;
  readonly programs: readonly CheckedProgram[];
  readonly verdicts: number;
  /** Why nothing was stored, or null. */
  readonly notStored: string | null;
}

export interface CheckerRunOptions extends Pick<CheckerOptions, "workerFile" | "silenceMs"> {
  /** A file of the package in or beside which the compiler is looked for. */
  readonly home?: string;
}

export async function runCheckerPass(
  workspace: Workspace,
  memory: GraphMemory,
  snapshot: Snapshot,
  context: OperationContext,
  options: CheckerRunOptions = {},
): Promise<CheckerRun> {
  const compiler = findCompiler(options.home);
  const view = memory.view(snapshot);
  const listed = snapshot.files.filter((f) => f.segment >= 0 && READABLE.test(f.path));
  const number = new Map(listed.map((f, i) => [f.path, i]));
  const sources = listed.flatMap(({ path }, i) => {
    const language = view.languageOf(view.indexOf(path));
    return SOURCE.test(path) && LANGUAGES.has(language) && !/(?:^|\/)node_modules\//.test(path) ? [i] : [];
  });
  const found = new FoundVerdicts(listed.length);
  const { fileBytes, checkerMegabytes } = workspace.config.values.ceilings;
  const setup = {
    root: workspace.root.path,
    compiler: compiler.file,
    files: listed.map(({ path, key }) => ({ path, id: contentOfKey(key) })),
    fileBytes,
    heapMb: checkerMegabytes,
  };
  const { changed, installed } = await runChecker(
    setup,
    sources,
    {
      wanted: async ({ files }) => {
        const wanted: Uint32Array[] = [];
        const modules: ResolvedModule[] = [];
        const own = files.map((f) => view.indexOf(listed[f]!.path));
        for (let at = 0; at < own.length; at += LOT) {
          const lot = await view.load(own.slice(at, at + LOT));
          for (const [i, file] of lot.entries()) {
            wanted.push(askedOffsets(file));
            modules.push(...(await modulesOf(view, file, files[at + i]!, number)));
          }
        }
        return { wanted, modules };
      },
      checked: (program, checked) => found.add(program, checked),
      skipped: (program, why) => found.skip(program, why),
      progress: (done) =>
        context.onProgress?.({ phase: "checking", done, total: sources.length, unit: "files" }),
    },
    { ...options, signal: context.signal },
  );
  const run = { compiler: compiler.version, programs: found.programs, verdicts: found.verdicts };
  const { snapshot: after } = await workspace.view(context, { whole: true });
  const key = verdictsKey(snapshot);
  const holds = verdictsKey(after) === key && areInstalled(setup.root, installed);
  if (changed.length > 0 || !holds) {
    const named = changed.length === 0 ? "" : ` (${changed.slice(0, 3).map(pathLabel).join(", ")})`;
    return { ...run, notStored: `files changed while they were checked${named}; run it again` };
  }
  const bytes = verdictsBytes({
    meta: { key, installed, compiler: run.compiler, programs: run.programs, verdicts: run.verdicts },
    paths: listed.map((f) => f.path),
    rows: found.rows,
    files: found.files,
  });
  return { ...run, notStored: await keep(workspace.store, bytes, context.signal) };
}

/** Another process writes for a moment at a time; what took the compiler a minute waits so often for it, in ms. */
const WRITE_TRIES = 100;
const WRITE_WAIT_MS = 50;

/** Null when it is done; otherwise why it is not, and what to do. */
async function keep(
  store: Store,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    throwIfCancelled(signal);
    const writer = store.beginWriting();
    const stored = writer?.saveVerdicts(bytes) === true;
    await writer?.end();
    if (stored) return null;
    const closed = store.closedBecause;
    if (closed !== null)
      return `${closed}; name another folder with PITH_CACHE_DIR, or cacheDir in pith.json`;
    if (tries === WRITE_TRIES) return "another process is writing the cache; run it again";
    await pause(WRITE_WAIT_MS);
  }
}

/** The modules of a file that Pith finds in the repository: packages of a workspace that nobody has installed, say. */
async function modulesOf(
  view: GraphView,
  file: GraphFile,
  from: number,
  number: ReadonlyMap<string, number>,
): Promise<ResolvedModule[]> {
  const { facts } = file;
  const family = graphOf(file.language);
  if (facts === null || family === null) return [];
  const written = new Set([...facts.imports.map((i) => i.module), ...facts.exports.map((e) => e.from)]);
  written.delete("");
  const found: ResolvedModule[] = [];
  for (const module of written) {
    const [target] = (await family.module(view, file, module, "")).files;
    const to = target === undefined ? undefined : number.get(view.paths[target]!);
    if (to !== undefined) found.push({ from, module, to });
  }
  return found;
}

/** What the programs say, as one table. */
class FoundVerdicts {
  readonly #table = new RowTable();
  readonly files: { offsets: Uint32Array; rows: Uint32Array }[];
  readonly programs: CheckedProgram[] = [];
  verdicts = 0;

  constructor(files: number) {
    const none = { offsets: new Uint32Array(), rows: new Uint32Array() };
    this.files = Array.from({ length: files }, () => none);
  }

  get rows(): readonly VerdictRow[] {
    return this.#table.rows;
  }

  add({ config, files }: Program, checked: Checked): void {
    const numbers = checked.rows.map((row) => this.#table.numberOf(row));
    let verdicts = 0;
    files.forEach((file, i) => {
      const { offsets, rows } = checked.files[i]!;
      this.files[file] = { offsets, rows: rows.map((row) => numbers[row]!) };
      verdicts += offsets.length;
    });
    this.verdicts += verdicts;
    this.programs.push({ config, files: files.length, verdicts, skipped: null });
  }

  skip({ config, files }: Program, why: string): void {
    this.programs.push({ config, files: files.length, verdicts: 0, skipped: why });
  }
}
