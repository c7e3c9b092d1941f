// Receipts of answers, kept in the cache folder of the repository that was asked about.
import { join } from "node:path";
import type { Receipt } from "../pack/receipt.ts";
import {
  isReceiptId,
  readReceipt as readStored,
  readReceiptFile,
  writeReceipt,
} from "../pack/receipt-store.ts";
import type { Workspace } from "./workspace.ts";

export function receiptFolder(workspace: Workspace): string {
  return join(workspace.store.folder.folder, "receipts");
}

/** Failing to keep a receipt never fails the answer; it is said once. */
export function saveReceipt(workspace: Workspace, receipt: Receipt, notices: string[]): void {
  const folder = receiptFolder(workspace);
  try {
    writeReceipt(folder, receipt);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    notices.push(`The receipt could not be kept in ${folder} (${code}).`);
  }
}

/** A receipt of this root by its id, or any receipt by the path of its file. */
export function readReceipt(workspace: Workspace, given: string): Receipt {
  return isReceiptId(given) || !/[/\\.]/u.test(given)
    ? readStored(receiptFolder(workspace), given)
    : readReceiptFile(given);
}
