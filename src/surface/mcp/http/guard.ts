// Who may talk to this server? A page in a browser must not reach it by a name of its own that leads here (DNS rebinding):
// Host and Origin are checked on every request. Then the bearer token, where there is one.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { REFUSED, refusal } from "./refusal.ts";

export interface GuardOptions {
  /** Names, beside those of this machine for itself, by which clients reach it. */
  hosts: readonly string[];
  /** Origins of pages that may call it and read its answers, such as `https://app.example`. */
  origins: readonly string[];
  token: string | undefined;
}

export interface Guard {
  /** What is answered instead; null: go on. */
  check: (request: IncomingMessage) => Response | null;
  /** The same for the token alone. */
  checkToken: (request: IncomingMessage) => Response | null;
  /** Header lines that let a page read the answer; none for a page that isn't named. */
  crossOrigin: (request: IncomingMessage) => Readonly<Record<string, string>>;
}

/** What a page's script has to send and to read of the protocol. */
const ALLOWED =
  "Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id";

export function guardOf({ hosts, origins, token }: GuardOptions): Guard {
  const names = [...localhostAllowedHostnames(), ...hosts.map(asHostname)];
  const expected = token === undefined ? undefined : digest(token);
  const isNamed = (origin: string): boolean => origins.includes(origin);
  return {
    check({ headers }) {
      if (!validateHostHeader(headers.host, names).ok)
        return refusal(403, "The Host header names none of this server's names. Next: --allow-host.");
      const { origin = "" } = headers;
      if (!isNamed(origin) && !(origin !== "null" && validateOriginHeader(origin, names).ok))
        return refusal(403, "Pages of this origin may not call this server. Next: --allow-origin.");
      return null;
    },
    checkToken({ headers }) {
      if (expected === undefined) return null;
      const given = /^bearer +([!-~]+) *$/i.exec(headers.authorization ?? "")?.[1];
      // Both have the same length, whatever was given.
      if (given !== undefined && timingSafeEqual(digest(given), expected)) return null;
      const challenge =
        given === undefined ? 'Bearer realm="pith"' : 'Bearer realm="pith", error="invalid_token"';
      return refusal(401, "This server needs its token: Authorization: Bearer …", REFUSED, {
        "WWW-Authenticate": challenge,
      });
    },
    crossOrigin({ headers: { origin } }): Record<string, string> {
      if (origin === undefined || !isNamed(origin)) return {};
      return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "GET, POST, DELETE",
        "Access-Control-Allow-Headers": ALLOWED,
        "Access-Control-Expose-Headers": "Mcp-Session-Id",
        Vary: "Origin",
      };
    },
  };
}

/** As an address writes it: `::1` is `[::1]` there. */
function asHostname(name: string): string {
  const written = name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
  try {
    return new URL(`http://${written}`).hostname;
  } catch {
    return written;
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
