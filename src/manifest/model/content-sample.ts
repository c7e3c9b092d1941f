// What of all that lies below a branch does a model see? A part of each child, as even as there is room.
import { preOrder, type SourceNode } from "../compile/source-tree.ts";

/** In code points. */
export const SAMPLE = 4_000;
const LEAST_OF_CHILD = 200;

/** The texts of the leaves below each child, under its title; empty where there are none. */
export function contentSample({ children = [] }: SourceNode, most = SAMPLE): string {
  const share = Math.max(LEAST_OF_CHILD, Math.floor(most / Math.max(1, children.length)));
  const parts: string[] = [];
  let left = most;
  for (const child of children) {
    if (left <= 0) break;
    const text = beginning(textsBelow(child, share), share);
    if (text === "") continue;
    const part = beginning(`## ${child.title || child.id}\n${text}`, left);
    parts.push(part);
    left -= Array.from(part).length;
  }
  return parts.join("\n\n");
}

function textsBelow(node: SourceNode, most: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const { node: below } of preOrder(node)) {
    const { content = "", children } = below;
    if (children !== undefined || content === "") continue;
    texts.push(beginning(content, most));
    length += content.length + 1;
    if (length > most * 2) break;
  }
  return texts.join("\n");
}

export function beginning(text: string, most: number): string {
  return text.length <= most
    ? text
    : Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join("");
}
