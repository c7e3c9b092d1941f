// Codex, in the terminal, in editors and in its application: they share one file.
import { at, plainEntry } from "../client.ts";
import type { Client, ClientPlace } from "../client.ts";

function folder(place: ClientPlace): string {
  const named = place.env["CODEX_HOME"];
  return named !== undefined && named !== "" ? named : at(place, place.home, ".codex");
}

export const codex: Client = {
  id: "codex",
  name: "Codex",
  sources: [{ url: "https://developers.openai.com/codex/mcp", read: "2026-12-01" }],
  project: [".codex/config.toml"],
  user: (place) => [at(place, folder(place), "config.toml")],
  format: "toml",
  servers: "mcp_servers",
  entry: plainEntry,
  isApp: false,
  tellsFolder: "yes",
  signs: (place) => [folder(place)],
  instructions: "AGENTS.md",
  next: "Start a new session of Codex.",
  check: "`/mcp` in a session, or `codex mcp list` in a terminal, lists it.",
  trouble: [
    "A project's file counts only in projects that Codex trusts.",
    "Codex gives a server ten seconds to start; `startup_timeout_sec` in its table gives it more, and stays when the command is run again.",
  ],
};
