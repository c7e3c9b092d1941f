// The blocks of an HCL file (Terraform, Packer, Nomad) by their labels, and the values of `locals`. Qualified names are
// the addresses by which other files speak of them: `aws_instance.web`, `var.region`, `local.name`.
import type { SpanKind } from "../base/span.ts";
import { type SectionDraft, TextLines } from "./section-facts.ts";

const BLOCK = /^\s*([A-Za-z_][\w-]*)((?:\s+(?:"[^"\n]*"|[A-Za-z_][\w-]*))*)\s*\{/;
const VALUE = /^\s*([A-Za-z_][\w-]*)\s*=(?![=>])/;
const LABEL = /"([^"\n]*)"|[A-Za-z_][\w-]*/g;
const COMMENT = /^\s*(?:#|\/\/)/;
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ["variable", "var."],
  ["output", "output."],
  ["module", "module."],
  ["data", "data."],
  ["provider", "provider."],
]);

export function hclSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  let block: SectionDraft | null = null;
  let value: SectionDraft | null = null;
  let valueDepth = 0;
  let locals = false;
  let depth = 0;
  let least = 0;
  let heredoc = "";
  let comment = false;
  for (let i = 0; i < lines.size; i++) {
    const line = lines.line(i);
    if (heredoc !== "") {
      if (line.trim() === heredoc) heredoc = "";
      continue;
    }
    const head = line.slice(0, 2_000);
    if (!comment && depth === 0) {
      const opened = BLOCK.exec(head);
      if (opened !== null) {
        block = blockOf(lines, i, opened, least);
        drafts.push(block);
        locals = opened[1] === "locals";
      }
    }
    const isValue = !comment && value === null && (depth === 0 || (locals && depth === 1));
    const named = isValue && !(depth === 0 && block !== null) ? VALUE.exec(head) : null;
    if (named !== null) {
      value = valueOf(lines, i, named[1]!, depth === 1, least);
      drafts.push(value);
      valueDepth = depth;
    }
    const read = brackets(line, comment);
    depth = Math.max(0, depth + read.change);
    comment = read.comment;
    heredoc = read.heredoc;
    if (value !== null && depth <= valueDepth && heredoc === "") {
      value.end = depth < valueDepth ? lines.start(i) : lines.end(i);
      value = null;
      least = i + 1;
    } else if (value !== null && heredoc !== "") {
      // Ends with the text; the next line of the block closes it.
      const last = endOfHeredoc(lines, i, heredoc);
      if (depth <= valueDepth) {
        value.end = lines.end(last);
        value = null;
        least = last + 1;
      }
      heredoc = "";
      i = last;
    }
    if (block !== null && depth === 0 && !comment) {
      block.end = lines.end(i);
      block = null;
      locals = false;
      least = i + 1;
    }
  }
  return drafts;
}

function endOfHeredoc(lines: TextLines, at: number, mark: string): number {
  for (let i = at + 1; i < lines.size; i++) if (lines.line(i).trim() === mark) return i;
  return lines.size - 1;
}

function blockOf(lines: TextLines, index: number, opened: RegExpExecArray, least: number): SectionDraft {
  const line = lines.line(index);
  const type = opened[1]!;
  const labels = [...opened[2]!.matchAll(LABEL)].map((label) => label[1] ?? label[0]);
  const name = labels.at(-1) ?? type;
  const kind: SpanKind =
    type === "variable" || type === "output" ? "variable" : type === "module" ? "module" : "section";
  const before = ADDRESSES.get(type) ?? (type === "resource" || labels.length === 0 ? "" : `${type}.`);
  const at = lines.start(index) + line.lastIndexOf(name, opened[0].length);
  const above = lines.commentAbove(index, COMMENT, least);
  return {
    name,
    qualified: before + (labels.length === 0 ? type : labels.join(".")),
    kind,
    start: above.start,
    end: lines.text.length,
    nameStart: at,
    nameEnd: at + name.length,
    body: lines.start(index + 1),
    signature: opened[0].replace(/\{$/, ""),
    doc: above.doc,
  };
}

function valueOf(lines: TextLines, index: number, name: string, local: boolean, least: number): SectionDraft {
  const at = lines.start(index) + lines.line(index).indexOf(name);
  const above = lines.commentAbove(index, COMMENT, least);
  return {
    name,
    qualified: local ? `local.${name}` : name,
    kind: "key",
    start: above.start,
    end: lines.text.length,
    nameStart: at,
    nameEnd: at + name.length,
    doc: above.doc,
  };
}

/** How a line changes the depth of brackets, whether a block comment goes on, which text in place begins. */
function brackets(line: string, inComment: boolean): { change: number; comment: boolean; heredoc: string } {
  let change = 0;
  let comment = inComment;
  let quoted = false;
  /** Depths of `${` inside of strings. */
  const holes: number[] = [];
  for (let at = 0; at < line.length; at++) {
    const mark = line[at]!;
    if (comment) {
      if (mark === "*" && line[at + 1] === "/") {
        comment = false;
        at++;
      }
    } else if (quoted) {
      if (mark === "\\") at++;
      else if ((mark === "$" || mark === "%") && line[at + 1] === "{") {
        holes.push(change);
        change++;
        quoted = false;
        at++;
      } else if (mark === '"') quoted = false;
    } else if (mark === '"') quoted = true;
    else if (mark === "#" || (mark === "/" && line[at + 1] === "/")) break;
    else if (mark === "/" && line[at + 1] === "*") {
      comment = true;
      at++;
    } else if (mark === "{" || mark === "[" || mark === "(") change++;
    else if (mark === "}" || mark === "]" || mark === ")") {
      change--;
      if (holes.length > 0 && holes[holes.length - 1] === change) {
        holes.pop();
        quoted = true;
      }
    } else if (mark === "<" && line[at + 1] === "<") {
      const opened = /^<<[-~]?\s*"?([A-Za-z_]\w*)"?\s*$/.exec(line.slice(at, at + 200));
      if (opened !== null) return { change, comment, heredoc: opened[1]! };
    }
  }
  return { change, comment, heredoc: "" };
}
