// A real engine over a real tree in a temporary folder, with a cache of its own; for tests.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { OperationArguments, OperationName } from "../../src/engine/arguments.ts";
import {
  createEngine,
  type Engine,
  type EngineOperation,
  type EngineOptions,
} from "../../src/engine/engine.ts";
import type { OperationContext, Outcome } from "../../src/engine/operation.ts";
import { runBatch } from "../../src/surface/run-batch.ts";

export type Tree = Readonly<Record<string, string | Uint8Array>>;

export interface OpenedOptions {
  /** Name of the root's folder. */
  name?: string;
  env?: NodeJS.ProcessEnv;
}

export class Opened implements AsyncDisposable {
  readonly folder: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  #engines: Engine[] = [];
  #caches = 0;

  constructor(files: Tree = {}, options: OpenedOptions = {}) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "pith-engine-")));
    this.root = join(this.folder, options.name ?? "tree");
    mkdirSync(join(this.folder, "home"));
    mkdirSync(this.root, { recursive: true });
    this.env = {
      PATH: process.env["PATH"],
      HOME: join(this.folder, "home"),
      XDG_CONFIG_HOME: join(this.folder, "home", "config"),
      XDG_CACHE_HOME: this.cache(),
      // What a call leaves in the cache is told apart from what is written about it.
      PITH_NO_LEDGER: "1",
      ...options.env,
    };
    this.writeAll(files);
  }

  /** Folder of the n-th cache. */
  cache(n = this.#caches): string {
    return join(this.folder, `cache${n}`);
  }

  path(file: string): string {
    return join(this.root, file);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  writeAll(files: Tree): void {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true, force: true });
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  /** The engine that lives as long as the test. */
  get engine(): Engine {
    return this.#engines[0] ?? this.start();
  }

  /** Another process, as it were: nothing in memory, the cache as it is on disk. */
  start(env: NodeJS.ProcessEnv = this.env, watch: EngineOptions["watch"] = false): Engine {
    const engine = createEngine({ env, cwd: this.root, watch });
    this.#engines.push(engine);
    return engine;
  }

  /** The same with an empty cache. */
  startCold(env: NodeJS.ProcessEnv = {}): Engine {
    this.#caches++;
    return this.start({ ...this.env, XDG_CACHE_HOME: this.cache(), ...env });
  }

  ask<Name extends OperationName>(
    name: Name,
    args: Omit<OperationArguments[Name], "root">,
    context?: OperationContext,
  ): Promise<Outcome> {
    return askOf(this.engine, this.root, name, args, context);
  }

  /** The tree once more, in a folder of another name; with an engine of its own. */
  copy(name: string): Opened {
    const copy = new Opened({}, { name });
    cpSync(this.root, copy.root, { recursive: true, preserveTimestamps: false });
    return copy;
  }

  /** Every file of the first cache. */
  cacheFiles(): string[] {
    return filesBelow(this.cache(0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.#engines) await engine.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function askOf<Name extends OperationName>(
  engine: Engine,
  root: string,
  name: Name,
  args: Omit<OperationArguments[Name], "root">,
  context?: OperationContext,
): Promise<Outcome> {
  const given = { ...args, root } as OperationArguments[Name];
  if (name === "batch") {
    return runBatch(engine, async () => "", given as OperationArguments["batch"], context ?? {});
  }
  return engine.run(name as EngineOperation, given, context);
}

export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
