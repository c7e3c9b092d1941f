// HTML as a row of tags and texts, in one pass, whatever is wrong with it: what is never closed ends with the file.
import { withoutEntities } from "./html-entities.ts";

export interface HtmlTag {
  kind: "open" | "close";
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** It has no content: by its nature, or by a slash at its end. */
  isEmpty: boolean;
}
export type HtmlToken = HtmlTag | { kind: "text"; text: string };

const EMPTY = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Their content is no markup. */
const RAW = new Set(["script", "style", "textarea", "title", "xmp", "noembed", "noframes"]);
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Of a tag, in UTF-16 code units: what is longer is read no further. */
const MOST_TAG = 8_000;

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const next = html[open + 1] ?? "";
    if (open === -1 || open === html.length - 1) {
      yield { kind: "text", text: withoutEntities(html.slice(at)) };
      return;
    }
    if (!/[A-Za-z/!?]/.test(next)) {
      yield { kind: "text", text: withoutEntities(html.slice(at, open + 1)) };
      at = open + 1;
      continue;
    }
    if (open > at) yield { kind: "text", text: withoutEntities(html.slice(at, open)) };
    if (next === "!" || next === "?") {
      at = html.startsWith("<!--", open) ? behind(html, "-->", open + 4) : behind(html, ">", open);
      continue;
    }
    const end = endOfTag(html, open);
    const isClose = next === "/";
    const head = html.slice(open + (isClose ? 2 : 1), Math.min(end - 1, open + MOST_TAG));
    const name = (/^[A-Za-z][\w:-]*/.exec(head)?.[0] ?? "").toLowerCase();
    at = end;
    if (name === "") continue;
    const isEmpty = EMPTY.has(name) || (!isClose && head.endsWith("/") && !RAW.has(name));
    yield {
      kind: isClose ? "close" : "open",
      name,
      attributes: isClose ? new Map() : attributesOf(head.slice(name.length)),
      isEmpty,
    };
    if (!isClose && RAW.has(name)) {
      const close = new RegExp(`</${name}[\\s/>]`, "gi");
      close.lastIndex = end;
      at = close.exec(html)?.index ?? html.length;
      if (at > end)
        yield {
          kind: "text",
          text: name === "title" ? withoutEntities(html.slice(end, at)) : html.slice(end, at),
        };
    }
  }
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name!.toLowerCase();
    if (!found.has(key)) found.set(key, withoutEntities(double ?? single ?? bare ?? ""));
  }
  return found;
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** Behind the `>` of a tag; those in quotes are none. */
function endOfTag(text: string, start: number): number {
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const mark = text[at]!;
    if (quote !== "") {
      if (mark === quote) quote = "";
      // A quote that is never closed: the tag ends as if it were none.
      else if (at - start > 8 * MOST_TAG) return behind(text, ">", start);
    } else if ((mark === '"' || mark === "'") && /[\s=]/.test(text[at - 1] ?? "")) quote = mark;
    else if (mark === ">") return at + 1;
  }
  return quote === "" ? text.length : behind(text, ">", start);
}
