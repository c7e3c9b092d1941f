// Starts processes that answer from the store of a repository, to be awaited or killed.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../src/base/hash.ts";
import type { Snapshot } from "../../src/store/segment-view.ts";
import type { ChildAnswer } from "./answer-child.ts";
import { logicalContent } from "./logical-content.ts";
import type { Repository } from "./repository.ts";

const child = fileURLToPath(new URL("./answer-child.ts", import.meta.url));

export interface AnswerProcess {
  process: ChildProcess;
  /** What it answered; null if it was killed before. */
  answer: Promise<ChildAnswer | null>;
}

export function startAnswer(repository: Repository, threads = 2): AnswerProcess {
  const started = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", child, repository.folder, String(threads)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  started.stdout.on("data", (data) => (output += String(data)));
  const answer = new Promise<ChildAnswer | null>((resolve, reject) => {
    started.on("error", reject);
    started.on("close", (code, signal) => {
      if (code === 0) resolve(JSON.parse(output) as ChildAnswer);
      else if (signal !== null) resolve(null);
      else reject(new Error(`the process ended with ${code}`));
    });
  });
  return { process: started, answer };
}

export function digestOf(snapshot: Snapshot): string {
  return sha256(JSON.stringify(logicalContent(snapshot)));
}
