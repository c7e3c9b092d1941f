// `context … --receipt FILE`: the receipt of the answer also goes into a file of the user's.
import { dirname, resolve } from "node:path";
import { oneLine } from "../../base/safe-text.ts";
import type { Receipt } from "../../pack/receipt.ts";

export interface ReceiptFile {
  /** Takes the receipt of the answer. */
  take: (receipt: Receipt) => void;
  /** Writes it, and returns what is said of it to the person. Throws OUTPUT_FAILED. */
  write: () => Promise<string>;
}

/** Takes the argument away, since it is no matter of the engine's. Null where none was given. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export async function receiptFileOf(args: Record<string, unknown>, cwd: string): Promise<ReceiptFile | null> {
  const { receipt: given } = args;
  delete args["receipt"];
  if (typeof given !== "string") return null;
  const path = resolve(cwd, given);
  const { requirePlaceFor, requirePlainOrNew, writeOutput } = await import("../../engine/output-file.ts");
  // Before the work is done.
  requirePlaceFor("a receipt", path, dirname(path));
  requirePlainOrNew(path);
  let taken: Receipt | null = null;
  return {
    take: (receipt) => {
      taken = receipt;
    },
    async write() {
      if (taken === null) return "The answer shows nothing, so there is no receipt to write.";
      const { receiptFileText } = await import("../../pack/receipt-file.ts");
      requirePlainOrNew(path);
      writeOutput(path, receiptFileText(taken, path));
      return `The receipt is in ${oneLine(path)}.`;
    },
  };
}
