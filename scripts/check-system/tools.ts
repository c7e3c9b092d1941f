// Which programs are on this machine? Each is asked for its version.
import { spawnSync } from "node:child_process";
import { rgPath } from "@vscode/ripgrep";

export interface Tool {
  name: string;
  /** Null: not there. */
  version: string | null;
}

const QUESTIONS: readonly { name: string; command: string; args: string[] }[] = [
  { name: "node", command: process.execPath, args: ["--version"] },
  { name: "npm", command: "npm", args: ["--version"] },
  { name: "git", command: "git", args: ["--version"] },
  { name: "rg", command: rgPath, args: ["--version"] },
  { name: "go", command: "go", args: ["version"] },
  { name: "rustc", command: "rustc", args: ["--version"] },
  { name: "python3", command: "python3", args: ["--version"] },
  { name: "javac", command: "javac", args: ["-version"] },
];

export function findTools(): Tool[] {
  return QUESTIONS.map(({ name, command, args }) => {
    const run = spawnSync(command, args, { encoding: "utf8", timeout: 20_000 });
    const said = run.status === 0 ? (run.stdout + run.stderr).trim().split("\n")[0]! : null;
    return { name, version: said };
  });
}
