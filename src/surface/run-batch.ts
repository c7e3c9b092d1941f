// A batch whose every request is checked against the table, as a call on any surface is.
import type { BatchArguments, OperationArguments } from "../engine/arguments.ts";
import type { Engine } from "../engine/engine.ts";
import type { OperationContext, Outcome } from "../engine/operation.ts";
import { operationNamed } from "./operations.ts";
import { checkArguments } from "./parameters.ts";

export async function runBatch(
  engine: Engine,
  readStdin: () => Promise<string>,
  args: BatchArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { batch } = await import("../engine/batch.ts");
  const checking: Pick<Engine, "run"> = {
    async run(name, given, call) {
      const checked = await checkArguments(operationNamed(name)!, { ...given }, "library");
      return engine.run(name, checked as unknown as OperationArguments[typeof name], call);
    },
  };
  return batch(checking, readStdin, args, context);
}
