// What does a page say to whoever reads it? Its headings, paragraphs, lists, tables and code as Markdown, without what stands on
// every page: navigation, headers and footers of the site, scripts.
import { htmlTokens, type HtmlTag } from "./html-tokens.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

export interface HtmlPage {
  title: string | null;
  description: string | null;
  lines: readonly string[];
  /** The page asks not to be found: it repeats others, or leads on to them. */
  isHidden: boolean;
}

/** Not a part of what a page says. */
const NEVER = new Set(
  "script style template svg iframe object canvas noscript nav footer aside button select dialog head math-renderer".split(
    " ",
  ),
);
const ROLES = new Set("navigation banner contentinfo search complementary menu menubar dialog".split(" "));
const FURNITURE = new Set(
  "nav navbar sidebar toc table-of-contents table_of_contents breadcrumb breadcrumbs menu menu-bar menu-bar-hover-placeholder footer cookie-banner pagination skip-link skip-to-content skiplink headerlink hash-link anchor-link anchorjs-link sr-only visually-hidden nav-wrapper nav-wide-wrapper nav-chapters md-sidebar md-header md-footer md-tabs sphinxsidebar related site-header site-footer page-footer edit-this-page searchbar-outer".split(
    " ",
  ),
);
/** These are around what a page says, whatever they are called. */
const AROUND = new Set(["html", "body", "main", "article"]);

export function htmlPage(html: string): HtmlPage {
  const main = /<main[\s>]|\srole\s*=\s*["']?main\b/i.test(html)
    ? "main"
    : /<article[\s>]/i.test(html)
      ? "article"
      : null;
  const page = readPage(html, main);
  return page.lines.length === 0 && main !== null ? readPage(html, null) : page;
}

function readPage(html: string, main: "main" | "article" | null): HtmlPage {
  const writer = new MarkdownWriter();
  const head = { title: null as string | null, description: null as string | null, isHidden: false };
  const open: { name: string; skips: boolean; isMain: boolean }[] = [];
  /** How many of a name are open: what closes none of them is not looked for. */
  const counts = new Map<string, number>();
  let skipped = 0;
  let inMain = 0;
  let title: string | null = null;
  const close = (count: number): void => {
    while (open.length > count) {
      const { name, skips, isMain } = open.pop()!;
      counts.set(name, counts.get(name)! - 1);
      if (skips) skipped--;
      else if (skipped === 0 && (main === null || inMain > 0)) writer.close(name);
      if (isMain) inMain--;
    }
  };
  for (const token of htmlTokens(html)) {
    if (token.kind === "text") {
      if (title !== null) title += token.text;
      else if (skipped === 0 && (main === null || inMain > 0)) writer.text(token.text);
      continue;
    }
    const { name } = token;
    if (name === "title" && (counts.get("svg") ?? 0) === 0) {
      if (token.kind === "open") title = "";
      else {
        head.title ??= oneLine(title ?? "") || null;
        title = null;
      }
      continue;
    }
    if (name === "meta") readMeta(token, head);
    if (token.kind === "close") {
      // What was opened inside of it and not closed ends with it.
      if ((counts.get(name) ?? 0) > 0) close(open.findLastIndex((one) => one.name === name));
      continue;
    }
    if (ENDS_OPEN[name]?.includes(open.at(-1)?.name ?? "") === true) close(open.length - 1);
    const skips = isFurniture(token, inMain > 0);
    if (token.isEmpty) {
      if (skipped === 0 && !skips && (main === null || inMain > 0)) writer.empty(token);
      continue;
    }
    const isMain =
      main !== null && (name === main || (main === "main" && token.attributes.get("role") === "main"));
    open.push({ name, skips, isMain });
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (isMain) inMain++;
    if (skips) skipped++;
    else if (skipped === 0 && (main === null || inMain > 0)) writer.open(token);
  }
  close(0);
  return { ...head, lines: writer.finish() };
}

/** What is closed by another one that begins, without a tag of its own. */
const ENDS_OPEN: Record<string, string[]> = {
  p: ["p"],
  li: ["li", "p"],
  dt: ["dd", "dt", "p"],
  dd: ["dt", "dd", "p"],
  tr: ["td", "th", "tr"],
  td: ["td", "th"],
  th: ["td", "th"],
  option: ["option"],
};

function isFurniture({ name, attributes }: HtmlTag, inMain: boolean): boolean {
  if (NEVER.has(name)) return true;
  if (AROUND.has(name)) return false;
  if (name === "header" && !inMain) return true;
  if (attributes.has("hidden") || attributes.get("aria-hidden") === "true") return true;
  if (ROLES.has(attributes.get("role") ?? "")) return true;
  return [attributes.get("id"), ...(attributes.get("class") ?? "").split(/\s+/)].some((one) =>
    FURNITURE.has(one ?? ""),
  );
}

function readMeta({ attributes }: HtmlTag, head: { description: string | null; isHidden: boolean }): void {
  const name = (attributes.get("name") ?? attributes.get("property") ?? "").toLowerCase();
  const content = oneLine(attributes.get("content") ?? "");
  if (name === "description" && content !== "") head.description = content;
  if (name === "og:description" && content !== "") head.description ??= content;
  if (name === "robots" && /\bnoindex\b/i.test(content)) head.isHidden = true;
  if ((attributes.get("http-equiv") ?? "").toLowerCase() === "refresh") head.isHidden = true;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
