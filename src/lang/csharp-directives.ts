// `#if` in the middle of a declaration or a statement of C#: which text does a parser read? Whole members and statements
// under a condition are left to the grammar, which reads all branches. Where a condition cuts through one, its first
// branch is read as if it were there and the others are blanks; lines and columns stay.

interface Branch {
  /** Behind the line of its directive, to the line of the next. */
  from: number;
  to: number;
  inner: Region[];
}

interface Region {
  start: number;
  end: number;
  /** The lines of its directives. */
  directives: [number, number][];
  branches: Branch[];
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*/gm;
/** Comments and texts: a bracket or a semicolon in them says nothing. */
const SILENT =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""+[\s\S]*?"""+|@\$?"(?:[^"]|"")*"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)[^'\n]{0,8}'/g;

/** What goes on with the statement before it. */
const ELSE = /^else\b/;

/** The text with what a condition cuts apart made whole; the same text where nothing is. */
export function wholeMembers(text: string): string {
  if (!text.includes("#if") && !/^[ \t]*#[ \t]+if\b/m.test(text)) return text;
  const heard = text.replace(SILENT, (found) => blank(found));
  const code = heard.replace(DIRECTIVE, (found) => blank(found));
  const regions = regionsOf(heard);
  if (regions === null) return text;
  const gone: [number, number][] = [];
  const before = significant(code);
  for (const region of regions) choose(code, before, region, gone);
  if (gone.length === 0) return text;
  let out = "";
  let at = 0;
  for (const [start, end] of gone.sort((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    out += text.slice(at, Math.max(at, start)) + blank(text.slice(Math.max(at, start), end));
    at = end;
  }
  return out + text.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** Conditions in conditions: nobody writes so many. */
const DEEPEST = 50;

/**
 * Regions at the top, each with those inside of its branches. What nothing closes ends with the text. Null where they are
 * nested too deep.
 */
function regionsOf(text: string): Region[] | null {
  const top: Region[] = [];
  const open: Region[] = [];
  const close = (branchEnd: number): void => {
    const branch = open.at(-1)?.branches.at(-1);
    if (branch !== undefined) branch.to = branchEnd;
  };
  for (const match of text.matchAll(DIRECTIVE)) {
    const line: [number, number] = [match.index, match.index + match[0].length];
    const word = match[1]!;
    if (word === "if") {
      const region: Region = { start: line[0], end: text.length, directives: [line], branches: [] };
      (open.at(-1)?.branches.at(-1)?.inner ?? top).push(region);
      open.push(region);
      if (open.length > DEEPEST) return null;
    } else {
      const region = open.at(-1);
      if (region === undefined) continue;
      close(line[0]);
      region.directives.push(line);
      if (word === "endif") {
        region.end = line[1];
        open.pop();
        continue;
      }
    }
    open.at(-1)!.branches.push({ from: line[1], to: text.length, inner: [] });
  }
  return top;
}

/** Of each offset the last character before it that is no blank, or -1. */
function significant(code: string): Int32Array {
  const before = new Int32Array(code.length + 1);
  let last = -1;
  for (let at = 0; at <= code.length; at++) {
    before[at] = last;
    if (at < code.length && code.charCodeAt(at) > 32) last = at;
  }
  return before;
}

/** Adds what is not to be read. */
function choose(code: string, before: Int32Array, region: Region, gone: [number, number][]): void {
  const ends = (from: number, to: number) => endsWhole(code, before, from, to);
  const cuts =
    !ends(0, region.start) ||
    region.branches.some(({ from, to }) => !isBalanced(code, from, to) || !ends(from, to));
  if (!cuts) {
    // Of several branches none may be left out for this: then the grammar stumbles, and its answer says so.
    const [only, other] = region.branches;
    if (
      other === undefined &&
      only !== undefined &&
      ELSE.test(code.slice(only.from, only.to).trimStart().slice(0, 5))
    )
      gone.push(...region.directives);
    for (const branch of region.branches) {
      for (const inner of branch.inner) choose(code, before, inner, gone);
    }
    return;
  }
  gone.push(...region.directives);
  for (const { from, to } of region.branches.slice(1)) gone.push([from, to]);
  for (const inner of region.branches[0]?.inner ?? []) chooseFirst(inner, gone);
}

/** Inside of what is cut the first branch is read, whatever it holds. */
function chooseFirst(region: Region, gone: [number, number][]): void {
  gone.push(...region.directives);
  for (const { from, to } of region.branches.slice(1)) gone.push([from, to]);
  for (const inner of region.branches[0]?.inner ?? []) chooseFirst(inner, gone);
}

function isBalanced(code: string, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[" || c === "{") depth++;
    else if ((c === ")" || c === "]" || c === "}") && --depth < 0) return false;
  }
  return depth === 0;
}

/** Whether what stands between ends a member or a statement or opens a block, or is nothing. */
function endsWhole(code: string, before: Int32Array, from: number, to: number): boolean {
  const at = before[to]!;
  return at < from || code[at] === ";" || code[at] === "}" || code[at] === "{";
}
