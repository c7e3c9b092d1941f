// Which files does a question mean that asks of their paths alone? None of them is read.
import type { AggregateQuestion, Filter } from "../rank/aggregate-question.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import type { NotComputed } from "./aggregate-facts.ts";
import { hasTestFile, stemIs, TESTED_BY_FILE } from "./aggregate-texts.ts";

/** A file in the places and languages that a question means. */
export interface MeantFile {
  file: LiveFile;
  /** In the snapshot. */
  index: number;
  language: string;
}

export function isByPath({ noun, filters }: AggregateQuestion): boolean {
  return (
    ["files", "modules"].includes(noun) &&
    filters.every((f) => f.is === "named" || (f.is === "without" && f.what === "test-file"))
  );
}

export function chosenByPath(
  snapshot: Snapshot,
  meant: readonly MeantFile[],
  filters: readonly Filter[],
  isTestPath: (path: string) => boolean,
): MeantFile[] | NotComputed {
  const all = new Set(snapshot.files.map(({ path }) => path));
  const chosen = meant.filter(({ file: { path } }) =>
    filters.every((filter) =>
      filter.is === "named" ? stemIs(filter, path) : !isTestPath(path) && !hasTestFile(path, all),
    ),
  );
  if (filters.some((f) => f.is === "without") && chosen.some(({ language }) => !TESTED_BY_FILE.has(language)))
    return {
      why: "only of Go, Python, JavaScript and TypeScript it is known how a test's file is called",
      instead: "name one of these languages: which Go files have no test file next to them",
    };
  return chosen;
}
