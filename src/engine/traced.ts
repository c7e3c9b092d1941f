// What one declaration, or one file, leads to in one direction, in the shape that every direction shares.
import { counted } from "../base/counted.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Declaration, Dependency, Graph, NotLooked, Site } from "../graph/graph.ts";
import { notIndexed } from "../graph/not-looked.ts";
import type { GraphView } from "../graph/view.ts";
import type {
  PossibleTraceSite,
  ProvenTraceSite,
  TraceDeclaration,
  TraceSite,
} from "../pack/trace-answer.ts";

/**
 * A site that is written out only where it is shown: of a list of thousands the budget holds a hundred, and the text of
 * each has to be looked through for secrets.
 */
export class Late<Shown> {
  readonly depth: number;
  readonly #make: () => Shown;
  #made: Shown | null = null;

  constructor(depth: number, make: () => Shown) {
    this.depth = depth;
    this.#make = make;
  }

  get shown(): Shown {
    return (this.#made ??= this.#make());
  }
}

export interface LatePossible {
  why: PossibleTraceSite["why"];
  late: Late<PossibleTraceSite>;
}

export interface Traced {
  proven: readonly Late<ProvenTraceSite>[];
  possible: readonly LatePossible[];
  totals: { proven: number; possible: number; external: number };
  notLooked: readonly NotLooked[];
}

export function nothingTraced(notLooked: readonly NotLooked[]): Traced {
  return { proven: [], possible: [], totals: { proven: 0, possible: 0, external: 0 }, notLooked };
}

export function tracedFrom(
  graph: Graph,
  declaration: Declaration,
  direction: TraceDirection,
  depth: number,
): Promise<Traced> {
  switch (direction) {
    case "callers":
      return depth === 1 ? callers(graph, declaration) : closure(graph, declaration, direction, depth);
    case "callees":
      return depth === 1 ? callees(graph, declaration) : closure(graph, declaration, direction, depth);
    case "implementors":
    case "bases":
      return relatives(graph, declaration, direction);
    case "dependencies":
    case "dependents":
      return fileLinks(graph, declaration.file, direction, depth);
  }
}

/** A declaration as it is listed, with what was found for it; null where that was not counted. */
export function declared(declaration: Declaration, traced: Traced | null): TraceDeclaration {
  const { path, start, end, kind, qualified, exported, signature } = declaration;
  return {
    path,
    start,
    end,
    kind,
    name: shownText(qualified),
    exported,
    signature: shownText(signature),
    proven: traced?.totals.proven ?? -1,
    possible: traced?.totals.possible ?? -1,
  };
}

async function callers(graph: Graph, declaration: Declaration): Promise<Traced> {
  const { proven, possible, totals, notLooked } = await graph.callers(declaration);
  return {
    proven: proven.map((p) => new Late(1, () => ({ ...siteOf(p, 1), rule: p.rule }))),
    possible: possible.map((p) => possibleSite(p.why, () => siteOf(p, 1))),
    totals: { ...totals, external: 0 },
    notLooked,
  };
}

async function callees(graph: Graph, declaration: Declaration): Promise<Traced> {
  const { proven, possible, external, notLooked } = await graph.callees(declaration);
  return {
    proven: proven.map(
      (c) => new Late(1, () => ({ ...siteOf(c, 1, c.targets.map(placeOf)), rule: c.rule ?? "same-file" })),
    ),
    possible: possible.map((c) =>
      possibleSite(c.why ?? "same-name", () => siteOf(c, 1, c.targets.map(placeOf))),
    ),
    totals: { proven: proven.length, possible: possible.length, external },
    notLooked,
  };
}

/** Steps over proven edges alone; the possible ones of each step are counted and not followed. */
async function closure(
  graph: Graph,
  declaration: Declaration,
  direction: "callers" | "callees",
  depth: number,
): Promise<Traced> {
  const found = await graph.closure(declaration, direction, depth);
  const steps = found.steps.map(
    (step) =>
      new Late(step.depth, () => ({
        ...siteOf(step.via, step.depth, [placeOf(direction === "callers" ? step.from : step.declaration)]),
        rule: step.via.rule,
      })),
  );
  const loose = found.loose.map(
    ({ depth: at, site, from }) =>
      new Late(at, () => ({ ...siteOf(site, at, [placeOf(from)]), rule: site.rule })),
  );
  const proven = [...steps, ...loose].sort((a, b) => a.depth - b.depth);
  return { proven, possible: [], totals: { ...found.totals, external: 0 }, notLooked: found.notLooked };
}

async function relatives(
  graph: Graph,
  declaration: Declaration,
  direction: "implementors" | "bases",
): Promise<Traced> {
  const { proven, possible, notLooked } = await (direction === "bases"
    ? graph.bases(declaration)
    : graph.implementors(declaration));
  return {
    proven: proven.map(
      ({ declaration: d, distance, site }) =>
        new Late(distance, () => ({
          path: d.path,
          line: d.line,
          text: shownText(d.signature),
          enclosing: shownText(d.qualified),
          depth: distance,
          targets: [],
          rule: `${shownPath(site.path)}:${site.line}`,
        })),
    ),
    possible: possible.map((p) => possibleSite(p.why, () => siteOf(p, 1))),
    totals: { proven: proven.length, possible: possible.length, external: 0 },
    notLooked,
  };
}

/** What a file imports, or who imports it, `depth` steps far. */
export async function fileLinks(
  graph: Graph,
  file: number,
  direction: "dependencies" | "dependents",
  depth: number,
): Promise<Traced> {
  const proven: Late<ProvenTraceSite>[] = [];
  const possible: LatePossible[] = [];
  let external = 0;
  const seen = new Set([file]);
  let level = [file];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: number[] = [];
    for (const from of level) {
      for (const link of await graph[direction](from)) {
        const site = { ...linkSite(link), depth: at, targets: link.paths.map(shownPath) };
        if (link.paths.length > 0) proven.push(new Late(at, () => ({ ...site, rule: "import" })));
        else if (link.external) external++;
        else possible.push(possibleSite(link.why, () => site));
        const reached = direction === "dependents" ? [link.from] : link.paths;
        for (const path of reached) {
          const to = graph.view.indexOf(path);
          if (to === -1 || seen.has(to)) continue;
          seen.add(to);
          next.push(to);
        }
      }
    }
    level = next;
  }
  return {
    proven,
    possible,
    totals: { proven: proven.length, possible: possible.length, external },
    notLooked: [],
  };
}

/** What no answer can speak for: files that were not read, by reason. */
export function unread(view: GraphView): NotLooked[] {
  const files = notIndexed(view);
  const dropped = view.droppedVerdicts ?? 0;
  if (dropped === 0) return files;
  const what = `${counted(dropped, "verdict")} of the checker pass`;
  return [...files, { what, why: "files have changed since; pith index --checker makes them again" }];
}

export function possibleSite(why: PossibleTraceSite["why"], make: () => TraceSite): LatePossible {
  return { why, late: new Late(1, () => ({ ...make(), why })) };
}

export function siteOf(site: Site, depth: number, targets: string[] = []): TraceSite {
  const { path, line, text, enclosing } = site;
  return { path, line, text, enclosing: shownText(enclosing), depth, targets };
}

function linkSite({ from, line, text }: Dependency): Pick<TraceSite, "path" | "line" | "text" | "enclosing"> {
  return { path: from, line, text, enclosing: "" };
}

export function placeOf({ path, line, qualified }: Declaration): string {
  return `${shownPath(path)}:${line} ${shownText(qualified)}`;
}
