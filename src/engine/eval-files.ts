// What does an evaluation write? The page where it is asked for, and factors into the root's settings: each whole or not at
// all, and nothing over a file that is another's.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { PithError } from "../base/error.ts";
import { readPlainFile, UnfitFile } from "../base/plain-file.ts";
import { isRecord } from "../base/record.ts";
import { CONFIG_FILE, MOST_CONFIG_BYTES } from "../config/load.ts";
import { PAGE_MARK } from "../eval/report-page.ts";
import { requireFolder, requirePlaceFor, writeOutput } from "./output-file.ts";

/** Far more than a page has. */
const MOST_PAGE_BYTES = 64_000_000;

/** Before anything is measured: a file that is there and no page of ours is refused, and a place that takes none. */
export function requirePage(path: string, root: string, mark = PAGE_MARK): void {
  requirePlaceFor("a page", path, root);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  let isOurs = false;
  try {
    const text = readPlainFile(path, MOST_PAGE_BYTES, { links: "refused" }).toString("utf8");
    isOurs = text.startsWith(mark);
  } catch (error) {
    if (!(error instanceof UnfitFile) && (error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  if (isOurs) return;
  throw new PithError("ARGUMENT_INVALID", `${path} is there, and is no page of an evaluation.`, {
    subject: path,
    next: "Name another file: only a page of pith eval is written over.",
  });
}

/** Before anything is measured: settings that can't be read or written. */
export function requireSettings(root: string): void {
  const path = join(root, CONFIG_FILE);
  requireFolder(path);
  readSettings(path);
}

export function writePage(path: string, root: string, page: string): void {
  requirePage(path, root, page.slice(0, page.indexOf("\n", page.indexOf("\n") + 1)));
  writeOutput(path, page);
}

/** The path of the settings. What else is set in them stays, in its order. */
export function writeLaneWeights(root: string, weights: Readonly<Record<string, number>>): string {
  const path = join(root, CONFIG_FILE);
  const settings = readSettings(path);
  const text = JSON.stringify({ ...settings, laneWeights: weights }, null, 2);
  writeOutput(path, `${text}\n`);
  return path;
}

function readSettings(path: string): Record<string, unknown> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return {};
  try {
    const text = readPlainFile(path, MOST_CONFIG_BYTES, { links: "refused" }).toString("utf8");
    const value: unknown = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw unusable(path, cause);
  }
  throw unusable(path);
}

function unusable(path: string, cause?: unknown): PithError {
  return new PithError("CONFIG_INVALID", `${path} can't be read as settings, so nothing is written to it.`, {
    subject: path,
    next: "Correct the file, or set laneWeights by hand.",
    cause,
  });
}
