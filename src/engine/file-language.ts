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
