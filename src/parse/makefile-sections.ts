// The rules, variables and `define`s of a Makefile; the recipes of a Justfile.
import { type SectionDraft, TextLines } from "./section-facts.ts";

const VARIABLE = /^(?:(?:export|override|private|unexport)\s+)*([A-Za-z_][\w.-]*)\s*(?::{0,3}|[?+!])=(?!=)/;
const DEFINE = /^(?:(?:export|override)\s+)*define\s+([\w.-]+)/;
const RULE = /^(?!\.[A-Z_]+\b\s*:)@?([\w./%$(){}@+*?~-]+)(?:\s[^:=#]{0,300})?\s*(?:&?::?)(?!=)/;
/** `build target='x':` of a Justfile. */
const RECIPE = /^@?([A-Za-z_][\w-]*)(?:\s+[^:#]{0,300})?:(?!=)/;
const COMMENT = /^#/;

export function makefileSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  let least = 0;
  for (let i = 0; i < lines.size; i++) {
    const line = lines.line(i).slice(0, 2_000);
    if (line === "" || /^[\s#]/.test(line)) continue;
    const define = DEFINE.exec(line);
    const variable = define === null ? VARIABLE.exec(line) : null;
    const rule = define === null && variable === null ? (RULE.exec(line) ?? RECIPE.exec(line)) : null;
    const found = define ?? variable ?? rule;
    if (found === null) continue;
    const above = lines.commentAbove(i, COMMENT, least);
    const last =
      define !== null ? endOfDefine(lines, i) : variable !== null ? continued(lines, i) : endOfRule(lines, i);
    const at = lines.start(i) + line.indexOf(found[1]!);
    drafts.push({
      name: found[1]!,
      kind: define !== null ? "function" : variable !== null ? "variable" : "rule",
      start: above.start,
      end: lines.end(last),
      nameStart: at,
      nameEnd: at + found[1]!.length,
      body: variable === null && last > i ? lines.start(i + 1) : undefined,
      doc: above.doc,
    });
    i = last;
    least = last + 1;
  }
  return drafts;
}

/** The last line of a logical one: a backslash at the end goes on. */
function continued(lines: TextLines, at: number): number {
  let last = at;
  while (last + 1 < lines.size && lines.line(last).endsWith("\\")) last++;
  return last;
}

function endOfDefine(lines: TextLines, at: number): number {
  for (let i = at + 1; i < lines.size; i++) if (/^\s*endef\b/.test(lines.line(i))) return i;
  return lines.size - 1;
}

/** Indented lines belong to the recipe; blank lines, comments and conditions do where more of it follows. */
function endOfRule(lines: TextLines, at: number): number {
  let last = continued(lines, at);
  let conditions = 0;
  for (let i = last + 1; i < lines.size; i++) {
    const line = lines.line(i);
    if (/^[\t ]+\S/.test(line)) {
      last = continued(lines, i);
      i = last;
    } else if (/^(?:ifeq|ifneq|ifdef|ifndef)\b/.test(line)) {
      conditions++;
    } else if (/^endif\b/.test(line)) {
      // One that began before the rule ends it.
      if (--conditions < 0) break;
      last = i;
    } else if (line.trim() !== "" && !COMMENT.test(line) && !/^else\b/.test(line)) {
      break;
    }
  }
  return last;
}
