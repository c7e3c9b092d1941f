// The text that a person gives `similar` in a file or on standard input, as the text that the operation is given.
import { resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { LONGEST_CODE } from "../../base/limits.ts";

export async function giveText(
  args: Record<string, unknown>,
  readStdin: () => Promise<string>,
  cwd: string,
  signal: AbortSignal,
): Promise<void> {
  const { textFile } = args;
  const file = args["subject"] === "-" ? "-" : textFile;
  if (typeof file !== "string") return;
  delete args["textFile"];
  if (args["subject"] === "-") delete args["subject"];
  if (
    args["subject"] !== undefined ||
    args["text"] !== undefined ||
    (textFile !== undefined && textFile !== file)
  ) {
    throw new PithError("ARGUMENT_INVALID", "similar takes one thing to compare with.", {
      subject: "--text-file",
      next: "Give a place or name, or --text-file, or - for standard input.",
    });
  }
  let text: string;
  if (file === "-") text = await readStdin();
  else {
    const { readRequestFile } = await import("../../engine/request-file.ts");
    text = await readRequestFile(resolve(cwd, file), signal, "text");
  }
  if (text.length > LONGEST_CODE) {
    throw new PithError("ARGUMENT_INVALID", `The text has more than ${LONGEST_CODE} characters.`, {
      subject: "--text-file",
      next: "Give the part that matters.",
    });
  }
  args["text"] = text;
}
