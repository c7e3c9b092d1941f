// `context … --receipt FILE`: the receipt of the answer also goes into a file of the user's.
import { oneLine } from "../../base/safe-text.ts";
import type { Receipt } from "../../pack/receipt.ts";
import { askedFile } from "./asked-file.ts";

export interface ReceiptFile {
  /** Takes the receipt of the answer. */
  take: (receipt: Receipt) => void;
  /** Writes it, and returns what is said of it to the person. Throws OUTPUT_FAILED. */
  write: () => Promise<string>;
}

/** Null where none was asked for. Throws ARGUMENT_INVALID, OUTPUT_FAILED. */
export async function receiptFileOf(args: Record<string, unknown>, cwd: string): Promise<ReceiptFile | null> {
  const file = await askedFile(args, "receipt", "a receipt", cwd);
  if (file === null) return null;
  const { path } = file;
  let taken: Receipt | null = null;
  return {
    take: (receipt) => {
      taken = receipt;
    },
    async write() {
      if (taken === null) return "The answer shows nothing, so there is no receipt to write.";
      const { receiptFileText } = await import("../../pack/receipt-file.ts");
      file.write(receiptFileText(taken, path));
      return `The receipt is in ${oneLine(path)}.`;
    },
  };
}
