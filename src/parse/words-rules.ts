// How is one language read, made ready for the scanner: classes of characters, openers of comments and strings, and
// patterns with the filters that spare most lines from them. Made once per language.
import type { DeclarationPattern, ExtentRule, Language, StringRule } from "../lang/language.ts";
import type { TermReader } from "../text/term-reader.ts";
import type { Filter } from "./words-filter.ts";
import { filterOf, markBit } from "./words-filter.ts";

/** Classes of ASCII characters. Openers may begin something else than themselves. */
export const OTHER = 0;
export const SPACE = 1;
export const WORD = 2;
export const DIGIT = 3;
export const NEWLINE = 4;
export const OPENER = 5;

/** By ASCII code: 1 for what goes on in an identifier. */
export const inWord = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

export interface Opener {
  /** Letters that stand before `open` (`r` of `r#"`). */
  prefix: string;
  open: string;
  close: string;
  kind: "line" | "block" | "string" | "regex";
  nested: boolean;
  multiline: boolean;
  doc: boolean;
  char: boolean;
  /** Stands at the line's start or after white space. */
  spaced: boolean;
  /** Stands at the line's start alone (`=begin`). */
  first: boolean;
  /** Code unit that makes the next one literal, or -1. */
  escape: number;
  /** Number of the rule, for what the scanner remembers of it. */
  index: number;
}

export interface CompiledPattern {
  regex: RegExp;
  /** The declaration that it stands for; null for an import. */
  declaration: DeclarationPattern | null;
  /** Words of which the line must hold one; null for no such filter. */
  words: string[] | null;
  marks: number;
  indent: Filter["indent"];
}

export interface Rules {
  language: Language;
  classes: Uint8Array;
  openers: (Opener[] | undefined)[];
  openerCount: number;
  /** At most 32, so that a line's candidates are bits; further patterns share the last bit. */
  patterns: CompiledPattern[];
  /** Patterns without a filter by words. */
  unfiltered: number;
  /** Patterns that may match a line at the margin, and at an indent. */
  atMargin: number;
  atIndent: number;
  extent: ExtentRule;
  /** Bits of marks by ASCII code. */
  markBits: Int32Array;
  attached: readonly string[];
  continues: readonly string[];
  marginal: readonly string[];
  /** By ASCII code of a line's first character: which of the three lists have a start with it, as bits. */
  starts: Uint8Array;
}

/** Bits of `starts`. */
export const CONTINUES = 1;
export const ATTACHED = 2;
export const MARGINAL = 4;

/** Lines that at a declaration's own indentation still belong to it, in every language. */
const ALWAYS_CONTINUES =
  "} ) ] > { end else elsif elseif elif except catch finally rescue ensure where => ->".split(" ");

const QUOTES: readonly StringRule[] = [
  { open: '"', close: '"' },
  { open: "'", close: "'" },
];
const FENCES: readonly StringRule[] = [
  { open: "```", close: "```", multiline: true, escape: "" },
  { open: "~~~", close: "~~~", multiline: true, escape: "" },
];

const compiled = new WeakMap<Language, Rules>();

export function rulesOf(language: Language): Rules {
  let rules = compiled.get(language);
  if (rules === undefined) {
    rules = compile(language);
    compiled.set(language, rules);
  }
  return rules;
}

function compile(language: Language): Rules {
  const openers = openersOf(language);
  const byFirst: (Opener[] | undefined)[] = [];
  for (const opener of openers) (byFirst[opener.open.charCodeAt(0)] ??= []).push(opener);
  // The longest first: `"""` is not an empty string before a quote.
  for (const list of byFirst) {
    list?.sort(
      (a, b) => b.open.length - a.open.length || b.prefix.length - a.prefix.length || a.index - b.index,
    );
  }
  const patterns: CompiledPattern[] = [];
  for (const declaration of language.declarations) {
    patterns.push({ regex: declaration.regex, declaration, ...filterOf(declaration.regex) });
  }
  for (const { regex } of language.imports) patterns.push({ regex, declaration: null, ...filterOf(regex) });
  const continues = [...ALWAYS_CONTINUES, ...(language.continues ?? [])];
  const attached = language.attached ?? ["@"];
  const marginal = language.marginal ?? [];
  return {
    language,
    classes: classesWith(byFirst),
    openers: byFirst,
    openerCount: openers.length,
    patterns,
    unfiltered: bitsOf(patterns, (p) => p.words === null),
    atMargin: bitsOf(patterns, (p) => p.indent !== "some"),
    atIndent: bitsOf(patterns, (p) => p.indent !== "none"),
    extent: language.extent,
    markBits: Int32Array.from({ length: 128 }, (_, code) => markBit(String.fromCharCode(code))),
    attached,
    continues,
    marginal,
    starts: firstCharacters([
      [CONTINUES, continues],
      [ATTACHED, attached],
      [MARGINAL, marginal],
    ]),
  };
}

function firstCharacters(lists: [bit: number, starts: readonly string[]][]): Uint8Array {
  const found = new Uint8Array(128);
  for (const [bit, starts] of lists) {
    // Other than ASCII shares a place: a hint may say too much, never too little.
    for (const start of starts) found[start.charCodeAt(0) & 127]! |= bit;
  }
  return found;
}

function bitsOf(patterns: readonly CompiledPattern[], holds: (pattern: CompiledPattern) => boolean): number {
  return patterns.reduce((bits, pattern, i) => (holds(pattern) ? bits | patternBit(i) : bits), 0);
}

export function patternBit(index: number): number {
  return 1 << Math.min(index, 31);
}

function openersOf(language: Language): Opener[] {
  const found: Opener[] = [];
  const add = (opener: Partial<Opener> & Pick<Opener, "open" | "kind">): void => {
    const prefix = /^\w*/.exec(opener.open)![0];
    found.push({
      prefix,
      close: "\n",
      nested: false,
      multiline: false,
      doc: false,
      char: false,
      spaced: false,
      first: false,
      escape: -1,
      ...opener,
      open: opener.open.slice(prefix.length),
      index: found.length,
    });
  };
  for (const open of language.comments.line) {
    // `$#`, `a;b`, `%s`: one mark alone begins a comment only where a word does not go on.
    add({ kind: "line", open, spaced: open.length === 1, first: false });
  }
  for (const [open, close] of language.comments.block) {
    add({
      kind: "block",
      open,
      close,
      nested: language.comments.nested ?? false,
      first: /^=[a-z]/.test(open),
    });
  }
  for (const rule of language.strings ?? (language.prose ? FENCES : QUOTES)) {
    const escape = rule.escape ?? "\\";
    add({
      kind: "string",
      open: rule.open,
      close: rule.close,
      multiline: rule.multiline ?? false,
      doc: rule.doc ?? false,
      char: rule.char ?? false,
      escape: escape === "" ? -1 : escape.charCodeAt(0),
    });
  }
  if (language.slashRegex) add({ kind: "regex", open: "/", close: "/", escape: 92 });
  return found;
}

/** Classes for text in which nothing opens. */
export const plainClasses = classesWith([]);

function classesWith(openers: readonly (Opener[] | undefined)[]): Uint8Array {
  const classes = new Uint8Array(128);
  for (const space of "\t\v\f\r ") classes[space.charCodeAt(0)] = SPACE;
  classes[10] = NEWLINE;
  for (let code = 48; code < 58; code++) classes[code] = DIGIT;
  for (let code = 65; code < 91; code++) classes[code] = classes[code + 32] = WORD;
  classes[95] = classes[36] = WORD;
  for (let code = 0; code < 128; code++) {
    if (openers[code] !== undefined && classes[code] === OTHER) classes[code] = OPENER;
  }
  return classes;
}

const masks = new WeakMap<TermReader, Map<Rules, Int32Array>>();

/** Bits of the patterns that a word lets through, by the number of its whole in the reader. */
export function wordMasks(rules: Rules, reader: TermReader): Int32Array {
  let byRules = masks.get(reader);
  if (byRules === undefined) masks.set(reader, (byRules = new Map()));
  let mask = byRules.get(rules);
  if (mask === undefined) {
    const bits = new Map<number, number>();
    for (let i = 0; i < rules.patterns.length; i++) {
      for (const word of rules.patterns[i]!.words ?? []) {
        const whole = reader.whole[reader.recordOf(word)]!;
        bits.set(whole, (bits.get(whole) ?? 0) | patternBit(i));
      }
    }
    mask = new Int32Array(Math.max(1, ...bits.keys(), 0) + 1);
    for (const [whole, bit] of bits) mask[whole] = bit;
    byRules.set(rules, mask);
  }
  return mask;
}
