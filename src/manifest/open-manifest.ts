// A manifest from its file, with the contents of its leaves where they are to be had: in a file beside it, or in the files
// that it was made of.
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { PithError } from "../base/error.ts";
import { readPlainFile } from "../base/plain-file.ts";
import { isRecord } from "../base/record.ts";
import { contentHash } from "./content-hash.ts";
import { BesideLeaves } from "./beside-leaves.ts";
import { leafInPlace, type KeptFiles } from "./in-place-leaves.ts";
import { nodeOf, parseManifest, type Manifest } from "./manifest.ts";
import { contentMissing } from "./walk-faults.ts";
import type { LeafLevel, Resolver } from "./walk.ts";

/** A manifest of 100,000 leaves has some 60 MB. */
const MOST_BYTES = 256_000_000;

/** What a manifest of ours says of its leaves, under `source["x-pith"].leaves`. */
export type LeavesAt =
  /** A file in the manifest's own folder. */
  | { kind: "beside"; file: string }
  /** The folder of the source, from the manifest's own. */
  | { kind: "in-place"; folder: string };

export interface OpenManifest extends Disposable {
  path: string;
  manifest: Manifest;
  /** Null where the contents are not at hand: their places alone are known. */
  resolver: Resolver | null;
}

/** Throws MANIFEST_INVALID, MANIFEST_CONTENT_MISSING where leaves are said to be beside it and aren't. */
export function openManifest(path: string): OpenManifest {
  const manifest = parseManifest(manifestText(path));
  const at = leavesAt(manifest);
  const folder = dirname(resolve(path));
  if (at?.kind === "beside") {
    const leaves = new BesideLeaves(join(folder, at.file));
    return {
      path,
      manifest,
      resolver: (id, level) => checked(manifest, at.file, id, level, leaves.get(id, level)),
      [Symbol.dispose]: () => leaves[Symbol.dispose](),
    };
  }
  const source = at === null ? null : resolve(folder, at.folder);
  const kept: KeptFiles = new Map();
  const resolver: Resolver = (id, level) => {
    const node = nodeOf(manifest, id);
    return level === "summary" || node === undefined ? undefined : leafInPlace(source!, id, node, kept);
  };
  return {
    path,
    manifest,
    resolver: source !== null && existsSync(source) ? resolver : null,
    [Symbol.dispose]: () => {},
  };
}

/** Throws MANIFEST_INVALID. */
export function manifestText(path: string): string {
  try {
    return readPlainFile(path, MOST_BYTES).toString("utf8");
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : (cause as Error).message;
    throw new PithError("MANIFEST_INVALID", `${path} can't be read: ${why}.`, {
      subject: path,
      next: "Name the file of a manifest; `pith manifest build` makes one.",
      cause,
    });
  }
}

/** Another build may have written the contents since: what isn't what the manifest tells of is not given. */
function checked(
  manifest: Manifest,
  file: string,
  id: string,
  level: LeafLevel,
  content: string | undefined,
): string | undefined {
  const wanted = nodeOf(manifest, id)?.meta.get("content_hash");
  if (content === undefined || level !== "full" || typeof wanted !== "string") return content;
  if (contentHash(content) === wanted) return content;
  throw contentMissing(id, `its content in ${file} is not that of this manifest`, "Build the manifest anew.");
}

/** Anybody may have written it: a file beside it is named without a folder. */
function leavesAt({ source }: Manifest): LeavesAt | null {
  const own = source["x-pith"];
  const leaves = isRecord(own) ? own["leaves"] : undefined;
  if (!isRecord(leaves)) return null;
  const { kind, file, folder } = leaves;
  if (
    kind === "beside" &&
    typeof file === "string" &&
    file !== "" &&
    file === basename(file) &&
    !file.includes("\\")
  )
    return { kind, file };
  if (kind === "in-place" && typeof folder === "string" && !isAbsolute(folder)) return { kind, folder };
  return null;
}
