// Which clients are on this machine, and in which is Pith set up? By the folders that they make; nothing is started.
import { existsSync } from "node:fs";
import { oneLine } from "../../base/safe-text.ts";
import { resolveDefaultRoot } from "../../files/guard.ts";
import type { Root } from "../../files/guard.ts";
import type { Client, ClientPlace } from "./client.ts";
import type { Scope } from "./client-ids.ts";
import { CLIENTS } from "./clients.ts";
import { openToEdit } from "./file-to-edit.ts";
import { hasEntry } from "./settings-edit.ts";
import { shownHome } from "./shown-home.ts";

export interface FoundClient {
  id: string;
  name: string;
  installed: boolean;
  /** Where Pith is in its settings. */
  setUp: { scope: Scope; file: string }[];
  /** Files of it that can't be read, with what is wrong. */
  broken: { file: string; why: string }[];
}

export function foundClients(place: ClientPlace, cwd: string): FoundClient[] {
  const root = rootOf(cwd);
  return CLIENTS.map((client) => {
    const found: FoundClient = {
      id: client.id,
      name: client.name,
      installed: client.signs(place).some((path) => existsSync(path)),
      setUp: [],
      broken: [],
    };
    for (const path of client.user(place)) look(client, path, shownHome(path, place), null, found);
    if (root !== null) for (const path of client.project ?? []) look(client, path, path, root, found);
    return found;
  });
}

export function listing(found: readonly FoundClient[]): string {
  const here = found.filter(({ installed, setUp }) => installed || setUp.length > 0);
  const width = Math.max(...found.map(({ id }) => id.length));
  const lines = here.map(({ id, name, setUp, broken }) => {
    const where = setUp.map(({ scope, file }) => `set up (${scope}: ${file})`).join(", ");
    const faults = broken.map(({ file, why }) => `${file}: ${why}`).join("; ");
    const state = where === "" ? `not set up: pith setup ${id}` : where;
    return `${id.padEnd(width)}  ${name}: ${oneLine([state, faults].filter((part) => part !== "").join("; "))}`;
  });
  const others = found.filter((client) => !here.includes(client)).map(({ id }) => id);
  return [
    ...(lines.length === 0 ? ["No client was found on this machine."] : lines),
    ...(others.length === 0 ? [] : [`not found here: ${others.join(", ")}`]),
    "",
  ].join("\n");
}

function look(client: Client, path: string, shown: string, inside: Root | null, found: FoundClient): void {
  try {
    const { before } = openToEdit(path, { shown, inside });
    if (before !== null && hasEntry(client, shown, before))
      found.setUp.push({ scope: inside === null ? "user" : "project", file: shown });
  } catch (error) {
    found.broken.push({ file: shown, why: (error as Error).message });
  }
}

/** A home folder is no project. */
function rootOf(cwd: string): Root | null {
  try {
    return resolveDefaultRoot({ cwd });
  } catch {
    return null;
  }
}
