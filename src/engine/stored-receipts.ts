// Receipts of answers, kept in the cache folder of the repository that was asked about.
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { PithError } from "../base/error.ts";
import { readPlainFile } from "../base/plain-file.ts";
import { isInside, realPlace, relativePath } from "../files/guard.ts";
import { isSkipped, readTextFile } from "../files/read.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { Receipt } from "../pack/receipt.ts";
import { receiptsOfText } from "../pack/receipt-file.ts";
import {
  isReceiptId,
  MOST_RECEIPT_BYTES,
  readReceipt as readStored,
  writeReceipt,
} from "../pack/receipt-store.ts";
import { UNFINISHED } from "../store/atomic-write.ts";
import type { Workspace } from "./workspace.ts";

function receiptFolder(workspace: Workspace): string {
  return join(workspace.store.folder.folder, "receipts");
}

/** Roots of which it was said that their receipts can't be kept. */
const said = new WeakSet<Workspace>();

/**
 * Whether the receipt is kept: else the answer must not name it. Failing to keep one never fails the answer; it is said
 * once.
 */
export function saveReceipt(workspace: Workspace, receipt: Receipt, notices: string[]): boolean {
  const folder = receiptFolder(workspace);
  try {
    writeReceipt(folder, receipt);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    // Where nothing can be kept, that was said.
    const known = said.has(workspace) || workspace.store.unwritable;
    if (!known) notices.push(`The receipt could not be kept in ${folder} (${code}).`);
    said.add(workspace);
    return false;
  }
  try {
    if (Number(receipt.id.slice(-2)) === 0) thinOut(folder);
  } catch {
    // Too many of them are no fault of this one.
  }
  return true;
}

/** Receipts kept of one repository, some 20 kB each; looked at after about every hundredth. */
const MOST_RECEIPTS = 5_000;

/** A receipt is written in a moment: one that is older was never finished. */
const UNFINISHED_KEPT_MS = 600_000;

/** The oldest receipts beyond the ceiling go, and what a process left half written. */
export function thinOut(folder: string, now = Date.now()): void {
  const all = readdirSync(folder);
  for (const name of all.filter((each) => each.endsWith(UNFINISHED))) {
    const path = join(folder, name);
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (now - at > UNFINISHED_KEPT_MS) rmSync(path, { force: true });
  }
  const names = all.filter((name) => name.endsWith(".json"));
  if (names.length <= MOST_RECEIPTS) return;
  const aged = names.map((name) => {
    const path = join(folder, name);
    return { path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  aged.sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, names.length - MOST_RECEIPTS)) rmSync(path, { force: true });
}

/**
 * A receipt of this root by its id or by the path of its file in the cache, or any receipt by the path of its file inside
 * the root. Other places are refused: Pith reads nothing else outside a root.
 */
export function readReceipt(workspace: Workspace, given: string): Receipt {
  return readReceipts(workspace, given)[0]!;
}

/** All that a file holds: a page may have several. `anywhere`: it may also lie outside the root. */
export function readReceipts(workspace: Workspace, given: string, anywhere = false): Receipt[] {
  const folder = receiptFolder(workspace);
  if (isReceiptId(given) || !/[/\\.]/u.test(given)) return [readStored(folder, given)];
  const kept = keptId(workspace, folder, given);
  if (kept !== null) return [readStored(folder, kept)];
  if (anywhere && isAbsolute(given) && !isInside(realPlace(given), realPlace(workspace.root.path)))
    return readElsewhere(given);
  const path = insideRoot(workspace, folder, given);
  const file = readTextFile(workspace.root, path, workspace.config.values.ceilings);
  if (!isSkipped(file)) return receiptsOfText(file.text, path);
  throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt at ${path}. ${SKIP_REASONS[file.skip]}`, {
    subject: path,
    next: "Give the id of a receipt, or the path of its file inside the root.",
  });
}

function readElsewhere(path: string): Receipt[] {
  let text: string;
  try {
    text = readPlainFile(path, MOST_RECEIPT_BYTES).toString("utf8");
  } catch (cause) {
    throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt at ${path} that can be read.`, {
      subject: path,
      next: "Give the id of a receipt, or the path of its file.",
      cause,
    });
  }
  return receiptsOfText(text, path);
}

/** The commit that an answer was about; null where it was about the disk. */
export function commitOfReceipt({ options: { rev } }: Receipt): string | null {
  return typeof rev === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(rev) ? rev : null;
}

/** The id of the receipt whose file in the folder of receipts is given; null for any other path. */
function keptId(workspace: Workspace, folder: string, given: string): string | null {
  if (given.includes("\0")) return null;
  // Real paths: a link must not lead out of the folder, and the folder may be named through one.
  const place = realPlace(resolve(workspace.root.path, given));
  const id = basename(place, ".json");
  return dirname(place) === realPlace(folder) && place.endsWith(".json") && isReceiptId(id) ? id : null;
}

function insideRoot(workspace: Workspace, folder: string, given: string): string {
  try {
    return relativePath(workspace.root, given);
  } catch (cause) {
    throw new PithError("PATH_OUTSIDE_ROOT", `${JSON.stringify(given)} does not lie inside the root.`, {
      subject: given,
      next: `Give the id of a receipt, the path of its file inside the root, or of one in ${folder}.`,
      cause,
    });
  }
}
