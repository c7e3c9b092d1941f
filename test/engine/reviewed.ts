// A tree under Git, for tests of reviews: commits, and what a review of it shows.
import { execFileSync } from "node:child_process";
import type { ReviewArguments } from "../../src/engine/arguments.ts";
import type { ReviewAnswer } from "../../src/pack/review-answer.ts";
import { Opened, type Tree } from "./opened.ts";

export class Reviewed extends Opened {
  constructor(files: Tree = {}) {
    super(files);
    this.git("init", "-q", "-b", "main");
    this.commit("first");
  }

  git(...args: string[]): string {
    const own = ["user.name=n", "user.email=e@e", "protocol.file.allow=always", "core.autocrlf=false"];
    return execFileSync("git", [...own.flatMap((o) => ["-c", o]), ...args], {
      cwd: this.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: this.env["HOME"], GIT_CONFIG_NOSYSTEM: "1" },
    });
  }

  /** All that is there now; gives the id. */
  commit(subject: string): string {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", subject);
    return this.git("rev-parse", "HEAD").trim();
  }

  async review(args: Omit<ReviewArguments, "root"> = {}): Promise<ReviewAnswer> {
    return (await this.ask("review", { ...args, format: "json" })).answer as ReviewAnswer;
  }
}

/** `part path:start-end name` of each span. */
export function brief({ spans }: ReviewAnswer): string[] {
  return spans.map((s) => `${s.part} ${s.path}:${s.start}-${s.end}${s.name === "" ? "" : ` ${s.name}`}`);
}

/** The notes of each file of the change. */
export function notes({ files }: ReviewAnswer): Record<string, string> {
  return Object.fromEntries(
    files.map((f) => [f.path, [f.from === null ? f.change : `${f.change} ${f.from}`, ...f.notes].join("; ")]),
  );
}
