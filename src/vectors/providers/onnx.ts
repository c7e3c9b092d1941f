// A model in this process, from a folder on this disk, by the package @huggingface/transformers, which the user installs
// beside Pith. Nothing is fetched: the package is told so, and a folder that lacks a file is a fault.
import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PithError, throwIfCancelled } from "../../base/error.ts";
import { manifestOf, moduleFolders } from "../../base/module-folders.ts";
import { THIS_PROCESS, type Embedded, type EmbedOptions, type Provider, type TextKind } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";
import { checkVectors } from "./vectors-in-reply.ts";

const PACKAGE = "@huggingface/transformers";
/** The first whose names for options these are. */
const OLDEST_MAJOR = 3;

/** What is used of the package. */
interface Transformers {
  env: Record<string, unknown>;
  pipeline(task: "feature-extraction", model: string, options: object): Promise<Extractor>;
}

interface Extractor {
  (texts: string[], options: object): Promise<{ tolist(): unknown; dispose?(): void }>;
  dispose?(): Promise<unknown>;
}

/** Files that a model may be, the most exact first, and how the package calls them. */
const FILES = [
  ["model.onnx", "fp32"],
  ["model_fp16.onnx", "fp16"],
  ["model_quantized.onnx", "q8"],
  ["model_int8.onnx", "int8"],
  ["model_uint8.onnx", "uint8"],
  ["model_q4.onnx", "q4"],
] as const;

export class OnnxProvider implements Provider {
  readonly id: string;
  readonly place = THIS_PROCESS;
  readonly called: string;
  readonly dimension: number;
  // All of a batch are padded to its longest text, in memory.
  readonly maxBatch = 16;
  readonly #settings: ProviderSettings;
  readonly #home: string;
  #extractor: Promise<Extractor> | null = null;

  /** `home`: a file or folder of the package beside which the other is looked for. */
  constructor(settings: ProviderSettings, home = fileURLToPath(import.meta.url)) {
    this.id = `onnx ${settings.model}`;
    this.called = `${this.id} in ${this.place}`;
    this.dimension = settings.config.dimension;
    this.#settings = settings;
    this.#home = home;
  }

  async embed(
    texts: readonly string[],
    _kind: TextKind,
    { signal, timeoutMs }: EmbedOptions,
  ): Promise<Embedded> {
    throwIfCancelled(signal);
    const rows = await this.#within(timeoutMs, this.#run(texts));
    throwIfCancelled(signal);
    if (!Array.isArray(rows) || rows.length !== texts.length || !rows.every(Array.isArray))
      throw this.#failed(
        "gave no vector for each text",
        "Set provider.pooling to what the model was trained with.",
      );
    return checkVectors(rows as number[][], this.dimension, this.id);
  }

  async #run(texts: readonly string[]): Promise<unknown> {
    const extractor = await (this.#extractor ??= this.#load());
    const { pooling } = this.#settings.config;
    try {
      const tensor = await extractor([...texts], { pooling, normalize: true });
      const rows = tensor.tolist();
      tensor.dispose?.();
      return rows;
    } catch (cause) {
      throw this.#failed("could not run", "Try the model with the package alone, or another model.", cause);
    }
  }

  /** What runs can't be stopped: it is left to end, and not waited for. */
  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fault = this.#failed(
        `did not answer within ${ms} ms`,
        "Raise provider.timeoutMs or provider.queryMs, or lower provider.batch.",
      );
      timer = setTimeout(() => reject(fault), ms);
    });
    work.catch(() => {});
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #load(): Promise<Extractor> {
    const { folder } = this.#settings.config;
    const dtype = checkedModel(folder);
    const { env, pipeline } = await importPackage(this.#home);
    const real = realpathSync.native(folder);
    Object.assign(env, {
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: dirname(real),
      useFSCache: false,
      useBrowserCache: false,
    });
    try {
      return await pipeline("feature-extraction", basename(real), { dtype, local_files_only: true });
    } catch (cause) {
      throw this.#failed(
        "could not be loaded",
        "Check that config.json, tokenizer.json, tokenizer_config.json and the model in provider.folder belong together.",
        cause,
      );
    }
  }

  #failed(what: string, next: string, cause?: unknown): PithError {
    return new PithError("PROVIDER_FAILED", `${this.id} ${what}.`, { subject: this.id, next, cause });
  }

  async close(): Promise<void> {
    const loading = this.#extractor;
    this.#extractor = null;
    try {
      await (await loading)?.dispose?.();
    } catch {
      // It was never loaded, or is being given up anyway.
    }
  }
}

/** How the package calls the file of the model that is there. Throws PROVIDER_INVALID with what is missing. */
function checkedModel(folder: string): string {
  const invalid = (what: string): PithError =>
    new PithError("PROVIDER_INVALID", `The folder of the model ${folder} ${what}.`, {
      subject: "provider.folder",
      next: "Set provider.folder to a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.",
    });
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw invalid("is not there");
  for (const name of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    if (!existsSync(join(folder, name))) throw invalid(`has no ${name}`);
  }
  const found = FILES.find(([name]) => existsSync(join(folder, "onnx", name)));
  if (found === undefined) throw invalid("has no onnx/model.onnx");
  return found[1];
}

async function importPackage(home: string): Promise<Transformers> {
  const next = `Install it where Pith is installed: npm install -g ${PACKAGE} for a Pith that is installed with -g.`;
  const fault = (message: string, cause?: unknown): PithError =>
    new PithError("PROVIDER_INVALID", message, { subject: PACKAGE, next, cause });
  for (const modules of moduleFolders(home)) {
    const folder = join(modules, PACKAGE);
    const manifest = manifestOf(folder);
    if (manifest?.name !== PACKAGE) continue;
    const version = String(manifest.version);
    if (Number.parseInt(version, 10) < OLDEST_MAJOR)
      throw fault(`The provider onnx can't use ${PACKAGE} ${version}: it needs ${OLDEST_MAJOR} or newer.`);
    try {
      const file = createRequire(join(folder, "package.json")).resolve(PACKAGE);
      const loaded = (await import(pathToFileURL(file).href)) as { default?: Transformers } & Transformers;
      return loaded.default ?? loaded;
    } catch (cause) {
      throw fault(`The package ${PACKAGE} ${version} can't be loaded.`, cause);
    }
  }
  throw fault(`The provider onnx needs the package ${PACKAGE}, which is not installed beside Pith.`);
}
