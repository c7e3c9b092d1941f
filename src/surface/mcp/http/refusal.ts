// An answer that is no result: a status and, as the protocol has it, a JSON-RPC error without an id.

/** Of JSON-RPC. */
export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** Of servers of their own; the SDK's code for what HTTP says better. */
export const REFUSED = -32_000;
const NO_SESSION = -32_001;

export function refusal(
  status: number,
  message: string,
  code = REFUSED,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

/** With the time in seconds after which to come again. */
export function busy(message: string): Response {
  return refusal(503, message, REFUSED, { "Retry-After": "1" });
}

export function noSession(): Response {
  return refusal(404, "Session not found. Next: initialize again, without a session id.", NO_SESSION);
}
