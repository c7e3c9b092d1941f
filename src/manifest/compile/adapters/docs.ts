// A folder of documents: folders become branches, documents leaves, large ones branches of their sections. Folders first, then
// documents, each by name.
import { folderOf, isMarkdown, stemOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { slugOf, titleOfName } from "../slug.ts";
import type { SourceNode } from "../source-tree.ts";
import { idOfPath } from "../unique-ids.ts";
import { documentNode, openDocument, type OpenDocument } from "./document.ts";
import { FolderTree } from "./folder-tree.ts";
import { summaryTitles } from "./summary-titles.ts";

/** Documents that speak for their folder, the best first. */
const SPEAKS = ["_index", "index", "readme"];

export function docsTree(input: AdapterInput): Drafted {
  const tree = new FolderTree(input.id);
  const named = summaryTitles(input);
  const speaker = new Map<string, { rank: number; document: OpenDocument }>();
  for (const path of input.files.paths) {
    if (!isMarkdown(path)) continue;
    const document = openDocument(input, path);
    if (document === null) continue;
    const node = documentNode(document, describe(document, named), input.splitOver);
    tree.add(path, node, slugOf(stemOf(path)));
    const rank = SPEAKS.indexOf(stemOf(path).toLowerCase());
    const known = speaker.get(folderOf(path));
    if (rank !== -1 && (known === undefined || rank < known.rank))
      speaker.set(folderOf(path), { rank, document });
  }
  for (const [folder, { document }] of speaker) tree.describe(folder, said(document));
  return tree.finish();
}

function describe(
  document: OpenDocument,
  named: ReadonlyMap<string, string>,
): Pick<SourceNode, "id" | "title"> & Partial<SourceNode> {
  const { path, matter, top } = document;
  const hint = hintOf(document);
  return {
    id: idOfPath(path),
    title: oneLine(ownTitle(matter) ?? top ?? named.get(path) ?? titleOfName(stemOf(path))),
    ...(hint !== undefined && { hint }),
    keywords: matter.list("keywords"),
  };
}

function ownTitle(matter: OpenDocument["matter"]): string | undefined {
  return matter.text("title") ?? matter.text("linkTitle") ?? matter.text("sidebar_label");
}

function hintOf({ matter }: OpenDocument): string | undefined {
  return matter.text("description") ?? matter.text("summary") ?? matter.text("excerpt");
}

/** What the document of a folder says at its head is said of the folder. */
function said(document: OpenDocument): { title?: string; hint?: string } {
  const title = ownTitle(document.matter);
  const hint = hintOf(document);
  return { ...(title !== undefined && { title: oneLine(title) }), ...(hint !== undefined && { hint }) };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
