// Zed, the editor.
import { at, configHome, plainEntry } from "../client.ts";
import type { Client, ClientPlace } from "../client.ts";

function folder(place: ClientPlace): string {
  if (place.platform === "win32")
    return at(place, place.env["APPDATA"] ?? at(place, place.home, "AppData", "Roaming"), "Zed");
  // Only on Linux does it heed XDG_CONFIG_HOME.
  return at(place, place.platform === "darwin" ? at(place, place.home, ".config") : configHome(place), "zed");
}

export const zed: Client = {
  id: "zed",
  name: "Zed",
  sources: [
    { url: "https://zed.dev/docs/ai/mcp", read: "2026-12-01" },
    { url: "https://zed.dev/docs/configuring-zed", read: "2026-12-01" },
  ],
  project: [".zed/settings.json"],
  user: (place) => [at(place, folder(place), "settings.json")],
  format: "json",
  servers: "context_servers",
  entry: (command) => ({ source: "custom", ...plainEntry(command) }),
  isApp: true,
  tellsFolder: "unknown",
  signs: (place) => [folder(place)],
  instructions: "AGENTS.md",
  next: "Zed reads its settings at once; open the agent panel's settings.",
  check: "The agent panel's settings show a green dot beside the server.",
  trouble: ["A profile of the agent may leave the server's tools out: look at the profile's tools."],
};
