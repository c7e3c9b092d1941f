// What does the text of an issue ask? Its title and the words of its author first, then what an error and its stack say,
// then the names in its code: a query reads no more than its first words that count (`MOST_CONCEPTS`). What the form of
// a tracker adds (comments, check lists, links, versions of the machine) asks nothing.
import { LONGEST_QUERY } from "../base/limits.ts";

/** Parts of an issue in the order in which a query is to read them. */
interface Parts {
  prose: string[];
  errors: string[];
  frames: string[];
  code: string[];
}

/** Of a line: what is longer is data, or a page pasted as one line. */
const LONGEST_LINE = 1_000;
/** Names that a block of code may add: more of them crowd out what the author says. */
const MOST_CODE_NAMES = 12;
/** The innermost frames say where it broke; those above are the way there. */
const MOST_FRAMES = 6;

/** A query of at most `LONGEST_QUERY` characters; empty where the text says nothing. */
export function queryOfIssue(issue: string): string {
  const parts: Parts = { prose: [], errors: [], frames: [], code: [] };
  const lines = issue.replaceAll(/\r\n?/g, "\n").split("\n");
  let fence: string | null = null;
  let hidden = false;
  let left = false;
  for (const whole of lines) {
    // In code a comment's mark is code.
    const shown: Shown = fence === null ? withoutComments(whole, hidden) : { text: whole, hidden };
    hidden = shown.hidden;
    const line = shown.text.slice(0, LONGEST_LINE);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      else if (!left) readCode(line, parts);
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = headingOf(line);
    if (heading !== null) left = ABOUT_THE_MACHINE.test(heading);
    if (left || (heading !== null && OF_THE_FORM.test(heading))) continue;
    readProse(heading ?? line, parts);
  }
  const said = [...parts.prose, ...parts.errors, ...innermost(parts.frames), namesOf(parts.code)];
  return cut([...new Set(said)].filter((line) => line !== "").join("\n"));
}

interface Shown {
  text: string;
  /** Whether the line ends inside of a comment. */
  hidden: boolean;
}

/**
 * Comments of HTML are the form's own advice to the author. One that never ends hides the rest, as on the page; one that is
 * named in code (`<!--`) is none.
 */
function withoutComments(line: string, startsHidden: boolean): Shown {
  // Backticks open code only where as many close it. The last place of each length is enough to know that.
  const last = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) last.set(run.length, index);
  let hidden = startsHidden;
  let text = "";
  let start = 0;
  let inCode = 0;
  for (const { 0: mark, index } of line.matchAll(/`+|<!--|-->/g)) {
    if (hidden) {
      if (mark !== "-->") continue;
      hidden = false;
      start = index + mark.length;
    } else if (mark.startsWith("`")) {
      if (inCode === mark.length) inCode = 0;
      else if (inCode === 0 && last.get(mark.length)! > index) inCode = mark.length;
    } else if (mark === "<!--" && inCode === 0) {
      text += line.slice(start, index);
      hidden = true;
    }
  }
  return { text: hidden ? text : text + line.slice(start), hidden };
}

/** `### Title`, a line that is bold as a whole, or the words of a form with nothing behind their colon. */
function headingOf(line: string): string | null {
  const marked = /^\s{0,3}#{1,6}\s+(.*)$/.exec(line)?.[1]?.trim() ?? /^\*\*([^*]+)\*\*:?\s*$/.exec(line)?.[1];
  if (marked !== undefined) return marked;
  const words = /^([A-Z][^:]{0,40}):\s*$/.exec(line)?.[1];
  return words !== undefined && (ABOUT_THE_MACHINE.test(words) || OF_THE_FORM.test(words)) ? words : null;
}

/** What follows such a heading says which machine it was, not what is asked. */
const ABOUT_THE_MACHINE =
  /^(?:(?:your |my |system |test )?(?:environment|configuration|set-?up)(?: information| info| details)?|system info(?:rmation)?|versions?(?: info(?:rmation)?)?|(?:[\w.+-]+ )?version(?:s|\(s\))?|platform|operating system|os|browsers?|check ?list|before (?:you )?(?:submit|report|open).*)\W*$/i;

/** Headings of forms. What follows them is the issue. */
const OF_THE_FORM =
  /^(?:describe (?:the )?(?:bug|issue|problem)|description|summary|(?:the )?bug(?: report| description)?|(?:steps )?to reproduce|steps(?: to reproduce(?: the behaviou?r)?)?|reproduc(?:tion|e|ing)(?: steps| link)?|how to reproduce|(?:minimal )?(?:code )?(?:example|sample|reproducible example)|(?:expected|actual|current|observed)(?: \w+)?|expected vs\.? actual.*|what (?:happened|did you expect|did you do|is (?:expected|actually happening)).*|additional (?:context|information|info)|context|screenshots?|logs?|(?:relevant )?log output|stack ?trace|traceback|error(?: message)?|motivation|proposal|(?:possible |proposed )?solution|alternatives.*|feature request|is your feature request.*|notes?|other)\W*$/i;

function readProse(line: string, parts: Parts): void {
  // A check list, a rule, a quotation of somebody's signature.
  if (/^\s*[-*]\s*\[[ xX]?\]/.test(line) || /^\s*(?:-{3,}|_{3,}|\*{3,})\s*$/.test(line)) return;
  if (/^\s*(?:[-*] )?\**(?:python|node(?:\.js)?|npm|os|platform|\w+ version)\**\s*(?:version)?:/i.test(line))
    return;
  if (readStack(line, parts)) return;
  const words = plainWords(line);
  if (words !== "" && words !== "_No response_") parts.prose.push(words);
}

/** Links by their words; an address of a source by the path that it shows; other addresses not at all. */
function plainWords(line: string): string {
  return line
    .replaceAll(/!\[[^\]\n]*\]\([^()\s]*\)/g, " ")
    .replaceAll(
      /\[([^\]\n]*)\]\(([^()\s]*)\)/g,
      (_all, words: string, to: string) => `${words} ${pathOfLink(to)}`,
    )
    .replaceAll(/<?\bhttps?:\/\/[^\s<>"'`)\]]+>?/g, (address) => pathOfLink(address))
    .replaceAll(/<\/?(?:details|summary|br|b|i|p|img|sub|sup|kbd|div|a|h[1-6]|pre|hr)\b[^>]*>/gi, " ")
    .replaceAll(/^\s*(?:>|[-*+]|\d+[.)])\s+/g, "")
    .replaceAll(/(?<!\w)\*\*?|\*\*?(?!\w)/g, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
}

/** `https://host/owner/name/blob/<revision>/src/a.ts#L10` shows `src/a.ts`. */
function pathOfLink(address: string): string {
  return /\/(?:blob|blame|raw|edit|src)\/[^/\s]+\/([^\s#?>]+\.\w+)/.exec(address)?.[1] ?? "";
}

function readCode(line: string, parts: Parts): void {
  if (readStack(line, parts)) return;
  const words = line.trim();
  // What was typed in a shell, and what it printed, has few names of the code.
  if (words !== "" && !/^[$#>%]\s/.test(words)) parts.code.push(words);
}

/** Whether the line is a frame of a stack or the error itself; it is then noted. */
function readStack(line: string, parts: Parts): boolean {
  const python = /^\s*File "([^"\n]+)", line \d+(?:, in (\S+))?/.exec(line);
  if (/^\s*at (?:\w+ )?\(?node:/.test(line)) return true;
  const other =
    python ??
    // Node and browsers; Java and Kotlin; Go and Rust (`at src/a.rs:1`) have the place alone.
    /^\s*at (?:async )?(?<name>[\w$.<>[\] ]{1,200}?) \(?(?<path>[^()\s]+?):\d+(?::\d+)?\)?\s*$/.exec(line) ??
    /^\s*at (?<name>[\w$.]+)\((?<path>[\w$]+\.(?:java|kt|scala|groovy)):\d+\)\s*$/.exec(line) ??
    /^\s*(?:at )?(?<path>(?:[\w@.+-]*\/)+[\w.+-]+\.\w{1,5}):\d+(?::\d+)?(?: \+0x[\da-f]+)?\s*$/.exec(line);
  if (other !== null) {
    const path = python?.[1] ?? other.groups?.["path"] ?? "";
    const name = python === null ? (other.groups?.["name"] ?? "") : (python[2] ?? "");
    if (/^(?:node:|internal\/|<)/.test(path)) return true;
    parts.frames.push(`${nameInFrame(name)} ${pathInFrame(path)}`.trim());
    return true;
  }
  if (
    /^\s*(?:Traceback \(most recent call last\):|During handling of the above|The above exception)/.test(line)
  )
    return true;
  // `TypeError: …`, `panicked at …`, `django.core.exceptions.X: …`
  const error =
    /^\s*(?:Uncaught |Unhandled |Caused by: |E +)?([\w.$]*(?:Error|Exception|Warning|Panic)\b:?.*)$/.exec(
      line,
    );
  if (error === null) return false;
  parts.errors.push(plainWords(error[1]!));
  return true;
}

function nameInFrame(name: string): string {
  return /^(?:<.*>|__\w+__|Object\.<anonymous>|new Promise|process\.\w+)$/.test(name)
    ? ""
    : name.replace(/^new /, "");
}

/** The machine's own folders say nothing: what comes behind the place of packages, or the last three names. */
function pathInFrame(path: string): string {
  const way = path.replaceAll("\\", "/").replace(/^file:\/\//, "");
  const packaged = /.*\/(?:site-packages|dist-packages|node_modules|vendor|gems)\/(.+)$/.exec(way)?.[1];
  return packaged ?? way.split("/").slice(-3).join("/");
}

function innermost(frames: readonly string[]): string[] {
  const distinct = [...new Set(frames)].filter((frame) => frame !== "");
  // Python writes the innermost last, others first: both ends are near, so the half at each.
  if (distinct.length <= MOST_FRAMES) return distinct;
  return [...distinct.slice(0, MOST_FRAMES / 2), ...distinct.slice(-MOST_FRAMES / 2)];
}

/** Names that only code has: compound ones and those that are called. */
function namesOf(code: readonly string[]): string {
  const names = new Set<string>();
  for (const line of code) {
    for (const [, name] of line.matchAll(
      /([A-Za-z_$][\w$]*[a-z\d][A-Z_][\w$]*|[A-Za-z_$][\w$]{2,}(?=\())/g,
    )) {
      // What the language itself calls so stands everywhere.
      if (names.size < MOST_CODE_NAMES && !/^__\w+__$/.test(name!)) names.add(name!);
    }
  }
  return [...names].join(" ");
}

/** Whole lines as far as they fit; the first one in part. */
function cut(text: string): string {
  if (text.length <= LONGEST_QUERY) return text;
  const end = text.lastIndexOf("\n", LONGEST_QUERY);
  return text.slice(0, end > 0 ? end : LONGEST_QUERY).replace(/[\uD800-\uDBFF]$/, "");
}
