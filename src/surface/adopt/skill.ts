// `pith skill`: what an agent should know to use Pith well, printed, or put where a client looks for skills. A client without
// such a place gets the short form in its file of instructions.
import { userPlace } from "../../config/user-folders.ts";
import { rootAskedFor } from "../../files/guard.ts";
import type { Root } from "../../files/guard.ts";
import { PithError } from "../../base/error.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { commandLineName } from "../cli/flags.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import { SKILL_MARK, skillText } from "./agent-text.ts";
import { at } from "./client.ts";
import type { Client } from "./client.ts";
import { clientNamed } from "./clients.ts";
import { carryOut } from "./consent.ts";
import type { Change } from "./consent.ts";
import { editRecords, recordOf } from "./edit-record.ts";
import { editRefused } from "./edit-refused.ts";
import { openToEdit, removeEmpty } from "./file-to-edit.ts";
import type { FileToEdit } from "./file-to-edit.ts";
import { blockAdditions, blockRemovals } from "./init.ts";
import { shownHome } from "./shown-home.ts";

export async function runSkill(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const removes = args["remove"] === true;
  if (args["install"] !== true && !removes) {
    await write(terminal.stdout, skillText());
    return 0;
  }
  const client = clientNamed((args["client"] as string | undefined) ?? "claude-code");
  const isUser = args["scope"] === "user";
  const root = isUser ? null : rootAskedFor(args["root"] as string | undefined, { cwd: terminal.cwd });
  const changes =
    client.skills === undefined
      ? inInstructions(client, root, removes, terminal)
      : inPlace(client, root, removes, terminal);
  if (changes.length === 0) {
    await write(
      terminal.stdout,
      removes ? "There is no skill of Pith there.\n" : "It is there already, as it would be written.\n",
    );
    return 0;
  }
  const outcome = await carryOut(changes, {
    yes: args["yes"] === true,
    dryRun: args["dryRun"] === true,
    terminal,
    question: removes ? "Take it out?" : "Write this?",
  });
  if (outcome === "written" && !removes)
    await write(terminal.stdout, `Next: a new session of ${client.name} knows it.\n`);
  return outcome === "declined" ? 1 : 0;
}

function inInstructions(client: Client, root: Root | null, removes: boolean, terminal: Terminal): Change[] {
  if (root === null)
    throw new PithError("ARGUMENT_INVALID", `Pith knows no place for skills of yours in ${client.name}.`, {
      subject: "--scope",
      next: `Leave --scope out: the project's ${client.instructions} gets the short form.`,
    });
  return removes
    ? blockRemovals(root, [client.instructions], terminal, [])
    : blockAdditions(root, [client.instructions], terminal, []);
}

const WHAT = "skill";

function inPlace(client: Client, root: Root | null, removes: boolean, terminal: Terminal): Change[] {
  const file = skillFile(client, root, terminal);
  const { before } = file;
  if (before !== null && !before.includes(SKILL_MARK))
    throw editRefused(
      file.shown,
      "is not a skill that Pith made. It was left as it is.",
      "Rename its folder, or merge by hand what `pith skill` prints.",
    );
  const records = editRecords(userPlace(terminal.env));
  if (removes) {
    if (before === null) return [];
    const done = () => {
      removeEmpty(records.read(file, WHAT)?.folders ?? []);
      records.forget(file, WHAT);
    };
    return [{ file, after: null, done }];
  }
  const after = skillText();
  if (before === after) return [];
  const record = records.read(file, WHAT) ?? recordOf(file, after, []);
  const done = (folders: readonly string[]) =>
    records.write(file, WHAT, { ...record, folders: [...record.folders, ...folders] });
  return [{ file, after, done }];
}

function skillFile(client: Client, root: Root | null, terminal: Terminal): FileToEdit {
  const skills = client.skills!;
  if (root !== null) {
    const path = `${skills.project}/pith/SKILL.md`;
    return openToEdit(path, { shown: path, inside: root });
  }
  const place = userPlace(terminal.env);
  const path = at(place, skills.user(place), "pith", "SKILL.md");
  return openToEdit(path, { shown: shownHome(path, place), inside: null });
}
