// `context --context-file FILE`: the answer goes into a file, and standard output says in one line what is in it.
import { counted } from "../../base/counted.ts";
import { oneLine, safeJson } from "../../base/safe-text.ts";
import { thousands } from "../../base/thousands.ts";
import type { Outcome } from "../../engine/operation.ts";
import type { ContextAnswer } from "../../pack/answer.ts";
import { askedFile } from "./asked-file.ts";

export interface ContextFile {
  /** Writes the finished answer and returns what is said in its place. Throws OUTPUT_FAILED. */
  write: (outcome: Outcome, json: boolean) => string;
}

/** Null where none was asked for. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export async function contextFileOf(args: Record<string, unknown>, cwd: string): Promise<ContextFile | null> {
  const file = await askedFile(args, "contextFile", "an answer", cwd);
  if (file === null) return null;
  const { path } = file;
  return {
    write(outcome, json) {
      file.write(outcome.output);
      // Under a very small budget the answer is no more than advice.
      const { cost, spans, receipt } = outcome.answer as Partial<ContextAnswer>;
      if (json) {
        const said = { contextFile: path, found: outcome.found, cost, spans: spans?.length ?? 0, receipt };
        return `${safeJson(said)}\n`;
      }
      const of =
        cost === undefined ? "" : `, ${thousands(cost.tokens)} of ${thousands(cost.budget)} ${cost.unit}`;
      const kept = receipt === null || receipt === undefined ? "" : `, receipt ${receipt}`;
      return `${oneLine(path)}: ${counted(spans?.length ?? 0, "span")}${of}${kept}\n`;
    },
  };
}
