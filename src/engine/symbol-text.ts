// How is a declaration shown? Its place, its signature or all of them, and the first lines of what is said about it.
import type { SymbolMatch, SymbolType } from "../pack/answer.ts";
import { oneLine, pathLabel, placeLabel } from "../pack/label.ts";

/** Lines of a doc comment that are shown; JSON has them all. */
const DOC_LINES = 3;

export function symbolText(match: SymbolMatch): string {
  const types = match.types.map(typeText);
  if (match.unsettled.length > 0) types.push(`types not settled: ${match.unsettled.map(oneLine).join(", ")}`);
  return [declarationText(match), ...indented(1, types)].join("\n");
}

/** `type Options src/a.ts:3: interface Options { retries: number; wait?: number; 2 more }`. */
function typeText({ path, line, kind, name, signature, members, total }: SymbolType): string {
  const held = members.map(oneLine);
  if (members.length > 0 && total > members.length) held.push(`${total - members.length} more`);
  const head = signature === "" ? `${kind} ${name}` : signature;
  const text = oneLine(held.length === 0 ? head : `${head} { ${held.join("; ")} }`);
  return `type ${oneLine(name)} ${pathLabel(path)}:${line}: ${text}`;
}

function declarationText(match: SymbolMatch): string {
  const visible = match.exported === true ? " exported" : "";
  const head = `${placeLabel({ ...match, name: match.qualified })}${visible}`;
  if (match.overloads.length === 0) {
    return [head, ...indented(1, match.signature.split("\n")), ...indented(1, docLines(match.doc))].join(
      "\n",
    );
  }
  const rows = [`${head}, ${match.overloads.length} signatures`];
  let said = "";
  for (const { start, end, signature, doc } of match.overloads) {
    const [first = "", ...rest] = signature.split("\n");
    const lines = start === end ? `${start}` : `${start}-${end}`;
    rows.push(...indented(1, [`${lines} ${first}`]), ...indented(2, rest));
    // What was said of the one before is not said again.
    if (doc !== said) rows.push(...indented(2, docLines(doc)));
    said = doc;
  }
  return rows.join("\n");
}

/** The first lines, and how many are left out. */
function docLines(doc: string): string[] {
  if (doc === "") return [];
  const lines = doc.split("\n");
  // A mark in place of a single line would save nothing.
  if (lines.length <= DOC_LINES + 1) return lines;
  const shown = lines.slice(0, DOC_LINES);
  while (shown.at(-1)?.trim() === "") shown.pop();
  return [...shown, `⋯ ${lines.length - shown.length} more lines of the comment`];
}

/** Set off, so that no text of a file can look like a place. */
function indented(depth: number, lines: readonly string[]): string[] {
  return lines.map((line) => (line.trim() === "" ? "" : `${"  ".repeat(depth)}${line}`));
}
