// OpenCode.
import { at, configHome } from "../client.ts";
import type { Client } from "../client.ts";

export const opencode: Client = {
  id: "opencode",
  name: "OpenCode",
  sources: [{ url: "https://opencode.ai/docs/mcp-servers", read: "2026-12-01" }],
  project: ["opencode.json", "opencode.jsonc"],
  user: (place) =>
    ["opencode.json", "opencode.jsonc", "config.json"].map((name) =>
      at(place, configHome(place), "opencode", name),
    ),
  format: "json",
  servers: "mcp",
  entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  isApp: false,
  tellsFolder: "unknown",
  signs: (place) => [at(place, configHome(place), "opencode")],
  instructions: "AGENTS.md",
  next: "Start OpenCode again.",
  check: "`opencode mcp list` says whether it is connected.",
  trouble: [
    "With an `opencode.jsonc` beside it both files are read; the entry goes into the one that is there.",
    "Newer versions ask before they start a server that a project's file names.",
  ],
};
