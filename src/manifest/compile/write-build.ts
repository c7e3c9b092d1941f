// The files of a build appear together: all are written under other names first, so that what can fail has failed before the
// first of them stands in the place of an older one. Contents come before the manifests that tell of them.
import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PithError } from "../../base/error.ts";
import { leafLines } from "../beside-leaves.ts";
import { beginFile, type UnfinishedFile } from "../../store/atomic-write.ts";
import type { CompiledManifests } from "./compile.ts";

export interface WrittenFile {
  name: string;
  bytes: number;
}

export function leavesFile(sourceId: string): string {
  return `${sourceId}.leaves.jsonl`;
}

/** `labels`: of each budget, as it stands in the name of its file. */
export function buildFiles(
  compiled: CompiledManifests,
  labels: ReadonlyMap<number, string>,
): { name: string; parts: Iterable<string> }[] {
  const { id, variants, llmsTxt, leavesAt, leaves } = compiled;
  return [
    ...(leavesAt.kind === "beside" ? [{ name: leavesAt.file, parts: leafLines(leaves) }] : []),
    { name: `${id}.llms.txt`, parts: [llmsTxt] },
    ...variants.map(({ budget, text }) => ({
      name: `${id}.pcx.${labels.get(budget) ?? budget}.json`,
      parts: [text],
    })),
  ];
}

/** Throws OUTPUT_FAILED, with every older file as it was. */
export function writeBuild(
  compiled: CompiledManifests,
  folder: string,
  labels: ReadonlyMap<number, string>,
): WrittenFile[] {
  const begun: { path: string; file: UnfinishedFile }[] = [];
  const written: WrittenFile[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, parts } of buildFiles(compiled, labels)) {
      let bytes = 0;
      const path = join(folder, name);
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
        throw Object.assign(new Error(`${name} is a folder`), { code: "EISDIR" });
      begun.push({
        path,
        file: beginFile(
          path,
          counted(parts, (more) => (bytes += more)),
        ),
      });
      written.push({ name, bytes });
    }
  } catch (cause) {
    for (const { file } of begun) file.drop();
    throw notWritten(folder, cause);
  }
  for (const [i, { path, file }] of begun.entries()) {
    try {
      file.finish();
    } catch (cause) {
      for (const rest of begun.slice(i)) rest.file.drop();
      throw notWritten(path, cause);
    }
  }
  return written;
}

/** Manifests of the same source that this build has not written: their contents may be others by now. */
export function olderVariants(
  compiled: CompiledManifests,
  folder: string,
  written: readonly WrittenFile[],
): string[] {
  const names = new Set(written.map(({ name }) => name));
  const head = `${compiled.id}.pcx.`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(head) && name.endsWith(".json") && !names.has(name))
    .sort();
}

function* counted(parts: Iterable<string>, add: (bytes: number) => void): Generator<string> {
  for (const part of parts) {
    add(Buffer.byteLength(part));
    yield part;
  }
}

function notWritten(path: string, cause: unknown): PithError {
  const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new PithError("OUTPUT_FAILED", `${path} could not be written (${why}).`, {
    subject: path,
    next: "Name a folder that can be written with --out, with room for the contents.",
    cause,
  });
}
