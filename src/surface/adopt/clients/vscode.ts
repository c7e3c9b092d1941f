// Visual Studio Code.
import { appData, at, plainEntry, SERVER } from "../client.ts";
import type { Client } from "../client.ts";

export const vscode: Client = {
  id: "vscode",
  name: "VS Code",
  sources: [
    { url: "https://code.visualstudio.com/docs/copilot/customization/mcp-servers", read: "2026-12-01" },
    { url: "https://github.com/microsoft/playwright-mcp", read: "2026-12-01" },
  ],
  project: [".vscode/mcp.json"],
  user: (place) => [at(place, appData(place), "Code", "User", "mcp.json")],
  format: "json",
  servers: "servers",
  entry: (command) => ({ type: "stdio", ...plainEntry(command) }),
  isApp: true,
  tellsFolder: "yes",
  signs: (place) => [at(place, appData(place), "Code", "User")],
  link: (command) =>
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER, type: "stdio", ...plainEntry(command) }))}`,
  instructions: "AGENTS.md",
  next: "Run `MCP: List Servers` from the command palette, pick pith, and start it; VS Code asks whether you trust it.",
  check:
    "`MCP: List Servers` says whether it runs; the tools picker of the chat lists its tools in agent mode.",
  trouble: [
    "With a profile other than the default one the user's file is that profile's: `MCP: Open User Configuration` opens it.",
    "In a remote window servers of the user run here, those of the project there: use the project's file, with Pith installed there.",
    "New tools do not appear: `MCP: Reset Cached Tools`.",
  ],
};
