// The roots that this process has open: a few, the least recently used closed first.
import { statSync } from "node:fs";
import { cacheFolder } from "../config/cache-folder.ts";
import { configFiles, loadSoundConfig } from "../config/load.ts";
import type { Root } from "../files/guard.ts";
import { openIndex, openRevision } from "../files/revision-source.ts";
import type { WatchOne, WatchState } from "../files/folder-watch.ts";
import { GraphMemory } from "./graph-view.ts";
import { IndexAhead } from "./index-ahead.ts";
import { Sources } from "./sources.ts";
import { SyntaxSource } from "./syntax-facts.ts";
import { Workspace } from "./workspace.ts";

export interface OpenRoot {
  workspace: Workspace;
  sources: Sources;
  syntax: SyntaxSource;
  graph: GraphMemory;
  takeNotices(): string[];
  /** What is watched, to read ahead; null where that was not asked for. */
  watching(): WatchState | null;
  /** Does work in the files of a commit of the same root, or in those of the index. Throws where Git does not give them. */
  at<Result>(
    commit: string | typeof INDEX,
    work: (open: OpenRoot) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Stands where a commit is named. */
export const INDEX: unique symbol = Symbol("index");

export interface WithinOptions {
  /** Also where its configuration is at fault, for the operation that says so. */
  despite?: boolean;
  /** The files of this commit, or of the index, instead of those on disk. */
  commit?: string | typeof INDEX;
  signal?: AbortSignal;
}

interface Held extends OpenRoot {
  ahead: IndexAhead | null;
  /** Calls that are at work in it. */
  users: number;
  /** To be closed once nobody is at work in it. */
  left: boolean;
  /** Of both files of settings, so that a change of one is seen by a process that lives on. */
  stamp: string;
}

/** A client seldom works in more; each holds its segments in memory. */
const MOST_OPEN = 4;
/** Commits beside them: each holds the list of its files as well. */
const MOST_REVISIONS = 2;

export class OpenRoots {
  readonly #env: NodeJS.ProcessEnv;
  readonly #held = new Map<string, Held>();
  readonly #watch: WatchOne | boolean;

  /** `watch`: whether what changes is read ahead of the next call; how to watch a folder. */
  constructor(env: NodeJS.ProcessEnv, watch: WatchOne | boolean = false) {
    this.#env = env;
    this.#watch = watch;
  }

  /** Does work in an opened root, which stays open until it is done. */
  async within<Result>(
    root: Root,
    work: (open: OpenRoot) => Promise<Result>,
    { despite = false, commit, signal }: WithinOptions = {},
  ): Promise<Result> {
    const held =
      commit === undefined
        ? (this.#known(root, root.path) ??
          this.#hold(root, root.path, new Workspace(root, this.#env, { despite })))
        : await this.#revision(root, commit, signal);
    held.users++;
    this.#closeOldest();
    try {
      return await work(held);
    } finally {
      held.users--;
      if (held.users === 0) {
        held.workspace.source.rest();
        held.ahead?.follow();
      }
      if (held.left) leave(held);
      else if (held.users === 0) this.#closeOldest();
    }
  }

  async #revision(root: Root, commit: string | typeof INDEX, signal: AbortSignal | undefined): Promise<Held> {
    // What is staged is known by its contents alone, once they are read.
    const index = commit === INDEX ? await openIndex(root, signal) : null;
    const name = `${root.path}\0${index === null ? String(commit) : `index ${index.commit}`}`;
    const known = this.#known(root, name);
    if (known !== null) {
      index?.rest();
      return known;
    }
    const revision = index ?? (await openRevision(root, commit as string, signal));
    // The cache is the disk's, whatever another commit says of it.
    const { values } = loadSoundConfig({ root: root.path, env: this.#env }).config;
    const cacheDir = cacheFolder(values, this.#env);
    return (
      this.#known(root, name) ??
      this.#hold(root, name, new Workspace(root, this.#env, { revision, overrides: { cacheDir } }))
    );
  }

  /** One that is open, as long as what it was opened with stands. */
  #known(root: Root, name: string): Held | null {
    const known = this.#held.get(name);
    this.#held.delete(name);
    if (known === undefined) return null;
    if (known.stamp !== stampOf(root, this.#env)) {
      leave(known);
      return null;
    }
    this.#held.set(name, known);
    return known;
  }

  #hold(root: Root, name: string, workspace: Workspace): Held {
    const syntax = new SyntaxSource(workspace.store.folder.syntax, workspace.config.values.ceilings);
    const graph = new GraphMemory(workspace, syntax);
    const watches = this.#watch !== false && workspace.source.commit === null;
    const ahead = watches
      ? new IndexAhead(workspace, {
          watch: typeof this.#watch === "function" ? this.#watch : undefined,
          isBusy: () => opened.users > 0,
        })
      : null;
    const opened: Held = {
      workspace,
      ahead,
      watching: () => ahead?.state ?? null,
      syntax,
      users: 0,
      left: false,
      stamp: stampOf(root, this.#env),
      sources: new Sources(workspace, syntax),
      graph,
      // Where nothing can be kept, that was said.
      takeNotices: () => {
        const notices = syntax.takeNotices();
        const own = workspace.store.unwritable ? [] : notices;
        return [...own, ...graph.checker.takeNotices(), ...(ahead?.takeNotices() ?? [])];
      },
      at: (commit, work, signal) => this.within(root, work, { commit, signal }),
    };
    if (workspace.configFault !== null || !workspace.source.isWhole) {
      opened.left = true;
      return opened;
    }
    this.#held.set(name, opened);
    return opened;
  }

  /** Those that nobody is at work in: a call that comes for one in use takes it, and opens no other. */
  #closeOldest(): void {
    for (const [most, ofDisk] of [
      [MOST_OPEN, true],
      [MOST_REVISIONS, false],
    ] as const) {
      const some = [...this.#held].filter(
        ([, { workspace }]) => (workspace.source.commit === null) === ofDisk,
      );
      const idle = some.filter(([, { users }]) => users === 0);
      for (const [name, held] of idle.slice(0, Math.max(0, some.length - most))) {
        this.#held.delete(name);
        leave(held);
      }
    }
  }

  async close(): Promise<void> {
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(held.map(closeOne));
  }
}

function leave(held: Held): void {
  held.left = true;
  if (held.users === 0) void closeOne(held);
}

async function closeOne({ syntax, workspace, ahead }: Held): Promise<void> {
  ahead?.close();
  await Promise.all([syntax.close(), workspace.close()]);
}

function stampOf(root: Root, env: NodeJS.ProcessEnv): string {
  const files = configFiles({ root: root.path, env });
  return [root.repository?.gitDir ?? "", ...files.map(fileStamp)].join(" ");
}

function fileStamp(path: string): string {
  try {
    // The user's may stand behind a link.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
  } catch {
    // A folder that was closed to us since it was found: whoever reads in it says so.
    return "closed";
  }
}
