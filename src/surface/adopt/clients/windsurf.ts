// Windsurf, the editor, whose agent is Cascade.
import { at, plainEntry } from "../client.ts";
import type { Client } from "../client.ts";

export const windsurf: Client = {
  id: "windsurf",
  name: "Windsurf",
  sources: [{ url: "https://docs.windsurf.com/windsurf/cascade/mcp", read: "2026-12-01" }],
  user: (place) => [at(place, place.home, ".codeium", "windsurf", "mcp_config.json")],
  format: "json",
  servers: "mcpServers",
  entry: plainEntry,
  isApp: true,
  tellsFolder: "unknown",
  signs: (place) => [at(place, place.home, ".codeium", "windsurf")],
  instructions: "AGENTS.md",
  next: "Press refresh in Cascade's MCP panel (Windsurf Settings, Cascade).",
  check: "The same panel shows the server and its tools.",
  trouble: [
    "Cascade takes 100 tools of all servers together: Pith has six, and they can be switched off one by one there.",
    "In a team an administrator may have to allow MCP first.",
  ],
};
