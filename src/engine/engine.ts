// The engine: one `run` for every operation. Surfaces hold one engine per process; it keeps opened roots warm.
import type { OperationArguments, OperationName } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";

export interface EngineOptions {
  env?: NodeJS.ProcessEnv;
  /** Working directory from which a root is looked for. */
  cwd?: string;
  /** Text of standard input for `batch -`. */
  readStdin?: () => Promise<string>;
}

export interface Engine {
  run<Name extends OperationName>(
    name: Name,
    args: OperationArguments[Name],
    context?: OperationContext,
  ): Promise<Outcome>;
  /** Ends workers and closes files. Safe to call twice. */
  close(): Promise<void>;
}

export function createEngine(_options: EngineOptions = {}): Engine {
  throw new Error("not built yet");
}
