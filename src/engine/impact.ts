// What could break if a symbol changes, or what a diff changed? What surely depends on it step by step, what may, which
// tests reach it, what of it others can see. "Nothing" is said only where all was read.
import { shownText } from "../redact/redact.ts";
import { PithError, throwIfCancelled } from "../base/error.ts";
import { DEFAULT_IMPACT_DEPTH } from "../base/limits.ts";
import { compareStrings } from "../base/order.ts";
import { openGraph, type Declaration, type Graph, type Impact, type NotLooked } from "../graph/graph.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import type { ImpactAnswer, ImpactDeclaration, ImpactExport } from "../pack/impact-answer.ts";
import type { ImpactArguments } from "./arguments.ts";
import type { Walk } from "../files/walk.ts";
import { beginAnswer } from "./begin-answer.ts";
import { compactLeftOut } from "./compact-left-out.ts";
import { completenessOf } from "./completeness-of.ts";
import { changesOf } from "./diff-of.ts";
import type { GraphMemory } from "./graph-view.ts";
import {
  impactItems,
  partsOfImpact,
  textOfImpact,
  type ImpactFacts,
  type ImpactItem,
} from "./impact-items.ts";
import { MOST_COUNTED } from "./graph-items.ts";
import { finishList } from "./list-answer.ts";
import { adviceOnName, isUnknown, type Named, namedDeclarations } from "./named-declarations.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { requiredName } from "./required-name.ts";
import { testsOf, surfaceOf } from "./impact-reach.ts";
import { declared, Late, type LatePossible, placeOf, possibleSite, siteOf, unread } from "./traced.ts";
import type { Workspace } from "./workspace.ts";

/** Declarations of a diff that are followed: more are no change but another program. */
const MOST_FOLLOWED = 500;
/** Names that a diff takes away and that are looked for. */
const MOST_LOST = 200;

type Change = ImpactDeclaration["change"];

interface Asked {
  declarations: readonly { declaration: Declaration; change: Change }[];
  /** Sites that may still use what is gone. */
  lost: readonly { declaration: ImpactDeclaration; possible: readonly LatePossible[] }[];
  /** Several declarations have the name: none is followed. */
  isAmbiguous: boolean;
  /** What the name means, where one was given. */
  named: Named | null;
  notLooked: readonly NotLooked[];
}

export async function impact(
  workspace: Workspace,
  memory: GraphMemory,
  args: ImpactArguments,
  context: OperationContext,
): Promise<Outcome> {
  const given = [args.symbol, args.diff, args.patch].filter((g) => g !== undefined).length;
  if (given !== 1) throw notOne(given);
  if (args.diff !== undefined && args.rev !== undefined) throw diffOfRevision();
  const symbol =
    args.symbol === undefined ? "" : requiredName(args.symbol, "a function, class, type or method");
  const depth = args.depth ?? DEFAULT_IMPACT_DEPTH;
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot } = begun.view;
  const graph = openGraph(memory.view(snapshot), context);
  const asked =
    symbol === ""
      ? await fromDiff(workspace, graph, memory, args, context, begun.view.walk)
      : await fromName(graph, symbol, args);
  const unknown = asked.named !== null && isUnknown(asked.named) && snapshot.partial === null;
  const facts = await factsOf(graph, asked, depth);
  const notLooked = compactLeftOut([...facts.notLooked, ...unread(graph.view)]);
  const whole = { ...facts, notLooked };
  const items = impactItems(
    whole,
    asked.isAmbiguous || (asked.named !== null && asked.declarations.length === 0),
  );
  return finishList<ImpactItem, ImpactAnswer>(begun, args, {
    items,
    answer: (shown, base) => ({
      ...base,
      op: "impact",
      symbol: shownText(symbol),
      diff: args.diff !== undefined ? shownText(args.diff) : args.patch === undefined ? null : "patch",
      depth,
      ...partsOfImpact(shown),
      totals: facts.totals,
      notLooked,
      nearest: unknown ? [...asked.named!.nearest] : [],
    }),
    text: textOfImpact,
    completeness: completenessOf(begun, { unresolved: unknown ? [symbol] : [] }),
    advice:
      snapshot.partial === null ? adviceOf(symbol, asked, whole) : advise("still-indexing", snapshot.partial),
    found: asked.isAmbiguous || facts.totals.proven + facts.totals.possible > 0,
  });
}

async function fromName(graph: Graph, symbol: string, args: ImpactArguments): Promise<Asked> {
  const named = await namedDeclarations(graph, symbol, args.kind);
  return {
    declarations: named.declarations.map((declaration) => ({ declaration, change: "asked" })),
    lost: [],
    isAmbiguous: named.declarations.length > 1,
    named,
    notLooked: named.notLooked,
  };
}

async function fromDiff(
  workspace: Workspace,
  graph: Graph,
  memory: GraphMemory,
  args: ImpactArguments,
  context: OperationContext,
  walk: Walk,
): Promise<Asked> {
  const { changed, lost, notLooked } = await changesOf(workspace, graph, memory, args, context, walk);
  const skipped: NotLooked[] = [...notLooked];
  const cut = (what: string, total: number, most: number) => {
    if (total > most) skipped.push({ what: `${total - most} ${what}`, why: `ceiling of ${most}` });
  };
  cut("changed declarations", changed.length, MOST_FOLLOWED);
  cut("names that are gone", lost.length, MOST_LOST);
  const gone: Asked["lost"][number][] = [];
  for (const { path, line, symbol, language } of lost.slice(0, MOST_LOST)) {
    throwIfCancelled(context.signal);
    const found = await graph.lostUses({ name: symbol.name, member: symbol.parent !== -1, path }, language);
    const sites = found.possible;
    skipped.push(...found.notLooked);
    const declaration: ImpactDeclaration = {
      path: shownText(path),
      start: line,
      end: line,
      kind: symbol.kind,
      name: shownText(symbol.qualified),
      exported: symbol.exported,
      signature: shownText(symbol.signature),
      proven: 0,
      possible: sites.length,
      change: "removed",
    };
    const possible = sites.map((site) => possibleSite(site.why, () => siteOf(site, 1)));
    gone.push({ declaration, possible });
  }
  return {
    declarations: changed.slice(0, MOST_FOLLOWED),
    lost: gone,
    isAmbiguous: false,
    named: null,
    notLooked: skipped,
  };
}

async function factsOf(graph: Graph, asked: Asked, depth: number): Promise<ImpactFacts> {
  const declarations = asked.declarations.map((d) => d.declaration);
  const empty: Impact = { sites: [], possible: [], further: [], own: [], notLooked: [] };
  if (asked.isAmbiguous) {
    const own: Impact["own"][number][] = [];
    for (const declaration of declarations.slice(0, MOST_COUNTED))
      own.push((await graph.impact([declaration], 1)).own[0]!);
    return assembled(asked, { ...empty, own }, []);
  }
  const found = declarations.length === 0 ? empty : await graph.impact(declarations, depth);
  return assembled(asked, found, await surfaceOf(graph, declarations, found));
}

function assembled(asked: Asked, found: Impact, surface: readonly Late<ImpactExport>[]): ImpactFacts {
  const listed = asked.declarations.map(({ declaration, change }, i): ImpactDeclaration => {
    const counts = found.own[i] ?? { proven: -1, possible: -1 };
    return { ...declared(declaration, null), ...counts, change };
  });
  const possible = [
    ...found.possible.map((p) => possibleSite(p.why, () => siteOf(p, 1))),
    ...asked.lost.flatMap((l) => l.possible),
  ];
  const proven = found.sites.map(
    ({ site, depth, from }) =>
      new Late(depth, () => ({
        ...siteOf(site, depth, depth === 1 ? [] : [placeOf(from)]),
        rule: site.rule,
      })),
  );
  const tests = testsOf(found);
  const depths = new Map<number, { depth: number; proven: number; possible: number }>();
  const at = (depth: number) => {
    const known = depths.get(depth) ?? { depth, proven: 0, possible: 0 };
    depths.set(depth, known);
    return known;
  };
  if (!asked.isAmbiguous) at(1).possible = possible.length;
  for (const { depth } of found.sites) at(depth).proven++;
  for (const { depth, count } of found.further) at(depth).possible = count;
  const whys = Map.groupBy(possible, (p) => p.why);
  return {
    declarations: [...listed, ...asked.lost.map((l) => l.declaration)],
    proven,
    tests,
    surface,
    possible,
    totals: {
      declarations: listed.length + asked.lost.length,
      proven: proven.length,
      possible: possible.length,
      tests: tests.length,
      surface: surface.length,
      files: new Set(found.sites.map(({ site }) => site.path)).size,
      byDepth: [...depths.values()].sort((a, b) => a.depth - b.depth),
      byWhy: [...whys]
        .map(([why, sites]) => ({ why, possible: sites.length }))
        .sort((a, b) => compareStrings(a.why, b.why)),
    },
    notLooked: [...asked.notLooked, ...found.notLooked],
  };
}

function adviceOf(symbol: string, asked: Asked, facts: ImpactFacts): Advice | null {
  const onName = asked.named === null ? null : adviceOnName(symbol, asked.named);
  if (onName !== null) return onName;
  if (facts.totals.declarations === 0) return advise("no-declaration-changed");
  if (facts.totals.proven + facts.totals.possible > 0) return null;
  return facts.notLooked.length === 0 ? advise("no-dependents") : advise("no-dependents-found");
}

function diffOfRevision(): PithError {
  return new PithError("ARGUMENT_INVALID", "A diff is of the work tree, and takes no rev.", {
    subject: "rev",
    next: "Leave rev out, or give what changed up to that revision as a patch.",
  });
}

function notOne(given: number): PithError {
  return new PithError(
    "ARGUMENT_INVALID",
    given === 0 ? "Nothing says what changes." : "A symbol, a diff and a patch exclude each other.",
    {
      subject: "symbol",
      next: "Give a symbol (a name, or path:line), or a revision to compare with (diff), or a patch.",
    },
  );
}
