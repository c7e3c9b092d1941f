// What the statements of an SQL file create or alter, each with its whole statement: tables, views, routines, types,
// indexes. Strings, comments and bodies of routines hide semicolons.
import type { SpanKind } from "../base/span.ts";
import type { SectionDraft } from "./section-facts.ts";

const KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ["table", "table"],
  ["view", "table"],
  ["function", "function"],
  ["procedure", "function"],
  ["proc", "function"],
  ["aggregate", "function"],
  ["trigger", "rule"],
  ["rule", "rule"],
  ["policy", "rule"],
  ["event", "rule"],
  ["type", "type"],
  ["domain", "type"],
  ["index", "key"],
  ["schema", "namespace"],
  ["database", "namespace"],
  ["extension", "namespace"],
  ["sequence", "variable"],
  ["role", "variable"],
  ["user", "variable"],
  ["server", "variable"],
  ["publication", "variable"],
  ["package", "module"],
]);
const HEAD =
  /^(?:create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|unlogged|global|local|external|materialized|recursive|unique|clustered|nonclustered|fulltext|spatial|constraint|virtual|foreign|event|editionable|noneditionable|definer\s*=\s*\S+)\s+)*|alter\s+(?=table\b))([a-z]+)\s+(?:body\s+)?(?:(?:if\s+(?:not\s+)?exists|concurrently|only)\s+)*/i;
const NAME = /^(?:["`[]?[\w$#@-]+["`\]]?\s*\.\s*){0,3}["`[]?([\w$#@]+(?:[ -][\w$#@]+)*(?=["`\]])|[\w$#@]+)/;
/** Statements whose body may hold statements. */
const ROUTINE = /^(?:function|procedure|proc|trigger|event|package)$/i;
/** What is looked for: comments, strings, ends of statements, words that open and close bodies. */
const NEXT =
  /--|\/\*|'|"|`|\$(?:[A-Za-z_]\w*)?\$|;|^[ \t]*(?:go|\/)[ \t]*\r?$|^[ \t]*delimiter[ \t]+(\S+)|\b(begin|case|end)\b(?:\s+(if|loop|while|repeat|for|case)\b)?/gim;

/** The statement that is being read. */
interface Statement {
  begin: number;
  head: Head | null | undefined;
  /** Bodies that are open, and whether one was. */
  depth: number;
  began: boolean;
  /** It declares before its body begins: semicolons end nothing until then. */
  waits: boolean | undefined;
}

interface Head {
  kind: string;
  at: number;
  length: number;
  /** Where the comments directly above begin, or -1. */
  comments: number;
}

export function sqlSections(text: string): SectionDraft[] {
  const drafts: SectionDraft[] = [];
  const next = new RegExp(NEXT.source, NEXT.flags);
  let statement = newStatement(0);
  const finish = (end: number, behind: number): void => {
    const draft = statementOf(text, headOf(text, statement), end);
    if (draft !== null) drafts.push(draft);
    statement = newStatement(behind);
  };
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const at = match.index;
    const [mark, delimiter, word, inner] = match;
    if (mark === "--") next.lastIndex = lineEnd(text, at);
    else if (mark === "/*") next.lastIndex = behind(text, "*/", at + 2);
    else if (mark === "'" || mark === '"' || mark === "`") next.lastIndex = endOfQuote(text, at, mark);
    else if (mark.startsWith("$")) next.lastIndex = behind(text, mark, at + mark.length);
    else if (delimiter !== undefined) {
      finish(at, next.lastIndex);
      next.lastIndex = delimited(text, next.lastIndex, delimiter, finish);
    } else if (word !== undefined) bodyWord(text, statement, word.toLowerCase(), inner?.toLowerCase());
    else if (mark !== ";") finish(at, next.lastIndex);
    else if (ends(text, statement, at)) finish(at + 1, at + 1);
  }
  finish(text.length, text.length);
  return drafts;
}

const newStatement = (begin: number): Statement => ({
  begin,
  head: undefined,
  depth: 0,
  began: false,
  waits: undefined,
});

/** Statements that end with a mark of their own (`delimiter //`), up to where it is the semicolon again. */
function delimited(
  text: string,
  from: number,
  mark: string,
  finish: (end: number, behind: number) => void,
): number {
  if (mark === ";") return from;
  const other = /^[ \t]*delimiter[ \t]/gim;
  other.lastIndex = from;
  const until = other.exec(text)?.index ?? text.length;
  for (
    let at = text.indexOf(mark, from);
    at !== -1 && at < until;
    at = text.indexOf(mark, at + mark.length)
  ) {
    finish(at, at + mark.length);
  }
  return until;
}

/** `begin`, `case`, `end` in a routine. */
function bodyWord(text: string, statement: Statement, word: string, inner: string | undefined): void {
  if (!isRoutine(text, statement)) return;
  statement.began = true;
  if (word !== "end") statement.depth++;
  else if (inner === undefined || inner === "case") statement.depth = Math.max(0, statement.depth - 1);
}

function ends(text: string, statement: Statement, at: number): boolean {
  if (statement.depth > 0) return false;
  if (statement.began || !isRoutine(text, statement)) return true;
  return !(statement.waits ??= declaresFirst(
    text.slice(statement.begin, Math.min(at, statement.begin + 20_000)),
  ));
}

/** `create function … is` declares before it begins. */
function declaresFirst(body: string): boolean {
  if (/\$\w*\$|\blanguage\b/i.test(body)) return false;
  return /\b(?:is|as)\s+(?!select\b|return\b|insert\b|update\b|delete\b|with\b|set\b|exec|')/i.test(body);
}

function headOf(text: string, statement: Statement): Head | null {
  if (statement.head !== undefined) return statement.head;
  let at = statement.begin;
  let comments = -1;
  // A comment behind the statement before, on its line, speaks of that.
  let own = statement.begin === 0;
  for (;;) {
    let ends = 0;
    for (; at < text.length && text.charCodeAt(at) <= 32; at++) if (text[at] === "\n") ends++;
    if (ends > 0) own = true;
    if (ends > 1) comments = -1;
    const line = text.startsWith("--", at);
    if (!line && !text.startsWith("/*", at)) break;
    if (comments === -1 && own) comments = at;
    at = line ? lineEnd(text, at) : behind(text, "*/", at + 2);
  }
  const head = HEAD.exec(text.slice(at, at + 400));
  statement.head =
    head === null ? null : { kind: head[1]!.toLowerCase(), at, length: head[0].length, comments };
  return statement.head;
}

function isRoutine(text: string, statement: Statement): boolean {
  const head = headOf(text, statement);
  return head !== null && ROUTINE.test(head.kind);
}

function statementOf(text: string, head: Head | null, end: number): SectionDraft | null {
  if (head === null || head.at >= end) return null;
  const kind = KINDS.get(head.kind);
  const from = head.at + head.length;
  const name = kind === undefined ? null : NAME.exec(text.slice(from, from + 300));
  if (kind === undefined || name === null) return null;
  const nameStart = from + name[0].lastIndexOf(name[1]!);
  const nameEnd = nameStart + name[1]!.length;
  const rest = text.slice(nameEnd, end);
  const line = rest.indexOf("\n");
  const first = line === -1 ? rest : rest.slice(0, line);
  const bracket = ROUTINE.test(head.kind) ? -1 : first.indexOf("(");
  return {
    name: name[1]!,
    kind,
    start: head.comments === -1 ? head.at : head.comments,
    end,
    nameStart,
    nameEnd,
    body: line === -1 ? undefined : nameEnd + line + 1,
    signature: (text.slice(head.at, nameEnd) + (bracket === -1 ? first : first.slice(0, bracket)))
      .slice(0, 2_000)
      .replace(/;\s*$/, ""),
    doc: head.comments === -1 ? "" : docOf(text.slice(head.comments, head.at)),
  };
}

const docOf = (comments: string): string =>
  comments
    .slice(0, 4_000)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:--+|\/\*+|\*(?!\/))? ?|\s*\*+\/\s*$/g, "").trimEnd())
    .join("\n")
    .trim();

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** Behind the closing quote; a doubled one stands for itself. */
function endOfQuote(text: string, start: number, mark: string): number {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf(mark, at);
    if (close === -1) return mark === "'" ? text.length : lineEnd(text, start);
    if (text[close + 1] !== mark) return close + 1;
    at = close + 2;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
