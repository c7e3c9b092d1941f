// Receipts of answers, kept in the cache folder of the repository that was asked about.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { isSkipped, readTextFile } from "../files/read.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { Receipt } from "../pack/receipt.ts";
import { isReceiptId, parseReceipt, readReceipt as readStored, writeReceipt } from "../pack/receipt-store.ts";
import type { Workspace } from "./workspace.ts";

export function receiptFolder(workspace: Workspace): string {
  return join(workspace.store.folder.folder, "receipts");
}

/** Roots of which it was said that their receipts can't be kept. */
const said = new WeakSet<Workspace>();

/** Failing to keep a receipt never fails the answer; it is said once. */
export function saveReceipt(workspace: Workspace, receipt: Receipt, notices: string[]): void {
  const folder = receiptFolder(workspace);
  try {
    writeReceipt(folder, receipt);
    if (Number(receipt.id.slice(-2)) === 0) thinOut(folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (said.has(workspace)) return;
    said.add(workspace);
    notices.push(`The receipt could not be kept in ${folder} (${code}).`);
  }
}

/** Receipts kept of one repository, some 20 kB each; looked at after about every hundredth. */
const MOST_RECEIPTS = 5_000;

/** The oldest receipts beyond the ceiling go. */
function thinOut(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length <= MOST_RECEIPTS) return;
  const aged = names.map((name) => {
    const path = join(folder, name);
    return { path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  aged.sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, names.length - MOST_RECEIPTS)) rmSync(path, { force: true });
}

/** A receipt of this root by its id, or any receipt by the path of its file inside the root. */
export function readReceipt(workspace: Workspace, given: string): Receipt {
  if (isReceiptId(given) || !/[/\\.]/u.test(given)) return readStored(receiptFolder(workspace), given);
  const path = relativePath(workspace.root, given);
  const file = readTextFile(workspace.root, path, workspace.config.values.ceilings);
  if (!isSkipped(file)) return parseReceipt(file.text, path);
  throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt at ${path}. ${SKIP_REASONS[file.skip]}`, {
    subject: path,
    next: "Give the id of a receipt, or the path of its file inside the root.",
  });
}
