// Is a question a text or a pattern to be found as it stands, and which? By how it is written, and by the words around it.

export interface ExactPattern {
  text: string;
  mode: "exact" | "regex";
  /** A folder or file that is named behind it, or null. */
  scope: string | null;
}

const KIND = String.raw`(?:(?:the|an?|this) )?(?:exact |literal )?(?:(?:text|string|literal|word|words|pattern|regex|phrase|expression)s? )?(?:of )?`;
const LINES = String.raw`(?:(?:the )?lines?|occurrences?|mentions?|instances?|appearances|matches)`;

/** What stands behind one of these is looked for as it stands. */
const VERBS: readonly RegExp[] = [
  /^(?:please |can you |could you )?(?:grep|rg|ripgrep|ack)(?: -\w+)*(?: for)?(?: the (?:text|string|literal))?\s+(.+)$/i,
  /^(?:please )?(?:text|literal|full[- ]text|string) search(?: for)?:?\s+(.+)$/i,
  new RegExp(
    String.raw`^(?:please )?(?:(?:find|show|list|give|get|search|see)(?: me)? )?(?:for )?(?:(?:every|all|each|any)(?: of)?(?: the)? )?${LINES} (?:of|with|for|matching|containing|that (?:contain|match|have|mention|hold)s?|where|including) ${KIND}(.+)$`,
    "i",
  ),
  /^(?:please )?(?:find|search|look)(?: for)? (?:the|this) (?:exact )?(?:text|string|literal|phrase)s?:? (.+)$/i,
  /^where(?: exactly)? (?:does|do|is|are) the (?:exact )?(?:text|string|literal|phrase|message) (.+?)(?: (?:appear|occur|stand|come up|used|written|found|defined))?[\s?]*$/i,
  /^where(?: exactly)? (?:does|do|is|are) (["'`].+["'`])(?: (?:appear|occur|stand|come up|used|written|found|mentioned))[\s?]*$/i,
];

/** The literal that a question says it wants every line of; null where it says no such thing. */
export function literalOf(asked: string, isPath: (path: string) => boolean): ExactPattern | null {
  for (const verb of VERBS) {
    const found = verb.exec(asked)?.[1];
    if (found === undefined) continue;
    const { rest, scope } = withoutScope(found.trim(), isPath);
    const inner = /^(["'`])(.+)\1$/s.exec(rest)?.[2];
    const text = inner ?? rest;
    // Several plain words are prose about lines, and no literal.
    if (
      inner === undefined &&
      /^[a-z]+(?: [a-z]+)+$/.test(text) &&
      !/^(?:grep|rg|ripgrep|text|string)/i.test(asked)
    )
      return null;
    return { text: unslashed(text), mode: isPattern(text) ? "regex" : "exact", scope };
  }
  return null;
}

function withoutScope(
  text: string,
  isPath: (path: string) => boolean,
): { rest: string; scope: string | null } {
  const behind = /^(.+?)\s+(?:in|under|inside|below|within)\s+(\S+?)[?.]?$/s.exec(text);
  if (behind !== null && isPath(behind[2]!)) return { rest: behind[1]!, scope: behind[2]! };
  return { rest: text, scope: null };
}

/** A query that is nothing but a text in quotes, a pattern, or a piece of code; null for anything else. */
export function patternOf(asked: string): ExactPattern | null {
  const quoted = /^(["`])([^"`]+)\1$|^'([^']+)'$/s.exec(asked);
  if (quoted !== null) {
    const text = quoted[2] ?? quoted[3]!;
    // One word in quotes is a name, which the ranking reads as one.
    if (!/[^\w$]/.test(text)) return null;
    return { text, mode: isPattern(text) ? "regex" : "exact", scope: null };
  }
  if (isPattern(asked)) return { text: unslashed(asked), mode: "regex", scope: null };
  return isCode(asked) ? { text: asked, mode: "exact", scope: null } : null;
}

function isPattern(text: string): boolean {
  return (
    /\\[().[\]{}bBsSwWdD*+?|^$]/.test(text) ||
    /^\^\S|[^\s]\.[*+](?:\W|\w|$)|\[[^\]\s]+\][*+?]|\((?:\?:)?[\w\\]+(?:\|[\w\\]+)+\)/.test(text)
  );
}

function unslashed(text: string): string {
  return /^\/(.+)\/$/.exec(text)?.[1] ?? text;
}

const MOST_CODE_WORDS = 6;

/** A bracket that opens and doesn't close, an attribute, a comment sign, an annotation: nothing that a sentence has. */
function isCode(text: string): boolean {
  if (text.split(/\s+/).length > MOST_CODE_WORDS) return false;
  return (
    /^(?:\/\/|#\[|@[\w@]|--|<\/?\w|\/\*|#!)/.test(text) ||
    (/[\w\]]\([^)]*$|[{;]$|^\w+\([^()]*\);?$/.test(text) &&
      /[({;]/.test(text) &&
      !/ \(/.test(text) &&
      /\($|[{;]$/.test(text))
  );
}
