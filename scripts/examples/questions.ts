// The questions of examples/: each about a public repository at one commit, with the lines that its answer must show.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface ExampleQuestion {
  /** Of the file in `examples/`. */
  name: string;
  /** Address of the repository. */
  repository: string;
  commit: string;
  says: string;
  /** What is typed after `pith`. */
  command: string[];
  /** What is typed after that, in the same checkout. */
  then?: string[][];
  stdin?: string;
  /** In the part of the answer about that file, or anywhere where no file is named, there is that text in a line. */
  shows: { path: string; line: string }[];
}

export const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));

export function exampleQuestions(): ExampleQuestion[] {
  return JSON.parse(
    readFileSync(new URL("../../examples/questions.json", import.meta.url), "utf8"),
  ) as ExampleQuestion[];
}

/** What is missing in a transcript; empty where it shows all. */
export function notShown(question: ExampleQuestion, transcript: string): string[] {
  const missing: string[] = [];
  for (const { path, line } of question.shows) {
    // A place begins with its path, and what follows up to the next one is of it.
    const parts = transcript
      .split(/^(?=\S+:\d+)/m)
      .filter((part) => path === "" || part.startsWith(`${path}:`));
    if (!parts.some((part) => part.split("\n").some((one) => one.includes(line))))
      missing.push(`${path}: ${line}`);
  }
  if (!isWithinBudget(question, transcript)) missing.push("its cost within its budget");
  return missing;
}

/** An answer says what it cost, each step of a walk what is left. */
function isWithinBudget({ command }: ExampleQuestion, transcript: string): boolean {
  if (command[0] !== "manifest") {
    const cost = /^cost (\d+) of (\d+) /m.exec(transcript);
    return cost !== null && Number(cost[1]) <= Number(cost[2]);
  }
  const left = [...transcript.matchAll(/^— ([\d,]+) of ([\d,]+) tokens left/gm)];
  return left.length > 0 && left.every(([, some, all]) => numberOf(some!) <= numberOf(all!));
}

function numberOf(shown: string): number {
  return Number(shown.replaceAll(",", ""));
}
