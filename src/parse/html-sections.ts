// The parts of an HTML file, or of a template that is HTML with holes: elements with an id, headings with what follows
// them, named blocks of templates. A heading's section ends where the element that holds it ends.
import type { SectionDraft } from "./section-facts.ts";

const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr !doctype".split(" "),
);
const RAW = new Set(["script", "style", "textarea"]);
/** The next thing that matters: a comment, a tag, a template's block. */
const NEXT =
  /<!--|\{#|<\/?([A-Za-z][\w:-]*)|\{%-?\s*(end(?:block|macro)|(?:block|macro)\s+([\w.-]+))|\{\{-?\s*(?:define|block)\s+"([^"]{1,200})"/g;
const ID = /\sid\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i;
/** Longest tag that is read for its id, in UTF-16 code units. */
const MOST_TAG = 4_000;
/** Longest heading that is read, and longest block of a template, in UTF-16 code units: bounds the search for their ends. */
const MOST_HEADING = 1_000;
/** Elements that are open at once; deeper ones are not looked at. */
const MOST_OPEN = 2_000;

interface Element {
  tag: string;
  /** The section that it is, or the headings that are open in it. */
  draft: SectionDraft | null;
  headings: { level: number; draft: SectionDraft }[];
  /** The nearest element around that is a section; headings belong to that. */
  holder: Element | null;
}

export function htmlSections(text: string): SectionDraft[] {
  return new HtmlReader(text).read();
}

class HtmlReader {
  private readonly drafts: SectionDraft[] = [];
  private readonly root: Element = { tag: "", draft: null, headings: [], holder: null };
  private readonly open: Element[] = [];
  private readonly counts = new Map<string, number>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): SectionDraft[] {
    const { text } = this;
    const next = new RegExp(NEXT.source, NEXT.flags);
    for (let match = next.exec(text); match !== null; match = next.exec(text)) {
      const start = match.index;
      const [whole, tag, block, name, defined] = match;
      if (whole === "<!--" || whole === "{#")
        next.lastIndex = behind(text, whole === "{#" ? "#}" : "-->", start);
      else if (tag !== undefined) next.lastIndex = this.tag(tag.toLowerCase(), start);
      else if (block?.startsWith("end") === true)
        this.close(`%${block.slice(3)}`, blockEnd(text, "%}", start), start);
      else this.block(name ?? defined ?? "", block, start, whole.length);
    }
    this.finish(0, text.length);
    this.endHeadings(this.root, 0, text.length);
    return this.drafts;
  }

  private block(name: string, block: string | undefined, start: number, length: number): void {
    // Blocks of Go templates have no end of their own that could be told from others.
    const draft = this.add(name, "section", start, start + length - name.length);
    if (block === undefined) draft.end = blockEnd(this.text, "}}", start);
    else
      this.push({
        tag: block.startsWith("macro") ? "%macro" : "%block",
        draft,
        headings: [],
        holder: this.holder(),
      });
  }

  /** Reads a tag; answers with the offset where the search goes on. */
  private tag(tag: string, start: number): number {
    const { text } = this;
    const end = endOfTag(text, start);
    if (text[start + 1] === "/") {
      this.close(tag, end, start);
      return end;
    }
    const head = text.slice(start, Math.min(end, start + MOST_TAG));
    const level = /^h[1-6]$/.test(tag) ? Number(tag[1]) : 0;
    const id = ID.exec(head);
    const name = id?.[1] ?? id?.[2] ?? id?.[3] ?? "";
    if (level > 0) this.heading(level, start, end);
    if (tag === "title") this.title(start, end);
    const raw = RAW.has(tag) ? closing(text, tag, end) : -1;
    let draft: SectionDraft | null = null;
    if (name !== "" && level === 0 && !/[{<%]/.test(name)) {
      draft = this.add(name, "key", start, start + id!.index + id![0].lastIndexOf(name));
      draft.signature = head;
      if (VOID.has(tag) || text[end - 2] === "/") draft.end = end;
      else if (raw !== -1) draft.end = raw;
      else draft.body = end;
    }
    if (raw !== -1) return raw;
    if (!VOID.has(tag) && text[end - 2] !== "/")
      this.push({ tag, draft, headings: [], holder: this.holder() });
    return end;
  }

  private add(name: string, kind: "key" | "section", start: number, nameStart: number): SectionDraft {
    const draft: SectionDraft = {
      name,
      kind,
      start,
      end: this.text.length,
      nameStart,
      nameEnd: nameStart + name.length,
    };
    this.drafts.push(draft);
    return draft;
  }

  private heading(level: number, start: number, end: number): void {
    const close = closing(this.text, `h${level}`, end, end + MOST_HEADING);
    const name = visible(this.text.slice(end, close === -1 ? end + 200 : close));
    const holder = this.holder() ?? this.root;
    this.endHeadings(holder, level, start);
    if (name === "") return;
    const draft = this.add(name, "section", start, end);
    draft.nameEnd = close === -1 ? end : this.text.lastIndexOf("<", close - 1);
    draft.signature = name;
    if (close !== -1) draft.body = close;
    holder.headings.push({ level, draft });
  }

  private title(start: number, end: number): void {
    const close = closing(this.text, "title", end, end + MOST_HEADING);
    const name = close === -1 ? "" : visible(this.text.slice(end, close));
    if (name === "") return;
    const draft = this.add(name, "section", start, end);
    draft.end = close;
    draft.nameEnd = this.text.lastIndexOf("<", close - 1);
    draft.signature = name;
  }

  /** The innermost open element that is a section. */
  private holder(): Element | null {
    const top = this.open.at(-1);
    if (top === undefined) return null;
    return top.draft === null ? top.holder : top;
  }

  private push(element: Element): void {
    if (this.open.length >= MOST_OPEN) {
      if (element.draft !== null) element.draft.end = element.draft.body ?? element.draft.nameEnd;
      return;
    }
    this.open.push(element);
    this.counts.set(element.tag, (this.counts.get(element.tag) ?? 0) + 1);
  }

  /** Closes the innermost element of the tag, and what stands open in it; a tag that is not open closes nothing. */
  private close(tag: string, end: number, start: number): void {
    if ((this.counts.get(tag) ?? 0) === 0) return;
    let at = this.open.length - 1;
    while (this.open[at]!.tag !== tag) at--;
    this.finish(at + 1, start);
    this.finish(at, end);
  }

  private finish(from: number, end: number): void {
    while (this.open.length > from) {
      const element = this.open.pop()!;
      this.counts.set(element.tag, this.counts.get(element.tag)! - 1);
      this.endHeadings(element, 0, end);
      if (element.draft !== null) element.draft.end = end;
    }
  }

  private endHeadings(holder: Element, level: number, end: number): void {
    while (holder.headings.length > 0 && holder.headings.at(-1)!.level >= level) {
      holder.headings.pop()!.draft.end = end;
    }
  }
}

function blockEnd(text: string, mark: string, from: number): number {
  const found = text.slice(from, from + MOST_HEADING).indexOf(mark);
  return found === -1 ? Math.min(text.length, from + 2) : from + found + mark.length;
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** Behind the closing tag, or -1 where there is none before the limit; without a limit, the end of the text. */
function closing(text: string, tag: string, from: number, limit = -1): number {
  const close = new RegExp(`</${tag}\\s*>`, "gi");
  if (limit === -1) {
    close.lastIndex = from;
    return close.exec(text) === null ? text.length : close.lastIndex;
  }
  const found = close.exec(text.slice(from, limit));
  return found === null ? -1 : from + found.index + found[0].length;
}

/** Behind the `>` of a tag; those in quotes are none. */
function endOfTag(text: string, start: number): number {
  let quote = "";
  const limit = Math.min(text.length, start + 16 * MOST_TAG);
  for (let at = start; at < limit; at++) {
    const mark = text[at]!;
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if ((mark === '"' || mark === "'") && /[\s=]/.test(text[at - 1] ?? "")) {
      quote = mark;
    } else if (mark === ">") {
      return at + 1;
    } else if (mark === "<" && at > start) {
      return at;
    }
  }
  return limit;
}

const visible = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|#38);/g, "&")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 400);
