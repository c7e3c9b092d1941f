// Where does the code of a component stand? The `<script>` elements of Vue, Svelte and Astro files, comments left out.

export interface ScriptTag {
  /** Extent of the opening tag. */
  start: number;
  end: number;
  /** Extent of what it holds, and the end of the closing tag. */
  from: number;
  to: number;
  close: number;
  attributes: ReadonlyMap<string, string>;
}

const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Scripts that are data or templates. */
const NO_CODE =
  /^(?!(?:module|text\/(?:java|type|babel|ecma)script|application\/(?:java|ecma)script|text\/babel|text\/jsx)$)./i;

/** The scripts of a text, and where the comments and styles stand that hold no markup. */
export function scriptTags(text: string): { scripts: ScriptTag[]; hidden: [number, number][] } {
  const scripts: ScriptTag[] = [];
  const hidden: [number, number][] = [];
  const opening = /<!--|<(script|style)(?=[\s>/])/gi;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = match.index;
    if (match[1] === undefined) {
      const close = text.indexOf("-->", start + 4);
      const to = close === -1 ? text.length : close + 3;
      hidden.push([start, to]);
      opening.lastIndex = to;
      continue;
    }
    const end = endOfTag(text, start);
    const selfClosed = text[end - 2] === "/";
    const closing = new RegExp(`</${match[1]}\\s*>`, "gi");
    closing.lastIndex = end;
    const closed = selfClosed ? null : closing.exec(text);
    const to = selfClosed ? end : (closed?.index ?? text.length);
    const close = closed === null ? to : closing.lastIndex;
    hidden.push([start, close]);
    opening.lastIndex = Math.max(close, end);
    if (match[1].toLowerCase() !== "script") continue;
    const attributes = attributesOf(text.slice(start + match[0].length, end - 1));
    if (NO_CODE.test(attributes.get("type") ?? "")) continue;
    scripts.push({ start, end, from: end, to, close, attributes });
  }
  return { scripts, hidden };
}

/** Behind the `>` that closes the tag; those in quotes are none. */
function endOfTag(text: string, start: number): number {
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const mark = text[at]!;
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'") {
      quote = mark;
    } else if (mark === ">") {
      return at + 1;
    }
  }
  return text.length;
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, double, single, bare] of text.slice(0, 2_000).matchAll(ATTRIBUTE)) {
    found.set(name!.toLowerCase(), double ?? single ?? bare ?? "");
  }
  return found;
}
