// Is a word of a query written as a name? What is written as one is looked for even where it is a small word of English:
// `@Before`, `:where`, `--no`, `if()`, a word between backticks, a capital in the middle of a sentence.
import { isStopWord } from "../text/stop-words.ts";

/** What stands before a name in code: a decorator, a symbol, a selector, an option, a tag, a command. */
const SIGIL = /(?:^|[\s"'`([{,;|])(?:@|::?|--?|<\/?|\\)$/u;
/** The same for directives; before other words it is a heading or a tag. */
const HASH = /(?:^|[\s"'`([{,;|])#$/u;
/** Length of the longest of them with what stands before it. */
const LONGEST_SIGIL = 3;

/** `option`: a part of a name that goes on behind a hyphen, which no identifier does. */
export type Writing = "plain" | "code" | "option";

/** `name()`, `.name`, `@name`, `--name`: written as code is. `@scope/name` is a package. */
export function writingOf(text: string, at: number, token: string): Writing {
  const end = at + token.length;
  if (text.startsWith("()", end)) return "code";
  if (/^\d/.test(token)) return "plain";
  if (text[at - 1] === ".") return "code";
  if (token.length === 1 || text[end] === "/") return "plain";
  const before = text.slice(Math.max(0, at - LONGEST_SIGIL), at);
  if (!SIGIL.test(before) && !(HASH.test(before) && isStopWord(token.toLowerCase()))) return "plain";
  return before.endsWith("-") && text[end] === "-" ? "option" : "code";
}

/** Whether a token is the first word of the text or of a sentence in it. */
export function beginsSentence(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && /[\s"'`([{]/.test(text[end - 1]!)) end--;
  if (end === 0 || text.slice(end, at).includes("\n")) return true;
  return /[.?!]/.test(text[end - 1]!) && /\s/.test(text[end]!);
}

/** A text between backticks is code: its words are no small words of English. */
export function backticked(text: string): (at: number) => boolean {
  if (!text.includes("`")) return () => false;
  const ranges = [...text.matchAll(/`[^`\n]+`/g)].map((m) => [m.index, m.index + m[0].length] as const);
  return (at) => ranges.some(([from, to]) => from <= at && at < to);
}

/** `How To Run The Tests`: where every small word has a capital, one says nothing. */
export function isTitle(words: readonly string[]): boolean {
  const small = words.slice(1).filter((word) => isStopWord(word.toLowerCase()));
  const others = words.filter((word) => /^\p{L}/u.test(word));
  return small.length > 0 && others.every((word) => word !== word.toLowerCase()) && others.length > 3;
}

/** A small word that its capitals make a name: `Before`, `WHERE`; never `I` or `A`. */
export function isCapitalisedName(word: string): boolean {
  return word.length > 1 && /^\p{Lu}/u.test(word);
}
