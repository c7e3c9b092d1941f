// `pith setup claude-code --hooks`: the entry in Claude Code's settings by which `pith advise` is asked before a search and
// at a question. It can only add a sentence: no answer of it allows, denies or changes anything.
import { at } from "./client.ts";
import { concealJson } from "./conceal.ts";
import { claudeFolder } from "./clients/claude-code.ts";
import type { Client } from "./client.ts";
import type { Change } from "./consent.ts";
import { editRecords, recordOf, textBefore } from "./edit-record.ts";
import type { EditRecord } from "./edit-record.ts";
import { openToEdit, removeEmpty } from "./file-to-edit.ts";
import { putElement, takeElements } from "./json-edit.ts";
import { nodeAt, parseJson, says, valueOf } from "./json-tree.ts";
import type { JsonNode } from "./json-tree.ts";
import { commandOf } from "./launch.ts";
import type { OwnProgram } from "./launch.ts";
import type { SetupPlan } from "./setup-options.ts";
import type { SetupWorld } from "./setup.ts";
import { shownHome } from "./shown-home.ts";
import { insertAll, singleInsertion } from "./splice.ts";
import type { Insertion } from "./splice.ts";

/**
 * The tools by which it searches. Native builds on macOS and Linux have no Grep and Glob: there it greps in the shell
 * (changelog of 2.1.117). https://code.claude.com/docs/en/hooks#pretooluse
 */
const SEARCHING_TOOLS = ["Bash", "PowerShell", "Grep", "Glob"] as const;

const HOOK_EVENTS = ["PreToolUse", "UserPromptSubmit"] as const;

/** In seconds. Advice that takes longer is not worth waiting for. */
const TIMEOUT = 5;

export function hookChange(
  client: Client,
  plan: SetupPlan,
  { place, own }: SetupWorld,
  removes: boolean,
): Change | null {
  if (client.id !== "claude-code") return null;
  const file =
    plan.scope === "project"
      ? openToEdit(".claude/settings.json", { shown: ".claude/settings.json", inside: plan.root })
      : userFile(at(place, claudeFolder(place), "settings.json"), place);
  const conceal = (text: string) =>
    concealJson(text, (root) =>
      HOOK_EVENTS.flatMap((event) => (nodeAt(root, ["hooks", event])?.children ?? []).filter(isOurs)),
    );
  const records = editRecords(place);
  const name = `${client.id} hooks`;
  if (!removes) {
    const edited = put(file.shown, file.before ?? "", plan, own);
    if (edited === null) return null;
    const record: EditRecord | null =
      edited.insertions === null ? null : recordOf(file, edited.after, edited.insertions);
    return {
      file,
      after: edited.after,
      conceal,
      prepare: () => (record === null ? records.forget(file, name) : records.write(file, name, record)),
      done: (folders) => record !== null && records.write(file, name, { ...record, folders: [...folders] }),
    };
  }
  if (file.before === null) return null;
  const record = records.read(file, name);
  const before = textBefore(file, record);
  const after = before === undefined ? take(file.shown, file.before) : before;
  if (after === undefined) return null;
  return {
    file,
    after,
    conceal,
    done: () => {
      records.forget(file, name);
      if (after === null) removeEmpty(record?.folders ?? []);
    },
  };
}

/** As they would stand in settings that have nothing else. */
export function hooksAlone(plan: SetupPlan, own: OwnProgram): string {
  return put("", "", plan, own)!.after;
}

function userFile(path: string, place: SetupWorld["place"]) {
  return openToEdit(path, { shown: shownHome(path, place), inside: null });
}

interface HookEdit {
  after: string;
  insertions: Insertion[] | null;
}

/** Null: they are there already, in this form. */
function put(file: string, text: string, plan: SetupPlan, own: OwnProgram): HookEdit | null {
  let after = text;
  const steps: (readonly Insertion[] | null)[] = [];
  for (const event of HOOK_EVENTS) {
    const path = ["hooks", event];
    const value = hookOf(event, plan, own);
    const list = nodeAt(parseJson(file, after).root, path);
    const ours = (list?.type === "array" ? (list.children ?? []) : []).filter(isOurs);
    if (ours.length === 1 && says(ours[0], value)) continue;
    const without = takeElements(after, { file, path }, isOurs);
    const edited = putElement(without ?? after, { file, path }, value);
    steps.push(without === null ? edited.insertions : null);
    after = edited.after;
  }
  if (steps.length === 0) return null;
  return { after, insertions: joined(text, after, steps) };
}

/** Told as one stretch, or as several in the text before; null where one lies in another: then only their form tells. */
function joined(
  text: string,
  after: string,
  steps: readonly (readonly Insertion[] | null)[],
): Insertion[] | null {
  const single = singleInsertion(text, after);
  if (single !== null) return [single];
  const all: Insertion[] = [];
  for (const step of steps) {
    const moved = (step ?? []).map(({ at, text: added }) => ({ at: placeBefore(all, at), text: added }));
    all.push(...moved);
    all.sort((a, b) => a.at - b.at);
  }
  return insertAll(text, all) === after ? all : null;
}

/** A place in the text with the insertions, as one in the text without them. */
function placeBefore(insertions: readonly Insertion[], place: number): number {
  let grown = 0;
  for (const { at, text } of insertions) if (at + grown < place) grown += text.length;
  return place - grown;
}

function hookOf(
  event: (typeof HOOK_EVENTS)[number],
  plan: SetupPlan,
  own: OwnProgram,
): Record<string, unknown> {
  const { command, args } = commandOf(plan.launch, ["advise"], own);
  // By its name through a shell, which says that it is not there to nobody and goes on.
  const run = plan.launch === "name" ? { command: `${command} advise || true` } : { command, args };
  const hooks = [{ type: "command", ...run, timeout: TIMEOUT }];
  return event === "PreToolUse" ? { matcher: SEARCHING_TOOLS.join("|"), hooks } : { hooks };
}

function take(file: string, text: string): string | undefined {
  let rest: string | undefined;
  for (const event of HOOK_EVENTS)
    rest = takeElements(rest ?? text, { file, path: ["hooks", event] }, isOurs) ?? rest;
  return rest;
}

/** A group whose commands all ask for advice of Pith. */
function isOurs(element: JsonNode): boolean {
  const hooks = element.type === "object" ? valueOf(element, "hooks") : undefined;
  const commands = hooks?.type === "array" ? (hooks.children ?? []) : [];
  return commands.length > 0 && commands.every(asksForAdvice);
}

function asksForAdvice(hook: JsonNode): boolean {
  if (hook.type !== "object") return false;
  const command: unknown = valueOf(hook, "command")?.value;
  const args = valueOf(hook, "args")?.children?.map((child) => child.value as unknown) ?? [];
  if (args.length > 0) return args.at(-1) === "advise" && /pith(\.js)?$/.test(String(args.at(-2) ?? command));
  return typeof command === "string" && /^pith advise\b/.test(command);
}
