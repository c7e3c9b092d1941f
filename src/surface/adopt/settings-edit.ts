// One entry in the settings of a client, whichever form they have: put in, taken out, read.
import { concealJson, concealToml } from "./conceal.ts";
import type { Client } from "./client.ts";
import { SERVER } from "./client.ts";
import { putMember, takeMember } from "./json-edit.ts";
import { nodeAt, parseJson } from "./json-tree.ts";
import type { Command } from "./launch.ts";
import type { Edited } from "./splice.ts";
import { hasTable, putTable, takeTable } from "./toml-edit.ts";

/** The text with the entry; null: it says so already. */
export function putEntry(client: Client, file: string, text: string, command: Command): Edited | null {
  const entry = client.entry(command);
  const place = { file, path: [client.servers, SERVER] };
  return client.format === "json"
    ? putMember(text, place, entry)
    : putTable(text, place, entry as Record<string, string | boolean | string[]>);
}

/** The text without it; null: there is none. */
export function takeEntry(client: Client, file: string, text: string): string | null {
  const place = { file, path: [client.servers, SERVER] };
  return client.format === "json" ? takeMember(text, place) : takeTable(text, place);
}

export function hasEntry(client: Client, file: string, text: string): boolean {
  const path = [client.servers, SERVER];
  return client.format === "json"
    ? nodeAt(parseJson(file, text).root, path) !== undefined
    : hasTable(text, { file, path });
}

/**
 * What of the settings may be shown: of the entry the members that Pith writes, and the form of all the rest. What a person
 * put beside them (`env`, `headers`) is where keys stand.
 */
export function concealSettings(client: Client, text: string): string {
  const path = [client.servers, SERVER];
  const names = Object.keys(client.entry({ command: "", args: [] }));
  if (client.format === "toml") return concealToml(text, path, names);
  return concealJson(text, (root) =>
    (nodeAt(root, path)?.children ?? []).filter(({ children }) =>
      names.includes(String(children?.[0]?.value)),
    ),
  );
}
