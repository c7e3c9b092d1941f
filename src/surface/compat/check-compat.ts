// Are these arguments right for a tool of another system? Gentle where the intent is clear, as its clients are: numbers and
// booleans as texts, one text for a list, null for "not given"; the system's own defaults are filled in.
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
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined && value !== null) checked[name] = checkOne(name, schema, value);
    else if (schema.default !== undefined) checked[name] = schema.default;
    else if (tool.required?.includes(name) === true) throw wrong(name, value, "It is required");
  }
  return checked;
}

function checkOne(name: string, schema: ArgumentSchema, value: unknown): unknown {
  switch (schema.type) {
    case "string":
      return textOf(name, schema, value);
    case "boolean":
      if (value === true || value === "true") return true;
      if (value === false || value === "false") return false;
      throw wrong(name, value, "Give true or false");
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
        value,
        `Give a whole number${from}${Number.isFinite(maximum) ? ` to ${maximum}` : ""}`,
      );
    }
    case "array": {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (list.length > (schema.maxItems ?? Infinity))
        throw wrong(name, `${list.length} entries`, `Give at most ${schema.maxItems}`);
      return list.map((one) => textOf(name, { type: "string", description: "", ...schema.items }, one));
    }
  }
}

function textOf(name: string, schema: ArgumentSchema, value: unknown): string {
  if (typeof value !== "string") throw wrong(name, value, "Give a text");
  if (value.length > (schema.maxLength ?? Infinity))
    throw wrong(name, brief(value), `Give at most ${schema.maxLength} characters`);
  if (schema.enum !== undefined && !schema.enum.includes(value))
    throw wrong(name, value, `Give one of ${schema.enum.join(", ")}`);
  return value;
}

function wrong(name: string, value: unknown, next: string): PithError {
  return new PithError(
    "ARGUMENT_INVALID",
    `${value === undefined ? "nothing" : quote(value)} is no value for ${name}.`,
    {
      subject: name,
      next: `${next}.`,
    },
  );
}
