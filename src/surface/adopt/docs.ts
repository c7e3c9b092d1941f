// `pith docs`: the pages that came with this very version, in the terminal. By name, by words, or the list of them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareStrings, nearestNames } from "../../base/order.ts";
import { packageFolder } from "../../base/package-folder.ts";
import { forTerminal, safeJson } from "../../base/safe-text.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { commandLineName } from "../cli/flags.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";

export interface Page {
  /** `trace`, `clients/cursor`, `reference/trace`. */
  topic: string;
  title: string;
  text: string;
}

export async function runDocs(
  entry: Entry,
  raw: RawCommand,
  terminal: Terminal,
  folder = packageFolder(),
): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const json = args["json"] === true;
  const wanted = (args["topic"] as string | undefined)?.trim();
  const pages = readPages(folder);
  const say = (value: object, text: string) => write(terminal.stdout, json ? `${safeJson(value)}\n` : text);
  if (wanted === undefined) {
    await say({ topics: pages.map(({ topic, title }) => ({ topic, title })) }, listing(pages));
    return 0;
  }
  const page = named(pages, wanted);
  if (page !== undefined) {
    await say(page, page.text.split("\n").map(forTerminal).join("\n"));
    return 0;
  }
  const found = holding(pages, wanted);
  const nearest = nearestNames(
    wanted.toLowerCase(),
    pages.map(({ topic }) => topic),
  );
  const hints = nearest.length === 0 ? "" : ` Nearest: ${nearest.join(", ")}.`;
  await say(
    { topic: wanted, found, nearest },
    found.length > 0
      ? foundListing(found)
      : `No page is called or holds that.${hints} All of them: pith docs\n`,
  );
  return found.length > 0 ? 0 : 1;
}

/** Guides first: they are what a name is asked for. The reference is there under its own folder. */
function readPages(folder: string): Page[] {
  const page = (topic: string, path: string): Page => {
    const text = readFileSync(join(folder, "docs", path), "utf8").replace(/^<!--.*?-->\r?\n/s, "");
    return { topic, title: /^# (.+)$/m.exec(text)?.[1] ?? topic, text };
  };
  const below = (path: string) =>
    globSync("**/*.md", { cwd: join(folder, "docs", path) })
      .map((name) => name.replaceAll("\\", "/"))
      .toSorted(compareStrings);
  return [
    ...below("guide").map((name) => page(topicOf(name), `guide/${name}`)),
    ...below("coming-from").map((name) => page(`coming-from/${topicOf(name)}`, `coming-from/${name}`)),
    ...["errors", "limits", "regex", "model"].map((name) => page(name, `${name}.md`)),
    ...below("reference").map((name) => page(`reference/${topicOf(name)}`, `reference/${name}`)),
  ];
}

/** `clients/README.md` is `clients`. */
function topicOf(path: string): string {
  return path.replace(/\.md$/, "").replace(/(^|\/)README$/, "") || "README";
}

function named(pages: readonly Page[], wanted: string): Page | undefined {
  const name = wanted.toLowerCase().replace(/\.md$/, "").replaceAll(/\s+/g, "-");
  return (
    pages.find(({ topic }) => topic.toLowerCase() === name) ??
    pages.find(({ topic }) => topic.toLowerCase().endsWith(`/${name}`))
  );
}

interface Found {
  topic: string;
  title: string;
  /** The first line that holds one of the words. */
  line: string;
}

/** Pages that hold all words, those first that hold them most often. */
function holding(pages: readonly Page[], wanted: string): Found[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return pages
    .map((page) => {
      const text = page.text.toLowerCase();
      const counts = words.map((word) => text.split(word).length - 1);
      return { page, least: Math.min(...counts), all: counts.reduce((sum, n) => sum + n, 0) };
    })
    .filter(({ least }) => least > 0)
    .toSorted((a, b) => b.least - a.least || b.all - a.all)
    .slice(0, MOST_FOUND)
    .map(({ page: { topic, title, text } }) => ({ topic, title, line: bestLine(text, words) }));
}

const MOST_FOUND = 10;

function bestLine(text: string, words: readonly string[]): string {
  const lines = text.split(/\r?\n/);
  const held = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const most = Math.max(...lines.map(held));
  return lines.find((line) => held(line) === most)!.trim();
}

function listing(pages: readonly Page[]): string {
  const guides = pages.filter(({ topic }) => !topic.startsWith("reference/"));
  const width = Math.max(...guides.map(({ topic }) => topic.length));
  const lines = guides.map(({ topic, title }) => `${topic.padEnd(width)}  ${title}`);
  const rest = pages.length - guides.length;
  return `${[...lines, "", `pith docs TOPIC prints one; ${rest} pages more are called reference/COMMAND. Other words are looked for.`].join("\n")}\n`;
}

function foundListing(found: readonly Found[]): string {
  const width = Math.max(...found.map(({ topic }) => topic.length));
  const short = (line: string) => (line.length > 100 ? `${line.slice(0, 97)}...` : line);
  return `${found.map(({ topic, line }) => `${topic.padEnd(width)}  ${forTerminal(short(line))}`).join("\n")}\n`;
}
