// Contents of leaves where they stand: lines of files of the source, as they are now. What isn't the content that the manifest
// was made of is not given: its hash tells. So a manifest that names files it should not gives nothing away either.
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { splitLines } from "../base/lines.ts";
import { readPlainFile } from "../base/plain-file.ts";
import { decode } from "../files/decode.ts";
import { redactSync } from "../redact/redact.ts";
import { contentHash } from "./content-hash.ts";
import { placeOf } from "./leaf-place.ts";
import type { ManifestNode } from "./manifest.ts";
import { contentMissing } from "./walk-faults.ts";

/** A leaf of 50 MB, and the file around it. */
const MOST_BYTES = 128_000_000;

/** Throws MANIFEST_CONTENT_MISSING, saying whether it is gone or has changed. */
export function leafInPlace(folder: string, id: string, node: ManifestNode): string {
  const place = placeOf(node.payload?.ref ?? "");
  if (place === null) throw contentMissing(id, "its place is none inside of the source");
  const text = fileText(folder, id, place.path);
  const lines = place.start === undefined ? null : splitLines(text).slice(place.start - 1, place.end);
  const content = lines === null ? splitLines(text).join("\n") : lines.join("\n");
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
function fileText(folder: string, id: string, path: string): string {
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, path));
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new Error("it lies outside of the source");
    const decoded = decode(readPlainFile(real, MOST_BYTES));
    if (decoded === null) throw new Error("it is no text");
    return redactSync(path, decoded.text).text;
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw contentMissing(
      id,
      `${path} can't be read (${why})`,
      "Put the file back, or build the manifest anew.",
    );
  }
}
