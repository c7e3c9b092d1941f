// Which literal texts must a match hold? They let a search pass over most files without running the pattern.
import type { RegexNode } from "./regex-tree.ts";

/** More alternatives than this cost more to look for than they save. */
const MOST_ALTERNATIVES = 16;

/** The text that the pattern stands for, if it is one text; null if not. Case is left to the caller. */
export function wholeLiteral(node: RegexNode): { text: string; ignoreCase: boolean } | null {
  const letters = node.type === "concat" ? node.parts : [node];
  let text = "";
  let ignoreCase: boolean | null = null;
  for (const letter of letters) {
    if (letter.type !== "literal") return null;
    if (ignoreCase !== null && ignoreCase !== letter.ignoreCase) return null;
    ({ ignoreCase } = letter);
    text += String.fromCodePoint(letter.char);
  }
  return { text, ignoreCase: ignoreCase ?? false };
}

/** Of a longer one its beginning is looked for: that takes no longer than the text is long, whatever stands in both. */
const LONGEST = 64;

/** Texts of which every match holds at least one, or null where nothing can be said. */
export function requiredLiterals(node: RegexNode): string[] | null {
  return literalsIn(node)?.map((literal) => literal.slice(0, LONGEST)) ?? null;
}

function literalsIn(node: RegexNode): string[] | null {
  switch (node.type) {
    case "literal":
      return exactText(node) === null ? null : [exactText(node)!];
    case "group":
      return literalsIn(node.body);
    case "repeat":
      return node.min > 0 ? literalsIn(node.body) : null;
    case "concat":
      return requiredOfConcat(node.parts);
    case "alternate":
      return requiredOfAll(node.parts);
    default:
      return null;
  }
}

function requiredOfConcat(parts: readonly RegexNode[]): string[] | null {
  let best: string[] | null = null;
  let run = "";
  const consider = (found: string[] | null) => {
    if (found !== null && (best === null || worth(found) > worth(best))) best = found;
  };
  for (const part of parts) {
    const exact = exactText(part);
    if (exact === null) {
      if (run !== "") consider([run]);
      run = "";
      consider(literalsIn(part));
    } else {
      run += exact;
    }
  }
  if (run !== "") consider([run]);
  return best;
}

function requiredOfAll(branches: readonly RegexNode[]): string[] | null {
  const all: string[] = [];
  for (const branch of branches) {
    const found = literalsIn(branch);
    if (found === null) return null;
    all.push(...found);
  }
  return all.length > MOST_ALTERNATIVES ? null : [...new Set(all)];
}

/** The text that a part always matches, and nothing else; empty for a place between characters. */
function exactText(node: RegexNode): string | null {
  if (node.type === "assertion" || node.type === "empty") return "";
  if (node.type === "group") return exactText(node.body);
  if (node.type === "concat") {
    const texts = node.parts.map(exactText);
    return texts.includes(null) ? null : texts.join("");
  }
  if (node.type !== "literal") return null;
  // Only ASCII characters that are no letters are known here to have one case.
  const oneCase = node.char < 128 && !/[A-Za-z]/.test(String.fromCodePoint(node.char));
  return !node.ignoreCase || oneCase ? String.fromCodePoint(node.char) : null;
}

/** A long text is rare; among alternatives the shortest counts. */
function worth(literals: readonly string[]): number {
  return Math.min(...literals.map((l) => l.length)) * 4 - literals.length;
}
