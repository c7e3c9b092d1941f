// The description of an interface over HTTP (OpenAPI 3, Swagger 2), in JSON or YAML: tags become branches, operations leaves that
// can be read alone. What no operation refers to is there as well.
import { compareCodePoints } from "../../../base/order.ts";
import { nodeOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { isMap, parseJsonWords } from "../json-words.ts";
import { slugOf } from "../slug.ts";
import { pushSome } from "../some-notes.ts";
import { sourceInvalid } from "../source-fault.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfPath, ROOT_ID } from "../unique-ids.ts";
import { parseYamlWords } from "../yaml-words.ts";
import { sentenceOf } from "./code-hints.ts";
import { GROUP_MARK, noteSameNames, underGroups, type Grouped } from "./groups.ts";
import { InterfaceParts, keysOf, type InterfacePart } from "./openapi-parts.ts";
import { aboutNode, join, linksTo, sharedNodes } from "./openapi-rest.ts";

type Members = Record<string, unknown>;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/** What holds for all operations, and is short. */
const SHARED = ["servers", "host", "basePath", "schemes", "consumes", "produces"];

/** Throws MANIFEST_SOURCE_INVALID. */
export function openApiTree(input: AdapterInput): Drafted {
  const [path = ""] = input.files.paths;
  const document = readDocument(input, path);
  const names = new Map<SourceNode, string>();
  const parts = new InterfaceParts(document);
  const met = { carried: new Set<string>(), left: new Set<string>(), unresolved: new Set<string>() };
  const operations = operationsOf(document, input);
  const isTagged = operations.some(({ operation }) => tagOf(operation) !== "");
  const grouped = operations.map((one): Grouped => {
    const part = parts.withReferences(ownOf(document, one));
    join(met, part);
    const node = operationNode(one, part);
    names.set(node, slugOf(textOf(one.operation["operationId"]) ?? node.title));
    return { node, group: isTagged ? tagOf(one.operation) : firstPart(one.path) };
  });
  const shared = sharedNodes(parts, met, names);
  noteSameNames(
    "operations",
    operations.flatMap(({ operation, path: at }) => {
      const id = textOf(operation["operationId"]);
      return id === undefined ? [] : [[at, id] as const];
    }),
    input.notes,
  );
  pushSome(
    input.notes,
    [...met.unresolved].sort(compareCodePoints).map((reference) => ({
      code: "bad-entry",
      subject: reference,
      text: `${JSON.stringify(reference)} is not in ${path}, so what refers to it is not whole. Bundle the description into one file.`,
    })),
  );
  const about = aboutNode(document, met.carried, input.id);
  names.set(about, "about");
  const info = isMap(document["info"]) ? document["info"] : {};
  const hint = firstOf(info["description"]);
  const root = nodeOf({
    id: ROOT_ID,
    title: textOf(info["title"]) ?? input.id,
    ...(hint !== undefined && { hint }),
  });
  const described = tagHints(document);
  root.children = [
    about,
    ...shared,
    ...underGroups(grouped, names, {
      within: "",
      mark: GROUP_MARK,
      least: 2,
      describe: (tag) => ({ name: slugOf(tag), hint: described.get(tag) }),
    }),
  ];
  return { root, names };
}

function readDocument(input: AdapterInput, path: string): Members {
  const file = input.files.read(path);
  if (file === null)
    throw sourceInvalid(
      path,
      `${path} can't be read as text`,
      "Save it as UTF-8, or change who may read it.",
    );
  const text = file.lines.join("\n");
  let document: unknown;
  try {
    document = /^\s*[[{]/.test(text) ? parseJsonWords(text) : parseYamlWords(text, input.yaml);
  } catch (cause) {
    const why =
      cause instanceof RangeError ? "it is nested too deeply" : (cause as Error).message.split("\n")[0];
    throw sourceInvalid(path, `${path} is neither JSON nor YAML: ${why}`, "Correct it.", cause);
  }
  if (isMap(document) && ("openapi" in document || "swagger" in document)) return document;
  throw sourceInvalid(
    path,
    `${path} describes no interface: it has neither openapi nor swagger at its top`,
    "Name the file of the description, or another kind of source with --kind.",
  );
}

interface Operation {
  /** `paths`, or `webhooks`. */
  under: string;
  path: string;
  item: Members;
  method: string;
  operation: Members;
}

function operationsOf(document: Members, { notes }: AdapterInput): Operation[] {
  const found: Operation[] = [];
  for (const under of ["paths", "webhooks"]) {
    const items = isMap(document[under]) ? document[under] : {};
    for (const path of Object.keys(items).sort(compareCodePoints)) {
      const item = resolved(document, items[path]);
      const methods = METHODS.filter((method) => isMap(item) && isMap(item[method]));
      for (const method of methods)
        found.push({ under, path, item: item!, method, operation: item![method] as Members });
      if (methods.length === 0 && !path.startsWith("x-"))
        notes.push({
          code: "bad-entry",
          subject: path,
          text: `${path} has no operation. Describe one, or take it out.`,
        });
    }
  }
  return found;
}

function resolved(document: Members, item: unknown): Members | null {
  if (!isMap(item)) return null;
  const reference = textOf(item["$ref"]);
  if (reference === undefined) return item;
  const keys = keysOf(reference);
  let at: unknown = keys === null ? undefined : document;
  for (const key of keys ?? []) at = isMap(at) ? at[key] : undefined;
  return isMap(at) ? { ...at, ...item } : item;
}

/** The operation at its place, with what holds for its path and for all. */
function ownOf(document: Members, { under, path, item, method, operation }: Operation): Members {
  const around = Object.entries(item).filter(([key]) => !METHODS.includes(key) && key !== "$ref");
  const own: Members = {
    [under]: Object.fromEntries([[path, Object.fromEntries([...around, [method, operation]])]]),
  };
  for (const key of SHARED)
    if (key in document && !(key in operation) && !(key in item)) own[key] = document[key];
  const security = operation["security"] ?? document["security"];
  if (operation["security"] === undefined && security !== undefined) own["security"] = security;
  const schemes = schemesOf(document, security);
  if (schemes !== null) Object.assign(own, schemes);
  return own;
}

/** How a caller proves who they are: named by the operation, without a reference. */
function schemesOf(document: Members, security: unknown): Members | null {
  const wanted = Array.isArray(security)
    ? security.flatMap((one) => (isMap(one) ? Object.keys(one) : []))
    : [];
  const components = isMap(document["components"]) ? document["components"] : {};
  const modern = components["securitySchemes"];
  const all = modern ?? document["securityDefinitions"];
  if (wanted.length === 0 || !isMap(all)) return null;
  const used = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)));
  return modern === undefined ? { securityDefinitions: used } : { components: { securitySchemes: used } };
}

function operationNode(one: Operation, part: InterfacePart): SourceNode {
  const { content } = part;
  const { under, path, item, method, operation } = one;
  const summary = textOf(operation["summary"]) ?? textOf(item["summary"]);
  const hint = summary ?? firstOf(operation["description"]) ?? firstOf(item["description"]);
  const tag = tagOf(operation);
  const name = textOf(operation["operationId"]);
  const isHook = under === "webhooks";
  return nodeOf({
    id: idOfPath(`${isHook ? "webhook:" : ""}${method}:${path}`),
    title: `${method.toUpperCase()} ${path}`,
    content: JSON.stringify(content, null, 1),
    // What it refers to may be far larger than itself.
    ...(part.carried.size > 0 && { summary: JSON.stringify({ [under]: content[under] }, null, 1) }),
    format: "json",
    links: linksTo(part),
    ...(hint !== undefined && { hint }),
    keywords: name === undefined ? [] : [name],
    facets: {
      method,
      ...(tag !== "" && { tag }),
      ...(operation["deprecated"] === true && { deprecated: "yes" }),
      ...(isHook && { webhook: "yes" }),
    },
  });
}

function tagOf(operation: Members): string {
  const tags = operation["tags"];
  return Array.isArray(tags) ? (textOf(tags[0]) ?? "") : "";
}

/** Of a path whose operations have no tags. */
function firstPart(path: string): string {
  const [part = ""] = path.split("/").filter((one) => one !== "" && !one.startsWith("{"));
  return part === "" ? "" : `/${part}`;
}

function tagHints(document: Members): Map<string, string> {
  const tags = Array.isArray(document["tags"]) ? document["tags"] : [];
  return new Map(
    tags.filter(isMap).flatMap((tag) => {
      const name = textOf(tag["name"]);
      const hint = firstOf(tag["description"]);
      return name === undefined || hint === undefined ? [] : [[name, hint] as const];
    }),
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function firstOf(description: unknown): string | undefined {
  const text = textOf(description);
  return text === undefined ? undefined : sentenceOf(text);
}
