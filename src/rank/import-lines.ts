// Which lines of a file import, include or name a package? They repeat the names of what stands elsewhere: weak evidence
// for a passage, unless the query asks for imports.
import { languageById } from "../lang/registry.ts";
import type { SyntaxFacts } from "../parse/facts.ts";

export interface ImportingText {
  language: string;
  lines: readonly string[];
  /** Null where the parser says nothing of the file. */
  facts: SyntaxFacts | null;
}

/** How such a statement begins. That it is one is known from the parser or from the language's patterns. */
const BEGINS =
  /^\s*(?:(?:pub(?:\([^)]*\))?|export|global|static|@testable|@_exported)\s+)*(?:import|from|use|using|require\w*|include\w*|open|alias|extern|mod|load|source|library|#\s*(?:include|import)|@(?:import|use|forward))\b|^\s*(?:export\s+)?(?:const|let|var|local)\s[^=]*=\s*(?:await\s+)?(?:require|import)\b|^\s*(?:[\w.]+\s+)?"[^"]*"/;
/** Lines that are no imports to the parser: a package's name, a module in a file of its own, names passed on. */
const NAMES_PACKAGE =
  /^\s*(?:package|namespace)\s+[\w.\\]+\s*;?\s*$|^\s*(?:pub(?:\([^)]*\))?\s+)?(?:mod|extern\s+crate)\s+\w+(?:\s+as\s+\w+)?\s*;|^\s*export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s+)?from\s/;
/** A statement over several lines, up to the line that closes its bracket. */
const OPENS = /^\s*(?:export\s+|pub(?:\([^)]*\))?\s+)*(?:import|from|use)\b[^;]*[({]\s*$/;
/** The same where only its last line says that it imports. */
const MAY_OPEN = /^\s*(?:export|const|let|var)\s+(?:type\s+)?\{\s*$/;
const CLOSES = /^\s*[)}]/;
const CLOSES_IMPORT = /^\s*\}.*\b(?:from|require)\b/;
/** A longer statement is something else: a block that happens to import. In lines. */
const LONGEST = 100;

export function importLines({ language, lines, facts }: ImportingText): ReadonlySet<number> {
  const found = new Set<number>();
  const known = languageById(language);
  if (known === undefined || known.prose === true || known.data === true) return found;
  lines.forEach((text, i) => {
    if (OPENS.test(text) || MAY_OPEN.test(text)) {
      const end = closing(lines, i, MAY_OPEN.test(text) ? CLOSES_IMPORT : CLOSES);
      for (let line = i; line <= end; line++) found.add(line + 1);
    }
    if (NAMES_PACKAGE.test(text)) found.add(i + 1);
    else if (facts === null && BEGINS.test(text) && known.imports.some(({ regex }) => regex.test(text))) {
      found.add(i + 1);
    }
  });
  for (const { range } of facts?.imports ?? []) {
    if (range.end - range.start >= LONGEST || !BEGINS.test(lines[range.start - 1] ?? "")) continue;
    for (let line = range.start; line <= range.end; line++) found.add(line);
  }
  return found;
}

/** The line that closes a bracket opened at the end of another, if it is such a one; else -1. */
function closing(lines: readonly string[], opening: number, isEnd: RegExp): number {
  for (let i = opening + 1; i < Math.min(lines.length, opening + LONGEST); i++) {
    if (CLOSES.test(lines[i]!)) return isEnd.test(lines[i]!) ? i : -1;
  }
  return -1;
}
