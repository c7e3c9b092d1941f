// What does a written type of Kotlin say? Where it ends, its plain name, and of functions their receiver and parameters.
import { closing } from "./brackets.ts";
import { divided, skipBlank, withoutAnnotations, withoutArguments } from "./java-text.ts";

/** Where a bracket of type arguments that opens at the offset ends, past it; -1 where the mark compares. */
export function anglesEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && at < open + 1_000; at++) {
    const c = text[at]!;
    if (c === "<") depth++;
    else if (c === ">" && text[at - 1] !== "-") {
      if (--depth === 0) return at + 1;
    } else if (!/[\w$\s,.?:*&@()>[\]`\u0080-\uffff-]/.test(c)) return -1;
  }
  return -1;
}

/** Where the type that begins at the offset ends. */
export function typeEnd(text: string, from: number): number {
  let at = skipBlank(text, from);
  for (;;) {
    const word = /^(?:suspend\s+|in\s+|out\s+|@[\w.]+(?:\([^()]*\))?\s+)/.exec(text.slice(at, at + 200));
    if (word === null) break;
    at += word[0].length;
  }
  if (text[at] === "(") {
    const close = closing(text, at);
    if (close === -1) return at;
    at = close + 1;
  } else {
    for (;;) {
      const name = /^(?:`[^`\n]+`|[\w\u0080-\uffff]+|\*)/.exec(text.slice(at, at + 200));
      if (name === null) return at;
      at += name[0].length;
      if (text[at] === "<") {
        const end = anglesEnd(text, at);
        if (end !== -1) at = end;
      }
      if (text[at] !== "." || text[at + 1] === "(" || text[at + 1] === ".") break;
      at++;
    }
  }
  while (text[at] === "?") at++;
  // `T.() -> R`
  if (text.startsWith(".(", at)) return typeEnd(text, at + 1);
  const arrow = /^\s*->\s*/.exec(text.slice(at, at + 200));
  return arrow === null ? at : typeEnd(text, at + arrow[0].length);
}

/** A written type without annotations, arguments and marks: `a.b.Foo`; `=>` for functions. */
export function plainType(written: string): string {
  let text = withoutAnnotations(written).trim();
  text = text.replace(/^(?:suspend|in|out)\s+/, "").trim();
  while (/^\(.*\)\??$/s.test(text) && closing(text, 0) >= text.replace(/\?+$/, "").length - 1)
    text = text.replace(/\?+$/, "").slice(1, -1).trim();
  if (text.includes("->")) {
    if (/->/.test(withoutArguments(text.replaceAll("->", "\u0001")).replaceAll("\u0001", "->"))) return "=>";
  }
  return withoutArguments(text.replaceAll("->", ""))
    .replace(/[\s?`]+/g, "")
    .replace(/&Any$/, "");
}

export interface FunctionType {
  /** Of `T.(A) -> R`; empty for a function without a receiver. */
  readonly receiver: string;
  readonly parameters: readonly string[];
}

/** Null where the type is no function. */
export function functionType(written: string): FunctionType | null {
  let text = withoutAnnotations(written).trim().replace(/\?+$/, "").trim();
  while (text.startsWith("(") && closing(text, 0) === text.length - 1 && text.includes("->"))
    text = text.slice(1, -1).trim();
  text = text.replace(/^suspend\s+/, "");
  let receiver = "";
  if (!text.startsWith("(")) {
    const end = /^([\w.`\u0080-\uffff]+)/.exec(text)?.[0].length ?? 0;
    let at = end;
    if (text[at] === "<") at = anglesEnd(text, at);
    if (at <= 0) return null;
    while (text[at] === "?") at++;
    // The name may have been read with the dot before the bracket.
    receiver = text.slice(0, at).replace(/\.$/, "");
    text = text.slice(text[at] === "." ? at + 1 : at);
  } else {
    const close = closing(text, 0);
    if (text.startsWith(".(", close + 1) || text.startsWith("?.(", close + 1)) {
      receiver = text.slice(1, close);
      text = text.slice(text.indexOf("(", close + 1));
    }
  }
  if (!text.startsWith("(")) return null;
  const close = closing(text, 0);
  if (close === -1 || !/^\s*->/.test(text.slice(close + 1))) return null;
  const parameters = (divided(text, 0) ?? []).map((p) => /^\w+\s*:\s*([^]*)$/.exec(p)?.[1] ?? p);
  return { receiver, parameters };
}
