// Where is a server, and which key does it get? Addresses without anything secret in them, keys from the environment alone.
import { PithError } from "../../base/error.ts";

/** The address with the path behind it. Throws PROVIDER_INVALID with the setting's name. */
export function urlOf(text: string, path: string, setting: string, keySetting: string): URL {
  const next = `Set ${setting} to an address such as http://127.0.0.1:8080.`;
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw invalid(setting, `${setting} is no address.`, next, cause);
  }
  // A message must not quote what may be a password.
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw invalid(
      setting,
      `${setting} has a login, a query or a fragment in it.`,
      `Leave it out: a key belongs into the environment variable that ${keySetting} names.`,
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalid(setting, `${setting} begins with ${url.protocol}, which is not spoken.`, next);
  }
  const base = url.pathname.replace(/\/+$/, "");
  // Both forms are in use: with the version and without it.
  url.pathname = base.endsWith("/v1") && path.startsWith("/v1/") ? base + path.slice(3) : base + path;
  return url;
}

/** Null where it is not set or blank. Throws PROVIDER_INVALID. */
export function keyOf(variable: string, env: NodeJS.ProcessEnv): string | null {
  const key = (Object.hasOwn(env, variable) ? env[variable] : undefined)?.trim() ?? "";
  if (key === "") return null;
  if (!/^[\u0021-\u007e]+$/.test(key)) {
    throw invalid(
      variable,
      `The variable ${variable} holds characters that no key has.`,
      `Set ${variable} to the key alone.`,
    );
  }
  return key;
}

/** This machine, by its address or its one name. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

export function invalid(subject: string, message: string, next: string, cause?: unknown): PithError {
  return new PithError("PROVIDER_INVALID", message, { subject, next, cause });
}
