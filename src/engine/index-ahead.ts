// While a client lives: what changes is read before the next question comes (`pith mcp --watch`). It does what that question
// would do first, and nothing else: an answer is the same without it, and looks at every file all the same.
import { FolderWatch, type WatchOne, type WatchState } from "../files/folder-watch.ts";
import type { Workspace } from "./workspace.ts";

/** Quiet for so long, in ms: an editor or a checkout writes many files one after the other. */
const QUIET = 200;
/** However long it goes on, in ms. */
const MOST_WAIT = 2_000;
/** The answer goes out first, in ms. */
const AFTER_ANSWER = 20;
/** Rest after each reading, as a multiple of what it took: a tree that is written all the time costs a quarter of a core. */
const REST = 3;

export interface AheadOptions {
  watch?: WatchOne | undefined;
  /** Whether a call is at work: it reads for itself. */
  isBusy: () => boolean;
}

export class IndexAhead {
  readonly #workspace: Workspace;
  readonly #isBusy: () => boolean;
  readonly #watch: FolderWatch;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #following: NodeJS.Timeout | undefined;
  #firstAt: number | null = null;
  #restUntil = 0;
  #running = false;
  #notices: string[] = [];

  constructor(workspace: Workspace, { watch, isBusy }: AheadOptions) {
    this.#workspace = workspace;
    this.#isBusy = isBusy;
    this.#watch = new FolderWatch(workspace.root.path, () => this.#happened(), { ...(watch && { watch }) });
  }

  get state(): WatchState {
    return this.#watch.state;
  }

  /** After a call, which has walked the tree. */
  follow(): void {
    if (this.#ending.signal.aborted) return;
    this.#following ??= setTimeout(() => {
      this.#following = undefined;
      const files = this.#workspace.lastWalked;
      if (files !== null) this.#watch.follow(files);
    }, AFTER_ANSWER).unref();
  }

  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  #happened(): void {
    if (this.#ending.signal.aborted) return;
    const now = performance.now();
    this.#firstAt ??= now;
    clearTimeout(this.#timer);
    const wait = Math.max(Math.min(QUIET, this.#firstAt + MOST_WAIT - now), this.#restUntil - now, 0);
    this.#timer = setTimeout(() => void this.#read(), wait).unref();
  }

  async #read(): Promise<void> {
    this.#firstAt = null;
    if (this.#running || this.#isBusy()) {
      this.#happened();
      return;
    }
    this.#running = true;
    const began = performance.now();
    try {
      const { notices } = await this.#workspace.view({ signal: this.#ending.signal });
      this.#notices.push(...notices.filter((notice) => !this.#notices.includes(notice)));
      this.follow();
    } catch {
      // The next call meets the same, and says it.
    } finally {
      this.#running = false;
      this.#restUntil = performance.now() + REST * (performance.now() - began);
    }
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#following);
    this.#watch.close();
  }
}
