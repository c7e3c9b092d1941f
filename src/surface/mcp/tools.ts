// How does the table look as MCP tools? Names, descriptions, JSON Schemas (2020-12) and hints, and nothing else:
// every token here is paid for by the agent on each turn (a test counts them).
import type { CompatSet } from "../compat/compat-set.ts";
import { parametersFor } from "../entry.ts";
import { toolsOf } from "../operations.ts";
import type { Operation, Parameter, ToolSet } from "../entry.ts";

export type ToolDescription = {
  name: string;
  description: string;
  inputSchema: { type: "object"; properties: Record<string, JsonSchema>; required?: string[] };
  annotations: { readOnlyHint: boolean; openWorldHint: boolean };
};

/** A type, not an interface: only these may stand where the SDK asks for an index signature. */
type JsonSchema = {
  type: string;
  description?: string;
  enum?: string[];
  items?: JsonSchema;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
};

export function describeTools(set: ToolSet): ToolDescription[] {
  return toolsOf(set).map((operation) => describeTool(operation, set));
}

/** The tools of another system, as its clients know them. */
export function describeCompat({ tools }: CompatSet): ToolDescription[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: {
      type: "object",
      properties: { ...tool.arguments } as Record<string, JsonSchema>,
      ...(tool.required !== undefined && { required: [...tool.required] }),
    },
    annotations: { readOnlyHint: tool.readOnly, openWorldHint: false },
  }));
}

function describeTool(operation: Operation, set: ToolSet): ToolDescription {
  const parameters = parametersFor(operation, "mcp").filter(
    ({ toolSet }) => toolSet === undefined || toolSet === set,
  );
  const required = parameters.filter((p) => p.required).map((p) => p.name);
  return {
    name: operation.name,
    description: `${operation.summary} ${operation.use} ${operation.not}`,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(parameters.map((p) => [p.name, schemaOf(p)])),
      ...(required.length > 0 && { required }),
    },
    // Without the other hints: they mean nothing where a tool is read-only.
    annotations: { readOnlyHint: operation.readOnly, openWorldHint: false },
  };
}

function schemaOf(parameter: Parameter): JsonSchema {
  const { description, minimum, default: preset } = parameter;
  switch (parameter.type) {
    case "integer":
      return {
        type: "integer",
        description,
        ...(minimum !== undefined && { minimum }),
        ...(parameter.maximum !== undefined && { maximum: parameter.maximum }),
        ...(preset !== undefined && { default: preset }),
      };
    case "boolean":
      return { type: "boolean", description };
    case "enum":
      return { type: "string", description, enum: [...(parameter.values ?? [])] };
    case "strings":
      // The values of long lists (kinds, languages) stay out: a wrong one is answered with all of them.
      return { type: "array", description, ...itemsOf(parameter) };
    case "string":
      return { type: "string", description, ...longest(parameter) };
  }
}

function longest({ longest, longestUnsaid }: Parameter): Pick<JsonSchema, "maxLength"> {
  return longest === undefined || longestUnsaid === true ? {} : { maxLength: longest };
}

/** Where the values are known, theirs are the lengths: a limit would cost tokens and say nothing. */
function itemsOf(parameter: Parameter): Pick<JsonSchema, "items" | "maxItems"> {
  const { values, valuesFrom, most } = parameter;
  if (values !== undefined || valuesFrom !== undefined) return { items: { type: "string" } };
  return { items: { type: "string", ...longest(parameter) }, maxItems: most };
}
