// Which repositories is the model learnt from? `repositories.json`: name, revision, licence and the file that says so.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TrainingRepository {
  /** Owner and name on GitHub. */
  name: string;
  revision: string;
  licence: string;
  licenceFiles: string[];
}

export function trainingRepositories(): TrainingRepository[] {
  return JSON.parse(
    readFileSync(new URL("repositories.json", import.meta.url), "utf8"),
  ) as TrainingRepository[];
}

/** Bare directory of a repository: `DIR/owner+name` or its `repo`, as `git clone --bare` makes it. */
export function directoryOf(mirrors: string, name: string): string {
  return join(mirrors, name.replace("/", "+"), "repo");
}
