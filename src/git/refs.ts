// Which files say where HEAD is? From HEAD along the names, without those that are packed into one file.
import { join } from "node:path";
import { readGitText } from "./git-file.ts";
import { symbolicTarget } from "./repository.ts";
import type { Repository } from "./repository.ts";

/** Git refuses longer chains of symbolic refs. */
const MOST_SYMBOLIC = 5;

export interface LooseRef {
  name: string;
  path: string;
  /** Null where it can't be read: it may be packed. */
  text: string | null;
}

/** HEAD first; the last one names no other. */
export function refChain(repository: Repository): LooseRef[] {
  const chain: LooseRef[] = [];
  let name = "HEAD";
  for (;;) {
    const path = placeOf(repository, name);
    const text = readGitText(path);
    chain.push({ name, path, text });
    const target = symbolicTarget(text ?? "");
    if (target === undefined || !isRefName(target) || chain.length > MOST_SYMBOLIC) return chain;
    name = target;
  }
}

/** A ref is a path below `refs/`: a repository must not make us read elsewhere. */
function isRefName(name: string): boolean {
  return name.startsWith("refs/") && !name.split("/").includes("..") && !name.includes("\0");
}

/** HEAD and a few others belong to the work tree, the rest to the repository. */
function placeOf(repository: Repository, name: string): string {
  const own = name === "HEAD" || /^refs\/(bisect|worktree|rewritten)\//.test(name);
  return join(own ? repository.gitDir : repository.commonDir, name);
}
