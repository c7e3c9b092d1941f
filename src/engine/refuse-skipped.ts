// What the walk leaves out is not shown by name either: an ignored `.env` is ignored for a reason.
import { PithError } from "../base/error.ts";
import { whyPath } from "../files/why.ts";
import type { Workspace } from "./workspace.ts";

/** Throws PATH_SKIPPED with the rule or reason, if there is one. */
export function refuseSkipped(workspace: Workspace, path: string): void {
  const found = whyPath(workspace.root, workspace.config.values, path);
  if (found.status !== "skipped") return;
  throw new PithError("PATH_SKIPPED", `${path} is not read. ${found.text}`, {
    subject: path,
    next: "Take it in with a `!` line in .pithignore, if it should be read.",
  });
}
