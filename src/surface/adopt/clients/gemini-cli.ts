// Gemini CLI.
import { at, plainEntry } from "../client.ts";
import type { Client } from "../client.ts";

export const geminiCli: Client = {
  id: "gemini-cli",
  name: "Gemini CLI",
  sources: [
    {
      url: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
      read: "2026-12-01",
    },
    {
      url: "https://github.com/google-gemini/gemini-cli/blob/main/docs/reference/configuration.md",
      read: "2026-12-01",
    },
    { url: "https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/skills.md", read: "2026-12-01" },
  ],
  project: [".gemini/settings.json"],
  user: (place) => [at(place, place.home, ".gemini", "settings.json")],
  format: "json",
  servers: "mcpServers",
  entry: plainEntry,
  isApp: false,
  tellsFolder: "unknown",
  signs: (place) => [at(place, place.home, ".gemini")],
  skills: {
    project: ".gemini/skills",
    user: (place) => at(place, place.home, ".gemini", "skills"),
  },
  instructions: "GEMINI.md",
  next: "Start a new session of Gemini CLI.",
  check: "`/mcp` in a session, or `gemini mcp list` in a terminal, says whether it is connected.",
  trouble: [
    "Where `mcp.allowed` is set in its settings, only servers on that list are started: add pith to it.",
  ],
};
