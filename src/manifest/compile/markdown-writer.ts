// Elements of a page as lines of Markdown: what is said stays, how it looks goes.
import type { HtmlTag } from "./html-tokens.ts";

/** Each begins and ends a block. */
const BLOCKS = new Set(
  "address article blockquote center dd details div dl dt fieldset figcaption figure form header hgroup legend main ol p section summary table tbody tfoot thead caption ul body html".split(
    " ",
  ),
);
/** In characters: a fence longer than any in the code. */
const FENCE = "```";

/** What no cell of a table of words has in it. */
const LEAVES_ROW = /^(?:h[1-6]|table|pre|ul|ol|li|blockquote)$/;

export class MarkdownWriter {
  readonly #lines: string[] = [];
  /** Of the block that is open. */
  #text = "";
  /** What stands before it: the marks of a heading, an entry, a quote. */
  #mark = "";
  readonly #lists: { ordered: boolean; count: number }[] = [];
  #quotes = 0;
  #row: string[] | null = null;
  /** Blocks of code may be in one another: `depth` is how many are open. */
  #code: { text: string; language: string; depth: number } | null = null;
  /** Whether the last line is of the same list or table. */
  #joins = false;

  open({ name, attributes }: HtmlTag): void {
    if (this.#code !== null) {
      if (name === "pre") this.#code.depth++;
      this.#code.language ||= languageOf(attributes);
      // Two pieces of code in one block: the same in two ways.
      if (name === "code" && !/(?:^|\n)$/.test(this.#code.text)) this.#code.text += "\n";
      return;
    }
    if (this.#row !== null && LEAVES_ROW.test(name)) this.#leaveRow();
    if (/^h[1-6]$/.test(name)) {
      this.#flush();
      this.#mark = `${"#".repeat(Number(name[1]))} `;
    } else if (name === "pre") {
      this.#flush();
      this.#code = { text: "", language: languageOf(attributes), depth: 1 };
    } else if (name === "ul" || name === "ol") {
      this.#flush();
      this.#lists.push({ ordered: name === "ol", count: 0 });
    } else if (name === "li") {
      this.#flush();
      const list = this.#lists.at(-1) ?? { ordered: false, count: 0 };
      list.count++;
      this.#mark = list.ordered ? `${list.count}. ` : "- ";
    } else if (name === "blockquote") {
      this.#flush();
      this.#quotes++;
    } else if (name === "tr") {
      if (this.#row === null) this.#flush();
      this.#endRow();
      this.#row = [];
    } else if (name === "code" || name === "kbd" || name === "samp") this.#text += "`";
    else if (BLOCKS.has(name) && this.#row === null) this.#flush();
  }

  close(name: string): void {
    if (this.#code !== null) {
      if (name === "pre" && --this.#code.depth === 0) this.#endCode();
      return;
    }
    if (/^h[1-6]$/.test(name) || name === "li") this.#flush();
    else if (name === "ul" || name === "ol") {
      this.#flush();
      this.#lists.pop();
      if (this.#lists.length === 0) this.#joins = false;
    } else if (name === "blockquote") {
      this.#flush();
      this.#quotes--;
    } else if (name === "td" || name === "th") this.#endCell();
    else if (name === "tr") this.#endRow();
    else if (name === "table") {
      this.#flush();
      this.#joins = false;
    } else if (name === "code" || name === "kbd" || name === "samp") this.#text += "`";
    else if (BLOCKS.has(name) && this.#row === null) this.#flush();
  }

  empty({ name, attributes }: HtmlTag): void {
    if (name === "br") this.text("\n");
    else if (name === "hr") this.#flush();
    else if (name === "img") this.#text += attributes.get("alt") ?? "";
  }

  text(text: string): void {
    if (this.#code === null) this.#text += text;
    else this.#code.text += text;
  }

  finish(): string[] {
    this.#endCode();
    this.#endRow();
    this.#flush();
    while (this.#lines.at(-1) === "") this.#lines.pop();
    return this.#lines;
  }

  #flush(): void {
    // A cell is one line.
    if (this.#row !== null) {
      this.#text += " ";
      return;
    }
    const text = this.#text
      .replaceAll(/[\s\u00a0]+/g, " ")
      .replaceAll("``", "")
      .trim();
    this.#text = "";
    const mark = this.#mark;
    // The mark of an entry waits for its first words, that of a heading without any is none.
    if (text === "") {
      if (mark.startsWith("#")) this.#mark = "";
      return;
    }
    this.#mark = "";
    const isHeading = mark.startsWith("#");
    const indent =
      this.#lists.length > 0 && !isHeading ? "  ".repeat(this.#lists.length - (mark === "" ? 0 : 1)) : "";
    const said = isHeading ? text.replace(/ ?¶$| [#§]$/, "") : text;
    if (said === "") return;
    this.#put(`${indent}${mark}${said}`, mark !== "" && !isHeading);
  }

  #put(line: string, joins: boolean): void {
    const last = this.#lines.length > 0;
    if (last && !(joins && this.#joins)) this.#lines.push("");
    this.#lines.push(`${"> ".repeat(this.#quotes)}${line}`);
    this.#joins = joins;
  }

  #endCell(): void {
    if (this.#row === null) {
      this.#flush();
      return;
    }
    this.#row.push(
      this.#text
        .replaceAll(/[\s\u00a0]+/g, " ")
        .replaceAll("|", "\\|")
        .trim(),
    );
    this.#text = "";
  }

  /** A table that lays out a page is none of rows and cells. */
  #leaveRow(): void {
    const cells = this.#row ?? [];
    const text = this.#text;
    this.#row = null;
    for (const cell of [...cells, text]) {
      this.#text = cell;
      this.#flush();
    }
  }

  #endRow(): void {
    const row = this.#row;
    // What stands in a row and in no cell is said all the same.
    if (row !== null && this.#text.trim() !== "") this.#endCell();
    this.#row = null;
    if (row === null || row.every((cell) => cell === "")) return;
    const isFirst = !this.#joins;
    this.#put(`| ${row.join(" | ")} |`, true);
    if (isFirst) this.#lines.push(`|${" --- |".repeat(row.length)}`);
  }

  #endCode(): void {
    if (this.#code === null) return;
    const { text, language } = this.#code;
    this.#code = null;
    const lines = text
      .replace(/^\r?\n/, "")
      .trimEnd()
      .split(/\r?\n/);
    if (lines.every((line) => line.trim() === "")) return;
    let fence = FENCE;
    while (lines.some((line) => line.trimStart().startsWith(fence))) fence += "`";
    if (this.#lines.length > 0) this.#lines.push("");
    this.#lines.push(fence + language, ...lines, fence);
    this.#joins = false;
  }
}

function languageOf(attributes: ReadonlyMap<string, string>): string {
  return (
    /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(attributes.get("class") ?? "")?.[1] ?? ""
  );
}
