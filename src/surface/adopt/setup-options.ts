// What was asked of `pith setup`, and what follows from it for one client: which file, which command, which words.
import { PithError } from "../../base/error.ts";
import { isInside, rootAskedFor } from "../../files/guard.ts";
import type { Root } from "../../files/guard.ts";
import type { Client, ClientPlace } from "./client.ts";
import type { Scope } from "./client-ids.ts";
import { commandOf, onPath } from "./launch.ts";
import type { Command, LaunchForm, OwnProgram } from "./launch.ts";

export interface SetupOptions {
  scope?: Scope;
  root?: string;
  launch?: LaunchForm;
  tools?: string;
  fixRoot: boolean;
}

export interface SetupPlan {
  scope: Scope;
  /** Null: the user's own settings, and no folder stands in them. */
  root: Root | null;
  command: Command;
  launch: LaunchForm;
  /** What a person should know of the choice, a sentence each. */
  notes: string[];
}

export function planSetup(
  client: Client,
  options: SetupOptions,
  { place, cwd, own }: { place: ClientPlace; cwd: string; own: OwnProgram },
): SetupPlan {
  const scope = options.scope ?? "user";
  if (scope === "project" && client.project === undefined)
    throw new PithError("ARGUMENT_INVALID", `${client.name} has no settings of a project.`, {
      subject: "--scope",
      next: "Leave --scope out.",
    });
  const fixed = options.fixRoot || client.tellsFolder === "no";
  const root = scope === "project" || fixed ? rootAskedFor(options.root, { cwd }) : null;
  const launch = options.launch ?? usualLaunch(client, scope, place);
  const words = [
    "mcp",
    ...(options.tools === undefined ? [] : ["--tools", options.tools]),
    ...(fixed ? ["--root", root!.path] : []),
  ];
  return {
    scope,
    root,
    command: commandOf(launch, words, own),
    launch,
    notes: notesOf(client, { scope, launch, fixed, root }, place, own),
  };
}

/**
 * A project's file is read on other machines, where Pith lies elsewhere. In the user's own, the name is what goes on
 * working after an update, where it can be found: applications are started without the shell's PATH, and on Windows
 * the name is that of a script, which can't be started without a shell.
 */
function usualLaunch(client: Client, scope: Scope, place: ClientPlace): LaunchForm {
  if (scope === "project") return "name";
  if (client.isApp || place.platform === "win32") return "path";
  return onPath(place.env, place.platform) === null ? "path" : "name";
}

interface Chosen {
  scope: Scope;
  launch: LaunchForm;
  fixed: boolean;
  root: Root | null;
}

function notesOf(
  client: Client,
  { scope, launch, fixed, root }: Chosen,
  place: ClientPlace,
  own: OwnProgram,
): string[] {
  const notes: string[] = [];
  if (launch === "path")
    notes.push("It starts Pith by absolute paths; when an update moves Node or Pith, run the command again.");
  if (launch === "name" && onPath(place.env, place.platform) === null)
    notes.push(
      "No `pith` was found on your PATH: install it, or the server will not start (or give --launch path).",
    );
  if (launch === "path" && scope === "project")
    notes.push("Absolute paths in a project's file hold on this machine alone.");
  if (launch === "path" && root !== null && isInside(own.script, root.path))
    notes.push("Pith itself lies in this folder: after a move or a clean-up, run the command again.");
  if (fixed) notes.push(`Answers come from ${root!.path}, whichever folder is open in ${client.name}.`);
  else if (client.tellsFolder === "unknown" && scope === "user")
    notes.push(
      `Whether ${client.name} tells a server which folder is open is not documented; if answers name another root, run the command in the project with --fix-root.`,
    );
  return notes;
}
