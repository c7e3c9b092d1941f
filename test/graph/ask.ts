// Questions to a graph over a small tree, with answers as short text; for tests.
import { openGraph, type Declaration, type Graph, type Interval } from "../../src/graph/graph.ts";
import { viewOf } from "./open-view.ts";

export interface Asked extends AsyncDisposable {
  readonly graph: Graph;
  /** The one declaration of the name. */
  one(name: string): Promise<Declaration>;
  /** `path:line rule` of the proven callers. */
  callers(name: string): Promise<string[]>;
  references(name: string): Promise<string[]>;
  /** `path:line why` of the possible ones. */
  possible(name: string): Promise<string[]>;
  interval(name: string): Promise<Interval>;
}

export async function ask(files: Readonly<Record<string, string>>): Promise<Asked> {
  const opened = await viewOf(files);
  const graph = openGraph(opened.view);
  const one = async (name: string): Promise<Declaration> => {
    const { declarations, nearest } = await graph.declarationsOf(name);
    if (declarations.length !== 1) {
      const found = declarations.map((d) => `${d.path}:${d.line} ${d.kind} ${d.qualified}`);
      throw new Error(
        `${name}: ${declarations.length} declarations: ${found.join(", ")}; nearest ${nearest.join(", ")}`,
      );
    }
    return declarations[0]!;
  };
  const interval = async (name: string) => graph.callers(await one(name));
  return {
    graph,
    one,
    interval,
    callers: async (name) => (await interval(name)).proven.map((p) => `${p.path}:${p.line} ${p.rule}`),
    references: async (name) =>
      (await graph.references(await one(name))).proven.map((p) => `${p.path}:${p.line} ${p.role} ${p.rule}`),
    possible: async (name) => (await interval(name)).possible.map((p) => `${p.path}:${p.line} ${p.why}`),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
