// One opened root, kept warm between calls: its configuration, store, snapshot and revision. Every call brings the
// snapshot up to date before it reads it.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { availableParallelism } from "node:os";
import type { PithError } from "../base/error.ts";
import { cacheFolder } from "../config/cache-folder.ts";
import { loadConfig, loadSoundConfig, type ConfigOverrides, type ResolvedConfig } from "../config/load.ts";
import { diskSource, type FileSource, type OpenOptions } from "../files/file-source.ts";
import type { Root } from "../files/guard.ts";
import type { ReadText } from "../files/read.ts";
import type { RevisionSource } from "../files/revision-source.ts";
import type { Walk, WalkConfig } from "../files/walk.ts";
import type { Repository } from "../git/repository.ts";
import { headRevision, isDirty } from "../git/revision.ts";
import { attributesArePlain } from "../git/safe-to-ask.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import { carryOver } from "../rank/carry-over.ts";
import { textBytes } from "../store/reading-order.ts";
import { refresh, sweepAgainst, type RefreshOptions } from "../store/refresh.ts";
import type { LiveFile } from "../store/segment-view.ts";
import type { HeldSnapshot } from "../store/snapshot.ts";
import { openStore, type Store } from "../store/store.ts";
import type { ReadSettings } from "../store/words-work.ts";
import { createScanner, type Scanner } from "../text/scan.ts";
import { modelNotices } from "../vectors/model.ts";
import { cachesInRoot, NO_CACHE } from "./caches-in-root.ts";
import type { OperationContext } from "./operation.ts";
import { ProviderSource } from "./provider-source.ts";
import { readingPriority } from "./reading-priority.ts";
import { ofCommit, revisionName } from "./revision-snapshot.ts";

/** What one call reads: a snapshot that was true when the call began, and the walk that it was compared with. */
export interface View {
  snapshot: HeldSnapshot;
  walk: Walk;
  notices: string[];
}

export interface ViewOptions extends Pick<RefreshOptions, "facts" | "onRead"> {
  /** Whether facts of other trees and branches may be taken; false to make everything anew. */
  beside?: boolean;
  /** Reads everything, whatever the ceiling of a first answer. */
  whole?: boolean;
  /** Which files to read first where not all are read now: the higher the earlier. */
  priority?: (path: string) => number;
}

/** What there is and what is known of it, told without reading or writing a file of either. */
export interface Look {
  walk: Walk;
  /** The snapshot in memory or in the store, if there is one. */
  snapshot: HeldSnapshot | null;
  /** Parallel to the files of the walk: the known one where it is unchanged, or null where it is to be read. */
  known: readonly (LiveFile | null)[];
}

export interface WorkspaceOptions {
  overrides?: ConfigOverrides;
  /** A configuration at fault is left out instead of thrown. */
  despite?: boolean;
  /** The files of a commit, instead of those on disk. */
  revision?: RevisionSource;
}

export class Workspace {
  readonly root: Root;
  /** Where its files come from: a commit, or the disk. */
  readonly source: FileSource;
  readonly #revision: RevisionSource | null;
  readonly config: ResolvedConfig;
  /** What is wrong with the configuration, where it was opened despite that. */
  readonly configFault: PithError | null;
  readonly cacheDir: string;
  readonly store: Store;
  readonly provider: ProviderSource;
  /** The configuration as the walk takes it: a cache inside the root is no part of the tree. */
  readonly walked: ResolvedConfig["values"] & WalkConfig;
  #snapshot: HeldSnapshot | null = null;
  #loaded = false;
  /** The last list of files with its bytes of text, and the snapshot that it was found to be equal to. */
  #swept: { files: Walk["files"]; bytes: number; equal: HeldSnapshot | null } | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #scanner: Scanner | null = null;
  #dirty: { stamp: string; snapshot: HeldSnapshot; leftOut: string | null; value: boolean | null } | null =
    null;

  constructor(
    root: Root,
    env: NodeJS.ProcessEnv,
    { overrides = {}, despite = false, revision }: WorkspaceOptions = {},
  ) {
    this.root = root;
    this.#revision = revision ?? null;
    this.source = revision ?? diskSource(root);
    const options = { root: root.path, env, overrides, rootFile: revision?.config };
    const { config, fault } = despite
      ? loadSoundConfig(options)
      : { config: loadConfig(options), fault: null };
    this.config = config;
    this.configFault = fault;
    this.cacheDir = cacheFolder(this.config.values, env);
    this.walked = {
      ...this.config.values,
      own: cachesInRoot(root, [this.cacheDir, cacheFolder(NO_CACHE, env)]),
    };
    this.store = openStore({
      cacheDir: this.cacheDir,
      root: root.path,
      commonDir: root.repository?.commonDir ?? null,
      revision: revision === undefined ? undefined : revisionName(root, revision),
    });
    this.provider = new ProviderSource(this.config.values.provider, env, this.store.folder.vectors);
  }

  get lastWalked(): Walk["files"] | null {
    return this.#swept?.files ?? null;
  }

  /** A reader for these paths of its files, and for no others. */
  open(paths: readonly string[], options: OpenOptions = {}): Promise<ReadText> {
    return this.source.open(paths, this.config.values.ceilings, options);
  }

  /** Kept: its thread takes longer to start than most patterns to run. */
  get scanner(): Scanner {
    return (this.#scanner ??= createScanner());
  }

  async close(): Promise<void> {
    this.source.rest();
    await Promise.all([this.#scanner?.close(), this.provider.close()]);
    this.#scanner = null;
  }

  /** Whether an index is in memory or in the store already. */
  stored(): boolean {
    return this.#snapshot !== null || existsSync(this.store.folder.snapshot);
  }

  /** Touches nothing: neither the store nor what is held in memory. */
  look(): Look {
    const found = this.source.walk(this.walked);
    const snapshot = this.#loaded ? this.#snapshot : this.store.look();
    const { swept } = sweepAgainst(found.files, snapshot, this.#settings(found));
    return { walk: found, snapshot, known: swept.known };
  }

  /** Drops what is stored, for all work trees of the repository, and what is held in memory; after the calls before it. */
  drop(): Promise<void> {
    const drop = async (): Promise<void> => {
      this.#snapshot = null;
      this.#loaded = true;
      await this.provider.forget();
      this.store.clear();
    };
    const next = this.#last.then(drop, drop);
    this.#last = next;
    return next;
  }

  /** The tree as it is now. Calls that come while one sweeps wait for a sweep of their own: it must begin after them. */
  view(context: OperationContext, options: ViewOptions = {}): Promise<View> {
    const next = this.#last.then(
      () => this.#refresh(context, options),
      () => this.#refresh(context, options),
    );
    this.#last = next;
    return next;
  }

  async #refresh(
    context: OperationContext,
    { beside = true, whole = false, priority, facts, onRead }: ViewOptions,
  ): Promise<View> {
    if (!this.#loaded) this.#snapshot = this.store.load() ?? this.#beside();
    this.#loaded = true;
    const { values } = this.config;
    const { fileBytes, firstAnswerBytes } = values.ceilings;
    const sweptAtMs = Date.now();
    const found = this.source.walk(this.walked);
    const { files } = found;
    const before = this.#swept?.files === files ? this.#swept : null;
    const bytes = before?.bytes ?? files.reduce((sum, f) => sum + textBytes(f, fileBytes), 0);
    const cut = !whole && bytes > firstAnswerBytes;
    const previous = this.#snapshot;
    const snapshot = await refresh(this.root, files, previous, {
      settings: this.#settings(found),
      facts,
      onRead,
      store: this.store,
      beside,
      threads: Math.min(values.ceilings.workers, availableParallelism()),
      sweptAtMs,
      isEqual: previous !== null && before?.equal === previous,
      ...(this.source.give === null
        ? {}
        : { give: (paths) => this.source.give!(paths, { fileBytes }, context.signal) }),
      // Only where a ceiling cuts does it matter which files come first.
      ...(cut ? { byteCeiling: firstAnswerBytes, priority: priority ?? readingPriority("") } : {}),
      signal: context.signal,
      onProgress: (done, of) => context.onProgress?.({ phase: "indexing", done, total: of, unit: "files" }),
    });
    if (previous !== null && snapshot !== previous) carryOver(previous, snapshot);
    this.#snapshot = snapshot;
    this.#swept = { files, bytes, equal: snapshot === previous ? snapshot : null };
    return { snapshot, walk: found, notices: [...found.notices, ...snapshot.notices, ...modelNotices()] };
  }

  #settings(found: Walk): ReadSettings {
    const { ceilings, languages } = this.config.values;
    const declared = this.source.declared(found.hiddenAttributes);
    return { ceilings: { fileBytes: ceilings.fileBytes }, languages, declared };
  }

  /** Of a commit that is asked about for the first time: what the index of the disk knows of its files. */
  #beside(): HeldSnapshot | null {
    const revision = this.#revision;
    if (revision === null) return null;
    const commonDir = this.root.repository?.commonDir ?? null;
    const disk = openStore({ cacheDir: this.cacheDir, root: this.root.path, commonDir }).look();
    return disk === null ? null : ofCommit(disk, revision.walk(this.walked).files, revision);
  }

  /** The same for an operation that looks at no snapshot. */
  rootAlone(): AnswerRoot {
    const { repository, path } = this.root;
    return { path, rev: repository === null ? null : headRevision(repository), dirty: null };
  }

  /**
   * Root as an answer names it. Git is asked beside the sweep for the first answer; later only if a file, the index or
   * HEAD has changed since: a process of its own costs more than the rest of a warm answer.
   */
  async answerRoot(view: Promise<View>, signal?: AbortSignal): Promise<AnswerRoot> {
    const { repository, path } = this.root;
    const { commit, staged } = this.source;
    if (staged === true && repository !== null)
      return { path, rev: headRevision(repository), dirty: null, source: "index" };
    if (commit !== null) return { path, rev: commit, dirty: false, source: "revision" };
    if (repository === null) return { path, rev: null, dirty: null };
    const rev = headRevision(repository);
    if (rev === null) return { path, rev, dirty: null };
    const stamp = `${rev} ${stampOf(join(repository.gitDir, "index"))}`;
    // Only where a change of any tracked file would be seen may an earlier answer of Git stand.
    if (repository.workTree === path && this.#dirty?.stamp === stamp) {
      const { snapshot, leftOut, value } = this.#dirty;
      const now = await view;
      if (snapshot === now.snapshot && leftOut !== null && leftOut === now.walk.leftOut) {
        return { path, rev, dirty: value };
      }
    }
    const value = await this.#askDirty(repository, view, signal);
    if (signal?.aborted !== true) {
      const { snapshot, walk: found } = await view;
      this.#dirty = { stamp, snapshot, leftOut: found.leftOut, value };
    }
    return { path, rev, dirty: value };
  }

  /** Git works beside the sweep; where that finds what Git would wait for, Git is ended and nobody knows. */
  async #askDirty(
    repository: Repository,
    view: Promise<View>,
    signal: AbortSignal | undefined,
  ): Promise<boolean | null> {
    const ending = new AbortController();
    const signals = [ending.signal, ...(signal === undefined ? [] : [signal])];
    const asked = isDirty(repository, { signal: AbortSignal.any(signals) });
    try {
      const { walk: found } = await view;
      if (attributesArePlain(this.root.path, found.hiddenAttributes)) return await asked;
    } catch (error) {
      ending.abort();
      throw error;
    }
    ending.abort();
    return null;
  }
}

function stampOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  } catch {
    // A link to itself, a folder that may not be looked into.
    return "";
  }
}
