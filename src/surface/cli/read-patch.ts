// The patch that a person names on the command line, as the text that an operation is given.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { LONGEST_PATCH } from "../../base/limits.ts";

export async function readPatch(
  file: string,
  readStdin: () => Promise<string>,
  cwd: string,
  signal: AbortSignal,
  flag: "--patch" | "--diff" = "--patch",
): Promise<string> {
  let text: string;
  if (file === "-") text = await readStdin();
  else {
    const { readRequestFile } = await import("../../engine/request-file.ts");
    text = await readRequestFile(resolve(cwd, file), signal, flag === "--patch" ? "patch" : "diff");
  }
  if (text.length <= LONGEST_PATCH) return text;
  throw new PithError("ARGUMENT_INVALID", `The patch has more than ${LONGEST_PATCH} characters.`, {
    subject: flag,
    next:
      flag === "--patch"
        ? "Give a smaller one, or a revision with --diff."
        : "Give a smaller one, or commits with --range.",
  });
}
