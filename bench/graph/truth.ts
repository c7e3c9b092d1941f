// What an oracle says of a repository: the shape that every oracle prints, one JSON row a line, and how it is read.
// Oracles are programs of their own under `oracles/`; none of them asks Pith anything.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** `new` and `jsx` are uses of the class or component; `decorator` of what stands behind the `@`. */
export type Role = "call" | "new" | "jsx" | "decorator" | "read" | "type" | "import";

export const CALLS: ReadonlySet<Role> = new Set(["call", "new", "jsx", "decorator"]);

export interface Place {
  path: string;
  line: number;
  /** UTF-16 units from 1; 0 where the oracle does not say it. */
  column: number;
}

/** A declaration inside the repository that something means. */
export interface Target {
  target: number;
  name: string;
  kind: string;
  /** Declared inside a function: seen nowhere else. */
  local: boolean;
  /** Overloads and merged declarations are one target at several places. */
  at: Place[];
  /** Targets that it overrides or implements: a call through one may reach the other at run time. */
  related: number[];
}

/** Targets by number; `outside` the repository; `unknown` where the oracle cannot tell (a package that is missing). */
export type Meaning = readonly number[] | "outside" | "unknown";

/**
 * Line, column, name, role, meaning; then what it may rightly be said to use besides: the base whose constructor a
 * construction runs, where the class has none of its own; what a property that is called is given by its name.
 */
export type SiteRow = [number, number, string, Role, Meaning, (readonly number[])?];

/** Line, name, kind. */
export type DeclarationRow = [number, string, string];

export interface FileRow {
  file: string;
  declarations: DeclarationRow[];
  /** Every name of the file that some target has. */
  sites: SiteRow[];
}

export interface Truth {
  targets: Target[];
  files: Map<string, FileRow>;
}

export async function readTruth(path: string): Promise<Truth> {
  const truth: Truth = { targets: [], files: new Map() };
  for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
    if (line === "") continue;
    const row = JSON.parse(line) as Target | FileRow;
    if ("target" in row) truth.targets[row.target] = row;
    else truth.files.set(row.file, row);
  }
  return truth;
}

/** Targets that override or implement each other, over any number of steps. */
export function relations(targets: readonly Target[]): (a: number, b: number) => boolean {
  const up = new Map(targets.map((t) => [t.target, t.related]));
  const down = new Map<number, number[]>();
  for (const { target, related } of targets) {
    for (const r of related) {
      const held = down.get(r);
      if (held === undefined) down.set(r, [target]);
      else held.push(target);
    }
  }
  const reach = (from: number, edges: ReadonlyMap<number, readonly number[]>): Set<number> => {
    const seen = new Set([from]);
    for (const at of seen) for (const next of edges.get(at) ?? []) seen.add(next);
    return seen;
  };
  const kin = new Map<number, Set<number>>();
  return (a, b) => {
    let held = kin.get(a);
    if (held === undefined) {
      // Siblings are kin as well: both implement what is called.
      held = new Set<number>();
      for (const base of reach(a, up)) for (const one of reach(base, down)) held.add(one);
      kin.set(a, held);
    }
    return held.has(b);
  };
}
