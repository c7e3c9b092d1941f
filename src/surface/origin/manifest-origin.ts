// Manifests for those who load them: each variant at a path of its own with an ETag, leaves beside them. Files are looked at with
// each request, so that what was built anew is served at once and nothing else is.
//
//   /                          which there are, with their identities
//   /<source>/<budget>         a variant: `4096`, or the largest that is no larger than what was asked for
//   /<source>/<budget>/<leaf>  a content, where it is at hand
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { isPithError, PithError } from "../../base/error.ts";
import { findManifests } from "../../engine/find-manifests.ts";
import { fileStamp, isSettled } from "../../manifest/file-stamp.ts";
import { parseJson, parseManifest } from "../../manifest/manifest.ts";
import { manifestText, openManifest } from "../../manifest/open-manifest.ts";
import { redactValue, shownText } from "../../redact/redact.ts";
import type { Endpoint } from "../mcp/http/http-server.ts";

interface Variant {
  path: string;
  name: string;
  source: string;
  kind: string;
  budget: number;
  etag: string;
  text: string;
}

interface Kept {
  stamp: string;
  settled: boolean;
  variant: Variant | null;
}

/** Texts kept between requests, in code units. */
const MOST_KEPT = 256_000_000;

/** `place`: a manifest, or a folder of them. */
export function manifestOrigin(place: string): Endpoint {
  const kept = new Map<string, Kept>();
  const variants = (): Variant[] => {
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
    const paths = isFolder ? findManifests(place).map((path) => join(place, path)) : [place];
    for (const path of kept.keys()) if (!paths.includes(path)) kept.delete(path);
    const found = paths.flatMap((path) => variantOf(path, kept) ?? []);
    let size = 0;
    for (const [path, { variant }] of [...kept].reverse()) {
      size += variant?.text.length ?? 0;
      if (size > MOST_KEPT) kept.delete(path);
    }
    return found;
  };
  return {
    methods: (path) => (partsOf(path) === null ? [] : ["GET", "HEAD"]),
    async handle(request) {
      const [source, budget, leaf] = partsOf(new URL(request.url).pathname)!;
      const all = variants();
      if (source === undefined) return listing(all, request);
      const own = all.filter((one) => one.source === source);
      if (own.length === 0)
        return missing(
          `There is no source ${source}.`,
          all.map((one) => one.source),
        );
      const variant = budget === undefined ? undefined : fitting(own, budget);
      if (variant === undefined)
        return missing(
          `${source} has no variant for ${budget ?? "no budget"}.`,
          own.map((one) => String(one.budget)),
        );
      if (leaf === undefined) return answer(request, variant.text, variant.etag, "application/json");
      return leafAnswer(request, variant, leaf);
    },
    close: async () => {},
  };
}

/** Null where no path is of this form. */
function partsOf(path: string): string[] | null {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length > 3) return null;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

function variantOf(path: string, kept: Map<string, Kept>): Variant | null {
  const stamp = fileStamp(path);
  if (stamp === "gone") return null;
  const known = kept.get(path);
  if (known?.settled === true && known.stamp === stamp) return known.variant;
  const settled = isSettled(path);
  const variant = readVariant(path);
  kept.set(path, { stamp, settled, variant });
  return variant;
}

/** Null where it is no manifest: it may be half written by something that does not rename. */
function readVariant(path: string): Variant | null {
  try {
    const text = withoutSecrets(manifestText(path));
    const { source, budget } = parseManifest(text);
    const id = source["id"];
    // What no address can name is not offered.
    if (typeof id !== "string" || !id.isWellFormed() || /^\.{0,2}$/.test(id) || !Number.isInteger(budget))
      return null;
    return {
      path,
      name: basename(path),
      source: id,
      kind: String(source["kind"] ?? ""),
      budget,
      etag: `"${sha256(text)}"`,
      text,
    };
  } catch (error) {
    if (isPithError(error)) return null;
    throw error;
  }
}

/** As it is where it has none: keys keep their order. Throws MANIFEST_INVALID. */
function withoutSecrets(text: string): string {
  const value = parseJson(text);
  try {
    const clean = JSON.stringify(redactValue(value));
    return clean === JSON.stringify(value) ? text : clean;
  } catch (error) {
    // Nested deeper than a stack: what can't be looked through is not given.
    if (error instanceof RangeError)
      throw new PithError("MANIFEST_INVALID", "The manifest can't be read: it is nested too deep.", {
        next: "Build the manifest anew.",
        cause: error,
      });
    throw error;
  }
}

/** The variant of this very budget, else the largest below it. */
function fitting(own: readonly Variant[], budget: string): Variant | undefined {
  const most = /^\d{1,9}k$/i.test(budget) ? Number(budget.slice(0, -1)) * 1024 : Number(budget);
  if (!Number.isInteger(most)) return undefined;
  return own.filter((one) => one.budget <= most).sort((a, b) => b.budget - a.budget)[0];
}

function listing(all: readonly Variant[], request: Request): Response {
  const text = JSON.stringify(
    all.map(({ source, kind, budget, etag, name }) => ({
      source,
      kind,
      budget,
      name,
      identity: etag,
      path: `/${encodeURIComponent(source)}/${budget}`,
    })),
  );
  return answer(request, text, `"${sha256(text)}"`, "application/json");
}

function leafAnswer(request: Request, variant: Variant, id: string): Response {
  try {
    using opened = openManifest(variant.path);
    const content = opened.resolver?.(id, "full");
    if (content === undefined)
      return missing(`${variant.source} has no content ${JSON.stringify(id)} at hand.`, []);
    const text = shownText(content);
    return answer(request, text, `"${sha256(text)}"`, "text/plain; charset=utf-8");
  } catch (error) {
    if (isPithError(error)) return Response.json({ error: error.toJSON() }, { status: 404 });
    throw error;
  }
}

function answer(request: Request, text: string, etag: string, type: string): Response {
  // Kept by whom it may be, and asked for again each time.
  const headers = { ETag: etag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" };
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : text;
  return new Response(body, { headers: { ...headers, "Content-Type": type } });
}

function missing(message: string, there: readonly string[]): Response {
  const next = there.length === 0 ? "" : `There are ${[...new Set(there)].slice(0, 50).join(", ")}.`;
  return Response.json({ error: { code: "PATH_NOT_FOUND", message, next } }, { status: 404 });
}
