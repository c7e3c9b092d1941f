// Is a file a sound manifest? What its form breaks, what would mislead a walk, and, where asked, what its JSON Schema says.
import { counted } from "../base/counted.ts";
import { checkSchema, type SchemaFinding } from "../manifest/check-schema.ts";
import { checkStructure, type StructureFinding } from "../manifest/check-structure.ts";
import { parseJson } from "../manifest/manifest.ts";
import { manifestText } from "../manifest/open-manifest.ts";
import { STRUCTURE_TEXTS, structureText } from "../manifest/structure-texts.ts";
import type { Format, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";

export interface ManifestValidateArguments {
  manifest: string;
  schema?: boolean;
  /** Warnings count as faults. */
  strict?: boolean;
  format?: Format;
}

/** Findings in text; JSON has them all. */
const MOST_SHOWN = 200;

/** `found`: it is sound. Throws where the file can't be read, or is no JSON. */
export function validateManifest({
  manifest: path,
  schema,
  strict,
  format,
}: ManifestValidateArguments): Outcome {
  const value = parseJson(manifestText(path));
  const structural = checkStructure(value, { versions: ["0.1", "0.2"] });
  const bySchema = schema === true ? checkSchema(value) : [];
  const errors = structural.filter(({ severity }) => severity === "error").length + bySchema.length;
  const warnings = structural.length - (errors - bySchema.length);
  const sound = errors === 0 && (strict !== true || warnings === 0);
  const version = (value as { pcx_version?: unknown } | null)?.pcx_version;
  const findings = [
    ...structural.map((one) => ({
      from: "structure",
      ...one,
      text: structureText(one.code, one.ref),
      fix: STRUCTURE_TEXTS[one.code].fix,
    })),
    ...bySchema.map((one) => ({
      from: "schema",
      code: one.keyword,
      severity: "error",
      node: null,
      ref: null,
      path: one.path,
      text: one.message,
      fix: `Write it as schema/pcx-${version === "0.1" ? version : "0.2"}.schema.json says.`,
    })),
  ];
  const lines = [...structural.map(structureLine), ...bySchema.map(schemaLine)];
  const shown = lines.slice(0, MOST_SHOWN);
  if (shown.length < lines.length) shown.push(`and ${lines.length - shown.length} more: --json has them all`);
  const outcome = sound
    ? `${path}: sound, version ${String(version)}${warnings > 0 ? `, ${counted(warnings, "warning")}` : ""}`
    : `${path}: ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return plainOutcome(
    format,
    { op: "manifest validate", file: path, version: version ?? null, sound, errors, warnings, findings },
    [...shown, outcome],
    { found: sound },
  );
}

function structureLine({ code, severity, node, ref }: StructureFinding): string {
  const where = node === null ? "" : ` ${node}:`;
  return `${severity} ${code}${where} ${structureText(code, ref)}. ${STRUCTURE_TEXTS[code].fix}`;
}

function schemaLine({ path, keyword, message }: SchemaFinding): string {
  return `error schema ${path === "" ? "(whole)" : path} ${keyword}: ${message}`;
}
