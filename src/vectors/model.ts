// Where do the static vectors lie, and can they be used? In the package and in a checkout the file is `model/weights.bin`.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PithError, isPithError } from "../base/error.ts";
import { Embedder } from "./embedder.ts";
import { HEADER_BYTES, decodeWeights, idInHeader } from "./weights-file.ts";

/** The model, or why there is none: then the lane of meaning is off, and the answer says so. */
export type LoadedModel = { embedder: Embedder } | { fault: PithError };

/** `path`: a model file; without it the one that Pith brings. */
export function loadModel(path: string | null = modelFile()): LoadedModel {
  try {
    if (path === null) throw missing("model/weights.bin");
    return { embedder: new Embedder(decodeWeights(read(path), path)) };
  } catch (error) {
    if (isPithError(error)) return { fault: error };
    throw error;
  }
}

function read(path: string): Uint8Array {
  if (!isFile(path)) throw missing(path);
  try {
    return readFileSync(path);
  } catch (error) {
    throw missing(path, error);
  }
}

/** Opening a pipe would wait for whoever writes into it. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function missing(path: string, cause?: unknown): PithError {
  return new PithError("MODEL_UNUSABLE", "The file of the static vectors can't be read.", {
    subject: path,
    next: "Install Pith again. Without the file it answers by words alone.",
    cause,
  });
}

/** Beside the bundled code (`dist`) or above the sources (`src/vectors`): the first that is there. */
function modelFile(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  return (
    [join(here, "..", "model"), join(here, "..", "..", "model")]
      .map((folder) => join(folder, "weights.bin"))
      .find(isFile) ?? null
  );
}

let shipped: LoadedModel | undefined;

/** The model that Pith brings, read once in a process. */
export function shippedModel(): LoadedModel {
  return (shipped ??= loadModel());
}

let shippedId: string | undefined;

/**
 * Its id without reading the rest of it, or empty where there is none: a cache keeps vectors by it. A file damaged behind
 * its header has an id all the same; then nothing is kept for long, and nothing wrong.
 */
export function shippedModelId(): string {
  return (shippedId ??= idOf(modelFile()));
}

/** What to say where meaning has no part in the answers. */
export function modelNotices(): string[] {
  // Read whole, also where nothing will rank: a file that is damaged behind its header must not be passed over.
  const loaded = shippedModel();
  return "fault" in loaded ? [`Ranking goes by words alone. ${loaded.fault.message}`] : [];
}

function idOf(path: string | null): string {
  if (path === null) return "";
  try {
    const header = new Uint8Array(HEADER_BYTES);
    const file = openSync(path, "r");
    try {
      return readSync(file, header) === HEADER_BYTES ? idInHeader(header) : "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
