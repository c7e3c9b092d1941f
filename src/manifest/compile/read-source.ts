// Which files are in a source, and what do they say? The same walk, ignore rules, guard and decoding as for all that Pith
// reads, and the same removal of secrets; what is left out, and what was read with losses, is noted.
import { splitLines } from "../../base/lines.ts";
import { compareCodePoints } from "../../base/order.ts";
import { CEILINGS, defaultCeilings } from "../../config/ceilings.ts";
import { resolveRoot, type Root } from "../../files/guard.ts";
import { isSkipped, openReader, type ReadText } from "../../files/read.ts";
import { SKIP_REASONS, type SkipReason } from "../../files/skip-reasons.ts";
import { walk, type Walk } from "../../files/walk.ts";
import { redactSync, shownText } from "../../redact/redact.ts";
import { keptKey, type KeptDocuments } from "./kept-documents.ts";
import type { SourceNote } from "./source-tree.ts";

export interface ReadOptions {
  /** Patterns of paths to take alone, and to leave out, as in the configuration. */
  include?: readonly string[];
  exclude?: readonly string[];
  /** Walk folders, and take files, whose names begin with a dot. */
  hidden?: boolean;
  /** Of one file; 64 MB unless said. */
  mostFileBytes?: number;
  /** What an earlier build of the same source found out of its documents. */
  kept?: KeptDocuments;
}

/** Of all files of a source together: they are in memory at once. */
const MOST_TEXT = 1_000_000_000;
/** Notes of one kind; what is more is counted. */
const MOST_NOTED = 20;

export interface SourceFile {
  /** From the folder that is read, with slashes. */
  path: string;
  /** The same from the folder of the whole source, and the id of its content. */
  whole: string;
  id: string;
  /** No secret was in it. */
  isClean: boolean;
  /** Without line ends, byte order mark and secrets. */
  lines: readonly string[];
}

/** The files of a folder, or of a part of it as if that were all. */
export interface SourceFiles {
  /** In code-point order of the paths. */
  readonly paths: readonly string[];
  /** Null where it is no text, or can't be read, which is noted. */
  read: (path: string) => SourceFile | null;
  /** Files below a folder, by their paths from it. */
  below: (folder: string) => SourceFiles;
  /** Files that are not below these. */
  without: (paths: readonly string[]) => SourceFiles;
  /** All of these. */
  only: (paths: readonly string[]) => SourceFiles;
}

/** Throws what `resolveRoot` throws. */
export function readFolder(folder: string, options: ReadOptions, notes: SourceNote[]): SourceFiles {
  const root = resolveRoot(folder);
  const walked = walkSource(root, options, notes);
  noteSkipped(walked, notes);
  const all = withoutSecret(
    walked.files.map(({ path }) => path),
    notes,
  ).sort(compareCodePoints);
  const paths = options.hidden === true ? all : withoutHidden(all, notes);
  return view(paths, "", readerOf(root, options, notes));
}

/** One file by its name in a folder. */
export function readNamedFile(
  folder: string,
  name: string,
  options: ReadOptions,
  notes: SourceNote[],
): SourceFiles {
  return view([name], "", readerOf(resolveRoot(folder, { allowBroad: true }), options, notes));
}

function walkSource(root: Root, options: ReadOptions, notes: SourceNote[]): Walk {
  const { files } = defaultCeilings();
  const config = {
    include: [...(options.include ?? [])],
    exclude: [...(options.exclude ?? [])],
    ceilings: { files },
  };
  const walked = walk(root, config);
  if (walked.files.length > 0 || !walked.skipped.has("ignored")) return walked;
  // A folder that is named is meant, also where Git ignores it: what a site generator writes is.
  const anyway = walk({ ...root, repository: null }, config);
  if (anyway.files.length > 0)
    notes.push({
      code: "skipped",
      subject: ".",
      text: "Git ignores all of this folder, which was named, so its files were taken all the same.",
    });
  return anyway;
}

const QUIET: readonly SkipReason[] = ["ignored", "pithignored", "excluded", "git-folder"];

function noteSkipped({ skipped, notices }: Walk, notes: SourceNote[]): void {
  for (const [reason, { count, paths }] of skipped) {
    if (QUIET.includes(reason)) continue;
    for (const path of paths.slice(0, MOST_NOTED)) notes.push(noteOf(path, reason));
    if (count > MOST_NOTED)
      notes.push({
        code: "skipped",
        subject: ".",
        text: `${count - MOST_NOTED} more were left out: ${SKIP_REASONS[reason]}`,
      });
  }
  for (const notice of notices) notes.push({ code: "unreadable", subject: ".", text: notice });
}

function noteOf(path: string, reason: SkipReason, most?: number): SourceNote {
  const text = `${JSON.stringify(path)} was left out: ${SKIP_REASONS[reason]}`;
  switch (reason) {
    case "too-large":
      return {
        code: "too-large",
        subject: path,
        text: `${text} The ceiling is ${most} bytes: cut the file, or leave it out.`,
      };
    case "binary":
      return { code: "not-text", subject: path, text: `${text} Save it as UTF-8, or leave it out.` };
    case "unreadable":
    case "vanished":
      return { code: "unreadable", subject: path, text: `${text} Change who may read it, or leave it out.` };
    default:
      return { code: "skipped", subject: path, text };
  }
}

/** A name is a part of ids and titles: one that holds a secret is not read. */
function withoutSecret(paths: string[], notes: SourceNote[]): string[] {
  const { redactions } = redactSync("", paths.map((path) => path.replaceAll("\n", " ")).join("\n"));
  if (redactions.length === 0) return paths;
  const lines = new Set(redactions.map(({ line }) => line - 1));
  for (const line of lines) {
    const shown = shownText(paths[line]!);
    notes.push({
      code: "skipped",
      subject: shown,
      text: `${JSON.stringify(shown)} was left out: its name holds a secret. Give it another name.`,
    });
  }
  return paths.filter((_, line) => !lines.has(line));
}

const HIDDEN = /(?:^|\/)\.[^/]/;

function withoutHidden(paths: readonly string[], notes: SourceNote[]): string[] {
  const shown = paths.filter((path) => !HIDDEN.test(path));
  const left = paths.length - shown.length;
  if (left > 0)
    notes.push({
      code: "skipped",
      subject: ".",
      text: `${left} ${left === 1 ? "file" : "files"} whose path has a name with a dot at its head ${left === 1 ? "was" : "were"} left out. Ask for hidden files to take them.`,
    });
  return shown;
}

function readerOf(root: Root, options: ReadOptions, notes: SourceNote[]): Read {
  const most = options.mostFileBytes ?? CEILINGS.fileBytes.most;
  const open: ReadText = openReader(root, { fileBytes: most });
  let taken = 0;
  return (path) => {
    const file = open(path);
    if (isSkipped(file)) {
      notes.push(noteOf(path, file.skip, most));
      return null;
    }
    taken += file.bytes;
    if (taken > MOST_TEXT) {
      notes.push({
        code: "too-large",
        subject: path,
        text: `${JSON.stringify(path)} was left out: the files before it are ${MOST_TEXT} bytes. Make manifests of parts of the source.`,
      });
      return null;
    }
    if (file.lossy)
      notes.push({
        code: "not-text",
        subject: path,
        text: `${JSON.stringify(path)} has bytes that are no ${file.encoding}: they stand as U+FFFD. Save it as UTF-8.`,
      });
    const isKnown = options.kept?.get(keptKey(path, file.id))?.isClean === true;
    const text = isKnown ? file.text : redactSync(path, file.text).text;
    return { whole: path, id: file.id, isClean: text === file.text, lines: splitLines(text) };
  };
}

type Read = (path: string) => Omit<SourceFile, "path"> | null;

function view(paths: readonly string[], base: string, read: Read): SourceFiles {
  return {
    paths,
    read: (path) => {
      const file = read(base + path);
      return file === null ? null : { path, ...file };
    },
    below: (folder) =>
      view(
        paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
        `${base}${folder}/`,
        read,
      ),
    without: (others) =>
      view(
        paths.filter((path) => !others.some((one) => path === one || path.startsWith(`${one}/`))),
        base,
        read,
      ),
    only: (these) => view(these, base, read),
  };
}
