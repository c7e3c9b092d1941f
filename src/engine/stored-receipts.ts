// Receipts of answers, kept in the cache folder of the repository that was asked about.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PithError } from "../base/error.ts";
import type { Receipt } from "../pack/receipt.ts";
import type { Workspace } from "./workspace.ts";

export function receiptFolder(workspace: Workspace): string {
  return join(workspace.store.folder.folder, "receipts");
}

/** Failing to keep a receipt never fails the answer; it is said once. */
export function saveReceipt(workspace: Workspace, receipt: Receipt, notices: string[]): void {
  const folder = receiptFolder(workspace);
  try {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${receipt.id}.json`);
    writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(receipt)}\n`);
    renameSync(`${path}.${process.pid}`, path);
  } catch (error) {
    notices.push(`The receipt could not be kept in ${folder} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export function readReceipt(workspace: Workspace, id: string): Receipt {
  try {
    return JSON.parse(readFileSync(join(receiptFolder(workspace), `${id}.json`), "utf8")) as Receipt;
  } catch (cause) {
    throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt ${id} of this root.`, {
      subject: id,
      cause,
    });
  }
}
