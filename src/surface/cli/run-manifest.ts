// Commands of `pith manifest` that are done at once: from typed words to what is printed.
import { resolve } from "node:path";
import type { WalkOptions } from "../../engine/manifest-walk.ts";
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

export async function runManifestShow(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const { showManifest } = await import("../../engine/manifest-show.ts");
  return runWork(entry, raw, terminal, async (args) =>
    showManifest({
      manifest: resolve(terminal.cwd, args["manifest"] as string),
      ids: (args["ids"] as string[] | undefined) ?? [],
      ...(args["find"] !== undefined && { find: args["find"] as string }),
      ...(args["format"] !== undefined && { format: args["format"] as "json" }),
      walk: walkOptions(args),
    }),
  );
}

/** What of the arguments is for a walk. */
export function walkOptions(args: Readonly<Record<string, unknown>>): WalkOptions {
  return {
    ...(args["budget"] !== undefined && { budget: args["budget"] as number }),
    ...(args["reserve"] !== undefined && { reserve: args["reserve"] as number }),
    ...(args["mode"] !== undefined && { mode: args["mode"] as string }),
    ...(args["evict"] === true && { evict: "least-recently-used" as const }),
  };
}
