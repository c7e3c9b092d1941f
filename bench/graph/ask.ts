// Asks Pith's graph what the scorer wants to know, over a repository as the program opens it.
import { openGraph, type Declaration, type Graph, type Site } from "../../src/graph/graph.ts";
import type { GraphView } from "../../src/graph/view.ts";
import { openView, type OpenedView } from "../../test/graph/open-view.ts";
import type { Answer, Said } from "./score.ts";
import type { Target } from "./truth.ts";

export interface Asker extends AsyncDisposable {
  /** Null where Pith knows no declaration at any of the target's places. */
  callers(target: Target): Promise<Answer | null>;
  /** What Pith's own rules prove, and not the compiler: none where the checker pass was not asked for. */
  contradicted(target: Target): Promise<readonly Said[]>;
}

/** `checker`: after the checker pass. */
export async function openAsker(root: string, checker: boolean): Promise<Asker> {
  const opened = await openView(root);
  const own = openGraph(opened.view);
  const graph = checker ? openGraph(await checked(opened)) : own;
  const asker: Asker = {
    async contradicted(target) {
      if (!checker) return [];
      const after = (await asker.callers(target))?.proven ?? [];
      const keys = new Set(after.map((s) => `${s.path}:${s.line}:${s.column}`));
      const before: Said[] = [];
      for (const declaration of await declarationsOf(own, target))
        for (const site of (await own.callers(declaration)).proven) before.push(said(site, site.rule));
      return before.filter((s) => !keys.has(`${s.path}:${s.line}:${s.column}`));
    },
    async callers(target) {
      const declarations = await declarationsOf(graph, target);
      if (declarations.length === 0) return null;
      const answer: { proven: Said[]; possible: Said[] } = { proven: [], possible: [] };
      const seen = new Set<string>();
      for (const declaration of declarations) {
        const { proven, possible } = await graph.callers(declaration);
        for (const site of proven) if (isNew(seen, site)) answer.proven.push(said(site, site.rule));
        for (const site of possible) if (isNew(seen, site)) answer.possible.push(said(site, site.why));
      }
      return answer;
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
  return asker;
}

async function checked(opened: OpenedView): Promise<GraphView> {
  const started = performance.now();
  const { run, view } = await opened.check();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.error(`${run.verdicts} verdicts by TypeScript ${run.compiler} in ${seconds} s`);
  if (run.notStored !== null) throw new Error(run.notStored);
  for (const { config, skipped } of run.programs)
    if (skipped !== null) console.error(`skipped ${config || "(no configuration)"}: ${skipped}`);
  return view;
}

/** What Pith knows at the target's places: one declaration, unless the language merges what Pith keeps apart. */
async function declarationsOf(graph: Graph, target: Target): Promise<Declaration[]> {
  const found = new Map<string, Declaration>();
  for (const { path, line } of target.at) {
    const named = await graph.declarationsOf(`${path}:${target.name}`);
    // As `trace path:line` finds it.
    const index = graph.view.indexOf(path);
    const placed = index === -1 ? [] : await graph.declarationsIn(index, [line]);
    const declarations = [...named.declarations, ...placed.filter((d) => d.name === target.name)];
    for (const declaration of declarations) {
      if (declaration.path !== path) continue;
      const [file] = await graph.view.load([declaration.file]);
      const symbols = file?.facts?.symbols ?? [];
      if (
        declaration.line === line ||
        declaration.symbols.some((s) => symbols[s]?.nameRange.start === line)
      ) {
        found.set(`${path}:${declaration.symbols[0]}`, declaration);
      }
    }
  }
  return [...found.values()];
}

function isNew(seen: Set<string>, { path, line, column, role }: Site): boolean {
  const key = `${path}:${line}:${column}:${role}`;
  const is = !seen.has(key);
  seen.add(key);
  return is;
}

function said(site: Site, why: string): Said {
  return { path: site.path, line: site.line, column: site.column, role: site.role, why };
}
