// Are these arguments right for a tool of another system? Gentle where the intent is clear, as its clients are: numbers and
// booleans as texts, one text for a list, null and an empty text for "not given"; the system's own defaults are filled in.
import { PithError } from "../../base/error.ts";
import { nearestNames } from "../../base/order.ts";
import { brief, quote } from "../parameters.ts";
import type { ArgumentSchema, CompatTool } from "./compat-set.ts";

/** Throws ARGUMENT_UNKNOWN, ARGUMENT_INVALID. */
export function checkCompat(
  tool: CompatTool,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.keys(tool.arguments);
  for (const name of Object.keys(raw)) {
    if (known.includes(name)) continue;
    const near = nearestNames(name, known);
    throw new PithError("ARGUMENT_UNKNOWN", `${tool.name} has no argument ${quote(name)}.`, {
      subject: brief(name),
      next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `It has: ${known.join(", ")}.`,
    });
  }
  const checked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(tool.arguments)) {
    const isRequired = tool.required?.includes(name) === true;
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const value = given === "" && schema.type === "string" && !isRequired ? undefined : given;
    if (value !== undefined && value !== null) checked[name] = checkOne(name, schema, value);
    else if (schema.default !== undefined) checked[name] = schema.default;
    else if (isRequired) throw missing(tool.name, name, schema);
  }
  return checked;
}

function checkOne(name: string, schema: ArgumentSchema, value: unknown): unknown {
  switch (schema.type) {
    case "string":
      return textOf(name, schema, schema, value);
    case "boolean":
      if (value === true || value === "true") return true;
      if (value === false || value === "false") return false;
      throw wrong(name, schema, value, "Give true or false");
    case "integer": {
      const number = typeof value === "string" && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value;
      const { minimum = -Infinity, maximum = Infinity } = schema;
      if (
        typeof number === "number" &&
        Number.isSafeInteger(number) &&
        number >= minimum &&
        number <= maximum
      )
        return number;
      const from = Number.isFinite(minimum) ? ` from ${minimum}` : "";
      throw wrong(
        name,
        schema,
        value,
        `Give a whole number${from}${Number.isFinite(maximum) ? ` to ${maximum}` : ""}`,
      );
    }
    case "array": {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (list.length > (schema.maxItems ?? Infinity))
        throw wrong(name, schema, `${list.length} entries`, `Give at most ${schema.maxItems}`);
      return list.map((one) => textOf(name, schema, schema.items ?? {}, one));
    }
  }
}

/** `limits` are those of the text: of the argument itself, or of an entry of its list. */
function textOf(
  name: string,
  schema: ArgumentSchema,
  limits: Pick<ArgumentSchema, "maxLength" | "enum">,
  value: unknown,
): string {
  if (typeof value !== "string")
    throw wrong(name, schema, value, schema.type === "array" ? "Give a list of texts" : "Give a text");
  if (value.length > (limits.maxLength ?? Infinity))
    throw wrong(name, schema, brief(value), `Give at most ${limits.maxLength} characters`);
  if (limits.enum !== undefined && !limits.enum.includes(value))
    throw wrong(name, schema, value, `Give one of ${limits.enum.join(", ")}`);
  return value;
}

function missing(tool: string, name: string, schema: ArgumentSchema): PithError {
  return new PithError("ARGUMENT_INVALID", `${tool} needs ${name}.`, {
    subject: name,
    next: `Give it: ${formOf(name, schema)}.`,
  });
}

function wrong(name: string, schema: ArgumentSchema, value: unknown, next: string): PithError {
  return new PithError("ARGUMENT_INVALID", `${quote(value)} is no value for ${name}.`, {
    subject: name,
    next: `${next}: ${formOf(name, schema)}.`,
  });
}

/** How the argument is written. */
function formOf(name: string, { type, ...schema }: ArgumentSchema): string {
  const given = schema.enum?.find((one) => one !== "") ?? schema.default;
  const text = typeof given === "string" && given !== "" ? given : "text";
  const number = typeof given === "number" ? given : Math.max(schema.minimum ?? 1, 1);
  const values = { string: text, integer: number, boolean: given === true, array: ["text", "text"] };
  return JSON.stringify({ [name]: values[type] }).replace(/^\{("[^"]*":)/, "{$1 ");
}
