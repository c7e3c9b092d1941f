// A trace folded into a slice: one declaration, the proven places that use it or that it uses, as a head of one row each and
// as the first candidates for the lines that follow.
import { counted } from "../base/counted.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import { type Declaration, openGraph } from "../graph/graph.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import type { Candidate } from "../pack/candidate.ts";
import type { HeadRow } from "../pack/head.ts";
import { pathLabel } from "../pack/label.ts";
import { testPaths } from "../rank/path-kinds.ts";
import { innermostUnits, type Unit } from "../rank/units.ts";
import { shownText } from "../redact/redact.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import { outlineOf, packSourceOf } from "./candidates.ts";
import { compactLeftOut, leftOutSentence } from "./compact-left-out.ts";
import { byWhy } from "./graph-items.ts";
import type { GraphMemory } from "./graph-view.ts";
import { adviceOnName, isUnknown, namedDeclarations } from "./named-declarations.ts";
import type { OperationContext } from "./operation.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import { tracedFrom } from "./traced.ts";

export interface TracedSlice {
  title: string;
  rows: HeadRow[];
  /** Units to be shown, the declaration first. */
  candidates: Candidate[];
  caps: string[];
  /** The name, where nothing is declared by it. */
  unresolved: string[];
  advice: Advice | null;
}

/** Declarations of one name that are shown where more than one has it. */
const MOST_DECLARATIONS = 5;
/** Places whose units are offered as lines: the head names the others. */
const MOST_UNITS = 12;
/** Possible places that a head may list after the proven ones. */
const MOST_POSSIBLE = 30;

export async function tracedSlice(
  memory: GraphMemory,
  sources: Sources,
  snapshot: Snapshot,
  looksAt: (file: LiveFile) => boolean,
  { name, directions }: { name: string; directions: readonly TraceDirection[] },
  operation: OperationContext,
): Promise<TracedSlice> {
  const graph = openGraph(memory.view(snapshot), operation);
  const named = await namedDeclarations(graph, name, undefined);
  const inScope = new Set(snapshot.files.filter(looksAt).map(({ path }) => path));
  const within = named.declarations.filter(({ path }) => inScope.has(path));
  const declarations = within.length > 0 ? within : named.declarations;
  // A name of the code that a test happens to use as well means that of the code.
  const isTest = testPaths();
  const ofCode = declarations.filter(({ path }) => !isTest(path));
  const [only] = ofCode.length === 1 ? ofCode : declarations;
  const shown = shownText(name);
  if (only === undefined || (declarations.length > 1 && ofCode.length !== 1)) {
    const rows = declarations.map((declaration) => declaredRow(declaration));
    const candidates = await unitsAt(
      sources,
      snapshot,
      declarations
        .slice(0, MOST_DECLARATIONS)
        .map(({ path, line }) => ({ path, line, reason: `declares ${shown}` })),
    );
    return {
      title: `${counted(declarations.length, "declaration")} of ${shown}, none traced`,
      rows,
      candidates,
      caps: [],
      unresolved: isUnknown(named) ? [name] : [],
      advice:
        only === undefined
          ? adviceOnName(name, named)
          : advise("ambiguous-name", {
              total: declarations.length,
              place: `${pathLabel(only.path)}:${only.start}`,
            }),
    };
  }
  const others = declarations.length - 1;
  const rows = [declaredRow(only)];
  const places: Place[] = [{ path: only.path, line: only.line, reason: `declares ${shown}` }];
  const said: string[] = [];
  const caps = others === 0 ? [] : [`${counted(others, "declaration")} of ${shown} in tests not traced`];
  const maybe: HeadRow[] = [];
  for (const direction of directions) {
    const traced = await tracedFrom(graph, only, direction, undefined);
    const external = traced.totals.external === 0 ? "" : `, ${traced.totals.external} outside`;
    said.push(
      `${direction} of ${shown}: ${traced.totals.proven} proven, ${traced.totals.possible} possible${external}`,
    );
    const left = compactLeftOut(traced.notLooked.filter(({ why }) => why !== "another language"));
    caps.push(...leftOutSentence("not looked at", left.slice(0, 3)));
    for (const late of traced.proven) {
      const { path, line, text, enclosing, rule, targets } = late.shown;
      const target = direction === "callees" ? placeIn(targets[0] ?? "") : null;
      const row: HeadRow = {
        path,
        line,
        kind: "lines",
        name: enclosing,
        text: text.trim(),
        reason: `${direction === "callees" ? `calls ${targets.join(", ") || "outside"}` : `in ${enclosing === "" ? "the file" : enclosing}`}, ${rule}`,
      };
      rows.push(row);
      if (direction === "callees") {
        if (target !== null) places.push({ ...target, reason: `called by ${shown}` });
      } else places.push({ path, line, reason: `uses ${shown} (${rule})`, match: true });
    }
    for (const { late } of byWhy(traced.possible)) {
      if (maybe.length >= MOST_POSSIBLE) break;
      const { path, line, text, enclosing, why } = late.shown;
      const reason = `possible, ${why}${enclosing === "" ? "" : `, in ${enclosing}`}`;
      maybe.push({ path, line, kind: "lines", name: enclosing, text: text.trim(), reason });
    }
  }
  return {
    title: said.join("; "),
    rows: [...rows, ...maybe],
    candidates: await unitsAt(sources, snapshot, places.slice(0, MOST_UNITS)),
    caps: [...new Set(caps)],
    unresolved: [],
    advice: null,
  };
}

function declaredRow({ path, line, kind, qualified, signature }: Declaration): HeadRow {
  return { path, line, kind, name: qualified, text: signature, reason: "declares it" };
}

interface Place {
  path: string;
  line: number;
  reason: string;
  /** The line itself is what matters. */
  match?: boolean;
}

/** `path:line name`, as a trace writes what a site leads to. */
function placeIn(target: string): { path: string; line: number } | null {
  const found = /^(.+?):(\d+)(?: |$)/s.exec(target);
  return found === null ? null : { path: found[1]!, line: Number(found[2]) };
}

/** The innermost unit around each place, in their order; places in one unit are one candidate. */
async function unitsAt(sources: Sources, snapshot: Snapshot, places: readonly Place[]): Promise<Candidate[]> {
  const paths = [...new Set(places.map(({ path }) => path))];
  const read = await sources.ofPaths(snapshot, paths);
  const byPath = new Map(
    read.flatMap((source, i): [string, Source][] => (isMissing(source) ? [] : [[paths[i]!, source]])),
  );
  const made = new Map<string, Candidate & { matches: { line: number; weight: number }[] }>();
  for (const { path, line, reason, match } of places) {
    const source = byPath.get(path);
    if (source === undefined || line > source.lines.length) continue;
    const index = innermostUnits(source.units, source.lines.length)[line] ?? -1;
    const unit: Unit | undefined = source.units[index];
    const key = `${path}\0${unit === undefined ? `line ${line}` : index}`;
    const known = made.get(key);
    const matches = match === true ? [{ line, weight: 1 }] : [];
    if (known !== undefined) {
      if (match === true && !known.matches.some((m) => m.line === line)) {
        known.matches.push({ line, weight: 1 });
        known.matches.sort((a, b) => a.line - b.line);
      }
      continue;
    }
    made.set(key, {
      source: packSourceOf(source),
      start: unit?.start ?? Math.max(1, line - BESIDE),
      end: Math.min(unit?.end ?? line + BESIDE, source.lines.length),
      kind: unit?.kind ?? "lines",
      name: unit?.name ?? "",
      reason,
      // Before everything that words alone speak for.
      score: FIRST - made.size,
      fileRank: paths.indexOf(path),
      matches,
      outline: unit === undefined ? [] : outlineOf(source.units, index),
      defines: unit === undefined ? [] : [unit.shortName],
      uses: new Set(),
      lanes: { trace: { rank: made.size + 1, score: 1 } },
    });
  }
  return [...made.values()];
}

const FIRST = 1_000;
/** Lines on both sides of a place that stands in no unit. */
const BESIDE = 2;
