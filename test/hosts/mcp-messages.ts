// The messages that a session with the server is made of, and what it answers.
export type Id = number | string;

export interface Message {
  jsonrpc: "2.0";
  id?: Id | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: {
    protocolVersion?: string;
    content?: { type: string; text: string }[];
    structuredContent?: unknown;
    isError?: boolean;
    tools?: { name: string; outputSchema?: unknown }[];
  };
  error?: { code: number; message: string };
}

export const initialize = (
  id: Id,
  { version = "2025-06-18", capabilities = {} }: { version?: string; capabilities?: object } = {},
) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: version, capabilities, clientInfo: { name: "raw", version: "1" } },
});
export const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
export const request = (id: Id, method: string, params?: object) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params !== undefined && { params }),
});
export const call = (id: Id, name: string, args: object = {}, meta?: object) =>
  request(id, "tools/call", { name, arguments: args, ...(meta !== undefined && { _meta: meta }) });

export const lines = (...messages: unknown[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join("");

/** Whole lines only. */
export function answersIn(stdout: string): Message[] {
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
}

export const answered = (id: Id) => (stdout: string) => answersIn(stdout).some((line) => line.id === id);
