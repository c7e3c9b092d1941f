// The words layer of a file's facts: terms by field, declarations, chunks, imports. Lines and indentation alone; no
// parser. It ranks as well as syntax does, at a fifth of the time (docs/decisions, ranking).
import { lineStarts } from "../base/lines.ts";
import type { Language } from "../lang/language.ts";
import type { TermReader } from "../text/term-reader.ts";
import type { WordsFacts } from "./facts.ts";
import { cutChunks } from "./words-chunks.ts";
import { countChunks } from "./words-counts.ts";
import { findDeclarations } from "./words-declarations.ts";
import { rulesOf } from "./words-rules.ts";
import { scanWords } from "./words-scan.ts";

/** Facts of a text. A pure function of text and language, but for the numbers of the terms, which are the reader's. */
export function wordsFacts(text: string, language: Language, reader: TermReader): WordsFacts {
  const head = headOf(text, language.wordsHead ?? text.length);
  const facts = readFacts(head, language, reader);
  return head.length < text.length ? stretched(facts, lineStarts(text).length) : facts;
}

function readFacts(text: string, language: Language, reader: TermReader): WordsFacts {
  const rules = rulesOf(language);
  const scan = scanWords(text, rules, reader);
  const { declarations, imports } = findDeclarations(text, scan, rules);
  const chunks = countChunks(
    scan,
    declarations,
    cutChunks(scan, declarations),
    reader,
    language.data ?? false,
  );
  return { lines: scan.lines, declarations, chunks, imports };
}

/** The text up to the end of the line in which the limit lies. */
function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.indexOf("\n", limit);
  return end === -1 ? text : text.slice(0, end + 1);
}

/** The last chunk takes in the lines whose words are not indexed: chunks cover a file without gaps. */
function stretched(facts: WordsFacts, lines: number): WordsFacts {
  const last = facts.chunks.at(-1);
  if (last !== undefined) last.end = Math.max(last.end, lines);
  return { ...facts, lines };
}
