// Cursor, the editor.
import { at, plainEntry, SERVER } from "../client.ts";
import type { Client } from "../client.ts";

export const cursor: Client = {
  id: "cursor",
  name: "Cursor",
  sources: [{ url: "https://cursor.com/docs/mcp/install-links", read: "2026-12-01" }],
  project: [".cursor/mcp.json"],
  user: (place) => [at(place, place.home, ".cursor", "mcp.json")],
  format: "json",
  servers: "mcpServers",
  entry: plainEntry,
  isApp: true,
  tellsFolder: "yes",
  signs: (place) => [at(place, place.home, ".cursor")],
  link: (command) => {
    const config = Buffer.from(JSON.stringify(plainEntry(command))).toString("base64");
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER}&config=${encodeURIComponent(config)}`;
  },
  instructions: "AGENTS.md",
  next: "Open Cursor's settings, Tools & MCP, and switch the server on if it is not.",
  check: "The same page shows a green dot and the tools.",
  trouble: [
    "Output, MCP Logs in the lower panel shows what the server said when it did not start.",
    "It was started without your shell's PATH: `pith setup cursor --launch path`.",
  ],
};
