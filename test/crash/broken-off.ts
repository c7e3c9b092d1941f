// A tree whose index was complete and is now behind, in a cache that is copied for each process that is to be broken off in
// it; and what must be left in the copy.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "../../src/engine/engine.ts";
import { openSegment, segmentBytes } from "../../src/store/segment.ts";
import { openSnapshot } from "../../src/store/snapshot.ts";
import { openDatabase } from "../../src/store/sqlite.ts";
import { asFarAs, factsDump, storeOf, type FactsDump } from "../engine/facts-dump.ts";
import { Opened } from "../engine/opened.ts";
import { SESSION, told, treeOf, type Told } from "./session.ts";

const child = fileURLToPath(new URL("./writer-child.ts", import.meta.url));
const steps = fileURLToPath(new URL("./failing-steps.ts", import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it had done. */
  told: Told[];
  /** Of a process that counted. */
  steps: number;
  stderr: string;
}

export interface Writer {
  process: ChildProcess;
  begun: Promise<void>;
  ended: Promise<Ended>;
}

export interface Expected {
  told: Told[];
  /** The same where nothing can be kept: a receipt that is not named leaves more room. */
  unkept: Told[];
  facts: FactsDump;
}

/** Names of what is known of contents. */
interface Kept {
  words: Set<string>;
  syntax: Set<string>;
}

export class BrokenOff implements AsyncDisposable {
  readonly opened = new Opened(treeOf("before"));
  #expected: Expected | null = null;
  #copies = 0;

  static async make(): Promise<BrokenOff> {
    const made = new BrokenOff();
    const { opened } = made;
    await made.#ask(opened.env);
    for (const path of Object.keys(treeOf("before"))) opened.remove(path);
    opened.writeAll(treeOf("after"));
    const env = made.env("fresh");
    const answers = await made.#ask(env);
    writeFileSync(join(opened.folder, "no-folder"), "");
    const unkept = await made.#ask(made.env("no-folder"));
    made.#expected = { told: answers, unkept, facts: factsDump(opened.root, env) };
    return made;
  }

  get root(): string {
    return this.opened.root;
  }

  get expected(): Expected {
    return this.#expected!;
  }

  env(cache: string): NodeJS.ProcessEnv {
    return { ...this.opened.env, XDG_CACHE_HOME: join(this.opened.folder, cache) };
  }

  /** A cache of its own: what the first index left, or nothing. */
  copy(kind: "behind" | "empty"): NodeJS.ProcessEnv {
    const env = this.env(`copy${this.#copies++}`);
    if (kind === "behind") cpSync(this.opened.cache(0), env["XDG_CACHE_HOME"]!, { recursive: true });
    return env;
  }

  drop(env: NodeJS.ProcessEnv): void {
    rmSync(env["XDG_CACHE_HOME"]!, { recursive: true, force: true });
  }

  /** `before`: a program, and its arguments, that starts the process. */
  start(env: NodeJS.ProcessEnv, fault: string, work: string[] = [], before: string[] = []): Writer {
    const argv = [...before, process.execPath, "--disable-warning=ExperimentalWarning"];
    if (fault !== "") argv.push("--import", steps);
    const started = spawn(argv[0]!, [...argv.slice(1), child, this.root, ...work], {
      env: {
        ...env,
        PITH_CACHE_DIR: join(env["XDG_CACHE_HOME"]!, "pith"),
        PITH_TEST_FAULT: fault,
        // Most of a short life would go into reading the sources.
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(this.opened.folder, "compiled"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => started.kill("SIGKILL"), 120_000);
    let stdout = "";
    let stderr = "";
    started.stderr.on("data", (data) => (stderr += String(data)));
    const begun = new Promise<void>((resolve) => {
      started.stdout.on("data", (data) => {
        stdout += String(data);
        resolve();
      });
      started.on("close", () => resolve());
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      started.on("error", reject);
      started.on("close", (code, signal) => {
        clearTimeout(timer);
        // A line that was cut off was not said.
        const lines = stdout.split("\n").slice(0, -1);
        const said = lines.map((line) => JSON.parse(line) as Partial<Told & { steps: number }>);
        resolve({
          code,
          signal,
          told: said.filter((line) => line.operation !== undefined) as Told[],
          steps: said.at(-1)?.steps ?? 0,
          stderr,
        });
      });
    });
    return { process: started, begun, ended };
  }

  async #ask(env: NodeJS.ProcessEnv): Promise<Told[]> {
    const engine = createEngine({ env, cwd: this.root });
    const answers: Told[] = [];
    try {
      for (const question of SESSION) answers.push(await told(engine, this.root, question));
    } finally {
      await engine.close();
    }
    return answers;
  }

  /** Everything that sound files of the cache know, whether or not a snapshot names them. */
  kept(env: NodeJS.ProcessEnv): Kept {
    const { folder } = storeOf(this.root, env);
    const words = new Set<string>();
    for (const name of existsSync(folder.segments) ? readdirSync(folder.segments) : []) {
      if (!name.endsWith(".seg")) continue;
      const segment = openSegment(segmentBytes(join(folder.segments, name)));
      for (let entry = 0; entry < segment.entries; entry++) words.add(segment.entryKey(entry));
    }
    // What can't be read as one would be moved aside by the next process, and said.
    if (existsSync(folder.snapshot)) openSnapshot(folder.snapshot);
    const syntax = new Set<string>();
    if (existsSync(folder.syntax)) {
      const db = openDatabase(folder.syntax);
      const made = db.prepare("select 1 from sqlite_master where name = 'facts'").get() !== undefined;
      for (const row of made ? db.prepare("select key from facts").all() : []) syntax.add(String(row["key"]));
      db.close();
    }
    return { words, syntax };
  }

  /** Every answer, whether or not its receipt could be kept. */
  assertAnswered(told: readonly Told[], what: string): void {
    const { told: kept, unkept } = this.expected;
    assert.equal(told.length, kept.length, what);
    for (const [i, { operation, output }] of told.entries()) {
      assert.equal(operation, kept[i]!.operation);
      if (output !== unkept[i]!.output) assert.equal(output, kept[i]!.output, `${what}: ${operation}`);
    }
  }

  /** What the next process finds, says, makes and leaves. `kept`: what may not be lost. Gives what it says. */
  async checkNext(
    env: NodeJS.ProcessEnv,
    ended: Ended | null,
    what: string,
    { notices, kept }: { notices: RegExp | null; kept: Kept | null },
  ): Promise<string[]> {
    const { expected } = this;
    const outputs = (all: readonly Told[]) => all.map(({ operation, output }) => ({ operation, output }));
    if (ended !== null)
      assert.deepEqual(
        outputs(ended.told),
        outputs(expected.told.slice(0, ended.told.length)),
        `${what}: it answered`,
      );
    let known: Set<string> | null = null;
    if (kept !== null) {
      const left = this.kept(env);
      for (const layer of ["words", "syntax"] as const)
        for (const key of kept[layer])
          assert.ok(left[layer].has(key), `${what}: lost the ${layer} of ${key}`);
      // What was said to be done is there.
      const keys = Object.values(expected.facts.words).map((file) => (file as { key: string }).key);
      if (ended !== null && ended.told.length > 0)
        for (const key of keys) assert.ok(left.words.has(key), `${what}: lost the words of ${key}`);
      if (ended?.told.some(({ operation }) => operation === "index") === true)
        for (const [path, row] of Object.entries(expected.facts.syntax))
          if (row !== null) {
            const { key } = expected.facts.words[path] as { key: string };
            assert.ok(left.syntax.has(key), `${what}: lost the syntax of ${path}`);
          }
      known = left.words;
    }
    this.#ageUnfinishedLock(env);
    const engine = createEngine({ env, cwd: this.root });
    const said: string[] = [];
    let made = 0;
    try {
      // The index first: what it makes is what was lost.
      const first = await told(engine, this.root, ["index", { format: "json" }]);
      made = first.made!;
      said.push(...first.notices);
      for (const [i, question] of SESSION.entries()) {
        const { output, notices: more } = await told(engine, this.root, question);
        assert.equal(output, expected.told[i]!.output, `${what}: the next process answers`);
        said.push(...more);
      }
    } finally {
      await engine.close();
    }
    if (known !== null) {
      const contents = new Set(
        Object.values(expected.facts.words).map((file) => (file as { key: string }).key),
      );
      assert.equal(made, [...contents].filter((key) => !known.has(key)).length, `${what}: made again`);
    }
    if (notices === null) assert.deepEqual(said, [], `${what}: it says`);
    else for (const notice of said) assert.match(notice, notices, `${what}: it says`);
    assert.equal(new Set(said).size, said.length, `${what}: said more than once: ${said.join(" ")}`);
    const left = asFarAs(expected.facts, factsDump(this.root, env));
    assert.deepEqual(left, expected.facts, `${what}: what is left in the cache`);
    // A lock may lie there if nothing was left to write; it holds nobody up.
    const writer = storeOf(this.root, env).beginWriting();
    assert.notEqual(writer, null, `${what}: the lock is held by the dead`);
    await writer!.end();
    return said;
  }

  /** A lock that is half written may be one that is just being written, for a second: then nothing is kept. */
  #ageUnfinishedLock(env: NodeJS.ProcessEnv): void {
    const { lock } = storeOf(this.root, env).folder;
    if (existsSync(lock) && !readFileSync(lock, "utf8").endsWith("}")) utimesSync(lock, 1, 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.opened[Symbol.asyncDispose]();
  }
}
