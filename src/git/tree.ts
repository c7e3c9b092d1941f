// Which files does a commit hold? Asked of Git in one list: every file with its kind, id and size, no folder.
import { isUtf8 } from "node:buffer";
import type { Repository } from "./repository.ts";
import { gitCommand, runCommand } from "./run-git.ts";

export interface TreeEntry {
  /** From the top of the repository, with forward slashes; what is no UTF-8 stands as U+FFFD. */
  path: string;
  /** The path as it is, where it is no UTF-8. */
  raw: Buffer | null;
  mode: number;
  id: string;
  /** In bytes; -1 where Git does not have the content, or it is another repository's. */
  size: number;
}

export const MODE_LINK = 0o120000;
export const MODE_SUBMODULE = 0o160000;

/** A million files, at 128 bytes each: twice the ceiling of a walk. A few objects can stand for any number of them. */
const MOST_LIST_BYTES = 128_000_000;

/** As stored: `git replace` would show other contents under the name of a commit in one clone than in another. */
export const AS_STORED = { GIT_NO_REPLACE_OBJECTS: "1" };

/** Null where Git fails, or does not have all of the commit's folders. */
export async function readTree(
  repository: Repository,
  folder: string,
  commit: string,
  signal?: AbortSignal,
): Promise<TreeEntry[] | null> {
  const ask: Ask = async (args, input) => {
    const command = gitCommand(folder, args, repository);
    if (command === null) return { status: null, stdout: Buffer.alloc(0) };
    command.env = { ...command.env, ...AS_STORED };
    return runCommand(command, MOST_LIST_BYTES, signal, input);
  };
  const list = ["ls-tree", "-r", "-z", "--full-tree"];
  const whole = await ask([...list, "--long", commit, "--"]);
  if (whole.status === 0) return parseTree(whole.stdout);
  // It was ended: the list is too long, or the one who asked has gone.
  if (whole.status === null) return null;
  // In a partial clone Git ends at the first content that it would have to fetch, to know its size.
  const names = await ask([...list, commit, "--"]);
  const entries = names.status === 0 ? parseTree(names.stdout) : null;
  if (entries === null) return null;
  const sizes = await sizesThatAreThere(ask, commit);
  if (sizes === null) return null;
  for (const entry of entries) entry.size = sizes.get(entry.id) ?? -1;
  return entries;
}

type Ask = (
  args: readonly string[],
  input?: string,
) => Promise<{ readonly status: number | null; readonly stdout: Buffer }>;

/** By id, of the contents of a commit that need not be fetched. */
async function sizesThatAreThere(ask: Ask, commit: string): Promise<Map<string, number> | null> {
  const how = ["--objects", "--missing=print", "--no-object-names", "--no-walk"];
  const objects = await ask(["rev-list", ...how, `${commit}^{tree}`, "--"]);
  if (objects.status !== 0) return null;
  const there = objects.stdout
    .toString("latin1")
    .split("\n")
    .filter((id) => /^[0-9a-f]+$/.test(id));
  const checked = await ask(["cat-file", "--batch-check"], there.map((id) => `${id}\n`).join(""));
  if (checked.status !== 0) return null;
  const sizes = new Map<string, number>();
  for (const line of checked.stdout.toString("latin1").split("\n")) {
    const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
    if (id !== undefined) sizes.set(id, Number(size));
  }
  return sizes;
}

/** `<mode> <type> <id> <size, padded>\t<path>\0`; without `--long` no size. */
const HEAD = /^([0-7]{6}) [a-z]+ ([0-9a-f]{40,64})(?: +(\S+))?$/;

/** Null for bytes that are no such list. */
export function parseTree(bytes: Buffer): TreeEntry[] | null {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const tab = bytes.indexOf(9, at);
    const end = bytes.indexOf(0, tab);
    if (tab === -1 || end === -1) return null;
    const head = HEAD.exec(bytes.toString("latin1", at, tab));
    if (head === null) return null;
    const name = bytes.subarray(tab + 1, end);
    entries.push({
      path: name.toString("utf8"),
      raw: isUtf8(name) ? null : Buffer.from(name),
      mode: Number.parseInt(head[1]!, 8),
      id: head[2]!,
      size: /^\d+$/.test(head[3] ?? "") ? Number(head[3]) : -1,
    });
    at = end + 1;
  }
  return entries;
}

/** Names that Git checks out nowhere: they would lead out of the tree, or into Git's own folder. */
const NEVER = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;

/** Linux opens no longer one. */
const LONGEST_PATH = 4_096;

export function isPlainTreePath(path: string): boolean {
  return path.length <= LONGEST_PATH && !NEVER.test(path);
}
