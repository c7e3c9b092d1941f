// The index as the files of a commit to be: what is staged, with the sizes of its contents.
import { sha256 } from "../base/hash.ts";
import { findCommit } from "./commit.ts";
import { readIndex, type IndexEntry } from "./index-file.ts";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand } from "./run-git.ts";
import { AS_STORED, type TreeEntry } from "./tree.ts";

export interface IndexTree {
  readonly entries: TreeEntry[];
  /** Of paths, modes and contents: another one where any of them is another. */
  readonly id: string;
}

const MODE_TREE = 0o040000;
const MODE_TYPE = 0o170000;
/** A line of the answer for each content: an id, a word, a number. */
const MOST_SIZES_BYTES = 128_000_000;

/** Null where the index can't be read, or Git does not answer. */
export async function readIndexTree(
  repository: Repository,
  folder: string,
  signal?: AbortSignal,
): Promise<IndexTree | null> {
  // Whether it may be asked is looked at there, HEAD or not.
  const head = await findCommit(repository, folder, "HEAD", { signal });
  if ("fault" in head && head.fault !== "revision") return null;
  const index = await entriesOf(repository, folder, signal);
  if (index === null) return null;
  const staged = oneOfEach(index);
  const command = gitCommand(folder, ["cat-file", "--batch-check"], repository);
  if (command === null) return null;
  command.env = { ...command.env, ...AS_STORED };
  const ids = [...new Set(staged.map(({ oid }) => oid))];
  const sizes = new Map<string, number>();
  if (ids.length > 0) {
    const asked = `${ids.join("\n")}\n`;
    const { status, stdout } = await runCommand(command, MOST_SIZES_BYTES, signal, asked);
    if (status !== 0) return null;
    for (const line of stdout.toString("latin1").split("\n")) {
      const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
      if (id !== undefined) sizes.set(id, Number(size));
    }
  }
  const entries = staged.map(({ path, mode, oid }): TreeEntry => ({
    path,
    raw: null,
    mode,
    id: oid,
    size: sizes.get(oid) ?? -1,
  }));
  const id = sha256(entries.map((e) => `${e.mode} ${e.id} ${e.path}\0`).join(""));
  return { entries, id };
}

type Staged = Pick<IndexEntry, "path" | "mode" | "oid" | "stage">;

/** In a sparse index a folder may be one entry: then Git is asked, which knows what is in it. */
async function entriesOf(
  repository: Repository,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<readonly Staged[] | null> {
  const index = readIndex(repository);
  if (index?.every(({ mode }) => (mode & MODE_TYPE) !== MODE_TREE) === true) return index;
  const command = gitCommand(folder, ["ls-files", "--stage", "-z", "--full-name", "--", ":/"], repository);
  if (command === null) return null;
  const { status, stdout } = await runCommand(command, MOST_SIZES_BYTES, signal);
  if (status !== 0) return null;
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((entry): Staged[] => {
      const [, mode, oid, stage, path] = /^([0-7]{6}) ([0-9a-f]{40,64}) ([0-3])\t(.*)$/s.exec(entry) ?? [];
      if (path === undefined) return [];
      return [{ path, mode: Number.parseInt(mode!, 8), oid: oid!, stage: Number(stage) }];
    });
}

/** Of a file in conflict our side: stages 1 to 3 are the common one, ours and theirs. */
function oneOfEach(index: readonly Staged[]): Staged[] {
  const chosen = new Map<string, Staged>();
  for (const entry of index) {
    const known = chosen.get(entry.path);
    if (known === undefined || (entry.stage === 2 && known.stage !== 0)) chosen.set(entry.path, entry);
  }
  return [...chosen.values()];
}
