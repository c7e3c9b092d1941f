// Is a manifest what the JSON Schema of its format says? The schemas (draft 2020-12) lie in `schema/`, one for each version. A
// fault is told where it is and by which keyword of the schema, as schema validators do.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { packageFolder } from "../base/package-folder.ts";
import { isRecord } from "../base/record.ts";

export interface SchemaFinding {
  /** Way to the place, joined by `/`; empty for the manifest itself. */
  path: string;
  /** Of the schema, that which is not held: `required`, `maxLength`. */
  keyword: string;
  /** In words. */
  message: string;
}

/** Versions with a schema, the newest last. */
const VERSIONS = ["0.1", "0.2"] as const;

/** Keywords that only pass on what is below them. */
const WRAPPERS = new Set(["properties", "items", "prefixItems", "$ref", "allOf", "false"]);

/** Empty where all is well. By the schema of the version that it says, by that of the newest where it says none of them. */
export function checkSchema(manifest: unknown): SchemaFinding[] {
  const said = isRecord(manifest) ? manifest["pcx_version"] : undefined;
  const version = VERSIONS.find((one) => one === said) ?? VERSIONS.at(-1)!;
  const { errors } = new Validator(schemaOf(version), "2020-12", false).validate(manifest);
  const findings = new Map<string, SchemaFinding>();
  const closed: string[] = [];
  for (const error of errors) {
    if (closed.some((location) => error.keywordLocation.startsWith(location))) continue;
    // Which of several forms was meant isn't known: what is wrong with each of them is not said.
    if (error.keyword === "oneOf") closed.push(`${error.keywordLocation}/`);
    if (WRAPPERS.has(error.keyword) || isMap(error)) continue;
    const path = pathOf(error.instanceLocation);
    // Each field that is missing, but of one object only once that it has some too many.
    const key = `${path}\0${error.keyword}\0${error.keyword === "required" ? error.error : ""}`;
    if (!findings.has(key)) findings.set(key, { path, keyword: error.keyword, message: error.error });
  }
  return [...findings.values()];
}

/** Of a map every entry is held to a schema, which says itself what is wrong; elsewhere no further field may be. */
function isMap({ keyword, keywordLocation }: OutputUnit): boolean {
  return (
    keyword === "additionalProperties" && /\/(?:nodes|facets)\/additionalProperties$/.test(keywordLocation)
  );
}

/** `#/nodes/a~1b/what` → `nodes/a/b/what`. */
function pathOf(location: string): string {
  return location
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => decoded(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .join("/");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const kept = new Map<string, Schema>();

function schemaOf(version: string): Schema {
  let schema = kept.get(version);
  if (schema === undefined) {
    schema = JSON.parse(
      readFileSync(join(packageFolder(), "schema", `pcx-${version}.schema.json`), "utf8"),
    ) as Schema;
    kept.set(version, schema);
  }
  return schema;
}
