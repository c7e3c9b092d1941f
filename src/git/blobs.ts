// What do files of a commit hold? One `git cat-file --batch` gives content after content: as they are stored, through no
// filter. The child ends when its input is closed, which also the end of this process does; whoever opened it closes it.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { throwIfCancelled } from "../base/error.ts";
import type { Repository } from "./repository.ts";
import { gitCommand, LONGEST_MS } from "./run-git.ts";
import { AS_STORED } from "./tree.ts";

export interface WantedBlob {
  id: string;
  /** As the list of the commit's files has it. */
  size: number;
}

type Room = (size: number, at: number) => Uint8Array;

/** Git ended, answered something else, or not at all. */
export class BlobsFailed extends Error {}

/** A child that dies is started anew so often for one reading. */
const MOST_STARTS = 2;

export class BlobReader {
  readonly #repository: Repository;
  readonly #longestMs: number;
  #child: BatchChild | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(repository: Repository, longestMs: number = LONGEST_MS) {
    this.#repository = repository;
    this.#longestMs = longestMs;
  }

  /**
   * In the order asked for; null for one that is not there. `room` gives the bytes that a content is put into, by its
   * place among those asked for; of one that is read anew twice. Throws `BlobsFailed`.
   */
  read(
    wanted: readonly WantedBlob[],
    options: { signal?: AbortSignal; room?: Room } = {},
  ): Promise<(Uint8Array | null)[]> {
    const next = this.#last.then(() => this.#read(wanted, options));
    this.#last = next.catch(() => {});
    return next;
  }

  async #read(
    wanted: readonly WantedBlob[],
    { signal, room = (size) => new Uint8Array(size) }: Parameters<BlobReader["read"]>[1] & object,
  ): Promise<(Uint8Array | null)[]> {
    if (wanted.length === 0) return [];
    for (let starts = 1; ; starts++) {
      throwIfCancelled(signal);
      const child = (this.#child ??= this.#start());
      const end = () => child.end();
      signal?.addEventListener("abort", end, { once: true });
      try {
        return await child.ask(wanted, room);
      } catch (error) {
        const { wasEnded } = child;
        this.close();
        throwIfCancelled(signal);
        if (!(error instanceof BlobsFailed) || wasEnded || starts >= MOST_STARTS) throw error;
      } finally {
        signal?.removeEventListener("abort", end);
      }
    }
  }

  #start(): BatchChild {
    const { workTree } = this.#repository;
    const command = gitCommand(workTree, ["cat-file", "--batch"], this.#repository);
    if (command === null) throw new BlobsFailed("There is no Git.");
    const { file, args, cwd, env } = command;
    const process = spawn(file, args, { cwd, env: { ...env, ...AS_STORED }, windowsHide: true });
    return new BatchChild(process, this.#longestMs);
  }

  /** Ends the child; another is started when it is needed. */
  close(): void {
    this.#child?.end();
    this.#child = null;
  }

  /** Of the child, for whoever looks after it; undefined where none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }
}

interface Asked {
  wanted: readonly WantedBlob[];
  room: Room;
  found: (Uint8Array | null)[];
  resolve: (found: (Uint8Array | null)[]) => void;
  reject: (error: BlobsFailed) => void;
}

/** An id, a word, a number: no head is longer. */
const LONGEST_HEAD = 200;
const LINE_FEED = 10;

/** The child, and where in its answers we are: heads end in a line feed, contents in one more. */
class BatchChild {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #longestMs: number;
  #asked: Asked | null = null;
  #fuse: NodeJS.Timeout | undefined;
  #head = "";
  #body: Uint8Array | null = null;
  #filled = 0;
  #failed: BlobsFailed | null = null;
  /** By us, who want nothing more of it. */
  wasEnded = false;

  constructor(process: ChildProcessWithoutNullStreams, longestMs: number) {
    this.#process = process;
    this.#longestMs = longestMs;
    process.stdout.on("data", (chunk: Buffer) => this.#hear(chunk));
    process.stderr.resume();
    // What can't be written to it any more: its end says so.
    process.stdin.on("error", () => {});
    process.on("error", () => this.#fail("Git could not be started."));
    process.on("close", () => this.#fail("Git has ended."));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  ask(wanted: readonly WantedBlob[], room: Room): Promise<(Uint8Array | null)[]> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== null) return reject(this.#failed);
      this.#asked = { wanted, room, found: [], resolve, reject };
      this.#wait();
      this.#process.stdin.write(wanted.map(({ id }) => `${id}\n`).join(""));
    });
  }

  end(): void {
    this.wasEnded = true;
    this.#fail("Git was ended.");
  }

  /** As long as something comes, Git is at work. */
  #wait(): void {
    clearTimeout(this.#fuse);
    this.#fuse = setTimeout(() => this.#fail("Git did not answer in time."), this.#longestMs);
  }

  #fail(why: string): void {
    clearTimeout(this.#fuse);
    this.#failed ??= new BlobsFailed(why);
    this.#process.stdin.destroy();
    this.#process.kill("SIGKILL");
    const asked = this.#asked;
    this.#asked = null;
    asked?.reject(this.#failed);
  }

  #hear(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && this.#failed === null) {
      const asked = this.#asked;
      if (asked === null) return this.#fail("Git said what it was not asked.");
      if (this.#body !== null) at = this.#take(asked, this.#body, chunk, at);
      else {
        const feed = chunk.indexOf(LINE_FEED, at);
        this.#head += chunk.toString("latin1", at, feed === -1 ? chunk.length : feed);
        if (this.#head.length > LONGEST_HEAD) return this.#fail("Git gave no content.");
        if (feed === -1) break;
        at = feed + 1;
        this.#begin(asked);
      }
    }
    if (this.#asked !== null && this.#failed === null) this.#wait();
  }

  #begin(asked: Asked): void {
    const { id, size } = asked.wanted[asked.found.length]!;
    const head = this.#head;
    this.#head = "";
    if (head === `${id} missing`) return this.#found(asked, null);
    if (head !== `${id} blob ${size}`) return this.#fail("Git gave another content.");
    this.#body = asked.room(size, asked.found.length);
    this.#filled = 0;
  }

  /** Gives where in the chunk the next head begins, or its end. */
  #take(asked: Asked, body: Uint8Array, chunk: Buffer, at: number): number {
    const taken = Math.min(body.length - this.#filled, chunk.length - at);
    body.set(chunk.subarray(at, at + taken), this.#filled);
    this.#filled += taken;
    if (this.#filled < body.length || at + taken === chunk.length) return at + taken;
    this.#body = null;
    if (chunk[at + taken] !== LINE_FEED) this.#fail("Git gave another content.");
    else this.#found(asked, body);
    return at + taken + 1;
  }

  #found(asked: Asked, content: Uint8Array | null): void {
    asked.found.push(content);
    if (asked.found.length < asked.wanted.length) return;
    clearTimeout(this.#fuse);
    this.#asked = null;
    asked.resolve(asked.found);
  }
}
