// The rules of CSS, SCSS and Less by their selectors, with mixins, functions, keyframes, and variables.
import type { SpanKind } from "../base/span.ts";
import type { SectionDraft } from "./section-facts.ts";

/** Rules inside of rules; deeper ones are part of what holds them. */
const MOST_DEPTH = 20;
const NAMED =
  /^@(?:-\w+-)?(mixin|function|keyframes|property|layer|container|counter-style|namespace)\s+([\w.-]+)/;
const VARIABLE = /^(--[\w-]+|\$[\w-]+|@[\w-]+)\s*:/;
/** `@` words that a colon may follow and that are no variables. */
const NO_VARIABLE =
  /^@(?:media|import|use|forward|charset|plugin|include|extend|if|else|for|each|while|return|apply|tailwind|page)\b/;
/** Control flow of the preprocessors: no rules. */
const CONTROL = /^@(?:if|else|for|each|while|include|at-root|content|return)\b/;

export function cssSections(text: string): SectionDraft[] {
  const drafts: SectionDraft[] = [];
  /** What each open bracket is: a rule, keyframes (whose steps are none), or nothing of its own. */
  const open: (SectionDraft | null)[] = [];
  let head = -1;
  let comment: Comment = null;
  let keyframes = -1;
  /** No `url(` before this offset is closed on its line. */
  let noAddress = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    const mark = text[at]!;
    if (mark === "/" && text[at + 1] === "*") {
      const close = text.indexOf("*/", at + 2);
      const end = close === -1 ? text.length : close + 2;
      if (head === -1) comment = lengthened(text, comment, at, end);
      at = end - 1;
    } else if (mark === "/" && text[at + 1] === "/" && head === -1) {
      // Between rules only: in a value it is part of an address.
      const line = text.indexOf("\n", at);
      const end = line === -1 ? text.length : line;
      comment = lengthened(text, comment, at, end);
      at = end - 1;
    } else if (mark === '"' || mark === "'") {
      if (head === -1) head = at;
      at = endOfString(text, at, mark);
    } else if (mark === "(" && /url$/i.test(text.slice(Math.max(0, at - 3), at))) {
      if (at < noAddress) continue;
      const close = endOfAddress(text, at);
      if (close < 0) noAddress = -close;
      else at = close;
    } else if ((mark === "#" || mark === "@") && text[at + 1] === "{") {
      // `#{$name}` and `@{name}` stand for text.
      if (head === -1) head = at;
      const close = text.indexOf("}", at);
      at = close === -1 ? text.length : close;
    } else if (mark === "{") {
      let draft: SectionDraft | null = null;
      if (head !== -1 && keyframes === -1 && open.length < MOST_DEPTH) {
        draft = ruleOf(text, head, at, comment);
        if (draft !== null) drafts.push(draft);
        if (/^@(?:-\w+-)?keyframes\b/.test(text.slice(head, head + 30))) keyframes = open.length;
      }
      open.push(draft);
      head = -1;
      comment = null;
    } else if (mark === "}") {
      const draft = open.pop();
      if (draft !== null && draft !== undefined) draft.end = at + 1;
      if (keyframes === open.length) keyframes = -1;
      head = -1;
      comment = null;
    } else if (mark === ";") {
      const draft = head === -1 || keyframes !== -1 ? null : variableOf(text, head, at, comment);
      if (draft !== null) drafts.push(draft);
      head = -1;
      comment = null;
    } else if (head === -1) {
      head = at;
    }
  }
  return drafts;
}

type Comment = { start: number; end: number } | null;

/** Comments above a rule; one that stands behind something on its line speaks of that. */
function lengthened(text: string, comment: Comment, start: number, end: number): Comment {
  if (comment !== null && adjoins(text, comment.end, start)) return { start: comment.start, end };
  let at = start - 1;
  while (at >= 0 && (text[at] === " " || text[at] === "\t") && start - at < 400) at--;
  return at < 0 || text[at] === "\n" ? { start, end } : null;
}

function ruleOf(text: string, head: number, bracket: number, comment: Comment): SectionDraft | null {
  const raw = text.slice(head, Math.min(bracket, head + 2_000));
  const folded = raw
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();
  // `font: { family: x }` of SCSS, and maps.
  if (folded === "" || CONTROL.test(folded) || /^[\w$-]+\s*:$/.test(folded) || VARIABLE.test(folded))
    return null;
  const named = NAMED.exec(folded);
  const kind: SpanKind = named !== null && /^(?:mixin|function)$/.test(named[1]!) ? "function" : "rule";
  const name = named?.[2] ?? folded;
  const within = named === null ? 0 : Math.max(0, raw.indexOf(named[2]!, named[0].length - named[2]!.length));
  return {
    name,
    kind,
    start: begin(text, head, comment),
    end: text.length,
    nameStart: head + within,
    nameEnd: named === null ? head + raw.trimEnd().length : head + within + name.length,
    body: bracket + 1,
    signature: folded,
    doc: docOf(text, head, comment),
  };
}

function variableOf(text: string, head: number, end: number, comment: Comment): SectionDraft | null {
  const declared = text.slice(head, Math.min(end, head + 400));
  const name = NO_VARIABLE.test(declared) ? undefined : VARIABLE.exec(declared)?.[1];
  if (name === undefined) return null;
  return {
    name: name.startsWith("--") ? name : name.slice(1),
    kind: "variable",
    start: begin(text, head, comment),
    end: end + 1,
    nameStart: head + (name.startsWith("--") ? 0 : 1),
    nameEnd: head + name.length,
    signature: declared,
    doc: docOf(text, head, comment),
  };
}

const begin = (text: string, head: number, comment: Comment): number =>
  comment !== null && adjoins(text, comment.end, head) ? comment.start : head;

function docOf(text: string, head: number, comment: Comment): string {
  if (comment === null || !adjoins(text, comment.end, head)) return "";
  return text
    .slice(comment.start, Math.min(comment.end, comment.start + 4_000))
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\*+|\/{2,}|\*(?!\/))? ?|\s*\*+\/\s*$/g, "").trimEnd())
    .join("\n")
    .trim();
}

/** Nothing but white space between, and no blank line. */
function adjoins(text: string, end: number, start: number): boolean {
  if (start - end > 400) return false;
  const between = text.slice(end, start);
  return between.trim() === "" && between.split("\n").length <= 2;
}

/** At the closing quote; a string ends with its line. */
function endOfString(text: string, start: number, mark: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === mark || text[at] === "\n") return at;
  }
  return text.length;
}

/** At the bracket that closes `url(`; where the line has none, the offset up to which that is known, below zero. */
function endOfAddress(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"' || text[at] === "'") at = endOfString(text, at, text[at]!);
    else if (text[at] === ")") return at;
    if (text[at] === "\n") return -at;
  }
  return -text.length;
}
