// Which words of a C or C++ text are macros that its grammar cannot read, and what the grammar is given in their place?
// `class DEMO_API Router`, `UV_EXTERN int f(void)`, `BEGIN_NAMESPACE` alone on its line: without the preprocessor these
// are no syntax, and the parser would lose the class or the function behind them.

/** A macro left out of what the grammar sees. */
export interface MacroSpan {
  start: number;
  end: number;
  /** End of the name itself: arguments may follow. */
  nameEnd: number;
}

/** By custom, macros are written in capitals; three at least, or type parameters and short constants would be taken. */
const CAPS = "_*[A-Z][A-Z0-9_]{2,}";
const ARGUMENTS = "(?:\\((?:[^()\\n]|\\([^()\\n]*\\))*\\))?";
/** Several in a row. Counts are bounded, here and below, so that no text takes long. */
const RUN = `(?:${CAPS}${ARGUMENTS}\\s+){1,8}`;
const NAME = "[A-Za-z_]\\w*";
const PARAMETERS = "(?:<[^;{}()\\n]{0,200}>)?";

/** Words that no type can stand before: what is in front of them is a macro. */
const CERTAIN =
  "(?:static|extern|inline|virtual|constexpr|consteval|constinit|explicit|auto|template|using|typedef|namespace|class|struct|enum|union|void|bool|char|short|int|long|float|double|unsigned|signed|operator|friend|typename)\\b|~[A-Za-z_]|\\[\\[";
/** A type and a name. */
const TYPED = `(?:(?:const|volatile)\\s+)*(?!(?:const|volatile)\\b)${NAME}(?:::\\w+)*${PARAMETERS}(?:\\s+const\\b)?(?:\\s+|\\s*[*&]+\\s*)(?:const\\s+)?(?:${NAME}::)*~?${NAME}`;

/** A constructor with values for its members: it has no type. */
const CONSTRUCTED = `${NAME}\\s*\\((?:[^(){};]|\\((?:[^(){};]|\\([^(){};]{0,200}\\)){0,200}\\)){0,400}\\)\\s*(?:noexcept\\s*)?:\\s*(?:${NAME}::)*${NAME}\\s*[({<]`;

/** Between `class` and the name. Numbers behind a colon are those of bit fields. */
const IN_TYPE = new RegExp(
  `\\b(?:class|struct|union|enum(?:\\s+class|\\s+struct)?)\\s+(${RUN})(?=${NAME}(?:::\\w+)*\\s*(?:final\\b\\s*)?${PARAMETERS}\\s*(?:\\{|:(?![:]|\\s*\\d)))`,
  "g",
);
const IN_FORWARD = new RegExp(`\\bclass\\s+(${RUN})(?=${NAME}\\s*;)`, "g");
/** Before a declaration. */
const BEFORE = new RegExp(
  `^[ \\t]*(?:(?:static|extern|inline|virtual|constexpr|explicit|friend|typedef|template\\s*<(?:[^;{}()<>\\n]|<[^;{}()<>\\n]*>)*>)\\s+)*(${RUN})(?=${CERTAIN}|${TYPED}|${CONSTRUCTED})`,
  "gm",
);
/** Alone on its line; with arguments only at the margin, where it can be no statement. */
const ALONE = new RegExp(
  `^(?:[ \\t]*(${CAPS})|(${CAPS}\\((?:[^()\\n]|\\([^()\\n]*\\))*\\)))(?=[ \\t]*(?://[^\\n]*|/\\*[^\\n]*\\*/[ \\t]*)?\\r?$)`,
  "gm",
);
/** An access word of a class, made by a macro. */
const LABEL = new RegExp(`^[ \\t]*(${CAPS}[ \\t]*:)(?=[ \\t]*\\r?$)`, "gm");
/** Between a function's parameters and its body. */
const BEHIND = new RegExp(`\\)[ \\t]*(?:const[ \\t]*)?(${CAPS})(?=\\s*\\{)`, "g");
/** `if CONSTEXPR (`. */
const IN_IF = new RegExp(`\\bif[ \\t]+(${CAPS}[ \\t]*)(?=\\()`, "g");
/** `extern "C" {` and its end, each in a condition of its own: braces that do not pair for a parser. */
const LINKAGE =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]*\n\s*(?:extern[ \t]+"C"[ \t]*\{|\}[^\n]*)\s*\n[ \t]*#[ \t]*endif/gm;

/** Words between a type and a name that say how a function is called. */
const CONVENTION =
  /\b(?:WINAPI|WSAAPI|WSPAPI|NTAPI|CALLBACK|APIENTRY|PASCAL|STDMETHODCALLTYPE|__stdcall|__cdecl|__fastcall|__thiscall|__vectorcall)\b/g;
/** Between a type that is no macro and the name of a function. */
const AMID = new RegExp(
  `^(?:(?:static|extern|inline|const|struct|enum|union|unsigned|signed)\\s+)*(?!(?:static|extern|inline|const|struct|enum|union|unsigned|signed|define|return|else)\\b)[a-z_]\\w*(?:\\s*\\*)*\\s+(${CAPS})\\s+(?=[a-z_]\\w*\\s*\\()`,
  "gm",
);
/** A declaration that is the argument of a macro: `UNUSED(static int f(void)) {`. */
const AROUND = new RegExp(
  `^(${CAPS})\\((?:[A-Za-z_]\\w*[\\s*]+){1,8}[A-Za-z_]\\w*\\s*\\((?:[^();{}]|\\([^();{}]{0,200}\\)){0,400}\\)\\s*\\)(?=\\s*[;{])`,
  "gm",
);
/** Macros of several lines: the grammar ends their bodies at a comment. */
const LONG_MACRO = /^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\(?!\r?\n)|\\\r?\n)*/gm;

let last: { text: string; spans: MacroSpan[]; source: string } | null = null;

function read(text: string): { spans: MacroSpan[]; source: string } {
  if (last !== null && last.text === text) return last;
  const spans: MacroSpan[] = [];
  const blanks: [number, number][] = [];
  const run = (start: number, words: string): void => {
    const each = new RegExp(`(${CAPS})${ARGUMENTS}`, "g");
    for (const match of words.matchAll(each)) {
      const from = start + match.index;
      spans.push({ start: from, end: from + match[0].length, nameEnd: from + match[1]!.length });
    }
  };
  for (const match of text.matchAll(CONVENTION)) blanks.push([match.index, match.index + match[0].length]);
  const plain = blanked(text, blanks);
  for (const match of plain.matchAll(AROUND)) {
    const end = match.index + match[0].length;
    run(match.index, match[1]!);
    blanks.push([match.index, match.index + match[1]!.length + 1], [end - 1, end]);
  }
  for (const match of text.matchAll(LONG_MACRO)) {
    if (match[0].includes("\n")) blanks.push(...commentsIn(match[0], match.index));
  }
  for (const pattern of [IN_TYPE, IN_FORWARD, BEFORE, AMID, LABEL, BEHIND, IN_IF]) {
    for (const match of plain.matchAll(pattern)) {
      const words = match[1]!;
      const start = match.index + match[0].length - words.length;
      run(start, words);
      blanks.push([start, start + words.length]);
    }
  }
  let endOfLast = -1;
  for (const match of plain.matchAll(ALONE)) {
    const words = match[1] ?? match[2]!;
    const start = match.index + match[0].length - words.length;
    const follows = endOfLast !== -1 && /^\s*$/.test(text.slice(endOfLast, start));
    if (!(follows || beginsAnew(text, start)) || !goesOn(text, start + words.length)) continue;
    run(start, words);
    endOfLast = start + words.length;
    blanks.push([start, start + words.length]);
  }
  for (const match of text.matchAll(LINKAGE)) blanks.push([match.index, match.index + match[0].length]);
  const typenames: number[] = [];
  for (const span of templateParameters(plain)) {
    spans.push(span);
    blanks.push([span.start, span.end]);
    typenames.push(span.start);
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  last = { text, spans: disjoint(spans), source: withTypenames(blanked(text, blanks), typenames) };
  return last;
}

/** Comments of a macro without the marks of continued lines: these stay. */
function commentsIn(text: string, from: number): [number, number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf("/*"); at !== -1; at = text.indexOf("/*", at)) {
    const close = text.indexOf("*/", at + 2);
    if (close === -1) break;
    for (const piece of text.slice(at, close + 2).matchAll(/[^\\\n]+|\\(?!\r?\n)/g)) {
      const start = from + at + piece.index;
      found.push([start, start + piece[0].length]);
    }
    at = close + 2;
  }
  return found;
}

const PLACEHOLDER = "typename";
/** Longest list of template parameters looked at, in UTF-16 code units. */
const MOST_PARAMETERS = 1_000;

/** `template <typename T, ENABLE_IF(…)>`: a parameter made by a macro. */
function templateParameters(text: string): MacroSpan[] {
  const found: MacroSpan[] = [];
  if (!/[<,]\s*_*[A-Z][A-Z0-9_]{2,}\(/.test(text)) return found;
  const macro = new RegExp(`(${CAPS})\\(`, "y");
  for (const match of text.matchAll(/\btemplate\s*</g)) {
    const begin = match.index + match[0].length;
    const end = Math.min(text.length, begin + MOST_PARAMETERS);
    let angles = 1;
    let first = true;
    for (let at = begin; at < end && angles > 0; at++) {
      const char = text[at]!;
      if (char === "<") angles++;
      else if (char === ">") angles--;
      else if (char === ";" || char === "{") break;
      else if (char === "(") at = closing(text, at, end);
      else if (first && /[A-Z_]/.test(char)) {
        macro.lastIndex = at;
        const named = macro.exec(text);
        if (named !== null) {
          const close = closing(text, at + named[0].length - 1, end) + 1;
          if (close - at >= PLACEHOLDER.length && /^\s*[,>]/.test(text.slice(close, close + 100))) {
            found.push({ start: at, end: close, nameEnd: at + named[1]!.length });
          }
          at = close - 1;
        }
      }
      if (!/\s/.test(char)) first = char === "," || char === "<";
    }
  }
  return found;
}

/** Offset of the bracket that closes the one at the offset, or the end. */
function closing(text: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < end; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return end - 1;
}

function withTypenames(text: string, places: readonly number[]): string {
  if (places.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    if (place < at) continue;
    parts.push(text.slice(at, place), PLACEHOLDER);
    at = place + PLACEHOLDER.length;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** The macros that the grammar does not see, in order. */
export const hiddenMacros = (text: string): readonly MacroSpan[] => read(text).spans;

/** The text with them blanked out: of the same length, with the same lines. */
export const withoutMacros = (text: string): string => read(text).source;

function disjoint(spans: readonly MacroSpan[]): MacroSpan[] {
  const kept: MacroSpan[] = [];
  for (const span of spans) {
    const before = kept[kept.length - 1];
    if (before === undefined || before.end <= span.start) kept.push(span);
  }
  return kept;
}

function blanked(text: string, blanks: readonly [number, number][]): string {
  if (blanks.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of [...blanks].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\r\n]/g, " "));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Whether what stands above ends there: a statement, a block, a directive or a comment. */
function beginsAnew(text: string, start: number): boolean {
  let end = start;
  while (end > 0 && /\s/.test(text[end - 1]!)) end--;
  if (end === 0) return true;
  const line = text.slice(Math.max(text.lastIndexOf("\n", end - 1) + 1, end - 300), end);
  return /[;{}:>]$|\*\/$|^\s*(?:#|\/\/)/.test(line) && !line.endsWith("\\");
}

/** Comments looked over, in UTF-16 code units. */
const MOST_COMMENTS = 3_000;

/** Whether a declaration, a directive or the end follows: no operator, no body, no list. */
function goesOn(text: string, end: number): boolean {
  const below = text.slice(end, end + MOST_COMMENTS);
  const next = below[/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(below)![0].length];
  if (next === "}") return !beginsList(text, end);
  return next === undefined || /[A-Za-z_#~[]/.test(next);
}

/** `{ ONE }`: a list with this as its only member, unless a struct begins there. */
function beginsList(text: string, end: number): boolean {
  const line = text.lastIndexOf("\n", end - 1) + 1;
  const above = text.slice(Math.max(0, line - 200), line);
  return /\{\s*$/.test(above) && !/\b(?:struct|union|class)\b[^;{}()=]*\{\s*$/.test(above);
}

/** What only C++ says, at the start of a line. */
const CPP =
  /^[ \t]*(?:template[ \t]*<|(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t]*\r?(?:\{|$)|class[ \t]+(?:\w+(?:\([^()\n]*\))?[ \t]+)?\w+[ \t]*(?:final[ \t]*)?\r?(?:[;{:]|$)|using[ \t]+(?:namespace[ \t]+[\w:]+[ \t]*;|\w+[ \t]*=|\w+::)|(?:public|private|protected)[ \t]*:|#[ \t]*include[ \t]*<(?:algorithm|array|atomic|chrono|functional|initializer_list|iosfwd|iostream|iterator|limits|list|map|memory|mutex|optional|ostream|set|sstream|string|string_view|thread|tuple|type_traits|unordered_map|utility|variant|vector|cstddef|cstdint|cstdio|cstdlib|cstring)>)/m;

/** Whether a text that is C by its name is C++: headers are. */
export const isCpp = (text: string): boolean => CPP.test(text);
