// Which language is a file of the snapshot written in? Known by its facts; of a file that has none, its name must do.
import { languageOf } from "../lang/registry.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import type { Workspace } from "./workspace.ts";

export function languageOfFile(workspace: Workspace, snapshot: Snapshot, file: LiveFile): string {
  const view = snapshot.segments[file.segment];
  return view === undefined
    ? languageOf(file.path, "", workspace.config.values.languages).id
    : view.entryLanguage(file.entry);
}

/** The first line, as far as a language can be told from it. */
export function firstLine(text: string): string {
  const start = text.slice(0, LONGEST_FIRST_LINE);
  const end = start.indexOf("\n");
  return end === -1 ? start : start.slice(0, end);
}

/** A `#!` line is short. In UTF-16 code units. */
const LONGEST_FIRST_LINE = 400;
