// What does code say of itself in words? The comment that opens a file, the first sentence of a doc comment, the first
// paragraph of a folder's read-me.
import type { CodeFile } from "../code-facts.ts";

/** Lines at the top of a file that are looked at. */
const TOP = 40;
/** Of a hint, in code units: what is longer is no line of an index. */
const LONGEST = 300;
/** What says who owns a file says nothing of what it does. */
const LEGAL = /copyright|licen[cs]e|spdx|all rights reserved|permission is hereby|©/i;
const MARK = /^\s*(?:\/\/+!?|#+!?|\/\*+|\*+\/?|;+|--+|"""|'''|<!--|%+)\s?/;
const ENDS = /(?:\*\/|"""|'''|-->)\s*$/;

/** A comment that a tool reads. */
const FOR_TOOLS =
  /^(?:go:|\+build|nolint|eslint|prettier|oxlint|@ts-|@flow|tslint|istanbul|pylint|noqa|type:|-\*-|vim?:|coding[:=]|clang-format|frozen_string_literal|use strict)/i;

/** The first comment of a file that is no licence; null where it begins with code. */
export function openingComment(lines: readonly string[]): string | null {
  const blocks: string[][] = [[]];
  let within: string | null = null as string | null;
  for (const [i, line] of lines.slice(0, TOP).entries()) {
    if (i === 0 && line.startsWith("#!")) continue;
    const bare = line.trim();
    if (within === null && bare === "") {
      blocks.push([]);
      continue;
    }
    const opened: string | null = within === null ? openerOf(bare) : null;
    if (within === null && opened === null && !MARK.test(line)) break;
    // In Rust, PHP and C a line that begins with # is code, as is what preprocessors read.
    if (within === null && /^#\s?(?:\[|include|define|if|pragma|region|import)/.test(bare)) break;
    const said = bare.replace(MARK, "").replace(ENDS, "").trim();
    if (!FOR_TOOLS.test(said)) blocks.at(-1)!.push(said);
    if (opened !== null) within = closes(bare.slice(opened.length), opened) ? null : opened;
    else if (within !== null && closes(bare, within)) within = null;
  }
  for (const block of blocks) {
    const text = block.filter((line) => line !== "").join(" ");
    if (text.length > 10 && !LEGAL.test(text)) return sentenceOf(text);
  }
  return null;
}

function openerOf(line: string): string | null {
  return ["/*", '"""', "'''", "<!--"].find((mark) => line.startsWith(mark)) ?? null;
}

function closes(text: string, opener: string): boolean {
  return text.includes(opener === "/*" ? "*/" : opener === "<!--" ? "-->" : opener);
}

/** The first sentence; all of what has no end of one. */
export function sentenceOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const end = /[.!?](?=\s|$)|[。！？]/u.exec(line.slice(0, LONGEST));
  return (end === null ? line.slice(0, LONGEST) : line.slice(0, end.index + 1)).trim();
}

/** The first paragraph of a read-me; null for any other file. */
export function readmeHint({ path, lines }: Pick<CodeFile, "path" | "lines">): string | null {
  return /(?:^|\/)readme(?:\.(?:md|mdx|markdown|rst|txt))?$/i.test(path) ? firstParagraph(lines) : null;
}

/** The first sentence of the first paragraph of prose near the top, without headings and marks; null where there is none. */
export function firstParagraph(lines: readonly string[]): string | null {
  let paragraph: string[] = [];
  let isList = false;
  let isCode = false;
  const end = lines.length;
  for (let i = 0; i < Math.min(end, TOP * 2); i++) {
    const bare = lines[i]!.trim();
    // An item of a list goes on in lines that stand further in: half of its sentence says nothing.
    if (/^(?:[-*+•]|\d+[.)])\s/.test(bare)) isList = true;
    else if (bare !== "" && !/^\s/.test(lines[i]!)) isList = false;
    // What stands between fences is no prose.
    const isFence = bare.startsWith("```") || bare.startsWith("~~~");
    if (isFence) isCode = !isCode;
    const isRuled = RULE.test(bare) || RULE.test(lines[i + 1]?.trim() ?? "");
    if (
      !isRuled &&
      !isList &&
      !isCode &&
      !isFence &&
      /^[\p{L}\p{N}*_`"'([]/u.test(bare) &&
      !/^\[!?\[|^\[[^\]]+\]:/.test(bare)
    ) {
      paragraph.push(bare);
      if (i + 1 < Math.min(end, TOP * 2)) continue;
    }
    const text = paragraph.join(" ");
    if (text.length >= 20 && !LEGAL.test(text))
      return sentenceOf(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[*_`]+/g, ""));
    paragraph = [];
  }
  return null;
}

/** Below a heading, or above it: `=====`. */
const RULE = /^([=~^"'*+.#-])\1{2,}$/;
