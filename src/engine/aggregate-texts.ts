// What of a file is counted where it is no declaration: the file itself, lines of it, places that are decorated.
import type { AggregateQuestion, Filter } from "../rank/aggregate-question.ts";
import { type CountedItem, importsModule, isNamed } from "./aggregate-files.ts";
import type { Source } from "./sources.ts";

/** For files, lines and places; null for a file that isn't counted. */
export function fileItems(
  { noun, filters }: AggregateQuestion,
  { path, lines, syntax, language }: Source,
  tested: ReadonlySet<string> | null,
  isTestPath: (path: string) => boolean,
): CountedItem[] | null {
  const facts = syntax !== null && "facts" in syntax ? syntax.facts : null;
  if (noun === "todos") return linesHolding(lines, /\b(?:TODO|FIXME)\b/);
  if (noun === "places") {
    const [by] = filters.filter((f) => f.is === "decorated");
    const found =
      facts?.references.filter((r) => r.role === "decorator" && isNamed(by!.by, r.receiver, r.name)) ?? [];
    return found.map(({ range }) => ({ line: range.start, name: "", kind: "lines" }));
  }
  if (noun === "lines") {
    const held = filters.filter((f) => f.is === "holds");
    return linesHolding(lines, { test: (line) => held.every((one) => holds(line, one) !== one.not) });
  }
  const items: CountedItem[] = [];
  for (const filter of filters) {
    if (filter.is === "imports") {
      const line = facts === null ? null : importsModule(facts, language, filter.module);
      if ((line !== null) === filter.not) return null;
      if (line !== null) items.push({ line, name: "", kind: "lines" });
    } else if (filter.is === "holds") {
      const at = lines.findIndex((line) => holds(line, filter));
      if (at >= 0 === filter.not) return null;
      if (at >= 0) items.push({ line: at + 1, name: "", kind: "lines" });
    } else if (filter.is === "named") {
      if (!stemIs(filter, path)) return null;
    } else if (filter.is === "longer") {
      if (lines.length <= filter.lines) return null;
    } else if (filter.is === "without" && filter.what === "tests") {
      if (isTestPath(path) || tested!.has(stemOf(path))) return null;
    } else return null;
  }
  return items;
}

function holds(line: string, { texts }: Filter & { is: "holds" }): boolean {
  return texts.some((text) => line.includes(text));
}

function linesHolding(lines: readonly string[], pattern: { test(line: string): boolean }): CountedItem[] {
  return lines.flatMap((line, i) => (pattern.test(line) ? [{ line: i + 1, name: "", kind: "lines" }] : []));
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : name;
}

export function stemIs({ how, text }: Filter & { is: "named" }, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = stemOf(path);
  if (how === "is") return name === text || stem === text;
  if (how === "starts") return name.startsWith(text);
  return how === "ends" ? name.endsWith(text) || stem.endsWith(text) : name.includes(text);
}

export const TESTED_BY_FILE: ReadonlySet<string> = new Set([
  "go",
  "python",
  "javascript",
  "typescript",
  "tsx",
]);

export function hasTestFile(path: string, all: ReadonlySet<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot < 1 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  return [`${stem}_test${end}`, `${stem}.test${end}`, `${stem}.spec${end}`, `test_${stem}${end}`].some(
    (own) => all.has(folder + own),
  );
}
