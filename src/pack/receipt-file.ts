// A receipt as a file of the user's, to be committed or sent: JSON, or a page of Markdown that holds the same record where
// no reader sees it. Without the folder in which the root lay, which is nobody else's. What is read back is checked to the last character: the record by its check, the page by its hash.
import { canonicalJson } from "../base/canonical-json.ts";
import { PithError } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import { receiptMarkdown } from "./receipt-markdown.ts";
import { parseReceipt, recordCheck } from "./receipt-store.ts";
import type { Receipt } from "./receipt.ts";

const MARK = "<!-- pith-receipt";
const END = "-->";
const PAGE = /^<!-- pith-receipt page=([0-9a-f]{16})\n(.*)\n-->$/s;

export function isPageName(path: string): boolean {
  return /\.(?:md|markdown)$/iu.test(path);
}

/** Endings under which a receipt is written and looked for. */
export function isReceiptFileName(path: string): boolean {
  return isPageName(path) || /\.json$/iu.test(path);
}

/** The file's text, of the form that its name asks for. */
export function receiptFileText(receipt: Receipt, path: string): string {
  const portable: Receipt = { ...receipt, root: { ...receipt.root, path: "." } };
  const record = { ...portable, check: recordCheck(portable) };
  if (!isPageName(path)) return `${sortedJson(record)}\n`;
  const page = `${receiptMarkdown(portable).trimEnd()}\n`;
  return `${page}\n${MARK} page=${pageHash(page)}\n${inComment(canonicalJson(record))}\n${END}\n`;
}

/** Sorted keys, two blanks: what changes between two versions of it is seen line by line. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

/** Nothing in it can end the comment that it stands in. */
function inComment(json: string): string {
  return json.replaceAll("-", "\\u002d").replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}

function pageHash(page: string): string {
  return sha256(page.replaceAll("\r\n", "\n").trimEnd()).slice(0, 16);
}

export function holdsReceipt(text: string): boolean {
  return text.includes(MARK);
}

/**
 * The receipts that a file holds: one of JSON; of a page all that stand in it, with any other text around them. Throws
 * RECEIPT_INVALID where there is none, and where one was changed.
 */
export function receiptsOfText(text: string, subject: string): Receipt[] {
  if (!isPageName(subject)) return [parseReceipt(text, subject)];
  const whole = text.replaceAll("\r\n", "\n");
  const receipts: Receipt[] = [];
  let read = 0;
  for (let at = whole.indexOf(MARK); at !== -1; at = whole.indexOf(MARK, read)) {
    const end = whole.indexOf(END, at);
    const found = end === -1 ? null : PAGE.exec(whole.slice(at, end + END.length));
    if (found === null)
      throw broken(subject, "holds a record of a receipt that is cut off or of another version");
    const receipt = parseReceipt(found[2]!, subject);
    const head = whole.lastIndexOf(`# Receipt ${receipt.id}\n`, at);
    if (head < read || pageHash(whole.slice(head, at)) !== found[1])
      throw broken(subject, `says something else of receipt ${receipt.id} than its record: it was changed`);
    receipts.push(receipt);
    read = end + END.length;
  }
  if (receipts.length === 0) throw broken(subject, "holds no receipt");
  return receipts;
}

function broken(subject: string, what: string): PithError {
  return new PithError("RECEIPT_INVALID", `${subject} ${what}.`, {
    subject,
    next: "Restore the file as it was written (from Git, say), or ask the same query again with --receipt.",
  });
}
