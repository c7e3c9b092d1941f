// Where do the static vectors lie, and can they be used? In the package and in a checkout the file is `model/weights.bin`.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PithError, isPithError } from "../base/error.ts";
import { Embedder } from "./embedder.ts";
import { decodeWeights } from "./weights-file.ts";

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
  try {
    return readFileSync(path);
  } catch (error) {
    throw missing(path, error);
  }
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
      .find((path) => existsSync(path)) ?? null
  );
}
