// What does a pinned repository hold? Its files and commits, read from a bare Git directory; nothing is checked out.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";

/** Larger files are data or generated. */
const MOST_BYTES = 120_000;
/** Files of a repository that are read, and the share of them that may be tests: variety counts, not volume. */
const MOST_FILES = 700;
const MOST_TESTS = 120;
/** Places that hold what others wrote, or nobody. */
const FOREIGN =
  /(^|\/)(vendor|third[_-]?party|node_modules|dist|build|deps|external|fixtures?|testdata|snapshots?|__snapshots__|locales?|i18n|translations?|generated|migrations?)\//i;
const GENERATED =
  /\.min\.|[._-]generated\.|\.pb\.|\.g\.dart$|\.freezed\.dart$|package-lock|\.lock$|CHANGELOG|CHANGES|HISTORY|\.snap$|\.svg$|\.po$|\.csv$|\.json$|\.ya?ml$|\.xml$|\.html?$|\.css$|\.toml$/i;
const TEST =
  /(^|[/_.-])(tests?|specs?|__tests__|testing|e2e|benchmarks?|bench)([/_.-]|$)|(Test|Tests|Spec)\.\w+$/i;

export interface ContentFile {
  path: string;
  test: boolean;
  text: string;
}

export interface Commit {
  subject: string;
  /** Paths that it changes. */
  paths: string[];
  /** Added lines and the lines around them. */
  code: string;
}

export class RepositoryContent {
  readonly #directory: string;
  readonly #revision: string;

  constructor(directory: string, revision: string) {
    this.#directory = directory;
    this.#revision = revision;
  }

  /** A sample of the files, chosen by the hash of the path: the same one on every machine. */
  files(): ContentFile[] {
    const listed = this.#git(["ls-tree", "-r", "-l", "-z", this.#revision]).toString("utf8");
    const found: { path: string; id: string; test: boolean; order: string }[] = [];
    for (const row of listed.split("\0")) {
      const match = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(row);
      if (match === null) continue;
      const [, id, size, path] = match;
      if (Number(size) > MOST_BYTES || Number(size) < 200 || FOREIGN.test(path!) || GENERATED.test(path!))
        continue;
      found.push({ path: path!, id: id!, test: TEST.test(path!), order: hash("sha1", path!) });
    }
    found.sort((a, b) => (a.order < b.order ? -1 : 1));
    const chosen = [
      ...found.filter(({ test }) => !test).slice(0, MOST_FILES),
      ...found.filter(({ test }) => test).slice(0, MOST_TESTS),
    ];
    const texts = this.#blobs(chosen.map(({ id }) => id));
    return chosen.flatMap(({ path, test }, i) => {
      const text = texts[i]!;
      return text.includes("\0") ? [] : [{ path, test, text }];
    });
  }

  /** The last commits that say something and change few files. */
  commits(count: number): Commit[] {
    const log = this.#logged([
      "log",
      `-${count}`,
      "--no-merges",
      "--no-renames",
      "--diff-filter=AM",
      "-U2",
      "--format=%x01%s",
      "-p",
      this.#revision,
    ]);
    const commits: Commit[] = [];
    for (const part of log.split("\x01").slice(1)) {
      const end = part.indexOf("\n");
      const subject = part.slice(0, end);
      if (/^(bump|release|merge|revert|update (deps|changelog)|chore|v?\d+\.\d+)/i.test(subject)) continue;
      const lines = part.slice(end + 1, end + 60_000).split("\n");
      const paths = lines.filter((line) => line.startsWith("+++ b/")).map((line) => line.slice(6));
      if (paths.length === 0 || paths.length > 6) continue;
      const code: string[] = [];
      let wanted = false;
      for (const line of lines) {
        if (line.startsWith("+++ b/"))
          wanted = !GENERATED.test(line) && !FOREIGN.test(line) && !TEST.test(line);
        else if (!wanted) continue;
        else if (line.startsWith("@@")) code.push(line.replace(/^@@.*?@@/, ""));
        else if (/^[+ ]/.test(line)) code.push(line.slice(1));
        if (code.length > 150) break;
      }
      if (code.length >= 4) commits.push({ subject, paths, code: code.join("\n") });
    }
    return commits;
  }

  #blobs(ids: readonly string[]): string[] {
    if (ids.length === 0) return [];
    const out = this.#git(["cat-file", "--batch"], ids.join("\n") + "\n");
    const texts: string[] = [];
    let at = 0;
    while (at < out.length) {
      const line = out.indexOf(10, at);
      const size = Number(out.toString("utf8", at, line).split(" ")[2]);
      texts.push(out.toString("utf8", line + 1, line + 1 + size));
      at = line + 1 + size + 1;
    }
    return texts;
  }

  /** A mirror may lack large objects: the commits before the one that needs them are what there is. */
  #logged(args: string[]): string {
    try {
      return this.#git(args).toString("utf8");
    } catch (error) {
      return String((error as { stdout?: Buffer }).stdout ?? "");
    }
  }

  #git(args: string[], input?: string): Buffer {
    return execFileSync("git", ["-C", this.#directory, "-c", "core.quotePath=false", ...args], {
      input: input ?? "",
      maxBuffer: 1 << 30,
      stdio: ["pipe", "pipe", "ignore"],
    });
  }
}
