// `pith setup CLIENT`: from what was typed to the change in the client's settings, shown, agreed to and written. Without a
// client: which are on this machine, and in which Pith is set up.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { PithError } from "../../base/error.ts";
import { safeJson } from "../../base/safe-text.ts";
import { userPlace } from "../../config/user-folders.ts";
import { commandLineName, longFlag } from "../cli/flags.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import type { Client, ClientPlace } from "./client.ts";
import type { Scope } from "./client-ids.ts";
import { clientNamed } from "./clients.ts";
import { carryOut } from "./consent.ts";
import type { Change } from "./consent.ts";
import { editRecords, recordOf, textBefore } from "./edit-record.ts";
import { editRefused } from "./edit-refused.ts";
import { openToEdit, removeEmpty } from "./file-to-edit.ts";
import type { FileToEdit } from "./file-to-edit.ts";
import { hookChange, hooksAlone } from "./client-hooks.ts";
import { foundClients, listing } from "./found-clients.ts";
import { ownProgram } from "./launch.ts";
import type { LaunchForm, OwnProgram } from "./launch.ts";
import { concealSettings, putEntry, takeEntry } from "./settings-edit.ts";
import { planSetup } from "./setup-options.ts";
import type { SetupPlan } from "./setup-options.ts";
import { shownHome } from "./shown-home.ts";

export interface SetupWorld {
  place: ClientPlace;
  own: OwnProgram;
}

export async function runSetup(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  world: SetupWorld = { place: userPlace(terminal.env), own: ownProgram() },
): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  if (args["client"] === undefined) {
    mustOnlyList(args);
    return list(args["json"] === true, terminal, world.place);
  }
  const client = clientNamed(args["client"] as string);
  const plan = planSetup(
    client,
    {
      scope: args["scope"] as Scope | undefined,
      root: args["root"] as string | undefined,
      launch: args["launch"] as LaunchForm | undefined,
      tools: args["tools"] as string | undefined,
      fixRoot: args["fixRoot"] === true,
    },
    { ...world, cwd: terminal.cwd },
  );
  const hooks = args["hooks"] === true;
  if (hooks && client.id !== "claude-code")
    throw editRefused(
      client.name,
      "has no hooks that Pith knows.",
      "Leave --hooks out, or set up claude-code.",
    );
  if (args["print"] === true) return print(client, plan, terminal, hooks ? hooksAlone(plan, world.own) : "");
  const file = settingsFile(client, plan, world.place);
  const removes = args["remove"] === true;
  const changes = removes
    ? [removal(client, plan, file, world.place), hookChange(client, plan, world, true)]
    : [addition(client, plan, file, world.place), hooks ? hookChange(client, plan, world, false) : null];
  const wanted = changes.filter((change) => change !== null);
  const said = { client, plan, file, terminal };
  if (wanted.length === 0) return nothingToDo(said, removes, world.place);
  const outcome = await carryOut(wanted, {
    yes: args["yes"] === true,
    dryRun: args["dryRun"] === true,
    terminal,
    question: removes ? "Take it out?" : "Write this?",
  });
  if (outcome === "written") await sayNext(said, removes);
  return outcome === "declined" ? 1 : 0;
}

/** What says how one client is set up must not be taken for done when none is named. */
function mustOnlyList(args: Readonly<Record<string, unknown>>): void {
  const given = OF_ONE_CLIENT.find((name) => args[name] !== undefined && args[name] !== false);
  if (given === undefined) return;
  const flag = longFlag(given);
  throw new PithError("ARGUMENT_INVALID", `${flag} needs a client.`, {
    subject: flag,
    next: "Name one, such as pith setup claude-code; pith setup alone lists those that are here.",
  });
}

const OF_ONE_CLIENT = [
  "remove",
  "print",
  "hooks",
  "yes",
  "dryRun",
  "scope",
  "launch",
  "tools",
  "fixRoot",
  "root",
] as const;

/** The first of the files that it reads that is there, else the first. */
function settingsFile(client: Client, { scope, root }: SetupPlan, place: ClientPlace): FileToEdit {
  if (scope === "project") {
    const paths = client.project!;
    const path = paths.find((one) => existsSync(join(root!.path, one))) ?? paths[0]!;
    return openToEdit(path, { shown: path, inside: root });
  }
  // Without a home folder the system's own would be written to.
  if (dirname(place.home) === place.home)
    throw editRefused(
      client.name,
      "keeps its settings in your home folder, and none is known.",
      "Set HOME, or use --scope project.",
    );
  const paths = client.user(place);
  const path = paths.find((one) => existsSync(one)) ?? paths[0]!;
  return openToEdit(path, { shown: shownHome(path, place), inside: null, mode: 0o600 });
}

function addition(client: Client, plan: SetupPlan, file: FileToEdit, place: ClientPlace): Change | null {
  const edited = putEntry(client, file.shown, file.before ?? "", plan.command);
  if (edited === null) return null;
  const records = editRecords(place);
  const { after, insertions } = edited;
  if (insertions === null) return { file, after, conceal: (text) => concealSettings(client, text) };
  const record = recordOf(file, after, insertions);
  return {
    file,
    after,
    conceal: (text) => concealSettings(client, text),
    prepare: () => records.write(file, client.id, record),
    done: (folders) => records.write(file, client.id, { ...record, folders: [...folders] }),
  };
}

function removal(client: Client, plan: SetupPlan, file: FileToEdit, place: ClientPlace): Change | null {
  if (file.before === null) return null;
  const records = editRecords(place);
  const record = records.read(file, client.id);
  const before = textBefore(file, record);
  const taken = before === undefined ? takeEntry(client, file.shown, file.before) : before;
  if (taken === null && before === undefined) return null;
  // Without a record: a file that is just as Pith makes one holds nothing of anybody else's.
  const isOurs = before === undefined && putEntry(client, "", "", plan.command)?.after === file.before;
  const after = isOurs ? null : taken;
  return {
    file,
    after,
    conceal: (text) => concealSettings(client, text),
    done: () => {
      records.forget(file, client.id);
      if (after === null) removeEmpty(record?.folders ?? []);
    },
  };
}

async function list(json: boolean, terminal: Terminal, place: ClientPlace): Promise<number> {
  const found = foundClients(place, terminal.cwd);
  await write(terminal.stdout, json ? `${safeJson({ clients: found })}\n` : listing(found));
  return 0;
}

/** What would stand in the settings, and where; nothing is read or written. */
async function print(client: Client, plan: SetupPlan, terminal: Terminal, hooks: string): Promise<number> {
  const link = client.link?.(plan.command);
  const parts = [putEntry(client, "", "", plan.command)!.after, hooks, link === undefined ? "" : `${link}\n`];
  await write(terminal.stdout, parts.filter((part) => part !== "").join("\n"));
  return 0;
}

interface Said {
  client: Client;
  plan: SetupPlan;
  file: FileToEdit;
  terminal: Terminal;
}

async function nothingToDo(
  { client, file, terminal }: Said,
  removes: boolean,
  place: ClientPlace,
): Promise<number> {
  if (!removes) {
    await write(terminal.stdout, `${file.shown} says so already. ${client.check}\n`);
    return 0;
  }
  const others = foundClients(place, terminal.cwd).find(({ id }) => id === client.id)!.setUp;
  const elsewhere = others.map(({ scope, file: other }) => ` There is one in ${other}: --scope ${scope}.`);
  await write(terminal.stdout, `There is no entry of Pith in ${file.shown}.${elsewhere.join("")}\n`);
  return 0;
}

async function sayNext({ client, plan, terminal }: Said, removes: boolean): Promise<void> {
  const lines = removes
    ? [`Pith is out of the settings; ${client.name} knows it when it reads them again.`]
    : [...plan.notes, `Next: ${client.next} ${client.check}`];
  const link = removes || plan.scope === "project" ? undefined : client.link?.(plan.command);
  if (link !== undefined) lines.push(`The same with one click: ${link}`);
  await write(terminal.stdout, `${lines.join("\n")}\n`);
}
