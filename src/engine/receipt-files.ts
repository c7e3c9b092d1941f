// Which receipts lie in a file or a folder of the root? Of a folder every file that may be one is looked at; what should
// be a receipt and can't be read as one is told, and does not keep the others from being read.
import { readdirSync, statSync, type Dirent } from "node:fs";
import { isPithError, PithError } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { relativePath, resolveInside } from "../files/guard.ts";
import { isSkipped, readTextFile } from "../files/read.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import { holdsReceipt, isPageName, isReceiptFileName, receiptsOfText } from "../pack/receipt-file.ts";
import type { Receipt } from "../pack/receipt.ts";
import type { Workspace } from "./workspace.ts";

export interface FoundReceipts {
  receipts: { from: string; receipt: Receipt }[];
  faults: { from: string; fault: PithError }[];
  /** Files that are no receipts. */
  others: number;
}

/** Receipts that one call verifies. */
const MOST_FILES = 2_000;
/** Names that are looked at for them. */
const MOST_NAMES = 50_000;

/** Null where the path is no folder of the root: then it is one receipt, which has its own errors. */
export function receiptsInFolder(workspace: Workspace, given: string): FoundReceipts | null {
  const folder = folderNamed(workspace, given);
  if (folder === null) return null;
  const found: FoundReceipts = { receipts: [], faults: [], others: 0 };
  const { paths, closed, isWhole } = filesBelow(resolveInside(workspace.root, folder), folder);
  if (paths.length > MOST_FILES)
    throw tooMany(given, `${paths.length} files of JSON or Markdown; ${MOST_FILES} is the most`);
  // To leave some out without a word would be to say that they hold.
  if (!isWhole) throw tooMany(given, `more than ${MOST_NAMES} files and folders`);
  for (const { path, code } of closed)
    found.faults.push({ from: path, fault: unreadable(path, `Its folder can't be listed (${code}).`) });
  for (const path of paths) {
    try {
      const file = readTextFile(workspace.root, path, workspace.config.values.ceilings);
      if (isSkipped(file)) throw unreadable(path, SKIP_REASONS[file.skip]);
      if (!mayBeReceipt(path, file.text)) found.others++;
      else
        for (const receipt of receiptsOfText(file.text, path)) found.receipts.push({ from: path, receipt });
    } catch (fault) {
      if (!isPithError(fault) || fault.code === "INTERNAL") throw fault;
      found.faults.push({ from: path, fault });
    }
  }
  if (found.receipts.length === 0 && found.faults.length === 0) {
    throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt in ${given === "" ? "the root" : given}.`, {
      subject: given,
      next: "`pith context … --receipt FILE` writes one, as JSON or Markdown by the ending.",
    });
  }
  return found;
}

function folderNamed({ root }: Workspace, given: string): string | null {
  if (given.includes("\0")) return null;
  try {
    const path = relativePath(root, given);
    return statSync(resolveInside(root, path)).isDirectory() ? path : null;
  } catch {
    return null;
  }
}

function tooMany(given: string, what: string): PithError {
  return new PithError("ARGUMENT_INVALID", `${given} holds ${what}.`, {
    subject: given,
    next: "Name the folder that holds the receipts alone.",
  });
}

interface Below {
  paths: string[];
  /** Folders that can't be listed. */
  closed: { path: string; code: string }[];
  /** False where there are more names than are looked at. */
  isWhole: boolean;
}

/** From the root. Links are not followed: what they lead to has a path of its own, or lies outside. */
function filesBelow(absolute: string, folder: string): Below {
  const paths: string[] = [];
  const closed: Below["closed"] = [];
  const below = (isWhole: boolean): Below => ({ paths: paths.sort(compareStrings), closed, isWhole });
  const waiting: [string, string][] = [[absolute, folder === "" ? "" : `${folder}/`]];
  let names = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(at[0], { withFileTypes: true });
    } catch (error) {
      closed.push({ path: at[1], code: (error as NodeJS.ErrnoException).code ?? String(error) });
    }
    for (const entry of entries) {
      if (++names > MOST_NAMES) return below(false);
      if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules")
        waiting.push([`${at[0]}/${entry.name}`, `${at[1]}${entry.name}/`]);
      else if (entry.isFile() && isReceiptFileName(entry.name)) paths.push(`${at[1]}${entry.name}`);
    }
  }
  return below(true);
}

/** What does not say that it is one is none, but for JSON that is none: the half of a receipt may not say it. */
function mayBeReceipt(path: string, text: string): boolean {
  if (isPageName(path)) return holdsReceipt(text);
  if (text.includes('"pith-receipt-')) return true;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function unreadable(path: string, why: string): PithError {
  return new PithError("RECEIPT_INVALID", `The receipt ${path} is not read. ${why}`, {
    subject: path,
    next: "Restore the file as it was written, or take it away.",
  });
}
