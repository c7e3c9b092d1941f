// What does a commit cost that is asked about, beside a checkout of it, and what does a further work tree cost? Whole
// processes, in turn, on a shared clone of a repository with its history.
//   node bench/main.ts revision --repository DIR --query TEXT [--rev HEAD~50] [--runs 5] [--pith FILE]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { timeProcess } from "../speed/process.ts";
import { showSpread, spreadOf } from "../speed/spread.ts";

export async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      repository: { type: "string" },
      query: { type: "string" },
      rev: { type: "string", default: "HEAD~50" },
      runs: { type: "string", default: "5" },
      pith: { type: "string", default: resolve(import.meta.dirname, "../../bin/pith.js") },
    },
  });
  const { repository, query, rev } = values;
  if (repository === undefined || query === undefined) throw new Error("--repository and --query are needed");
  const scratch = mkdtempSync(join(tmpdir(), "pith-revision-"));
  const measured = new Map<string, number[]>();
  const note = (row: string, value: number) => measured.set(row, [...(measured.get(row) ?? []), value]);
  try {
    const root = join(scratch, "root");
    git(scratch, "clone", "-q", "--shared", resolve(repository), root);
    const other = join(scratch, "other");
    const same = join(scratch, "same");
    // Once before, so that code is compiled as it is from a user's second command on.
    const ask = async (row: string | null, cwd: string, cache: string, ...more: string[]): Promise<void> => {
      const args = [resolve(values.pith), "context", query, ...more];
      const env = { ...process.env, PITH_CACHE_DIR: join(scratch, cache) };
      const { ms, cpuMs, code } = await timeProcess(process.execPath, args, { cwd, env });
      if (code !== 0) throw new Error(`pith context in ${cwd} ended with ${code}`);
      if (row === null) return;
      note(`${row}, ms`, ms);
      if (cpuMs !== null) note(`${row}, ms of the processor`, cpuMs);
    };
    await ask(null, root, "before");
    for (let run = 0; run < Number(values.runs); run++) {
      for (const tree of [other, same]) rmSync(tree, { recursive: true, force: true });
      git(root, "worktree", "prune");
      await ask("disk, no index", root, `a${run}`);
      await ask("commit, no index", root, `b${run}`, "--rev", rev);
      await ask("disk, warm", root, `a${run}`);
      const one = bytesIn(join(scratch, `a${run}`));
      git(root, "worktree", "add", "-q", "--detach", same, "HEAD");
      await ask("second work tree at HEAD, first answer", same, `a${run}`);
      const two = bytesIn(join(scratch, `a${run}`));
      await ask("commit beside the index of the disk, first answer", root, `a${run}`, "--rev", rev);
      const three = bytesIn(join(scratch, `a${run}`));
      await ask("commit, next answer", root, `a${run}`, "--rev", rev);
      const began = performance.now();
      git(root, "worktree", "add", "-q", "--detach", other, rev);
      note("git worktree add, ms", performance.now() - began);
      await ask("work tree at the commit that was asked about, first answer", other, `a${run}`);
      note("cache of the disk, kB", one / 1_000);
      note("more for the second work tree, kB", (two - one) / 1_000);
      note("more for the commit, kB", (three - two) / 1_000);
      note("more for a work tree at it, kB", (bytesIn(join(scratch, `a${run}`)) - three) / 1_000);
    }
    console.log(
      `${git(root, "diff", "--shortstat", rev, "HEAD")} in ${git(root, "ls-files").split("\n").length} files`,
    );
    for (const [row, all] of measured) console.log(`| ${row} | ${showSpread(spreadOf(all))} |`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" }).trim();
}

/** Of the index alone: compiled code rests in the user's folder. */
function bytesIn(cache: string): number {
  return readdirSync(join(cache, "repositories"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
