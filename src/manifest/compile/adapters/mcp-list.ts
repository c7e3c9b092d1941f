// The tools of an MCP server, as it lists them: what their annotations say is asked for as facets.
import type { AdapterInput, Drafted } from "../adapter.ts";
import { isMap } from "../json-words.ts";
import { toolTree } from "./tools.ts";

const HINTS: Record<string, string> = {
  readOnlyHint: "read-only",
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "open-world",
};

/** `{tools: […]}`, or the reply of a server with it. Throws MANIFEST_SOURCE_INVALID. */
export function mcpTree(input: AdapterInput): Drafted {
  return toolTree(input, (tool) => {
    const annotations = isMap(tool["annotations"]) ? tool["annotations"] : {};
    const facets: Record<string, string> = {};
    for (const [hint, facet] of Object.entries(HINTS)) {
      if (typeof annotations[hint] === "boolean") facets[facet] = annotations[hint] ? "yes" : "no";
    }
    const titles = [tool["title"], annotations["title"]].filter((title) => typeof title === "string");
    return { tool, facets, keywords: titles.map((title) => title.trim()).filter((title) => title !== "") };
  });
}
