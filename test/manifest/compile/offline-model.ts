// The describer that the vectors were recorded with: fixed frames round title, hint and first sentence. For tests alone.
import type { Describer, Descriptor } from "../../../src/manifest/compile/descriptor.ts";
import type { SourceNode } from "../../../src/manifest/compile/source-tree.ts";

const STOP = new Set("the a an and or of to for in on with that this is".split(" "));

/** The first so many distinct words of ASCII letters and digits. */
export function offlineKeywords(text: string, most = 6): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && !STOP.has(word)))].slice(0, most);
}

export function offlineSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  const end = line.indexOf(". ");
  return end === -1 ? [...line].slice(0, 120).join("") : line.slice(0, end);
}

export const offlineModel: Describer = {
  leaf({ id, title, hint = "", content = "", keywords }) {
    const named = title || id;
    const said = hint || offlineSentence(content);
    return {
      what: cut(`${named}: ${said}`),
      when: `Use when the task involves ${named.toLowerCase()}.`,
      keywords: keywords.length > 0 ? keywords : offlineKeywords(`${title} ${hint} ${content}`),
    };
  },
  branch({ id, title, hint }, children): Descriptor {
    const named = title || id;
    return {
      what: cut(hint ?? `${named}: ${children.length} items.`),
      when: `Consult for anything about ${named.toLowerCase()}.`,
      keywords: offlineKeywords(children.map(({ descriptor }) => descriptor.what).join(" ")),
    };
  },
};

function cut(text: string): string {
  return [...text].slice(0, 160).join("").trimEnd();
}

export interface VectorNode {
  id: string;
  title?: string | null;
  hint?: string | null;
  content?: string | null;
  format?: string;
  keywords?: string[];
  links?: { to: string; why?: string }[];
  children?: VectorNode[];
}

/** A node of the vectors as an adapter would give it. They are small: by calls. */
export function sourceNode(node: VectorNode): SourceNode {
  const { id, title, hint, content, format = "md", keywords = [], links = [], children } = node;
  return {
    id,
    title: title ?? "",
    format,
    keywords,
    facets: {},
    links: links.map(({ to, why = "" }) => ({ to, why })),
    ...(typeof hint === "string" && { hint }),
    ...(children === undefined
      ? { content: content ?? "" }
      : { children: children.map((child) => sourceNode(child)) }),
  };
}
