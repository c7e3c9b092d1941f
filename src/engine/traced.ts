// What one declaration, or one file, leads to in one direction, in the shape that every direction shares.
import { counted } from "../base/counted.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import { shownText } from "../redact/redact.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Declaration, Dependency, Graph, NotLooked, Site } from "../graph/graph.ts";
import { isType } from "../graph/file-tables.ts";
import { notIndexed } from "../graph/not-looked.ts";
import type { GraphView } from "../graph/view.ts";
import type {
  PossibleTraceSite,
  ProvenTraceSite,
  TraceAnswer,
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
  totals: TraceAnswer["totals"];
  notLooked: readonly NotLooked[];
}

export function nothingTraced(notLooked: readonly NotLooked[]): Traced {
  return { proven: [], possible: [], totals: totalsOf([]), notLooked };
}

export function tracedFrom(
  graph: Graph,
  declaration: Declaration,
  direction: TraceDirection,
  depth: number | undefined,
): Promise<Traced> {
  switch (direction) {
    case "callers":
    case "callees":
      return calls(graph, declaration, direction, depth ?? 1);
    case "implementors":
    case "bases":
      return relatives(graph, declaration, direction, depth);
    case "dependencies":
    case "dependents":
      return fileLinks(graph, declaration.file, direction, depth ?? 1);
  }
}

/** How far an answer goes, where nobody said how far: types and members above and below are followed to the end. */
export function depthOf(direction: TraceDirection, asked: number | undefined, { proven }: Traced): number {
  if (asked !== undefined || (direction !== "implementors" && direction !== "bases")) return asked ?? 1;
  return proven.reduce((far, { depth }) => Math.max(far, depth), 1);
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

/** Calls, `depth` steps far over proven edges; the possible ones of further steps are counted and not followed. */
async function calls(
  graph: Graph,
  declaration: Declaration,
  direction: "callers" | "callees",
  depth: number,
): Promise<Traced> {
  const { steps, possible, byDepth, notLooked } = await graph.closure(declaration, direction, depth);
  return {
    proven: steps.map(
      ({ depth: at, via, leads }) =>
        new Late(at, () => ({
          ...siteOf(via, at, direction === "callers" && at === 1 ? [] : leads.map(placeOf)),
          rule: via.rule,
        })),
    ),
    possible: possible.map((site) =>
      possibleSite(site.why ?? "same-name", () =>
        siteOf(site, 1, "targets" in site ? site.targets.map(placeOf) : []),
      ),
    ),
    totals: totalsOf(byDepth),
    notLooked,
  };
}

function totalsOf(byDepth: Readonly<TraceAnswer["totals"]["byDepth"]>): TraceAnswer["totals"] {
  const totals = { proven: 0, possible: 0, external: 0, byDepth: [...byDepth] };
  for (const { proven, possible, external } of byDepth) {
    totals.proven += proven;
    totals.possible += possible;
    totals.external += external;
  }
  return totals;
}

/** How many of each stand at which depth; what lies outside by the depth at which it was met. */
function depthsOf(
  proven: readonly Late<unknown>[],
  possible: readonly LatePossible[],
  external: readonly number[] = [],
): TraceAnswer["totals"] {
  const byDepth: TraceAnswer["totals"]["byDepth"] = [];
  const at = (depth: number) => {
    while (byDepth.length < depth)
      byDepth.push({ depth: byDepth.length + 1, proven: 0, possible: 0, external: 0 });
    return byDepth[depth - 1]!;
  };
  for (const { depth } of proven) at(depth).proven++;
  for (const { late } of possible) at(late.depth).possible++;
  for (const depth of external) at(depth).external++;
  return totalsOf(byDepth);
}

async function relatives(
  graph: Graph,
  declaration: Declaration,
  direction: "implementors" | "bases",
  depth = Infinity,
): Promise<Traced> {
  const { proven, possible, notLooked } = await (direction === "bases"
    ? graph.bases(declaration)
    : graph.implementors(declaration));
  const near = proven.filter(({ distance }) => distance <= depth);
  const ofTypes = isType(declaration.kind);
  const sure = near.map(
    ({ declaration: d, distance, site }) =>
      new Late(distance, () => ({
        path: d.path,
        line: d.line,
        text: shownText(d.signature),
        enclosing: shownText(d.qualified),
        depth: distance,
        targets: [],
        // Types of Go name no interface: what links them is their methods.
        rule: !ofTypes ? "override" : site.role === null && d.language === "go" ? "method-set" : "base",
        link: `${shownPath(site.path)}:${site.line}`,
      })),
  );
  const loose = possible.map((p) => possibleSite(p.why, () => siteOf(p, 1)));
  return {
    proven: sure,
    possible: loose,
    totals: depthsOf(sure, loose),
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
  const external: number[] = [];
  const notLooked: NotLooked[] = [];
  const seen = new Set([file]);
  let level = [file];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: number[] = [];
    for (const from of level) {
      const { links, notLooked: left } = await graph[direction](from);
      notLooked.push(...left);
      for (const link of links) {
        const site = { ...linkSite(link), depth: at, targets: link.paths.map(shownPath) };
        if (link.paths.length > 0) proven.push(new Late(at, () => ({ ...site, rule: "import" })));
        else if (link.external) external.push(at);
        else possible.push(possibleSite(link.why, () => site, at));
        const reached = direction === "dependents" && link.paths.length > 0 ? [link.from] : link.paths;
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
    totals: depthsOf(proven, possible, external),
    notLooked,
  };
}

/** What no answer can speak for: files that were not read, by reason. */
export function unread(view: GraphView): NotLooked[] {
  return [...notIndexed(view), ...droppedVerdicts(view)];
}

export function droppedVerdicts(view: GraphView): NotLooked[] {
  const dropped = view.droppedVerdicts ?? 0;
  if (dropped === 0) return [];
  const what = `${counted(dropped, "verdict")} of the checker pass`;
  return [{ what, why: "files have changed since; pith index --checker makes them again" }];
}

export function possibleSite(why: PossibleTraceSite["why"], make: () => TraceSite, depth = 1): LatePossible {
  return { why, late: new Late(depth, () => ({ ...make(), why })) };
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
