// Which pages of a folder does a sitemap name? Its addresses are those of a site; what stands behind their host is looked for
// among the files, also where the site lies below a path of its host.
import { withoutEntities } from "./html-entities.ts";
import type { SourceFiles } from "./read-source.ts";
import { pushSome } from "./some-notes.ts";
import type { SourceNote } from "./source-tree.ts";

const LOCATION = /<(?:[\w-]+:)?loc\s*>([^<]*)</g;
/** Of sitemaps that name others. */
const MOST_MAPS = 1_000;

/** In the order of the files; addresses without one are noted. */
export function sitemapPages(files: SourceFiles, name: string, notes: SourceNote[]): string[] {
  const there = new Set(files.paths);
  const pages = new Set<string>();
  const maps = [name];
  const missing: string[] = [];
  for (let at = 0; at < maps.length && at < MOST_MAPS; at++) {
    const text = files.read(maps[at]!)?.lines.join("\n") ?? "";
    const isIndex = /<(?:[\w-]+:)?sitemapindex[\s>]/.test(text);
    const addresses = [...text.matchAll(LOCATION)].map(([, location = ""]) =>
      withoutEntities(location).trim(),
    );
    const home = commonParts(addresses);
    for (const address of addresses) {
      const found = fileOf(address, there, home);
      if (found === null) missing.push(address);
      else if (!isIndex) pages.add(found);
      else if (!maps.includes(found)) maps.push(found);
    }
  }
  pushSome(
    notes,
    missing.map((address) => ({
      code: "skipped",
      subject: address,
      text: `No file of the folder is the page ${JSON.stringify(address)} of the sitemap. Put the site's files beside the sitemap.`,
    })),
  );
  return files.paths.filter((path) => pages.has(path));
}

/** Names behind the host; null where it is no address. */
function partsOf(address: string): string[] | null {
  try {
    const { pathname } = address.startsWith("/") ? new URL(address, "http://site/") : new URL(address);
    return decodeURIComponent(pathname)
      .split("/")
      .filter((part) => part !== "");
  } catch {
    return null;
  }
}

/** How many names all addresses begin with: below them lies the site. */
function commonParts(addresses: readonly string[]): number {
  const all = addresses.map(partsOf).filter((parts) => parts !== null);
  let common = 0;
  const [first = []] = all;
  while (common < first.length && all.every((parts) => parts[common] === first[common])) common++;
  return common;
}

function fileOf(address: string, there: ReadonlySet<string>, home: number): string | null {
  const parts = partsOf(address);
  if (parts === null) return null;
  // From the whole path on, then without the first folder, …: a site may lie below a path of its host.
  for (let from = 0; from <= parts.length; from++) {
    const rest = parts.slice(from).join("/");
    if (rest === "" && parts.length > home) return null;
    const tries =
      rest === ""
        ? ["index.html", "index.htm"]
        : [rest, `${rest}.html`, `${rest}/index.html`, `${rest}.htm`, `${rest}/index.htm`];
    const found = tries.find((one) => there.has(one));
    if (found !== undefined) return found;
  }
  return null;
}
