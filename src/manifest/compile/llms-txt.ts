// The tree of a source as `llms.txt`: a heading a branch, a line a leaf. A leaf stands under the heading of the branch that it
// is in: the leaves of a branch come before its branches, and titles can't be read as anything else than text.
import type { Descriptors } from "./descriptor.ts";
import { nodeRef } from "./emit.ts";
import type { SourceNode } from "./source-tree.ts";

/** Markdown has no deeper ones. */
const DEEPEST_HEADING = 6;

const HOW_TO_READ =
  "Headings are branches, from the whole to its parts; each line under one is a page, with what it says. Find the branch that fits, " +
  "then the line in it, and ask for the content behind its link; the rest need not be read.";

export function llmsTxt(root: SourceNode, sourceId: string, descriptors: Descriptors): string {
  const described = descriptors.get(root.id)!;
  const lines = [
    `# ${asTitle(root.title || sourceId)}`,
    "",
    `> ${asText(described.what)}`,
    "",
    "## How to read this index",
    "",
    HOW_TO_READ,
    "",
  ];
  const open: { node: SourceNode; depth: number; named: string }[] = [{ node: root, depth: 0, named: "" }];
  while (open.length > 0) {
    const { node, depth, named } = open.pop()!;
    const { children = [] } = node;
    if (depth > 0) {
      const level = Math.min(depth + 1, DEEPEST_HEADING);
      lines.push("", `${"#".repeat(level)} ${named}`, asLine(descriptors.get(node.id)!.what));
    }
    for (const leaf of children) {
      if (leaf.children !== undefined) continue;
      const { what } = descriptors.get(leaf.id)!;
      lines.push(`- [${asTitle(leaf.title)}](${nodeRef(leaf.id)}): ${asText(what)}`);
    }
    for (let i = children.length - 1; i >= 0; i--) {
      const branch = children[i]!;
      if (branch.children === undefined) continue;
      const title = asTitle(branch.title);
      // Deeper headings look alike: they say in what they lie.
      const isDeeper = depth + 1 > DEEPEST_HEADING - 1;
      open.push({ node: branch, depth: depth + 1, named: isDeeper ? `${lastOf(named)} › ${title}` : title });
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function lastOf(named: string): string {
  return named.slice(named.lastIndexOf(" › ") + 1).replace(/^› /, "");
}

/** One line in which no sign makes a link, an image or a tag. */
function asText(text: string): string {
  return text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replaceAll(/[[<]/g, String.raw`\$&`);
}

/** A line of its own, which no sign at its begin makes another kind of line. */
function asLine(text: string): string {
  const line = asText(text);
  return /^(?:[#>=+*~-]|`{3}|\d+[.)])/.test(line) ? `\\${line}` : line;
}

/** Inside of brackets or behind a heading's signs. */
function asTitle(text: string): string {
  return text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replaceAll(/[\\[\]<>`*]/g, String.raw`\$&`);
}
