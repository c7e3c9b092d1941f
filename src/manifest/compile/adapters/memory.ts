// A folder of facts to remember: each document directly in it is one, by its type, and by its namespace where several are in use.
import { compareCodePoints } from "../../../base/order.ts";
import { isMarkdown, nodeOf, stemOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { slugOf } from "../slug.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfName, idOfPath, ROOT_ID } from "../unique-ids.ts";
import { documentNode, openDocument, type OpenDocument } from "./document.ts";
import { GROUP_MARK, noteSameNames, underGroups, type Grouped } from "./groups.ts";

/** Which types are about the agent itself, and which about the work at hand; all else is knowledge. */
const SELF = new Set(["self", "agent", "identity", "persona"]);
const OPERATIONAL = new Set(["operational", "session", "scratch", "task"]);
const HINTS: Record<string, string> = {
  self: "What the agent keeps about itself.",
  operational: "State of the work at hand, which does not last.",
  knowledge: "Facts about the user and the matter, to be looked up.",
};

interface Fact {
  node: SourceNode;
  namespace: string;
  type: string;
}

export function memoryTree(input: AdapterInput): Drafted {
  const names = new Map<SourceNode, string>();
  const facts = pathsOf(input).flatMap((path): Fact[] => {
    const document = openDocument(input, path);
    return document === null ? [] : [factOf(document, input, names)];
  });
  noteSameNames(
    "memories",
    facts.map(({ node }) => [node.id, node.title]),
    input.notes,
  );
  const root = nodeOf({ id: ROOT_ID, title: input.id, hint: "Facts to remember, one by one." });
  const spaces = [...new Set(facts.map(({ namespace }) => namespace))].sort(compareCodePoints);
  root.children =
    spaces.length < 2
      ? byType(facts, spaces[0] ?? "knowledge", ROOT_ID, names)
      : spaces.map((space) => spaceBranch(space, facts, names));
  return { root, names };
}

/** Directly in the folder, in the order of names; the index of a memory is none. */
function pathsOf({ files, notes }: AdapterInput): string[] {
  const documents = files.paths.filter(isMarkdown);
  const direct = documents.filter((path) => !path.includes("/"));
  const left = documents.length - direct.length;
  if (left > 0)
    notes.push({
      code: "skipped",
      subject: ".",
      text: `${left} ${left === 1 ? "document" : "documents"} in folders of the memory ${left === 1 ? "was" : "were"} left out: a memory is the documents directly in its folder. Build a manifest of kind docs to take all.`,
    });
  return direct.filter((path) => path.toLowerCase() !== "memory.md");
}

function factOf(document: OpenDocument, input: AdapterInput, names: Map<SourceNode, string>): Fact {
  const { path, matter } = document;
  const hint = matter.text("description");
  const node = documentNode(
    document,
    {
      id: idOfPath(path),
      title: matter.text("name") ?? stemOf(path),
      ...(hint !== undefined && { hint }),
    },
    input.splitOver,
  );
  names.set(node, slugOf(node.title));
  const type = matter.text("metadata", "type") ?? "";
  return { node, type, namespace: matter.text("metadata", "namespace") ?? namespaceOf(type) };
}

function namespaceOf(type: string): string {
  const plain = type.toLowerCase();
  return SELF.has(plain) ? "self" : OPERATIONAL.has(plain) ? "operational" : "knowledge";
}

function spaceBranch(space: string, facts: readonly Fact[], names: Map<SourceNode, string>): SourceNode {
  const own = facts.filter(({ namespace }) => namespace === space);
  const name = slugOf(space);
  const branch = nodeOf({
    id: `${idOfName(space)}${GROUP_MARK}`,
    title: space,
    hint: HINTS[space] ?? `Memories of ${space}.`,
    children: byType(own, space, name, names),
  });
  names.set(branch, name);
  return branch;
}

function byType(
  facts: readonly Fact[],
  space: string,
  parentName: string,
  names: Map<SourceNode, string>,
): SourceNode[] {
  const parts: Grouped[] = facts.map(({ node, type }) => ({ node, group: type }));
  return underGroups(parts, names, {
    within: `${idOfName(space)}/`,
    mark: GROUP_MARK,
    least: 2,
    describe: (type) => ({ name: `${parentName}-${slugOf(type)}`, hint: `Memories of the type ${type}.` }),
  });
}
