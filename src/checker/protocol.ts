// What the process that holds the compiler is told, and what it answers. Files are numbers in the list that it is given
// once; places in a file are offsets in its decoded text, as UTF-16 code units.

/** A file that the compiler may read, with the content id under which the snapshot knows it. */
export interface ListedFile {
  readonly path: string;
  readonly id: string;
}

export interface Setup {
  /** Absolute real path of the root. */
  readonly root: string;
  /** Absolute path of the compiler's own file. */
  readonly compiler: string;
  readonly files: readonly ListedFile[];
  /** Largest file that is read. */
  readonly fileBytes: number;
  /** JavaScript heap of the thread that runs the compiler, in MB. */
  readonly heapMb: number;
}

/** One program: a configuration with the files whose nearest configuration it is. */
export interface Program {
  /** Path of the configuration, or empty where the files have none. */
  readonly config: string;
  readonly files: readonly number[];
}

/** A module as a file writes it, with the file of the repository that it means. */
export interface ResolvedModule {
  readonly from: number;
  readonly module: string;
  readonly to: number;
}

export type Request =
  | { readonly kind: "setup"; readonly setup: Setup }
  /** Which programs do these files make? */
  | { readonly kind: "plan"; readonly sources: readonly number[] }
  | {
      readonly kind: "check";
      readonly program: Program;
      /** For each file of the program the offsets that are asked for, ascending. */
      readonly wanted: readonly Uint32Array[];
      readonly modules: readonly ResolvedModule[];
    };

/** What a name means. Equal ones of a program are one row. */
export interface Row {
  /** Declarations inside the repository, as file and offset of the name. Empty: it means nothing inside. */
  readonly targets: readonly (readonly [file: number, offset: number])[];
  /** Types of what stands before the dot; empty where nothing stands there, or its type has no declaration inside. */
  readonly receivers: readonly (readonly [file: number, offset: number])[];
  /**
   * Where a target only holds the value of another declaration (`{ name }`, `module.exports = name`): that one. It is not
   * what is meant, and what runs.
   */
  readonly values: readonly (readonly [file: number, offset: number])[];
  /** A variable or a parameter is meant. */
  readonly bound: boolean;
  /** What runs is what is meant: nothing below can be reached (`super.f()`). */
  readonly exact: boolean;
}

export interface Checked {
  readonly rows: readonly Row[];
  /** For each file of the program: the offsets that have a verdict, ascending, and the row of each. */
  readonly files: readonly { readonly offsets: Uint32Array; readonly rows: Uint32Array }[];
}

/** What was seen of installed packages: path and stamp, which is empty where there was nothing. */
export type Stamps = readonly (readonly [path: string, stamp: string])[];

export type Reply =
  | { readonly kind: "planned"; readonly programs: readonly Program[]; readonly installed: Stamps }
  | { readonly kind: "progress"; readonly done: number }
  | {
      readonly kind: "checked";
      readonly checked: Checked;
      readonly changed: readonly string[];
      readonly installed: Stamps;
    }
  | { readonly kind: "failed"; readonly why: string };

/** Why a program is left out that needs more memory than it may have. */
export const MEMORY = "its memory ceiling";
