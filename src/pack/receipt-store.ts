// Where does a receipt rest, and is what rests there one? A file a receipt, named by its id; what is read back is checked
// field by field, and its id is computed again.
import { rmSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { join } from "node:path";

import { canonicalJson } from "../base/canonical-json.ts";
import { PithError } from "../base/error.ts";
import { makeFolder } from "../base/make-folder.ts";
import { sha256 } from "../base/hash.ts";
import { isRecord } from "../base/record.ts";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { shownText } from "../redact/redact.ts";
import { writeFileAtomic } from "../store/atomic-write.ts";
import { ID_LENGTH, RECEIPT_FORMAT, receiptId, type Receipt } from "./receipt.ts";

const ID = new RegExp(`^[0-9]{${ID_LENGTH}}$`);

export function isReceiptId(text: string): boolean {
  return ID.test(text);
}

/** The file's text: the same bytes for the same receipt. */
export function receiptText(receipt: Receipt): string {
  return `${canonicalJson(receipt)}\n`;
}

/** Writes a receipt and gives its path. Throws what the file system throws: an answer does not fail for its receipt. */
export function writeReceipt(folder: string, receipt: Receipt): string {
  makeFolder(folder);
  const path = join(folder, `${receipt.id}.json`);
  const text = receiptText(receipt);
  // The same answer given again: reading it costs less than writing it.
  if (isHeldBy(path, text)) return path;
  writeFileAtomic(path, text, 0o600);
  return path;
}

function isHeldBy(path: string, text: string): boolean {
  const there = lookedAt(path);
  if (there?.isFile() === true) return there.size < text.length * 4 && readText(path) === text;
  // The folder is Pith's own: what stands there under the name of a receipt and is no file is in the way.
  if (there !== undefined) rmSync(path, { recursive: true, force: true });
  return false;
}

/** Undefined also for a link that leads nowhere: the receipt takes its place. */
function lookedAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A receipt has some 20 kB; the largest answer's a thousandth of this. */
export const MOST_RECEIPT_BYTES = 64_000_000;

function readText(path: string): string {
  return readPlainFile(path, MOST_RECEIPT_BYTES).toString("utf8");
}

export function readReceipt(folder: string, id: string): Receipt {
  if (!isReceiptId(id)) {
    throw new PithError("RECEIPT_INVALID", `${JSON.stringify(id)} is not the id of a receipt.`, {
      subject: id,
      next: `An id has ${ID_LENGTH} digits; it is the last line of an answer.`,
    });
  }
  const receipt = readReceiptFile(join(folder, `${id}.json`));
  if (receipt.id !== id) throw invalid(id, "holds another receipt");
  return receipt;
}

function readReceiptFile(path: string): Receipt {
  let text: string;
  try {
    text = readText(path);
  } catch (cause) {
    if (cause instanceof UnfitFile) throw invalid(path, `is ${cause.fault}`, cause);
    throw new PithError("RECEIPT_NOT_FOUND", `There is no receipt at ${path}.`, {
      subject: path,
      next: "Receipts belong to the root that was asked about: name it with --root, or ask again.",
      cause,
    });
  }
  return parseReceipt(text, path);
}

export function parseReceipt(text: string, subject: string): Receipt {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw invalid(subject, "is not JSON", cause);
  }
  if (isTooDeep(parsed)) throw invalid(subject, `is nested more than ${MOST_DEPTH} deep`);
  const value = ofReport(parsed);
  if (isRecord(value) && typeof value.format === "string" && value.format !== RECEIPT_FORMAT) {
    const what = `has the format ${shownText(value.format.slice(0, 100))}; this version reads ${RECEIPT_FORMAT}`;
    throw invalid(subject, what, undefined, OTHER_VERSION);
  }
  const fault = faultIn(value, SHAPE, "") ?? unknownField(value);
  if (fault !== null) throw invalid(subject, `has no valid ${fault}`);
  const { check, ...receipt } = value as Receipt & { check?: unknown };
  if (receiptId(receipt) !== receipt.id) throw invalid(subject, "does not match its id: it was changed");
  if (check !== undefined && check !== recordCheck(receipt))
    throw invalid(subject, "does not match its check: it was changed");
  return receipt;
}

/** Nothing that is there is passed over without a word. */
function unknownField(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const unknown = Object.keys(value).find(
    (field) => !Object.hasOwn(SHAPE, field) && field !== "signals" && field !== "check",
  );
  return unknown === undefined ? null : `field ${JSON.stringify(shownText(unknown.slice(0, 60)))}`;
}

/** Over all of a receipt, also what its id does not stand for. */
export function recordCheck(receipt: Receipt): string {
  return sha256(canonicalJson(receipt)).slice(0, 16);
}

/** What `receipt show --json` printed holds a receipt. */
function ofReport(value: unknown): unknown {
  return isRecord(value) && value.op === "receipt" && value.action === "show" ? value.receipt : value;
}

const OTHER_VERSION = "Read it with the version of Pith that made it (`pith upgrade`), or ask again.";

function invalid(
  subject: string,
  what: string,
  cause?: unknown,
  next = "Ask the same query again for a new receipt.",
): PithError {
  return new PithError("RECEIPT_INVALID", `The receipt ${what}.`, { subject, next, cause });
}

/** A receipt has some eight levels; options are the caller's own. */
const MOST_DEPTH = 50;

/** Whether what was read is nested deeper than anything that Pith writes: what follows goes down it by calling itself. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((one) => (one !== null && typeof one === "object" ? Object.values(one) : []));
  }
  return false;
}

// ------------------------------------------------------------------ shape

type Check = (value: unknown) => boolean;
interface Shape {
  [field: string]: Check | Shape | [Shape];
}

const text: Check = (v) => typeof v === "string";
const whole: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
const line: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 1;
const anything: Check = () => true;
const counts: Check = (v) => isRecord(v) && Object.values(v).every(whole);
const texts: Check = (v) => Array.isArray(v) && v.every(text);
const relative: Check = (v) => typeof v === "string" && v !== "" && !/^\/|(?:^|\/)\.\.(?:\/|$)|\0/.test(v);

const place = {
  path: relative,
  start: line,
  end: line,
  kind: text,
  name: text,
  content: text,
  ranks: counts,
};
const SHAPE: Shape = {
  format: text,
  id: (v) => typeof v === "string" && ID.test(v),
  engine: text,
  op: text,
  root: { path: text, rev: (v) => v === null || text(v), dirty: (v) => v === null || typeof v === "boolean" },
  query: text,
  options: isRecord,
  route: text,
  kept: [
    {
      ...place,
      form: (v) => v === "whole" || v === "outline" || v === "lines",
      reason: text,
      lines: [{ start: line, end: line, hash: text, first: text }],
      cost: whole,
    },
  ],
  dropped: [{ ...place, why: text }],
  droppedTotal: whole,
  completeness: {
    scope: text,
    files: { inScope: whole, read: whole, skipped: counts },
    caps: texts,
    unresolved: texts,
    words: (v) => v === undefined || Array.isArray(v),
    partial: anything,
  },
  cost: { tokens: whole, unit: text, budget: whole },
};

/** The first field that is not of its shape, as a dotted path. */
function faultIn(value: unknown, shape: Shape, at: string): string | null {
  if (!isRecord(value)) return at === "" ? "content" : at;
  for (const [field, expected] of Object.entries(shape)) {
    const where = at === "" ? field : `${at}.${field}`;
    const found = value[field];
    if (typeof expected === "function") {
      if (!expected(found)) return where;
    } else if (Array.isArray(expected)) {
      if (!Array.isArray(found)) return where;
      for (const [i, item] of found.entries()) {
        const fault = faultIn(item, expected[0], `${where}[${i}]`);
        if (fault !== null) return fault;
      }
    } else {
      const fault = faultIn(found, expected, where);
      if (fault !== null) return fault;
    }
  }
  return null;
}
