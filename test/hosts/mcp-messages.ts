// The few messages that a session with the server is made of.
export const initialize = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

export const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

export const call = (id: number, name: string, args: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

export interface Answered {
  id?: number | null;
  result?: { content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

export function lines(...messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

/** Whole lines only. */
export function answersIn(stdout: string): Answered[] {
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Answered);
}

export const answered = (id: number) => (stdout: string) => answersIn(stdout).some((line) => line.id === id);
