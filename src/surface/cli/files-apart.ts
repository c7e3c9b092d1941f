// Does each thing that a command writes have a file of its own? The second would be written over the first.
import { basename, dirname, join, resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { realPlace } from "../../files/guard.ts";
import { longFlag } from "./flags.ts";

const WRITTEN = ["contextFile", "metricsFile", "receipt"] as const;

/** Before any work is done. Throws ARGUMENT_INVALID. */
export function requireFilesApart(args: Readonly<Record<string, unknown>>, cwd: string): void {
  const taken = new Map<string, string>();
  for (const name of WRITTEN) {
    const given = args[name];
    if (typeof given !== "string") continue;
    const path = resolve(cwd, given);
    // The folder's own place: a link at the end is refused where it is written to.
    const place = join(realPlace(dirname(path)), basename(path));
    const other = taken.get(place);
    if (other !== undefined) {
      throw new PithError("ARGUMENT_INVALID", `${other} and ${longFlag(name)} name the same file, ${path}.`, {
        subject: longFlag(name),
        next: "Name a file of its own for each.",
      });
    }
    taken.set(place, longFlag(name));
  }
}
