// Puts a member or an element into a JSON text with comments, and takes it out again. Every byte outside of it stays: also
// comments, blanks, line ends, the mark at the beginning, the missing line end at the close.
import { broken, placeOf } from "./edit-refused.ts";
import {
  behindComments,
  endOf,
  indentAt,
  nodeAt,
  parseJson,
  property,
  says,
  skipTrivia,
} from "./json-tree.ts";
import type { JsonNode } from "./json-tree.ts";
import { cutAll, insertAll, lineEndOf } from "./splice.ts";
import type { Cut, Edited, Insertion } from "./splice.ts";

export interface JsonPlace {
  file: string;
  /** From the root; the last is the name of the member. */
  path: readonly string[];
}

/** The text with the member; null: it says so already. Of a member that says something else only `replace` changes things. */
export function putMember(
  text: string,
  { file, path }: JsonPlace,
  value: Record<string, unknown>,
): Edited | null {
  const { root } = parseJson(file, text);
  if (root === undefined) return onlyThis(text, nested(path, value));
  let at = root;
  for (const [depth, key] of path.entries()) {
    mustBe("object", at, file, text);
    const member = property(at, key);
    if (member === undefined) {
      const rest = nested(path.slice(depth + 1), value);
      return inserted(
        text,
        addChild(text, at, (indent) => `${JSON.stringify(key)}: ${format(rest, text, indent)}`),
      );
    }
    at = member.children![1]!;
  }
  if (says(at, value)) return null;
  mustBe("object", at, file, text);
  return { after: changed(text, { file, path }, value), insertions: null };
}

/** The text with an element at the end of a list that may not be there yet. */
export function putElement(text: string, { file, path }: JsonPlace, value: unknown): Edited {
  const { root } = parseJson(file, text);
  if (root === undefined) return onlyThis(text, nested(path, [value]));
  let at = root;
  for (const [depth, key] of path.entries()) {
    mustBe("object", at, file, text);
    const member = property(at, key);
    if (member === undefined) {
      const rest = nested(path.slice(depth + 1), [value]);
      return inserted(
        text,
        addChild(text, at, (indent) => `${JSON.stringify(key)}: ${format(rest, text, indent)}`),
      );
    }
    at = member.children![1]!;
  }
  mustBe("array", at, file, text);
  return inserted(
    text,
    addChild(text, at, (indent) => format(value, text, indent)),
  );
}

/** The text without the member; null: it has none. */
export function takeMember(text: string, { file, path }: JsonPlace): string | null {
  const holder = nodeAt(parseJson(file, text).root, path.slice(0, -1));
  const member = holder?.type === "object" ? property(holder, path.at(-1)!) : undefined;
  return member === undefined ? null : cutAll(text, removeChild(text, holder!, member));
}

/** The text without the elements of a list that are meant; null: there are none. */
export function takeElements(
  text: string,
  { file, path }: JsonPlace,
  isMeant: (element: JsonNode) => boolean,
): string | null {
  let rest: string | null = null;
  for (;;) {
    const list = nodeAt(parseJson(file, rest ?? text).root, path);
    const element = list?.type === "array" ? list.children?.find(isMeant) : undefined;
    if (element === undefined) return rest;
    rest = cutAll(rest ?? text, removeChild(rest ?? text, list!, element));
  }
}

/** What a client would take for the address of a server that isn't started: it can't stand beside a command. */
const OF_REMOTE = ["url", "serverUrl", "httpUrl", "headers", "type", "transport", "transportType"];

/** Member for member, so that what else stands there stays, such as an environment or permissions. */
function changed(text: string, place: JsonPlace, value: Record<string, unknown>): string {
  const node = (now: string) => nodeAt(parseJson(place.file, now).root, place.path)!;
  let now = text;
  for (const key of OF_REMOTE) {
    const member = Object.hasOwn(value, key) ? undefined : property(node(now), key);
    if (member !== undefined) now = cutAll(now, removeChild(now, node(now), member));
  }
  for (const [key, wanted] of Object.entries(value)) {
    const object = node(now);
    const old = property(object, key)?.children?.[1];
    if (says(old, wanted)) continue;
    const written = (indent: string) => format(wanted, text, indent);
    if (old === undefined)
      now = insertAll(
        now,
        addChild(now, object, (indent) => `${JSON.stringify(key)}: ${written(indent)}`),
      );
    else now = now.slice(0, old.offset) + written(indentAt(now, old.offset)) + now.slice(endOf(old));
  }
  return now;
}

function mustBe(type: "object" | "array", node: JsonNode, file: string, text: string): void {
  if (node.type === type) return;
  const wanted = type === "object" ? "an object ({ … })" : "a list ([ … ])";
  throw broken(file, placeOf(text, node.offset), `${wanted} should stand here`);
}

function inserted(text: string, insertions: Insertion[]): Edited {
  return { after: insertAll(text, insertions), insertions };
}

function onlyThis(text: string, value: unknown): Edited {
  const eol = lineEndOf(text);
  const before = text === "" || text.endsWith("\n") || text === "\uFEFF" ? "" : eol;
  return inserted(text, [{ at: text.length, text: `${before}${format(value, text, "")}${eol}` }]);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => Object.fromEntries([[key, inner]]), value);
}

/** A child behind the last one. */
function addChild(text: string, parent: JsonNode, write: (indent: string) => string): Insertion[] {
  const eol = lineEndOf(text);
  const { children = [] } = parent;
  const last = children.at(-1);
  const unit = unitOf(text);
  if (last === undefined) {
    const close = endOf(parent) - 1;
    const tail = behindInnerComments(text, parent.offset + 1, close);
    const outer = indentAt(text, parent.offset);
    const indent = outer + unit;
    const end = text.slice(tail, close).includes("\n") ? "" : eol + outer;
    return [{ at: tail, text: eol + indent + write(indent) + end }];
  }
  const behind = skipTrivia(text, endOf(last));
  const comma = text[behind] === "," ? behind : null;
  const at = comma === null ? endOf(last) : comma + 1;
  const first = children[0]!;
  if (!text.slice(parent.offset, first.offset).includes("\n"))
    return [{ at, text: `${comma === null ? "," : ""} ${write(indentAt(text, first.offset))}` }];
  const start = text.lastIndexOf("\n", first.offset - 1) + 1;
  const before = text.slice(start, first.offset);
  const indent = /^[ \t]*$/.test(before) ? before : indentAt(text, parent.offset) + unit;
  const line: Insertion = {
    at: behindComments(text, at),
    text: eol + indent + write(indent) + (comma === null ? "" : ","),
  };
  if (comma !== null) return [line];
  return line.at === at ? [{ at, text: `,${line.text}` }] : [{ at, text: "," }, line];
}

function behindInnerComments(text: string, from: number, close: number): number {
  let tail = from;
  for (let at = from; at < close;) {
    while (at < close && /\s/.test(text[at]!)) at++;
    if (at >= close) break;
    const next = text.startsWith("//", at) ? behindComments(text, at) : text.indexOf("*/", at) + 2;
    at = tail = next;
  }
  return tail;
}

/** What has to go so that a child is gone: it, one comma, and its line if nothing else stands on it. */
function removeChild(text: string, parent: JsonNode, child: JsonNode): Cut[] {
  const children = parent.children!;
  const inner = { start: parent.offset + 1, end: endOf(parent) - 1 };
  const behind = skipTrivia(text, endOf(child));
  const comma = text[behind] === "," ? behind : null;
  if (children.length === 1) {
    const rest =
      text.slice(inner.start, child.offset) + text.slice((comma ?? endOf(child) - 1) + 1, inner.end);
    if (rest.trim() === "") return [inner];
  }
  const after = comma === null ? endOf(child) : comma + 1;
  let end = after;
  while (text[end] === " " || text[end] === "\t") end++;
  const cuts: Cut[] = [{ start: child.offset, end: after }];
  // Its line goes too, but not where something else goes on behind it: a comment above would swallow that.
  if (text[end] === "\r" || text[end] === "\n") cuts[0] = { start: lineStart(text, child.offset), end };
  const before = children[children.indexOf(child) - 1];
  if (comma === null && before !== undefined) {
    const at = skipTrivia(text, endOf(before));
    if (text[at] === ",") cuts.push({ start: at, end: at + 1 });
  }
  return cuts;
}

/** Before the end of the line above, if only blanks stand in between; else behind what stands there. */
function lineStart(text: string, at: number): number {
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  if (text[at - 1] !== "\n") return at;
  return at - (text[at - 2] === "\r" ? 2 : 1);
}

/** One step of indentation: what the first indented line has. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function format(value: unknown, text: string, indent: string): string {
  const eol = lineEndOf(text);
  const unit = unitOf(text);
  const write = (one: unknown, outer: string): string => {
    if (one === null || typeof one !== "object") return JSON.stringify(one);
    const inner = outer + unit;
    if (Array.isArray(one) && one.every((item) => typeof item !== "object" || item === null))
      return `[${one.map((item) => JSON.stringify(item)).join(", ")}]`;
    const [open, close] = Array.isArray(one) ? ["[", "]"] : ["{", "}"];
    const lines = Array.isArray(one)
      ? one.map((item) => write(item, inner))
      : Object.entries(one).map(([key, member]) => `${JSON.stringify(key)}: ${write(member, inner)}`);
    if (lines.length === 0) return `${open}${close}`;
    return `${open}${eol}${lines.map((line) => inner + line).join(`,${eol}`)}${eol}${outer}${close}`;
  };
  return write(value, indent);
}
