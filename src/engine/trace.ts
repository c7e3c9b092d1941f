// Who calls this, what does it call, what lies above and below it, which files depend on which? Proven and possible are
// apart, and what was not looked at is named. An ambiguous name is not traced but listed, each with its own counts.
import { PithError } from "../base/error.ts";
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
import { MOST_COUNTED } from "./graph-items.ts";
import { finishList } from "./list-answer.ts";
import { adviceOnName, isUnknown, type Named, namedDeclarations } from "./named-declarations.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { requiredName } from "./required-name.ts";
import {
  declared,
  depthOf,
  fileLinks,
  nothingTraced,
  type Traced,
  tracedFrom,
  droppedVerdicts,
  unread,
} from "./traced.ts";
import { itemsOf, partsOf, type TraceItem, textOfItem } from "./trace-items.ts";
import type { Workspace } from "./workspace.ts";

export async function trace(
  workspace: Workspace,
  memory: GraphMemory,
  args: TraceArguments,
  context: OperationContext,
): Promise<Outcome> {
  const name = requiredName(args.symbol, "a function, class, type or method, or the path of a file");
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot } = begun.view;
  const graph = openGraph(memory.view(snapshot), context);
  const file = graph.view.indexOf(pathOfLabel(name).replace(/^\.\//, ""));
  const direction = args.direction ?? (file === -1 ? "callers" : "dependents");
  const asked =
    file === -1
      ? await ofName(graph, name, direction, args.depth, args.kind)
      : await ofFile(graph, file, direction, args.depth ?? 1);
  const unknown = asked.named !== null && isUnknown(asked.named) && snapshot.partial === null;
  const items = itemsOf(asked, direction);
  const notLooked = compactLeftOut([...asked.traced.notLooked, ...unread(graph.view)]);
  return finishList<TraceItem, TraceAnswer>(begun, args, {
    items,
    answer: (shown, base) => ({
      ...base,
      op: "trace",
      symbol: shownText(name),
      direction,
      depth: depthOf(direction, args.depth, asked.traced),
      ...partsOf(shown),
      totals: asked.traced.totals,
      notLooked,
      nearest: unknown ? [...asked.named!.nearest] : [],
    }),
    text: textOfItem,
    // The first of a list has its heading.
    known: (item) => (item.part === "sum" || item.heading !== undefined ? null : textOfItem(item)),
    completeness: completenessOf(begun, {
      unresolved: unknown ? [name] : [],
      // Documents that hold the name are in nearly every answer, and files that were skipped are counted in its line.
      caps: notLookedIn(
        compactLeftOut([
          // First: what can be mended by whoever reads it.
          ...droppedVerdicts(graph.view),
          ...asked.traced.notLooked.filter(({ why }) => why !== "another language"),
        ]),
      ),
    }),
    advice:
      snapshot.partial !== null
        ? advise("still-indexing", snapshot.partial)
        : asked.named === null
          ? adviceOnFile(asked.traced, direction)
          : adviceOnName(name, asked.named),
    found:
      items.some((item) => item.part === "proven" || item.part === "possible") ||
      asked.declarations.length > 1,
  });
}

/** Of what was not looked at so much is named in the line that ends the answer; JSON has the rest. */
const MOST_NOT_LOOKED = 3;

function notLookedIn(compact: readonly NotLooked[]): string[] {
  const left = compact.length - MOST_NOT_LOOKED;
  const [said] = leftOutSentence("not looked at", compact.slice(0, MOST_NOT_LOOKED));
  return said === undefined ? [] : [left > 0 ? `${said}, ${left} more` : said];
}

export interface Asked {
  /** The file, where a path was given. */
  file: string | null;
  /** What the name means, where one was given. */
  named: Named | null;
  declarations: readonly TraceDeclaration[];
  traced: Traced;
}

async function ofFile(graph: Graph, file: number, direction: TraceDirection, depth: number): Promise<Asked> {
  if (direction !== "dependents" && direction !== "dependencies") {
    throw new PithError("ARGUMENT_INVALID", `A file has no ${direction}.`, {
      subject: "direction",
      next: "Ask for its dependents (who imports it) or dependencies, or name a declaration of it (path:name, path:line).",
    });
  }
  const traced = await fileLinks(graph, file, direction, depth);
  return { file: graph.view.paths[file]!, named: null, declarations: [], traced };
}

async function ofName(
  graph: Graph,
  name: string,
  direction: TraceDirection,
  depth: number | undefined,
  kinds: readonly string[] | undefined,
): Promise<Asked> {
  const named = await namedDeclarations(graph, name, kinds);
  const { declarations } = named;
  if (declarations.length === 1) {
    const found = await tracedFrom(graph, declarations[0]!, direction, depth);
    // What the name was not looked for in may declare it too.
    const traced = { ...found, notLooked: [...named.notLooked, ...found.notLooked] };
    return { file: null, named, declarations: [declared(declarations[0]!, traced)], traced };
  }
  return {
    file: null,
    named,
    declarations: await counted(graph, declarations, direction),
    traced: nothingTraced(named.notLooked),
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
    const traced = i < MOST_COUNTED ? await tracedFrom(graph, declaration, direction, undefined) : null;
    listed.push(declared(declaration, traced));
  }
  return listed;
}

function adviceOnFile({ totals }: Traced, direction: TraceDirection): Advice | null {
  if (totals.proven + totals.possible > 0) return null;
  return advise(direction === "dependents" ? "no-importers" : "no-imports");
}
