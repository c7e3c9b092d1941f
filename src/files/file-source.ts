// Where do the files of a root come from: from the disk as it is now, or from a commit? One interface, so that every
// question is answered in the same way from both.
import type { Ceilings } from "../config/load.ts";
import { DeclaredEncodings } from "./declared-encoding.ts";
import type { Root } from "./guard.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { openReader } from "./read.ts";
import type { GivenTexts, ReadOptions, ReadText } from "./read.ts";
import { WalkMemory } from "./walk-memory.ts";
import { walk } from "./walk.ts";
import type { Walk, WalkConfig } from "./walk.ts";
import { whyPath } from "./why.ts";
import type { Why, WhyConfig } from "./why.ts";
import { whyGone } from "./why-gone.ts";

export interface OpenOptions extends ReadOptions {
  signal?: AbortSignal;
}

export interface FileSource {
  /** Whole id of the commit; of the index the name of its contents; null for the disk. */
  readonly commit: string | null;
  /** They are the files of the index. */
  readonly staged?: boolean;
  /** False where it lacks contents that may come later: it is looked at anew each time. */
  readonly isWhole: boolean;
  walk(config: WalkConfig): Walk;
  /** Hash of what declares encodings and is not among the files of a walk, which left out the attribute files `hidden`. */
  declared(hidden: readonly string[]): string;
  /** A reader for these paths, and for no others: what has to be fetched is fetched before. */
  open(
    paths: readonly string[],
    ceilings: Pick<Ceilings, "fileBytes">,
    options?: OpenOptions,
  ): Promise<ReadText>;
  /** For threads: contents in memory that they share. Null where each thread reads for itself. */
  readonly give:
    | ((
        paths: readonly string[],
        ceilings: Pick<Ceilings, "fileBytes">,
        signal?: AbortSignal,
      ) => Promise<GivenTexts>)
    | null;
  why(config: WhyConfig, path: string): Why;
  /** Why the path would be left out, whether or not a file is there; null where nothing speaks against it. */
  whyGone(config: WhyConfig, path: string): SkipReason | null;
  /** Nobody is at work in it: what would only wait is ended. */
  rest(): void;
}

export function diskSource(root: Root): FileSource {
  const memory = new WalkMemory();
  return {
    commit: null,
    isWhole: true,
    walk: (config) => walk(root, config, { memory }),
    declared: (hidden) => new DeclaredEncodings(root).outside(hidden),
    open: async (_paths, ceilings, options) => openReader(root, ceilings, options),
    give: null,
    why: (config, path) => whyPath(root, config, path),
    whyGone: (config, path) => whyGone(root, config, path),
    rest: () => {},
  };
}
