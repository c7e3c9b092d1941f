// The pages of a site as they lie in a folder: folders become branches, pages leaves, large ones branches of their sections.
import { folderOf, nameOf, nodeOf, stemOf, type AdapterInput, type Drafted } from "../adapter.ts";
import { htmlPage, type HtmlPage } from "../html-page.ts";
import { repeatingPages } from "../repeating-pages.ts";
import { sitemapPages } from "../sitemap.ts";
import { slugOf, titleOfName } from "../slug.ts";
import { pushSome } from "../some-notes.ts";
import { headingsOf, splitDocument } from "../split-document.ts";
import { topHeading } from "../top-heading.ts";
import { idOfPath } from "../unique-ids.ts";
import { FolderTree } from "./folder-tree.ts";

/** Behind it stands, in most titles, the name of the site. */
const SEPARATOR = /\s+[-|–—·•:]\s+/g;
/** Of all pages, whose titles end alike: then the end is the name of the site. */
const MOST_TITLES = 0.5;
/** Pages that are made of others, or for those that are not there. */
const NO_PAGE = new Set(["404", "print", "toc", "search", "genindex"]);

export function websiteTree(input: AdapterInput): Drafted {
  const { files, notes, named } = input;
  const paths =
    named?.toLowerCase().endsWith(".xml") === true ? sitemapPages(files, named, notes) : files.paths;
  const pages = paths.filter(isHtml).flatMap((path) => readPage(input, path));
  const repeating = repeatingPages(pages.map(({ page }) => page.lines));
  const shown = pages.filter(({ path, page }, i) => !repeating.has(i) && isShown(path, page));
  const there = new Set(shown);
  noteHidden(
    input,
    pages.filter((one) => !there.has(one)).map(({ path }) => path),
  );
  const site = siteName(shown.map(({ page }) => page.title ?? ""));
  const tree = new FolderTree(input.id);
  for (const { path, page } of shown) {
    const title = withoutSite(page.title, site) ?? topHeading(page.lines) ?? titleOfName(stemOf(path));
    const said = { title, ...(page.description !== null && { hint: page.description }) };
    const node = nodeOf({ id: idOfPath(path), ...said });
    const sections = splitDocument(node, page.lines, {
      splitOver: input.splitOver,
      first: null,
      headings: () => headingsOf(page.lines),
    });
    if (sections === null) node.content = page.lines.join("\n");
    else node.children = sections;
    tree.add(path, node, slugOf(stemOf(path)));
    if (stemOf(path).toLowerCase() === "index") tree.describe(folderOf(path), said);
  }
  return tree.finish();
}

export function isHtml(path: string): boolean {
  return /\.(?:html?|xhtml)$/i.test(path);
}

interface ReadPage {
  path: string;
  page: HtmlPage;
}

function readPage({ files }: AdapterInput, path: string): ReadPage[] {
  const file = files.read(path);
  return file === null ? [] : [{ path, page: htmlPage(file.lines.join("\n")) }];
}

function isShown(path: string, page: HtmlPage): boolean {
  return !page.isHidden && page.lines.length > 0 && !NO_PAGE.has(stemOf(nameOf(path)).toLowerCase());
}

function noteHidden({ notes }: AdapterInput, paths: readonly string[]): void {
  pushSome(
    notes,
    paths.map((path) => ({
      code: "skipped",
      subject: path,
      text: `${JSON.stringify(path)} was left out: it has no text of its own, asks not to be found, or repeats other pages.`,
    })),
  );
}

/** With what stands before it; null where titles have no end in common. */
function siteName(titles: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const last = [...title.matchAll(SEPARATOR)].at(-1);
    if (last === undefined || last.index === 0) continue;
    const end = title.slice(last.index);
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return best !== undefined && titles.length > 2 && best[1] > titles.length * MOST_TITLES ? best[0] : null;
}

function withoutSite(title: string | null, site: string | null): string | null {
  if (title === null || site === null || !title.endsWith(site)) return title;
  return title.slice(0, -site.length).trim() || title;
}
