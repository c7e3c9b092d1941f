// Claude Desktop, the chat application.
import { appData, at, plainEntry } from "../client.ts";
import type { Client } from "../client.ts";

export const claudeDesktop: Client = {
  id: "claude-desktop",
  name: "Claude Desktop",
  sources: [
    { url: "https://modelcontextprotocol.io/docs/develop/connect-local-servers", read: "2026-12-01" },
    { url: "https://code.claude.com/docs/en/desktop", read: "2026-12-01" },
  ],
  user: (place) => [at(place, appData(place), "Claude", "claude_desktop_config.json")],
  format: "json",
  servers: "mcpServers",
  entry: plainEntry,
  isApp: true,
  tellsFolder: "no",
  signs: (place) => [at(place, appData(place), "Claude")],
  instructions: "CLAUDE.md",
  next: "Quit Claude Desktop and start it again.",
  check: "Settings, Developer lists the server and says whether it runs.",
  trouble: [
    "It is not listed: the log is in `~/Library/Logs/Claude` on macOS, `%APPDATA%\\Claude\\logs` on Windows (`mcp-server-pith.log`).",
    "It has no folder open, so the settings name one: that of the command, or what `--root` says. Run the command again in another folder to change it.",
    "It starts servers without your shell's PATH: keep the absolute paths that are written by default. After an update of Node that moves them, run the command again.",
  ],
};
