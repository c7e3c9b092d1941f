// What of one file is counted: the declarations of a kind that pass every filter, the lines, the file itself.
import type { AggregateQuestion, Counted, Filter } from "../rank/aggregate-question.ts";
import type { Unit } from "../rank/units.ts";
import type { SyntaxFacts } from "../parse/facts.ts";
import type { Source } from "./sources.ts";
import { declarationsOf } from "./symbol-matches.ts";

/** One thing that is counted, with where it stands. */
export interface CountedItem {
  line: number;
  name: string;
  kind: string;
}

const KINDS: Partial<Record<Counted, readonly string[]>> = {
  functions: ["function"],
  methods: ["method"],
  classes: ["class"],
  interfaces: ["interface"],
  structs: ["struct"],
  traits: ["trait"],
  enums: ["enum"],
  types: ["class", "interface", "struct", "trait", "enum", "type"],
  aliases: ["type"],
  constants: ["constant"],
  variables: ["variable"],
  macros: ["macro"],
  subclasses: ["class"],
  overloads: ["function", "method"],
  tests: ["function", "method"],
};

/** Kinds of the declarations that a noun counts; null for a noun that counts none. */
export function kindsOf(noun: Counted): readonly string[] | null {
  return KINDS[noun] ?? null;
}

export interface DeclarationTests {
  question: AggregateQuestion;
  kinds: readonly string[];
  owner: string | null;
  /** For `extends`: the names that extend it, directly or not. */
  below: ReadonlyMap<Filter, ReadonlySet<string>>;
  /** For `without tests`: words that test files hold. */
  tested: ReadonlySet<string> | null;
}

export function countedDeclarations(source: Source, tests: DeclarationTests): CountedItem[] {
  const { question, kinds, owner } = tests;
  if (factsOf(source) === null) return [];
  const python = source.language === "python";
  const wanted = python && question.noun === "methods" ? [...kinds, "constructor"] : kinds;
  const groups = question.noun === "overloads" ? signaturesOf(source) : declarationsOf(source);
  return groups.flatMap((units): CountedItem[] => {
    const [unit] = units;
    if (!wanted.includes(kindOf(unit!, source))) return [];
    if (owner !== null && ownerOf(unit!) !== owner) return [];
    if (question.exported !== null && isExported(units, source) !== question.exported) return [];
    if (question.noun === "tests" || question.tests !== null) {
      if (!isTest(unit!, source, question.tests ?? "test")) return [];
    }
    if (!question.filters.every((filter) => passes(filter, units, source, tests))) return [];
    return [{ line: unit!.line, name: unit!.name, kind: unit!.kind }];
  });
}

function factsOf({ syntax }: Source): SyntaxFacts | null {
  return syntax !== null && "facts" in syntax ? syntax.facts : null;
}

/** In Python a text at the beginning of the body documents; a comment above, which is shown as such, does not. */
function isDocumented({ doc, bodyStart, line }: Unit, { language, lines }: Source): boolean {
  if (doc.trim() === "") return false;
  if (language !== "python" || bodyStart === 0) return true;
  const first = lines[bodyStart - 1] ?? "";
  return (bodyStart === line ? /:\s*[rRuUbBfF]{0,2}["']/ : /^\s*[rRuUbBfF]{0,2}["']/).test(first);
}

/** What is defined in a class under a condition is a method of it all the same. */
function kindOf({ kind, parent }: Unit, { language, units }: Source): string {
  return language === "python" && kind === "function" && units[parent]?.kind === "class" ? "method" : kind;
}

/** Each signature of a declaration that has several; what implements them is none. */
function signaturesOf(source: Source): Unit[][] {
  return declarationsOf(source).flatMap((units) => {
    if (units.length === 1) return [];
    const body = units.findLastIndex(({ bodyStart }) => bodyStart > 0);
    return units.filter((_, i) => i !== body || source.language === "python").map((unit) => [unit]);
  });
}

function ownerOf({ name, shortName }: Unit): string {
  const before = name.slice(0, Math.max(0, name.length - shortName.length)).replace(/(?:\.|::|#)$/, "");
  return before.split(/\.|::|#/).at(-1) ?? "";
}

/** Rust's `pub(crate)` is not what others call public. */
function isExported(units: readonly Unit[], { language }: Source): boolean {
  return units.some(
    ({ exported, signature }) => exported === true && !(language === "rust" && /^pub\s*\(/.test(signature)),
  );
}

/** Languages in which tests are declarations of a name or with an attribute. */
export const TESTS_BY_NAME: ReadonlySet<string> = new Set(["python", "go", "rust"]);

function isTest(unit: Unit, { language, path, lines }: Source, which: string): boolean {
  if (language === "python") return which === "test" && /^test_|^test[A-Z]|^test$/.test(unit.shortName);
  if (language === "go") {
    const prefix = which === "test" ? "Test" : which === "benchmark" ? "Benchmark" : "Fuzz";
    return (
      path.endsWith("_test.go") &&
      unit.kind === "function" &&
      new RegExp(`^${prefix}(?![a-z])`).test(unit.shortName)
    );
  }
  const attribute = which === "test" ? /^\s*#\[(?:\w+::)*test\b/ : /^\s*#\[bench\]/;
  return lines.slice(unit.start - 1, unit.line).some((line) => attribute.test(line));
}

function passes(
  filter: Filter,
  units: readonly Unit[],
  source: Source,
  { below, tested }: DeclarationTests,
): boolean {
  const unit = units[0]!;
  switch (filter.is) {
    case "without":
    case "with": {
      const has =
        filter.what === "doc"
          ? units.some((one) => isDocumented(one, source))
          : filter.what === "tests"
            ? tested!.has(unit.shortName)
            : units.some(({ signature }) => /\)\s*->/.test(signature));
      return has === (filter.is === "with");
    }
    case "extends":
    case "exceptions":
      return below.get(filter)!.has(unit.shortName);
    case "decorated":
      return (factsOf(source)?.references ?? []).some(
        ({ role, name, receiver, range }) =>
          role === "decorator" &&
          units.some((u) => range.start >= u.start && range.start <= u.line) &&
          isNamed(filter.by, receiver, name),
      );
    case "named":
      return namedSo(filter, unit.shortName);
    case "longer":
      return units.at(-1)!.end - unit.start + 1 > filter.lines;
    case "imports":
    case "holds":
      return false;
  }
}

export function isNamed(asked: string, receiver: string, name: string): boolean {
  return asked === name || asked === `${receiver}.${name}`;
}

function namedSo({ how, text }: Filter & { is: "named" }, name: string): boolean {
  if (how === "is") return name === text;
  if (how === "starts") return name.startsWith(text);
  return how === "ends" ? name.endsWith(text) : name.includes(text);
}

/** Python's modules hold others by a dot; elsewhere a module is its whole name. */
export function importsModule(facts: SyntaxFacts, language: string, module: string): number | null {
  const found = facts.imports.find(
    ({ module: own }) => own === module || (language === "python" && own.startsWith(`${module}.`)),
  );
  return found === undefined ? null : found.range.start;
}
