// Asks Pith's graph what the scorer wants to know, over a repository as the program opens it.
import { openGraph, type Declaration, type Graph, type Site } from "../../src/graph/graph.ts";
import { openView } from "../../test/graph/open-view.ts";
import type { Answer, Said } from "./score.ts";
import type { Target } from "./truth.ts";

export interface Asker extends AsyncDisposable {
  /** Null where Pith knows no declaration at any of the target's places. */
  callers(target: Target): Promise<Answer | null>;
}

export async function openAsker(root: string): Promise<Asker> {
  const opened = await openView(root);
  const graph = openGraph(opened.view);
  return {
    async callers(target) {
      const declaration = await declarationOf(graph, target);
      if (declaration === null) return null;
      const { proven, possible } = await graph.callers(declaration);
      return {
        proven: proven.map((site) => said(site, site.rule)),
        possible: possible.map((site) => said(site, site.why)),
      };
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The declaration that covers one of the target's places: its own line, or one of its other symbols' lines. */
async function declarationOf(graph: Graph, target: Target): Promise<Declaration | null> {
  for (const { path, line } of target.at) {
    const { declarations } = await graph.declarationsOf(`${path}:${target.name}`);
    const exact = declarations.find((d) => d.path === path && d.line === line);
    if (exact !== undefined) return exact;
    for (const declaration of declarations) {
      if (declaration.path !== path) continue;
      const [file] = await graph.view.load([declaration.file]);
      const symbols = file?.facts?.symbols ?? [];
      if (declaration.symbols.some((s) => symbols[s]?.nameRange.start === line)) return declaration;
    }
  }
  return null;
}

function said(site: Site, why: string): Said {
  return { path: site.path, line: site.line, column: site.column, role: site.role, why };
}
