// Commands of `pith manifest` that are done at once: from typed words to what is printed.
import { resolve } from "node:path";
import type { ManifestValidateArguments } from "../../engine/manifest-validate.ts";
import type { Entry } from "../entry.ts";
import type { RawCommand } from "./collect-arguments.ts";
import { runWork } from "./run-work.ts";
import type { Terminal } from "./terminal.ts";

export async function runManifestValidate(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
): Promise<number> {
  const { validateManifest } = await import("../../engine/manifest-validate.ts");
  return runWork(entry, raw, terminal, async (args) => {
    args["manifest"] = resolve(terminal.cwd, args["manifest"] as string);
    return validateManifest(args as unknown as ManifestValidateArguments);
  });
}
