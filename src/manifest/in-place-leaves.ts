// Contents of leaves where they stand: lines of files of the source, as they are now. What isn't the content that the manifest
// was made of is not given: its hash tells. So a manifest that names files it should not gives nothing away either.
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { splitLines } from "../base/lines.ts";
import { readPlainFile } from "../base/plain-file.ts";
import { decode } from "../files/decode.ts";
import { redactSync } from "../redact/redact.ts";
import { contentHash } from "./content-hash.ts";
import { fileStamp } from "./file-stamp.ts";
import { placeOf } from "./leaf-place.ts";
import type { ManifestNode } from "./manifest.ts";
import { contentMissing } from "./walk-faults.ts";

/** A leaf of 50 MB, and the file around it. */
const MOST_BYTES = 128_000_000;

/** Files that are kept, so that a search of all leaves reads no file once for each of them; in files, and in code units. */
const MOST_KEPT = 8;
const MOST_UNITS = 32_000_000;

/** Lines of files that were read last, by path, as long as they are as they were. */
export type KeptFiles = Map<string, { stamp: string; lines: string[]; units: number }>;

/** Throws MANIFEST_CONTENT_MISSING, saying whether it is gone or has changed. */
export function leafInPlace(folder: string, id: string, node: ManifestNode, kept: KeptFiles): string {
  const place = placeOf(node.payload?.ref ?? "");
  if (place === null) throw contentMissing(id, "its place is none inside of the source");
  const all = fileLines(folder, id, place.path, kept);
  const content = (place.start === undefined ? all : all.slice(place.start - 1, place.end)).join("\n");
  const wanted = node.meta.get("content_hash");
  if (typeof wanted !== "string")
    throw contentMissing(
      id,
      "the manifest has no hash of its content, so lines of a file can't be told to be it",
    );
  if (contentHash(content) !== wanted)
    throw contentMissing(
      id,
      `${place.path} has changed since the manifest was made`,
      "Build the manifest anew.",
    );
  return content;
}

/** Without secrets, as a build reads it. */
function fileLines(folder: string, id: string, path: string, kept: KeptFiles): string[] {
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, path));
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new Error("it lies outside of the source");
    const stamp = fileStamp(real);
    const known = kept.get(real);
    if (known?.stamp === stamp) return known.lines;
    const decoded = decode(readPlainFile(real, MOST_BYTES));
    if (decoded === null) throw new Error("it is no text");
    const lines = splitLines(redactSync(path, decoded.text).text);
    keep(kept, real, { stamp, lines, units: decoded.text.length });
    return lines;
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw contentMissing(
      id,
      `${path} can't be read (${why})`,
      "Put the file back, or build the manifest anew.",
    );
  }
}

function keep(kept: KeptFiles, path: string, file: { stamp: string; lines: string[]; units: number }): void {
  kept.delete(path);
  kept.set(path, file);
  let units = 0;
  for (const one of kept.values()) units += one.units;
  for (const [oldest, one] of kept) {
    if (kept.size <= MOST_KEPT && units <= MOST_UNITS) break;
    kept.delete(oldest);
    units -= one.units;
  }
}
