// How much of anything Pith takes on: every ceiling with its unit, its default, its largest value and its reason.
// None is on wall-clock time: the same content meets the same ceiling on every machine.

interface Ceiling {
  readonly unit: string;
  readonly value: number;
  /** A repository may ask for less or more, but never for more than this. */
  readonly most: number;
  readonly reason: string;
}

export const CEILINGS = {
  files: {
    unit: "files",
    value: 500_000,
    most: 5_000_000,
    reason: "A folder of more files is a disk, not a project; the rest is named as left out.",
  },
  fileBytes: {
    unit: "bytes",
    value: 2_000_000,
    most: 64_000_000,
    reason: "A larger file is data or a bundle: it would cost more memory than its lines are worth.",
  },
  syntaxBytes: {
    unit: "bytes",
    value: 1_000_000,
    most: 16_000_000,
    reason: "The parser reads 3 to 7 MB a second: a larger file would hold up every other one.",
  },
  nesting: {
    unit: "levels",
    value: 1_000,
    most: 10_000,
    reason: "Deeper nesting is written by machines and makes queries over the tree slow.",
  },
  parserSteps: {
    unit: "progress calls of the parser",
    value: 100_000,
    most: 10_000_000,
    reason: "Ends a parse that goes astray; counted, so that it ends at the same place everywhere.",
  },
  firstAnswerBytes: {
    unit: "bytes of text",
    value: 64_000_000,
    most: 1_000_000_000,
    reason: "What the first question in a new repository reads before it answers from a part.",
  },
  workers: {
    unit: "threads",
    value: 4,
    most: 64,
    reason: "More threads than cores only cost memory; the machine's cores are a limit as well.",
  },
  checkerMegabytes: {
    unit: "MB of the compiler's heap",
    value: 4_000,
    most: 32_000,
    reason:
      "One program of the checker pass: 1.6 GB for one of 3,000 files; what needs more is named and left out.",
  },
} as const satisfies Record<string, Ceiling>;

export type CeilingName = keyof typeof CEILINGS;
export type Ceilings = Record<CeilingName, number>;

export function defaultCeilings(): Ceilings {
  const values: Partial<Ceilings> = {};
  for (const name of Object.keys(CEILINGS) as CeilingName[]) values[name] = CEILINGS[name].value;
  return values as Ceilings;
}
