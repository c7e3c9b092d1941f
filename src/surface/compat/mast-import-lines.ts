// Which modules does a file of TypeScript or JavaScript import, by which names? Read off its lines; where each leads is the
// graph's to say.

export interface ImportLine {
  start: number;
  end: number;
  module: string;
  symbols: string[];
}

/** Between `import` and `from`, in code units: nobody lists more names, and a search must end. */
const CLAUSE = "[^\"'`;()]{0,4000}?";
const STATEMENT = new RegExp(
  [
    `^[ \\t]*(?:import|export)\\b(${CLAUSE})\\bfrom[ \\t]*["']([^"'\\n]{1,1000})["']`,
    `^[ \\t]*import[ \\t]*["']([^"'\\n]{1,1000})["']`,
    `\\b(?:require|import)\\([ \\t]*["']([^"'\\n]{1,1000})["'][ \\t]*\\)`,
  ].join("|"),
  "gm",
);

export function importLines(text: string): ImportLine[] {
  const found: ImportLine[] = [];
  let line = 1;
  let at = 0;
  for (const match of text.matchAll(STATEMENT)) {
    line += lineEnds(text.slice(at, match.index));
    at = match.index;
    const module = match[2] ?? match[3] ?? match[4]!;
    found.push({ start: line, end: line + lineEnds(match[0]), module, symbols: namesIn(match[1] ?? "") });
  }
  return found;
}

function lineEnds(text: string): number {
  return text.split("\n").length - 1;
}

/** As they are called where they come from; of a namespace its own name. */
function namesIn(clause: string): string[] {
  return clause
    .replaceAll(/[{}]/g, ",")
    .split(",")
    .map((one) =>
      one
        .trim()
        .replace(/^type\s+/, "")
        .replace(/^\*\s+as\s+/, "")
        .replace(/\s+as\s+.*$/s, ""),
    )
    .filter((one) => one !== "" && one !== "type");
}
