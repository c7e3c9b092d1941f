// Which lines hold a text, or match a pattern? One finder for each; both look at what may be shown of a file alone.
import { counted } from "../base/counted.ts";
import { throwIfCancelled } from "../base/error.ts";
import { type ExactOptions, exactFinder } from "../text/exact.ts";
import { type ReadPattern, readRegex } from "../text/regex.ts";
import { mayMatch } from "../text/scan-text.ts";
import type { Scanner } from "../text/scan.ts";
import type { SearchArguments } from "./arguments.ts";
import type { LiveTexts } from "./live-texts.ts";
import type { OperationContext } from "./operation.ts";
import { isFileText, searchedText } from "../redact/searched-text.ts";

export interface Hit {
  path: string;
  /** Content that the lines were found in. */
  id: string;
  lines: number[];
}

export interface Found {
  hits: Hit[];
  /** Files whose every line was looked at. */
  scanned: number;
  caps: string[];
}

export interface LineFinder {
  find(texts: LiveTexts, context: OperationContext): Promise<Found>;
  /** The lines of one text. */
  linesOf(path: string, text: string, context: OperationContext): Promise<number[]>;
}

/** A pattern that is plain text is looked for as that. Throws PATTERN_INVALID or PATTERN_UNSUPPORTED. */
export function lineFinder(
  { query, mode, ignoreCase, word }: SearchArguments,
  scanner: () => Scanner,
): LineFinder {
  if (mode !== "regex") return new ExactLines(query, { ignoreCase, word });
  const pattern = readRegex(query, { ignoreCase, word });
  const { literal } = pattern;
  return literal === null
    ? new PatternLines(pattern, scanner())
    : new ExactLines(literal.text, { ignoreCase: literal.ignoreCase, word });
}

/** Between so many files a cancelled request is noticed. */
const CHECK_EVERY = 200;

/** An answer shows lines: where else in a line the text stands doesn't matter. */
const FIRST_ONLY = { firstOnly: true };

class ExactLines implements LineFinder {
  /** In the whole file: whether it is worth to look for its secrets. */
  readonly #mayHold: (text: string) => boolean;
  readonly #find: ReturnType<typeof exactFinder>;

  constructor(needle: string, { ignoreCase, word }: ExactOptions) {
    this.#find = exactFinder(needle, { ignoreCase, word });
    // Not as a word: a secret beside it must not decide.
    const anywhere = exactFinder(needle, { ignoreCase });
    this.#mayHold = (text) => !isFileText(needle) || anywhere(text, { ...FIRST_ONLY, limit: 1 }).length > 0;
  }

  async find(texts: LiveTexts, { signal }: OperationContext): Promise<Found> {
    const hits: Hit[] = [];
    let scanned = 0;
    let prepared = 0;
    for (const [i, path] of texts.paths.entries()) {
      if (i % CHECK_EVERY === 0) {
        throwIfCancelled(signal);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (i >= prepared) prepared = await texts.prepare(i);
      const text = texts.load(path);
      if (text === null) continue;
      scanned++;
      const lines = this.#linesOf(path, text);
      if (lines.length > 0) hits.push({ path, id: texts.ids.get(path)!, lines });
    }
    return { hits, scanned, caps: [] };
  }

  async linesOf(path: string, text: string): Promise<number[]> {
    return this.#linesOf(path, text);
  }

  #linesOf(path: string, text: string): number[] {
    if (!this.#mayHold(text)) return [];
    return this.#find(searchedText(path, text), FIRST_ONLY).map((m) => m.line);
  }
}

class PatternLines implements LineFinder {
  readonly #pattern: ReadPattern;
  /** In the whole file: whether it is worth to look for its secrets. */
  readonly #mayMatch: (text: string) => boolean;
  readonly #scanner: Scanner;

  constructor(pattern: ReadPattern, scanner: Scanner) {
    this.#scanner = scanner;
    this.#pattern = pattern;
    const all = pattern.required?.every(isFileText) !== true;
    this.#mayMatch = (text) => all || mayMatch(pattern, text);
  }

  async find(texts: LiveTexts, { signal }: OperationContext): Promise<Found> {
    const files = texts.paths.map((path) => {
      const load = () => this.#textOf(path, texts.load(path) ?? "");
      return {
        path,
        get text() {
          return load();
        },
      };
    });
    const options = { ...FIRST_ONLY, signal, prepare: (from: number) => texts.prepare(from) };
    const { files: matches, unscanned, timeout } = await this.#scanner.scan(files, this.#pattern, options);
    if (timeout !== null && matches.length === 0) throw timeout;
    const caps: string[] = [];
    const left = unscanned.filter(({ path }) => !texts.isLeftOut(path)).length;
    if (left > 0) {
      const why =
        timeout === null
          ? "the pattern needs too much memory"
          : `${timeout.message.replace(/\.$/, "")} (${timeout.code})`;
      caps.push(`${counted(left, "file")} not searched: ${why}`);
    }
    return {
      hits: matches.map(({ path, lines }) => ({
        path,
        id: texts.ids.get(path) ?? "",
        lines: lines.map((m) => m.line),
      })),
      scanned: texts.paths.length - texts.leftOut - left,
      caps,
    };
  }

  async linesOf(path: string, text: string, { signal }: OperationContext): Promise<number[]> {
    const { files } = await this.#scanner.scan([{ path, text: this.#textOf(path, text) }], this.#pattern, {
      ...FIRST_ONLY,
      signal,
    });
    return files.flatMap((f) => f.lines.map((m) => m.line));
  }

  /** Empty where nothing can match. */
  #textOf(path: string, text: string): string {
    return this.#mayMatch(text) ? searchedText(path, text) : "";
  }
}
