// The clients that Pith can be set up in, in the order of lists. One file each in `clients/`.
import { claudeCode } from "./clients/claude-code.ts";
import { claudeDesktop } from "./clients/claude-desktop.ts";
import { cline } from "./clients/cline.ts";
import { codex } from "./clients/codex.ts";
import { cursor } from "./clients/cursor.ts";
import { geminiCli } from "./clients/gemini-cli.ts";
import { opencode } from "./clients/opencode.ts";
import { vscode } from "./clients/vscode.ts";
import { windsurf } from "./clients/windsurf.ts";
import { zed } from "./clients/zed.ts";
import type { Client } from "./client.ts";
import { CLIENT_IDS } from "./client-ids.ts";
import type { ClientId } from "./client-ids.ts";

const BY_ID: Readonly<Record<ClientId, Client>> = {
  "claude-code": claudeCode,
  "claude-desktop": claudeDesktop,
  cursor,
  vscode,
  windsurf,
  zed,
  codex,
  cline,
  "gemini-cli": geminiCli,
  opencode,
};

export const CLIENTS: readonly Client[] = CLIENT_IDS.map((id) => BY_ID[id]);

/** By a name that the table has checked. */
export function clientNamed(id: string): Client {
  return BY_ID[id as ClientId];
}
