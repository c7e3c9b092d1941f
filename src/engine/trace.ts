// Who calls this, what does it call, what lies above and below it, which files depend on which? Proven and possible are
// apart, and what was not looked at is named. An ambiguous name is not traced but listed, each with its own counts.
import { requiredName } from "./required-name.ts";
import type { TraceDirection } from "../base/trace-directions.ts";
import type { Declaration, Graph, NotLooked } from "../graph/graph.ts";
import { shownText } from "../redact/redact.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import { pathOfLabel } from "../pack/label.ts";
import type { TraceAnswer, TraceDeclaration } from "../pack/trace-answer.ts";
import { openGraph } from "../graph/graph.ts";
import type { TraceArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { compactLeftOut, leftOutSentence } from "./compact-left-out.ts";
import { completenessOf } from "./completeness-of.ts";
import type { GraphMemory } from "./graph-view.ts";
import { finishList } from "./list-answer.ts";
import { namedDeclarations, placeToAsk } from "./named-declarations.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { declared, fileLinks, nothingTraced, type Traced, tracedFrom, unread } from "./traced.ts";
import { itemsOf, partsOf, type TraceItem, textOfItem } from "./trace-items.ts";
import type { Workspace } from "./workspace.ts";

/** Of so many declarations of one name the uses are counted; the others are listed without. */
const MOST_COUNTED = 12;

export async function trace(
  workspace: Workspace,
  memory: GraphMemory,
  args: TraceArguments,
  context: OperationContext,
): Promise<Outcome> {
  const name = requiredName(args.symbol, "a function, class, type or method, or the path of a file");
  const direction = args.direction ?? "callers";
  const depth = args.depth ?? 1;
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot } = begun.view;
  const graph = openGraph(memory.view(snapshot));
  const asked = await answerOf(graph, name, direction, depth, args.kind);
  const missing = asked.declarations.length === 0 && asked.file === null;
  const unknown = missing && snapshot.partial === null;
  const items = itemsOf(asked, direction);
  return finishList<TraceItem, TraceAnswer>(begun, args, {
    items,
    answer: (shown, base) => ({
      ...base,
      op: "trace",
      symbol: shownText(name),
      direction,
      depth,
      ...partsOf(shown),
      totals: asked.traced.totals,
      notLooked: [...asked.traced.notLooked, ...unread(graph.view)],
      nearest: unknown ? asked.nearest.filter((near) => near !== name) : [],
    }),
    text: textOfItem,
    completeness: completenessOf(begun, {
      unresolved: unknown ? [name] : [],
      caps: notLookedIn(asked.traced.notLooked),
    }),
    advice:
      snapshot.partial === null ? adviceOf(name, asked, unknown) : advise("still-indexing", snapshot.partial),
    found: items.some((item) => item.part !== "declaration") || asked.declarations.length > 1,
  });
}

/** Of what was not looked at so much is named in the line that ends the answer; JSON has it all. */
const MOST_NOT_LOOKED = 3;

function notLookedIn(notLooked: readonly NotLooked[]): string[] {
  // Documents that hold the name are in nearly every answer, and JSON has them.
  const compact = compactLeftOut(notLooked.filter(({ why }) => why !== "another language"));
  const left = compact.length - MOST_NOT_LOOKED;
  const [said] = leftOutSentence("not looked at", compact.slice(0, MOST_NOT_LOOKED));
  return said === undefined ? [] : [left > 0 ? `${said}, ${left} more` : said];
}

export interface Asked {
  /** The file, where a path was given. */
  file: string | null;
  declarations: readonly TraceDeclaration[];
  nearest: readonly string[];
  traced: Traced;
}

async function answerOf(
  graph: Graph,
  name: string,
  direction: TraceDirection,
  depth: number,
  kinds: readonly string[] | undefined,
): Promise<Asked> {
  const path = pathOfLabel(name).replace(/^\.\//, "");
  const file = graph.view.indexOf(path);
  if (file !== -1) {
    const links = direction === "dependents" ? "dependents" : "dependencies";
    return {
      file: path,
      declarations: [],
      nearest: [],
      traced: await fileLinks(graph, file, links, depth),
    };
  }
  const found = await namedDeclarations(graph, name, kinds);
  const { declarations } = found;
  if (declarations.length === 1) {
    const traced = await tracedFrom(graph, declarations[0]!, direction, depth);
    return { file: null, declarations: [declared(declarations[0]!, traced)], nearest: [], traced };
  }
  return {
    file: null,
    declarations: await counted(graph, declarations, direction),
    nearest: found.nearest,
    traced: nothingTraced(found.notLooked),
  };
}

/** Each of several declarations with what would be found for it. */
async function counted(
  graph: Graph,
  declarations: readonly Declaration[],
  direction: TraceDirection,
): Promise<TraceDeclaration[]> {
  const listed: TraceDeclaration[] = [];
  for (const [i, declaration] of declarations.entries()) {
    const traced = i < MOST_COUNTED ? await tracedFrom(graph, declaration, direction, 1) : null;
    listed.push(declared(declaration, traced));
  }
  return listed;
}

function adviceOf(name: string, asked: Asked, unknown: boolean): Advice | null {
  if (unknown)
    return advise("unknown-name", { name, nearest: asked.nearest.filter((near) => near !== name) });
  if (asked.declarations.length > 1) {
    const place = placeToAsk(asked.declarations[0]!);
    return advise("ambiguous-name", { total: asked.declarations.length, place });
  }
  return null;
}
