// The way to the provider that is set, if one is: nothing is loaded, opened or asked without one.
import { isPithError, type PithError } from "../base/error.ts";
import type { ProviderConfig } from "../config/provider-keys.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Workspace } from "./workspace.ts";
import type { Given, OpenedProvider } from "./opened-provider.ts";

export class ProviderSource {
  readonly #config: ProviderConfig;
  readonly #env: NodeJS.ProcessEnv;
  readonly #path: string;
  #opened: Promise<OpenedProvider | PithError | null> | null = null;

  /** `path`: of the database of its vectors. */
  constructor(config: ProviderConfig, env: NodeJS.ProcessEnv, path: string) {
    this.#config = config;
    this.#env = env;
    this.#path = path;
  }

  get isSet(): boolean {
    return this.#config.kind !== "none";
  }

  /** Null where none is set; the fault of settings that can't work. */
  async open(): Promise<OpenedProvider | PithError | null> {
    return this.isSet ? (this.#opened ??= this.#open()) : null;
  }

  async #open(): Promise<OpenedProvider | PithError | null> {
    const { openedProvider } = await import("./opened-provider.ts");
    try {
      return openedProvider(this.#config, this.#env, this.#path);
    } catch (error) {
      if (isPithError(error)) return error;
      throw error;
    }
  }

  /** What ranking is given for a question; null where no provider is set. */
  async of(
    workspace: Workspace,
    snapshot: Snapshot,
    query: string,
    signal?: AbortSignal,
  ): Promise<Given | null> {
    if (!this.isSet) return null;
    const opened = await this.open();
    if (opened === null) return null;
    if (isPithError(opened))
      return {
        given: null,
        said: [`${opened.message.replace(/\.$/, "")}: ranked with the static vectors`],
      };
    const { adoptChunks } = await import("./embed-chunks.ts");
    await adoptChunks(workspace, opened, snapshot);
    return opened.of(snapshot, query, signal);
  }

  async forget(): Promise<void> {
    const opened = await this.#opened;
    if (opened !== null && !isPithError(opened)) opened.forget();
  }

  async close(): Promise<void> {
    const opened = await this.#opened;
    this.#opened = null;
    if (opened !== null && !isPithError(opened)) await opened.close();
  }
}
