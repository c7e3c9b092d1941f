// What does a package of Pith say of itself? Its manifest, read out of a packed file (`pith-<version>.tgz`) or a folder.
import { statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PithError } from "../../base/error.ts";
import { readPlainFile } from "../../base/plain-file.ts";

/** Packages are under 15 MB unpacked; what unpacks to more than this is none. */
const MOST_BYTES = 200_000_000;
/** Of a tar archive: a head of 512 bytes, then the content in blocks of as many. */
const BLOCK = 512;

export function packageManifest(path: string): unknown {
  try {
    const text = statSync(path).isDirectory()
      ? readPlainFile(join(path, "package.json"), MOST_BYTES).toString("utf8")
      : fromArchive(path);
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new PithError("ARGUMENT_INVALID", `${path} is no package that can be read.`, {
      subject: path,
      next: "Name a file such as pith-0.2.0.tgz, or the folder of an installed or packed Pith.",
      cause,
    });
  }
}

function fromArchive(path: string): string {
  const bytes = gunzipSync(readPlainFile(path, MOST_BYTES), { maxOutputLength: MOST_BYTES });
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK);
    const name = head.toString("utf8", 0, 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(head.toString("latin1", 124, 136), 8);
    if (name === "" || !Number.isSafeInteger(size) || size < 0) break;
    if (name === "package/package.json") return bytes.toString("utf8", at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error("no manifest in it");
}
