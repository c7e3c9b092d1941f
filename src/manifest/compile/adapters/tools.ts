// A list of tools in JSON, as programs hand them to models: each a leaf with its schema, under the branch of its namespace.
import { nodeOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { formatJson } from "../format-json.ts";
import { formatNumber, isMap, isNumberWord, parseJsonWords } from "../json-words.ts";
import { slugOf } from "../slug.ts";
import type { SourceNode, SourceNote } from "../source-tree.ts";
import { sha256 } from "../../../base/hash.ts";
import { idOfPath, ROOT_ID } from "../unique-ids.ts";
import { pushSome } from "../some-notes.ts";
import { sourceInvalid } from "../source-fault.ts";
import { underGroups } from "./groups.ts";

/** A list of objects, an object with such a list as `tools`, or a map of names to schemas. Throws MANIFEST_SOURCE_INVALID. */
export function toolsTree(input: AdapterInput): Drafted {
  return toolTree(input, (tool) => ({ tool, facets: {}, keywords: [] }));
}

export interface ToolSaid {
  tool: Record<string, unknown>;
  facets: Record<string, string>;
  keywords: string[];
}

export function toolTree(
  input: AdapterInput,
  describe: (tool: Record<string, unknown>) => ToolSaid,
): Drafted {
  const [path = ""] = input.files.paths;
  const names = new Map<SourceNode, string>();
  const tools = entriesOf(readJson(input, path), path, input).map((tool) => toolNode(describe(tool), names));
  const root = nodeOf({
    id: ROOT_ID,
    title: `${input.id} tools`,
    hint: "Tools that can be called, with their schemas.",
  });
  root.children = underGroups(tools, names, {
    within: "",
    mark: ".*",
    least: 1,
    describe: (space) => ({ name: slugOf(space), hint: `Tools of the namespace ${space}.` }),
  });
  return { root, names };
}

function readJson(input: AdapterInput, path: string): unknown {
  const file = input.files.read(path);
  if (file === null)
    throw sourceInvalid(
      path,
      `${path} can't be read as text`,
      "Save it as UTF-8, or change who may read it.",
    );
  try {
    return parseJsonWords(file.lines.join("\n"), formatNumber);
  } catch (cause) {
    throw sourceInvalid(
      path,
      `${path} is no JSON: ${cause instanceof RangeError ? "it is nested too deeply" : (cause as Error).message}`,
      "Correct it, or name another kind of source with --kind.",
      cause,
    );
  }
}

function entriesOf(given: unknown, path: string, { notes }: AdapterInput): Record<string, unknown>[] {
  const inner =
    isMap(given) && isMap(given["result"]) && "tools" in given["result"] ? given["result"] : given;
  const list = isMap(inner) && Array.isArray(inner["tools"]) ? inner["tools"] : inner;
  if (Array.isArray(list)) {
    const odd: SourceNote[] = [];
    list.forEach((entry: unknown, i) => {
      if (isMap(entry)) return;
      odd.push({
        code: "bad-entry",
        subject: `${path}[${i}]`,
        text: `Entry ${i} of the tools is no object, so it was left out. Write each tool as an object with a name.`,
      });
    });
    pushSome(notes, odd);
    return list.filter(isMap);
  }
  if (!isMap(list))
    throw sourceInvalid(
      path,
      `${path} holds no tools`,
      "Give a list of tools, an object with such a list as tools, or a map of names to schemas.",
    );
  return Object.entries(list).map(([name, schema]) => ({
    ...(isMap(schema) ? schema : { schema }),
    // What the schema calls itself stays in it where it is a tool of its own.
    ...((!isMap(schema) || schema["name"] === undefined) && { name }),
  }));
}

function toolNode(
  { tool, facets, keywords }: ToolSaid,
  names: Map<SourceNode, string>,
): { group: string; node: SourceNode } {
  const given = isMap(tool["function"]) ? tool["function"] : {};
  const named = textOf(tool["name"]) ?? textOf(given["name"]);
  const content = formatJson(tool);
  const title = named ?? "tool";
  const hint = textOf(tool["description"]) ?? textOf(given["description"]);
  const [group, parts] = namespaceOf(title);
  const node = nodeOf({
    // What has no name has nothing to be told by but its content.
    id: named === undefined ? `tool~${sha256(content).slice(0, 8)}` : idOfPath(named),
    title,
    content,
    format: "json",
    ...(hint !== undefined && { hint }),
    keywords: [...new Set([...parts, ...keywords])],
    facets,
  });
  names.set(node, slugOf(title));
  return { group, node };
}

const SEPARATOR = /\.|\/|:|__/;

/** What stands before the first separator, and all parts of a name. */
function namespaceOf(name: string): [string, string[]] {
  const [head = "", ...rest] = name.split(SEPARATOR);
  return [rest.length === 0 ? "" : head, [head, ...rest].filter((part) => part !== "")];
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : isNumberWord(value) ? JSON.stringify(value) : undefined;
  return text === undefined || text.trim() === "" ? undefined : text;
}
