// A folder of skills: each document is one, under the branch of its category. A folder with a SKILL.md is one skill: the
// documents beside and below it are its parts.
import { folderOf, isMarkdown, nameOf, nodeOf, stemOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { slugOf } from "../slug.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfPath, ROOT_ID } from "../unique-ids.ts";
import { documentNode, openDocument, type OpenDocument } from "./document.ts";
import { GROUP_MARK, noteSameNames, underGroups } from "./groups.ts";

export function skillsTree(input: AdapterInput): Drafted {
  const names = new Map<SourceNode, string>();
  const documents = input.files.paths.filter(isMarkdown).flatMap((path) => openDocument(input, path) ?? []);
  const owners = new Map(
    documents.filter(({ path }) => isSkillFile(path)).map(({ path }) => [folderOf(path), path]),
  );
  const parts = new Map<string, SourceNode[]>();
  const skills: { path: string; node: SourceNode; category: string }[] = [];
  for (const document of documents) {
    const { path, matter } = document;
    const node = documentNode(document, describe(document), input.splitOver);
    names.set(node, slugOf(node.title));
    const owner = ownerOf(path, owners);
    if (owner === null || owner === path)
      skills.push({ path, node, category: matter.text("category") ?? "" });
    else parts.set(owner, [...(parts.get(owner) ?? []), node]);
  }
  noteSameNames(
    "skills",
    skills.map(({ path, node }) => [path, node.title]),
    input.notes,
  );
  const whole = skills.map(({ path, node, category }) => ({
    group: category,
    node: withParts(path, node, parts.get(path) ?? [], names),
  }));
  const root = nodeOf({
    id: ROOT_ID,
    title: `${input.id} skills`,
    hint: "Skills: how tasks that come again are done.",
  });
  root.children = underGroups(whole, names, {
    within: "",
    mark: GROUP_MARK,
    least: 2,
    looseCounts: true,
    describe: (category) => ({ name: slugOf(category), hint: `Skills of the category ${category}.` }),
  });
  return { root, names };
}

function isSkillFile(path: string): boolean {
  return nameOf(path).toLowerCase() === "skill.md";
}

/** The skill file of the nearest folder around that has one. */
function ownerOf(path: string, owners: ReadonlyMap<string, string>): string | null {
  if (owners.size === 0) return null;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const owner = owners.get(folder);
    if (owner !== undefined) return owner;
    if (folder === "") return null;
  }
}

function describe({ path, matter }: OpenDocument): Pick<SourceNode, "id" | "title"> & Partial<SourceNode> {
  const stem = isSkillFile(path) && folderOf(path) !== "" ? nameOf(folderOf(path)) : stemOf(path);
  const hint = matter.text("description");
  const when = matter.text("when") ?? matter.text("when_to_use");
  return {
    id: idOfPath(path),
    title: matter.text("name") ?? stem,
    ...(hint !== undefined && { hint }),
    ...(when !== undefined && { when }),
    keywords: matter.list("keywords"),
  };
}

function withParts(
  path: string,
  skill: SourceNode,
  parts: readonly SourceNode[],
  names: Map<SourceNode, string>,
): SourceNode {
  if (parts.length === 0) return skill;
  const { title, hint, when, keywords, facets } = skill;
  const branch = nodeOf({
    id: `${idOfPath(folderOf(path)) || "."}/`,
    title,
    ...(hint !== undefined && { hint }),
    ...(when !== undefined && { when }),
    keywords,
    facets,
    children: [skill, ...parts],
  });
  names.set(branch, slugOf(title));
  skill.title = `${title}: instructions`;
  names.set(skill, slugOf(skill.title));
  return branch;
}
