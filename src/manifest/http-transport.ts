// A transport of loaders over HTTP: asks with the identity that is known (If-None-Match), so that a manifest comes only where it
// has changed. The identity is the ETag, compared for equality alone.
import { PithError } from "../base/error.ts";
import type { AsyncTransport, Fetched, ManifestKey } from "./loader.ts";

export interface HttpTransportOptions {
  /** Address of a manifest; by default `<base>/<sourceId>/<budget>`, as `pith manifest serve` has it. */
  urlOf?: (key: ManifestKey) => string;
  headers?: Readonly<Record<string, string>>;
  /** Time in ms for the whole answer; 30 s unless said. */
  timeout?: number;
  /** Bytes of a manifest, unpacked; 256 MB unless said. */
  mostBytes?: number;
}

const TIMEOUT = 30_000;
const MOST_BYTES = 256_000_000;

/** `base`: where manifests are served. Rejects with MANIFEST_UNREACHABLE; what is kept is then not served as if it were fresh. */
export function httpTransport(base: string, options: HttpTransportOptions = {}): AsyncTransport {
  const {
    urlOf = (key) => addressOf(base, key),
    headers = {},
    timeout = TIMEOUT,
    mostBytes = MOST_BYTES,
  } = options;
  return async (key, known) => {
    const url = urlOf(key);
    const asked = {
      Accept: "application/json",
      ...headers,
      ...(known !== null && { "If-None-Match": known }),
    };
    let response: Response;
    try {
      // A redirect could lead headers with a token elsewhere.
      response = await fetch(url, {
        headers: asked,
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      if (response.status === 304 && known !== null) return { kind: "unchanged" };
      if (response.status !== 200) throw new Error(`it answers ${response.status}`);
      return await fetchedOf(response, mostBytes);
    } catch (cause) {
      throw unreachable(url, cause as Error);
    }
  };
}

function addressOf(base: string, { sourceId, budget }: ManifestKey): string {
  return `${base.replace(/\/+$/, "")}/${encodeURIComponent(sourceId)}/${encodeURIComponent(String(budget))}`;
}

async function fetchedOf(response: Response, mostBytes: number): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  const identity = response.headers.get("etag");
  if (identity === null) throw new Error("it comes without an ETag");
  return { kind: "fresh", identity, manifest: JSON.parse(Buffer.concat(parts).toString("utf8")) as unknown };
}

function unreachable(url: string, cause: Error): PithError {
  const why =
    cause.name === "TimeoutError"
      ? "no answer in time"
      : ((cause.cause as Error | undefined)?.message ?? cause.message);
  return new PithError("MANIFEST_UNREACHABLE", `The manifest at ${url} can't be had: ${why}.`, {
    subject: url,
    next: "Check the address and that its server runs; what was kept is not served in its place.",
    cause,
  });
}
