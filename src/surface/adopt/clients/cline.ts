// Cline, in the terminal and in editors: newer versions share one file.
import { at, plainEntry } from "../client.ts";
import type { Client, ClientPlace } from "../client.ts";

function folder(place: ClientPlace): string {
  const { CLINE_DATA_DIR: data, CLINE_DIR: own } = place.env;
  if (data !== undefined && data !== "") return data;
  return at(place, own !== undefined && own !== "" ? own : at(place, place.home, ".cline"), "data");
}

export const cline: Client = {
  id: "cline",
  name: "Cline",
  sources: [
    { url: "https://github.com/cline/cline/blob/main/docs/mcp/mcp-overview.mdx", read: "2026-12-01" },
    {
      url: "https://github.com/cline/cline/blob/main/sdk/packages/shared/src/storage/paths.ts",
      read: "2026-12-01",
    },
  ],
  user: (place) => {
    const named = place.env["CLINE_MCP_SETTINGS_PATH"]?.trim();
    return [
      named !== undefined && named !== ""
        ? named
        : at(place, folder(place), "settings", "cline_mcp_settings.json"),
    ];
  },
  format: "json",
  servers: "mcpServers",
  entry: plainEntry,
  isApp: true,
  tellsFolder: "unknown",
  signs: (place) => [at(place, place.home, ".cline"), folder(place)],
  skills: {
    project: ".cline/skills",
    user: (place) => at(place, place.home, ".cline", "skills"),
  },
  instructions: "AGENTS.md",
  next: "Open MCP Servers in Cline; it reads the file at once.",
  check: "The same panel, or `cline config mcp` in a terminal, lists the server and its tools.",
  trouble: [
    "An extension from before the shared file keeps its own: MCP Servers, Configure, Configure MCP Servers opens it; copy the entry there.",
  ],
};
