// What has to be edited for a new name? One checklist: what stands in its way, declarations with what must be renamed
// together with them, references, re-exports, and what may be meant. Nothing is changed.
import { shownText } from "../redact/redact.ts";
import { PithError } from "../base/error.ts";
import {
  openGraph,
  type Declaration,
  type Graph,
  type NotLooked,
  type PossibleSite,
} from "../graph/graph.ts";
import { advise } from "../pack/advice.ts";
import type { RenameAnswer, RenameConflict } from "../pack/rename-answer.ts";
import type { TraceDeclaration } from "../pack/trace-answer.ts";
import type { RenameArguments } from "./arguments.ts";
import { beginAnswer } from "./begin-answer.ts";
import { compactLeftOut } from "./compact-left-out.ts";
import { completenessOf } from "./completeness-of.ts";
import type { GraphMemory } from "./graph-view.ts";
import { MOST_COUNTED } from "./graph-items.ts";
import { finishList } from "./list-answer.ts";
import { adviceOnName, isUnknown, namedDeclarations, type Named } from "./named-declarations.ts";
import { nameFault } from "./new-name.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import {
  partsOfRename,
  renameItems,
  textOfRename,
  type RenameFacts,
  type RenameItem,
} from "./rename-items.ts";
import { RenameSites } from "./rename-sites.ts";
import { requiredName } from "./required-name.ts";
import { declared, Late, unread } from "./traced.ts";
import type { Workspace } from "./workspace.ts";

/** Members above and below that are renamed together. */
const MOST_TOGETHER = 200;
const TYPE = /^(?:class|interface|trait|struct|enum|type|module|namespace|implementation)$/;
const IN_QUOTES = new Set(["string", "dynamic-access", "reflection"]);

export async function rename(
  workspace: Workspace,
  memory: GraphMemory,
  args: RenameArguments,
  context: OperationContext,
): Promise<Outcome> {
  const symbol = requiredName(args.symbol, "a function, class, type or method");
  const to = requiredName(args.to, "what it is to be called");
  const begun = await beginAnswer(workspace, args, context);
  const { snapshot } = begun.view;
  const graph = openGraph(memory.view(snapshot), context);
  const named = await asOneType(graph, await namedDeclarations(graph, symbol, args.kind));
  const unknown = isUnknown(named) && snapshot.partial === null;
  const isListed = named.declarations.length !== 1;
  const facts = isListed ? await listed(graph, named) : await checklist(graph, named, to);
  const notLooked = compactLeftOut([...facts.notLooked, ...unread(graph.view)]);
  return finishList<RenameItem, RenameAnswer>(begun, args, {
    items: renameItems({ ...facts, notLooked }, isListed),
    answer: (shown, base) => ({
      ...base,
      op: "rename",
      symbol: shownText(symbol),
      to: shownText(to),
      ...partsOfRename(shown),
      totals: facts.totals,
      notLooked: [...notLooked],
      nearest: unknown ? [...named.nearest] : [],
    }),
    text: textOfRename,
    completeness: completenessOf(begun, { unresolved: unknown ? [symbol] : [] }),
    advice:
      snapshot.partial !== null ? advise("still-indexing", snapshot.partial) : adviceOnName(symbol, named),
    found: named.declarations.length > 0,
  });
}

const NOTHING: Omit<RenameFacts, "declarations" | "notLooked"> = {
  conflicts: [],
  declares: [],
  proven: [],
  exports: [],
  possible: [],
  strings: [],
  mentions: [],
  totals: {
    conflicts: 0,
    declares: 0,
    proven: 0,
    exports: 0,
    possible: 0,
    strings: 0,
    mentions: 0,
    files: 0,
  },
};

async function listed(graph: Graph, { declarations, notLooked }: Named): Promise<RenameFacts> {
  const all: TraceDeclaration[] = [];
  for (const [i, declaration] of declarations.entries()) {
    const counts = i < MOST_COUNTED ? (await graph.references(declaration)).totals : undefined;
    all.push({ ...declared(declaration, null), ...counts });
  }
  return { ...NOTHING, declarations: all, notLooked: [...notLooked] };
}

async function checklist(graph: Graph, named: Named, to: string): Promise<RenameFacts> {
  const declaration = named.declarations[0]!;
  refuse(declaration, to);
  const notLooked: NotLooked[] = [...named.notLooked];
  const together = await renamedTogether(graph, declaration, notLooked);
  const sites = new RenameSites(graph, declaration.name);
  const possibleSites: PossibleSite[] = [];
  for (const one of together) {
    const found = await graph.references(one);
    notLooked.push(...found.notLooked);
    await sites.add(found.proven);
    possibleSites.push(...found.possible);
  }
  // What is possible for one of them may be proven for another.
  await sites.addPossible(possibleSites);
  const declares: Late<RenameAnswer["declares"][number]>[] = [];
  const isOfType = TYPE.test(declaration.kind);
  for (const one of together) declares.push(...(await sites.declares(one, isOfType || one === declaration)));
  if (isOfType) {
    const { sites: namesakes, notLooked: passedOver } = await graph.namesakes(together, sites.taken);
    declares.push(...sites.namesakes(namesakes));
    notLooked.push(...passedOver);
  }
  const exports = await graph.reExports(declaration);
  const conflicts: Late<RenameConflict>[] = [];
  const met = new Set<string>();
  const fault = nameFault(declaration.language, declaration.name, to, sites.isMember(declaration));
  if (fault !== null) {
    const { path, line, signature } = declaration;
    conflicts.push(
      new Late(0, () => ({ path, line, text: shownText(signature), enclosing: "", why: fault })),
    );
  }
  for (const one of fault === "not-a-name" ? [] : together) {
    for (const { path, line, text, enclosing, why } of await graph.conflicts(one, to, sites.around)) {
      // Parts of one type meet the same.
      const key = `${path}:${line}:${why}`;
      if (isOfType && met.has(key)) continue;
      met.add(key);
      conflicts.push(
        new Late(0, () => ({ path, line, text: shownText(text), enclosing: shownText(enclosing), why })),
      );
    }
  }
  const { mentions, notLooked: cut } = await graph.mentions(declaration.name, sites.taken);
  notLooked.push(...cut);
  const possible = sites.possible.filter(({ why }) => !IN_QUOTES.has(why));
  const strings = sites.possible.filter(({ why }) => IN_QUOTES.has(why));
  return {
    declarations: [
      { ...declared(declaration, null), proven: sites.proven.length, possible: sites.possible.length },
    ],
    conflicts,
    declares,
    proven: sites.proven,
    exports: exports.map(
      ({ path, line, text, exported, via }) =>
        new Late(0, () => ({
          path,
          line,
          text: shownText(text),
          enclosing: "",
          exported: shownText(exported),
          via,
        })),
    ),
    possible,
    strings,
    mentions: mentions.map((m) => ({
      why: m.kind,
      late: new Late(0, () => {
        const { path, line, column, text, enclosing, kind } = m;
        return { path, line, column, text, enclosing: shownText(enclosing), kind };
      }),
    })),
    totals: {
      conflicts: conflicts.length,
      declares: declares.length,
      proven: sites.proven.length,
      exports: exports.length,
      possible: possible.length,
      strings: strings.length,
      mentions: mentions.length,
      files: sites.files.size,
    },
    notLooked,
  };
}

/** Parts of one type are no several declarations of its name. */
async function asOneType(graph: Graph, named: Named): Promise<Named> {
  const [first, ...others] = named.declarations;
  if (first === undefined || others.length === 0 || !TYPE.test(first.kind)) return named;
  const parts = new Set((await graph.partsOfType(first)).map(keyOf));
  return others.every((other) => parts.has(keyOf(other)))
    ? { ...named, declarations: [first], total: named.total - others.length }
    : named;
}

function refuse({ kind, name }: Declaration, to: string): void {
  const fault =
    to === name
      ? "The new name is the old one."
      : kind === "constructor"
        ? "A constructor has the name of its class."
        : null;
  if (fault === null) return;
  throw new PithError("ARGUMENT_INVALID", fault, {
    subject: "to",
    next: to === name ? "Give another name." : "Rename the class.",
  });
}

/** The declaration, and the members above and below that override it or that it overrides. */
async function renamedTogether(
  graph: Graph,
  declaration: Declaration,
  notLooked: NotLooked[],
): Promise<Declaration[]> {
  const all = new Map([[keyOf(declaration), declaration]]);
  const open = [declaration];
  if (TYPE.test(declaration.kind)) return [...(await graph.partsOfType(declaration))];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const above = await graph.bases(next);
    const below = await graph.implementors(next);
    for (const { declaration: one } of [...above.proven, ...below.proven]) {
      if (all.has(keyOf(one)) || one.name !== declaration.name) continue;
      if (all.size >= MOST_TOGETHER) {
        notLooked.push({ what: "further members to rename together", why: `ceiling of ${MOST_TOGETHER}` });
        return [...all.values()];
      }
      all.set(keyOf(one), one);
      open.push(one);
    }
  }
  return [...all.values()];
}

function keyOf({ path, symbols }: Declaration): string {
  return `${path}:${symbols[0]}`;
}
