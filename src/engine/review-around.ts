// What stands around a change: the types that changed heads name, who is proven to use what changed and who may, tests
// that reach it, places that still may use what is gone. Asked of the graph of the tree that has the change.
import { compareStrings } from "../base/order.ts";
import { throwIfCancelled } from "../base/error.ts";
import { DEFAULT_IMPACT_DEPTH } from "../base/limits.ts";
import type { Declaration, Graph, Impact, ImpactSite, NotLooked, Site } from "../graph/graph.ts";
import type { Candidate } from "../pack/candidate.ts";
import type { ReviewPart } from "../pack/review-answer.ts";
import { innermostUnits } from "../rank/units.ts";
import { shownText } from "../redact/redact.ts";
import type { Snapshot } from "../store/segment-view.ts";
import { packSourceOf } from "./candidates.ts";
import { lostByStars } from "./changed-declarations.ts";
import { isTestSite } from "./impact-reach.ts";
import type { Lost } from "./lost-declarations.ts";
import type { OperationContext } from "./operation.ts";
import { apart, linesOf, lostOf, thenOf, unitOf } from "./review-candidates.ts";
import type { FileInReview } from "./review-files.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";

export interface Around {
  /** In the order in which they are shown. */
  candidates: Candidate[];
  totals: { callers: number; possible: number; tests: number };
  /** Test files that reach what changed, by path. */
  tests: ReadonlySet<string>;
  notLooked: NotLooked[];
}

/** Declarations of a change that are followed, and names that it takes away that are looked for: as `impact` does. */
const MOST_FOLLOWED = 500;
const MOST_LOST = 200;
/** Places of each part that are offered: the budget has room for some dozens. */
const MOST_OFFERED = 60;
/** Declarations whose heads are looked through for types, and types that are offered. */
const MOST_HEADS = 40;
const MOST_CONTRACTS = 20;
/** A unit around a place is shown by its head and the place; what is longer says no more by its name. In lines. */
const LONGEST_UNIT = 400;

interface Wanted {
  part: ReviewPart;
  path: string;
  lines: number[];
  reason: string;
  /** The line that names a declaration which is wanted itself; else what stands around the lines. */
  declared?: number;
}

export async function aroundChange(
  graph: Graph,
  sources: Sources,
  snapshot: Snapshot,
  files: readonly FileInReview[],
  context: OperationContext,
): Promise<Around> {
  const notLooked: NotLooked[] = [];
  const declarations = await changedIn(graph, files, notLooked);
  const lost = await lostIn(graph, files, notLooked);
  const found: Impact | null =
    declarations.length === 0 ? null : await graph.impact(declarations, DEFAULT_IMPACT_DEPTH);
  if (found !== null) notLooked.push(...found.notLooked);
  const changed = new Set(declarations.flatMap((d) => d.symbols.map((s) => `${d.file}:${s}`)));
  const isOwn = (site: Site) => changed.has(`${site.file}:${site.symbol}`);
  const order = new Map(declarations.map((d, i) => [keyOf(d), i]));
  const sites = [...(found?.sites ?? [])].filter(({ site }) => !isOwn(site));
  const isTest = isTestSite();
  const callers = sites.filter(({ site, depth }) => depth === 1 && !isTest(site));
  callers.sort(
    (a, b) =>
      order.get(keyOf(a.from))! - order.get(keyOf(b.from))! ||
      compareStrings(a.site.path, b.site.path) ||
      a.site.line - b.site.line,
  );
  const possible = (found?.possible ?? []).filter((site) => !isOwn(site));
  const reaching = firstOfEach(sites.filter(({ site }) => isTest(site)));
  const left = await usesLeft(graph, lost, notLooked, context);

  const wanted: Wanted[] = [
    ...left.map(({ site, name }) =>
      of("uses-left", site, `may still use ${name}, which is gone: ${site.why}`),
    ),
    ...(await contractsOf(graph, declarations, changed)),
    ...callers.map(({ site, from }) => of("caller", site, `uses ${nameOf(from)}: proven by ${site.rule}`)),
    ...possible.map((site) => {
      const name = declarations.find((d) => site.text.includes(d.name));
      return of("possible-caller", site, `may use ${name === undefined ? "it" : nameOf(name)}: ${site.why}`);
    }),
    ...reaching.map(({ site, depth, from }) =>
      of(
        "test",
        site,
        `test that reaches ${nameOf(from)}${depth === 1 ? "" : `, ${depth} steps from the change`}`,
      ),
    ),
  ];
  const grouped = firstOffered(wanted);
  return {
    candidates: await shownAs(sources, snapshot, grouped),
    totals: { callers: callers.length, possible: possible.length + left.length, tests: reaching.length },
    tests: new Set(reaching.map(({ site }) => site.path)),
    notLooked,
  };
}

function of(part: ReviewPart, { path, line }: Pick<Site, "path" | "line">, reason: string): Wanted {
  return { part, path, lines: [line], reason };
}

function keyOf({ file, symbols }: Declaration): string {
  return `${file}:${symbols[0]}`;
}

function nameOf({ qualified }: Declaration): string {
  return shownText(qualified);
}

async function changedIn(
  graph: Graph,
  files: readonly FileInReview[],
  notLooked: NotLooked[],
): Promise<Declaration[]> {
  const found = new Map<string, Declaration>();
  for (const { touched, change, file } of files) {
    if (touched.length === 0) continue;
    const at = [change.newPath, change.oldPath]
      .map((path) => (path === null ? -1 : graph.view.indexOf(path)))
      .find((index) => index !== -1);
    if (at === undefined) {
      notLooked.push({ what: file.path, why: "not among the indexed files" });
      continue;
    }
    for (const declaration of await graph.declarationsIn(at, touched))
      found.set(keyOf(declaration), declaration);
  }
  const all = [...found.values()];
  if (all.length > MOST_FOLLOWED)
    notLooked.push({
      what: `${all.length - MOST_FOLLOWED} changed declarations`,
      why: `ceiling of ${MOST_FOLLOWED}`,
    });
  return all.slice(0, MOST_FOLLOWED);
}

/** What others may have used and that is no longer where it was. */
async function lostIn(graph: Graph, files: readonly FileInReview[], notLooked: NotLooked[]): Promise<Lost[]> {
  const lost: Lost[] = [];
  for (const file of files) {
    if (file.pending) continue;
    const then = thenOf(file);
    if (then === null) continue;
    const now = file.fresh?.facts ?? null;
    // Under its old path nothing of a file that was moved is there any more.
    const moved = file.file.change === "renamed";
    const own = moved
      ? lostOf({ ...file, fresh: null }).filter(({ symbol }) => symbol.exported && symbol.parent === -1)
      : lostOf(file);
    if (file.kind === "test") {
      // What tests share may be used elsewhere; the tests themselves are used nowhere.
      lost.push(...own.filter(({ symbol }) => symbol.parent === -1 && !/^_*test/i.test(symbol.name)));
      continue;
    }
    lost.push(...own, ...(await lostByStars(graph, then, moved ? null : now, notLooked)));
  }
  if (lost.length > MOST_LOST)
    notLooked.push({
      what: `${lost.length - MOST_LOST} names that are gone`,
      why: `ceiling of ${MOST_LOST}`,
    });
  return lost.slice(0, MOST_LOST);
}

async function usesLeft(
  graph: Graph,
  lost: readonly Lost[],
  notLooked: NotLooked[],
  context: OperationContext,
): Promise<{ site: Site & { why: string }; name: string }[]> {
  const left: { site: Site & { why: string }; name: string }[] = [];
  for (const { path, symbol, language } of lost) {
    throwIfCancelled(context.signal);
    const found = await graph.lostUses({ name: symbol.name, member: symbol.parent !== -1, path }, language);
    notLooked.push(...found.notLooked);
    for (const site of found.possible) left.push({ site, name: shownText(symbol.qualified) });
  }
  return left;
}

async function contractsOf(
  graph: Graph,
  declarations: readonly Declaration[],
  changed: ReadonlySet<string>,
): Promise<Wanted[]> {
  const found = new Map<string, Wanted>();
  for (const declaration of declarations.slice(0, MOST_HEADS)) {
    if (found.size >= MOST_CONTRACTS) break;
    for (const type of (await graph.signatureTypes(declaration)).types) {
      if (changed.has(keyOf(type)) || found.has(keyOf(type))) continue;
      const reason = `type in the head of ${nameOf(declaration)}`;
      found.set(keyOf(type), {
        part: "contract",
        path: type.path,
        lines: [type.line],
        reason,
        declared: type.line,
      });
    }
  }
  return [...found.values()].slice(0, MOST_CONTRACTS);
}

/** The nearest place of each test file. */
function firstOfEach(sites: readonly ImpactSite[]): ImpactSite[] {
  const first = new Map<string, ImpactSite>();
  for (const site of sites) if (!first.has(site.site.path)) first.set(site.site.path, site);
  return [...first.values()];
}

/** Of each part the first ones; places on one line once, whatever they use. */
function firstOffered(wanted: readonly Wanted[]): Wanted[] {
  const counts = new Map<ReviewPart, number>();
  const seen = new Set<string>();
  return wanted.filter(({ part, path, lines }) => {
    const count = counts.get(part) ?? 0;
    const key = `${part} ${lines[0]} ${path}`;
    if (count >= MOST_OFFERED || seen.has(key)) return false;
    seen.add(key);
    counts.set(part, count + 1);
    return true;
  });
}

/** Places in one unit, there for one reason, are one candidate. */
async function shownAs(
  sources: Sources,
  snapshot: Snapshot,
  wanted: readonly Wanted[],
): Promise<Candidate[]> {
  const paths = [...new Set(wanted.map(({ path }) => path))];
  const loaded = await sources.ofPaths(snapshot, paths);
  const byPath = new Map(loaded.flatMap((s) => (isMissing(s) ? [] : [[s.path, s] as const])));
  const units = new Map<string, Candidate>();
  for (const one of wanted) {
    const source = byPath.get(one.path);
    if (source === undefined || one.lines[0]! > source.lines.length) continue;
    const at = unitFor(source, one);
    const key =
      at === -1 ? `${one.part} line ${one.lines[0]} ${one.path}` : `${one.part} unit ${at} ${one.path}`;
    const matches = one.lines.map((line) => ({ line, weight: 1 }));
    const known = units.get(key);
    if (known !== undefined) {
      units.set(key, { ...known, matches: [...known.matches, ...matches].sort((a, b) => a.line - b.line) });
      continue;
    }
    const own = apart(packSourceOf(source), one.part);
    const line = one.lines[0]!;
    const base =
      at === -1
        ? linesOf(own, Math.max(1, line - 1), Math.min(source.lines.length, line + 1))
        : unitOf(own, source.units, at);
    units.set(key, { ...base, reason: one.reason, matches, part: one.part, turn: 0 });
  }
  return [...units.values()];
}

/** The declaration that is wanted, or the one around the place; -1 where only the lines are shown. */
function unitFor(source: Source, { lines, declared }: Wanted): number {
  if (declared !== undefined) return source.units.findIndex((unit) => unit.line === declared);
  const at = innermostUnits(source.units, source.lines.length)[lines[0]!]!;
  const unit = source.units[at];
  return unit === undefined || unit.end - unit.start > LONGEST_UNIT ? -1 : at;
}
