// A selection under a name, as a file that a team commits: places, what they held when they were selected, and the request
// that selects them anew. No text of the tree is in it: what an answer shows of a pack is what stands there then.
import { canonicalJson } from "../base/canonical-json.ts";
import { PithError } from "../base/error.ts";
import { sha256 } from "../base/hash.ts";
import { LEAST_BUDGET, LONGEST_QUERY, MOST_BUDGET } from "../base/limits.ts";
import { compareStrings } from "../base/order.ts";
import { isRecord } from "../base/record.ts";
import { shownText } from "../redact/redact.ts";
import { UNITS, type Unit } from "../tokens/units.ts";
import { sortedJson } from "./receipt-file.ts";
import { isTooDeep } from "./receipt-store.ts";
import type { KeptPlace, ReceiptLines } from "./receipt.ts";

/** Raised when the shape changes; other versions are refused. */
const PACK_FORMAT = "pith-pack-1";

export interface PackedPlace extends Pick<KeptPlace, "path" | "start" | "end" | "kind" | "name" | "reason"> {
  /** The lines that were selected, each stretch with its hash. */
  lines: ReceiptLines[];
}

export interface SavedPack {
  format: typeof PACK_FORMAT;
  name: string;
  query: string;
  /** What it is selected from; empty for all files. */
  scope: string[];
  language: string[];
  budget: number;
  unit: Unit;
  /** What its spans cost when they were selected, each counted alone: where the root lies has no part in it. */
  cost: number;
  /** Commit at which it was selected; null outside a repository. */
  rev: string | null;
  /** Path → content id of each file, as the selection read it. */
  files: Record<string, string>;
  spans: PackedPlace[];
}

/** Letters, digits and `. _ -`: the same file on every system, and no path. */
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
/** Devices to Windows, whatever ending they have. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Throws ARGUMENT_INVALID for what is no name of a pack. */
export function checkPackName(name: string): string {
  const why =
    !NAME.test(name) || name.length > 64 || /[\r\n]/.test(name)
      ? "has other signs than letters, digits, dot, underscore and hyphen, or more than 64"
      : /^\.+$/.test(name) || name.endsWith(".") || name.startsWith("-")
        ? "is read as something else by some system"
        : RESERVED.test(name)
          ? "is a device on Windows"
          : null;
  if (why === null) return name;
  throw new PithError(
    "ARGUMENT_INVALID",
    `${JSON.stringify(shownText(name.slice(0, 100)))} is no name for a pack: it ${why}.`,
    {
      subject: "name",
      next: "Choose 1 to 64 letters, digits, dots, underscores or hyphens, such as auth.",
    },
  );
}

/** The file's text: the same bytes for the same selection. */
export function packText(pack: SavedPack): string {
  return `${sortedJson({ ...pack, check: packCheck(pack) })}\n`;
}

function packCheck(pack: SavedPack): string {
  return sha256(canonicalJson(pack)).slice(0, 16);
}

/** The places with the content of their files, as a receipt has them. */
export function placesOfPack(pack: SavedPack): KeptPlace[] {
  return pack.spans.map((span) => ({
    ...span,
    content: Object.hasOwn(pack.files, span.path) ? pack.files[span.path]! : "",
    ranks: {},
    form: "lines",
    cost: 0,
  }));
}

export interface ParsePackOptions {
  /** Also one that was changed by hand: its request is taken, its places are made anew. */
  edited?: boolean;
}

export function parsePack(text: string, name: string, { edited = false }: ParsePackOptions = {}): SavedPack {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw invalid(name, "is not JSON (cut off, or left in the middle of a merge?)", SAVE_AGAIN, cause);
  }
  if (isTooDeep(value)) throw invalid(name, "is nested deeper than any pack");
  if (!isRecord(value)) throw invalid(name, "is no object");
  if (typeof value.format === "string" && value.format !== PACK_FORMAT) {
    throw invalid(
      name,
      `has the format ${shownText(value.format.slice(0, 100))}; this version reads ${PACK_FORMAT}`,
      `Read it with the version of Pith that made it (\`pith upgrade\`), or take it away (\`pith pack ${name} --remove\`) and save it again.`,
    );
  }
  const fault = faultIn(value);
  if (fault !== null) throw invalid(name, `has no valid ${fault}`);
  const { check, ...rest } = value;
  const pack = rest as unknown as SavedPack;
  if (pack.name !== name)
    throw invalid(name, `says that it is ${JSON.stringify(shownText(pack.name))}`, SAVE_AGAIN);
  if (!edited && check !== packCheck(pack))
    throw invalid(
      name,
      "was changed by hand: it does not match its check",
      `\`pith pack ${name} --refresh\` selects it anew by its query.`,
    );
  return pack;
}

const SAVE_AGAIN =
  "Restore it (from Git, say), or take it away and save it again with `pith pack NAME QUERY`.";

function invalid(name: string, what: string, next = SAVE_AGAIN, cause?: unknown): PithError {
  return new PithError("PACK_INVALID", `The pack ${name} ${what}.`, { subject: name, next, cause });
}

const FIELDS = new Set([
  "format",
  "name",
  "query",
  "scope",
  "language",
  "budget",
  "unit",
  "cost",
  "rev",
  "files",
  "spans",
  "check",
]);
const SPAN_FIELDS = new Set(["path", "start", "end", "kind", "name", "reason", "lines"]);
/** Spans of one pack: the largest budget has room for no more that say anything. */
const MOST_SPANS = 5_000;

const isText = (v: unknown): v is string => typeof v === "string";
const isTexts = (v: unknown): boolean => Array.isArray(v) && v.every((one) => isText(one) && one !== "");
const isLine = (v: unknown): v is number => Number.isSafeInteger(v) && (v as number) >= 1;
const isPath = (v: unknown): boolean =>
  isText(v) && v !== "" && !/^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|\0|^[A-Za-z]:/.test(v);
const isContent = (v: unknown): boolean => isText(v) && /^[0-9a-f]{40,64}$/.test(v);

/** The first field that is not as it should be, or that no pack has: nothing is dropped without a word. */
function faultIn(value: Record<string, unknown>): string | null {
  for (const field of Object.keys(value))
    if (!FIELDS.has(field)) return `field ${JSON.stringify(shownText(field.slice(0, 60)))}`;
  const checks: [string, boolean][] = [
    ["format", isText(value.format)],
    ["name", isText(value.name)],
    ["query", isText(value.query) && value.query.trim() !== "" && value.query.length <= LONGEST_QUERY],
    ["scope", isTexts(value.scope)],
    ["language", isTexts(value.language)],
    ["budget", isLine(value.budget) && value.budget >= LEAST_BUDGET && value.budget <= MOST_BUDGET],
    ["unit", UNITS.includes(value.unit as Unit)],
    ["cost", isLine(value.cost)],
    ["rev", value.rev === null || isContent(value.rev)],
    [
      "files",
      isRecord(value.files) && Object.entries(value.files).every(([p, c]) => isPath(p) && isContent(c)),
    ],
    ["spans", Array.isArray(value.spans) && value.spans.length > 0 && value.spans.length <= MOST_SPANS],
  ];
  const fault = checks.find(([, holds]) => !holds);
  if (fault !== undefined) return fault[0];
  for (const [i, span] of (value.spans as unknown[]).entries()) {
    const where = faultInSpan(span, value.files as Record<string, unknown>);
    if (where !== null) return `spans[${i}]${where}`;
  }
  return null;
}

function faultInSpan(span: unknown, files: Record<string, unknown>): string | null {
  if (!isRecord(span)) return "";
  const unknown = Object.keys(span).find((field) => !SPAN_FIELDS.has(field));
  if (unknown !== undefined) return ` field ${JSON.stringify(shownText(unknown.slice(0, 60)))}`;
  if (!isPath(span.path) || !Object.hasOwn(files, span.path as string)) return ".path";
  for (const field of ["kind", "name", "reason"]) if (!isText(span[field])) return `.${field}`;
  const { start, end, lines } = span;
  if (!isLine(start)) return ".start";
  if (!isLine(end) || end < start) return ".end";
  if (!Array.isArray(lines) || lines.length === 0) return ".lines";
  let before = start - 1;
  for (const range of lines) {
    if (!isRecord(range) || !isLine(range.start) || !isLine(range.end)) return ".lines";
    if (range.start <= before || range.end < range.start || range.end > end) return ".lines";
    if (!isText(range.hash) || !isText(range.first)) return ".lines";
    before = range.end;
  }
  return null;
}

/** From what an answer kept. */
export function packOf(
  name: string,
  asked: Pick<SavedPack, "query" | "scope" | "language" | "budget" | "unit" | "cost" | "rev">,
  kept: readonly KeptPlace[],
): SavedPack {
  const files = new Map(kept.map(({ path, content }) => [path, content]));
  const sorted = [...files].sort(([a], [b]) => compareStrings(a, b));
  return {
    format: PACK_FORMAT,
    name,
    query: asked.query,
    scope: [...asked.scope],
    language: [...asked.language],
    budget: asked.budget,
    unit: asked.unit,
    cost: asked.cost,
    rev: asked.rev,
    files: Object.fromEntries(sorted),
    spans: kept.map(({ path, start, end, kind, name: of, reason, lines }) => ({
      path,
      start,
      end,
      kind,
      name: of,
      reason,
      lines: lines.map(({ start: from, end: to, hash, first }) => ({ start: from, end: to, hash, first })),
    })),
  };
}
