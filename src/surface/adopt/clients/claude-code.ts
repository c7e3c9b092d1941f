// Claude Code, the program in the terminal and in editors.
import { at, plainEntry } from "../client.ts";
import type { Client, ClientPlace } from "../client.ts";

/** Its folder of settings, skills and hooks. */
export function claudeFolder(place: ClientPlace): string {
  const named = place.env["CLAUDE_CONFIG_DIR"];
  return named !== undefined && named !== "" ? named : at(place, place.home, ".claude");
}

/** Where the folder is named, the file lies in it; else beside it. */
function ownFile(place: ClientPlace): string {
  const named = place.env["CLAUDE_CONFIG_DIR"];
  return at(place, named !== undefined && named !== "" ? named : place.home, ".claude.json");
}

export const claudeCode: Client = {
  id: "claude-code",
  name: "Claude Code",
  sources: [
    { url: "https://code.claude.com/docs/en/mcp", read: "2026-12-01" },
    { url: "https://code.claude.com/docs/en/hooks", read: "2026-12-01" },
    { url: "https://code.claude.com/docs/en/skills", read: "2026-12-01" },
  ],
  project: [".mcp.json"],
  user: (place) => [ownFile(place)],
  format: "json",
  servers: "mcpServers",
  entry: (command) => ({ type: "stdio", ...plainEntry(command) }),
  isApp: false,
  tellsFolder: "yes",
  signs: (place) => [ownFile(place), claudeFolder(place)],
  skills: {
    project: ".claude/skills",
    user: (place) => at(place, claudeFolder(place), "skills"),
  },
  instructions: "CLAUDE.md",
  next: "Start a new session of Claude Code; in a project it asks once whether you trust the server.",
  check: "`/mcp` in a session, or `claude mcp list` in a terminal, says whether it is connected.",
  trouble: [
    "A server of the same name at local scope (`claude mcp add` without `--scope`) goes before both files: `claude mcp remove pith --scope local`.",
    "Claude Code writes `~/.claude.json` while it runs. If the file changes between reading and writing, nothing is written and you are told to run the command again.",
    "It reads `CLAUDE.md`, not `AGENTS.md`: a `CLAUDE.md` with the line `@AGENTS.md` gives it both.",
  ],
};
