// What the graph sees of a repository: its files, the names in them, and their facts. Made by the engine over a snapshot;
// in tests over a temporary folder. The graph itself reads no disk.
import type { SyntaxFacts, SyntaxSkip } from "../parse/facts.ts";

export interface GraphFile {
  readonly index: number;
  readonly path: string;
  readonly language: string;
  /** Null where the file was not parsed; `skip` says why. */
  readonly facts: SyntaxFacts | null;
  readonly skip: SyntaxSkip | null;
  /** Redacted lines: the only text that may be shown. Made when they are first asked for. */
  readonly lines: readonly string[];
  /** The text as it was decoded, to look at and never to show: places of facts are places in it. */
  readonly text: string;
}

/** The place of a declaration's name. */
export interface CheckedPlace {
  readonly file: number;
  readonly offset: number;
}

/** What the compiler says that a name means. */
export interface CheckedName {
  /** Empty: nothing inside the repository. */
  readonly targets: readonly CheckedPlace[];
  /** What the targets hold, where they are declared by being given a function or a class of another name. */
  readonly values: readonly CheckedPlace[];
  /** The types of what stands before the dot, as far as they have names inside. */
  readonly receivers: readonly CheckedPlace[];
  /** A variable or a parameter is meant. */
  readonly bound: boolean;
  /** Nothing below the type can be reached. */
  readonly exact: boolean;
}

export interface GraphView {
  /** All indexed files, sorted by `compareStrings`; a file's number is its place. */
  readonly paths: readonly string[];
  /** Absolute folder, for resolvers that need whole paths. */
  readonly root: string;
  /** Files that are there and are not indexed, with the reason: what no answer can speak for. */
  readonly unread: readonly { path: string; why: string }[];
  /** -1 where no file has the path. */
  indexOf(path: string): number;
  languageOf(file: number): string;
  /**
   * Files whose words hold the identifier, ascending: a superset of the files that use it. Names are compared folded
   * (case, `_` and `-` aside). Names of one letter have no words: then all files are given.
   */
  naming(name: string): readonly number[];
  /** Files that import something whose last name is the stem (`./http-adapter.js` is `http-adapter`), ascending. */
  importing(stem: string): readonly number[];
  /** Parsed on demand and kept. In the order of the numbers; what can't be read any more has neither facts nor text. */
  load(files: readonly number[]): Promise<readonly GraphFile[]>;
  /** Text of a configuration file (package.json, go.mod); null where it is not there or not readable. */
  text(path: string): Promise<string | null>;
  /**
   * What the checker pass found of the name that begins at the offset; null where it found nothing, and where what it
   * found does not hold any more. Absent where it has not run.
   */
  readonly checked?: ((file: number, offset: number) => CheckedName | null) | undefined;
  /** Whether a file that was loaded has another content than it had when the view was made. */
  isChanged?(file: number): boolean;
  /** Verdicts of the checker pass that do not hold any more. */
  readonly droppedVerdicts?: number;
  /** Where line patterns find a declaration of the name: all that is known of a language without a parser. */
  declaring(name: string): readonly { readonly file: number; readonly line: number }[];
  /** Declared names that are like one that is declared nowhere; of some paths alone. */
  nearest(name: string, inPath?: (path: string) => boolean): readonly string[];
}
