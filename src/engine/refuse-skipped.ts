// What the walk leaves out is not shown by name either: an ignored `.env` is ignored for a reason. And what is refused
// comes with the step that would change it.
import { PithError } from "../base/error.ts";
import { SKIP_REASONS, type SkipReason } from "../files/skip-reasons.ts";
import { pathLabel } from "../pack/label.ts";
import type { Workspace } from "./workspace.ts";

const TAKE_IN = "Take it in with a `!` line in .pithignore, if it should be read.";

const NEXT: Record<SkipReason, string> = {
  ignored: TAKE_IN,
  pithignored: TAKE_IN,
  "nested-repository": TAKE_IN,
  excluded: "Change include or exclude in pith.json, if it should be read.",
  "git-folder": "Ask Git for what it keeps there.",
  submodule: "Ask with the submodule's folder as the root.",
  symlink: "Name the file that it points to, if that lies inside the root.",
  special: "Name a file.",
  "name-not-utf8": "Give it a name in UTF-8, if it should be read.",
  "path-too-long": "Give it a shorter path, or name a root further down.",
  unreadable: "Change who may read it.",
  "too-many-files": "Raise ceilings.files in pith.json, or name a smaller root.",
  vanished: "Ask again.",
  "object-missing":
    "`git fsck` says what is missing; in a partial clone `git checkout` of that commit fetches it.",
  "too-large": "Raise ceilings.fileBytes in pith.json, if it should be read.",
  binary: "Name a text file.",
  failed: "Please report it with the path's kind and size.",
};

/** Throws PATH_SKIPPED with the rule or reason, if there is one. Else says whether there is anything at the path. */
export function refuseSkipped(workspace: Workspace, path: string): boolean {
  const { status, reason, text } = workspace.source.why(workspace.walked, path);
  if (status === "skipped") throw skipped(path, reason ?? "ignored", text);
  return status !== "missing";
}

export function skipped(path: string, reason: SkipReason, text: string = SKIP_REASONS[reason]): PithError {
  return new PithError("PATH_SKIPPED", `${pathLabel(path)} is not read. ${text}`, {
    subject: path,
    next: NEXT[reason],
  });
}
