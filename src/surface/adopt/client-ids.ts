// The names by which the command line knows clients and scopes: all that the table needs of them.

/** In the order of lists. */
export const CLIENT_IDS = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "windsurf",
  "zed",
  "codex",
  "cline",
  "gemini-cli",
  "opencode",
] as const;
export type ClientId = (typeof CLIENT_IDS)[number];

export const SCOPES = ["project", "user"] as const;
export type Scope = (typeof SCOPES)[number];
