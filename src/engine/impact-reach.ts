// Which tests reach what changes, and what of it can others see?
import type { Declaration, Graph, Impact } from "../graph/graph.ts";
import type { ImpactExport, ImpactTest } from "../pack/impact-answer.ts";
import { testPaths } from "../rank/path-kinds.ts";
import { shownText } from "../redact/redact.ts";
import { Late, siteOf } from "./traced.ts";

/** Unit tests of Rust stand in the file that they test, in a module of this name by convention (The Rust Book, 11.3). */
const TEST_MODULE = /(?:^|::)tests?(?:::|$)/;

/** Whether a place stands in a test. */
export function isTestSite(): (site: { readonly path: string; readonly enclosing: string }) => boolean {
  const isTestFile = testPaths();
  return ({ path, enclosing }) => isTestFile(path) || (path.endsWith(".rs") && TEST_MODULE.test(enclosing));
}

/** Test files among the proven places, the nearest place of each. */
export function testsOf({ sites }: Impact): Late<ImpactTest>[] {
  const isTest = isTestSite();
  const files = new Map<string, { first: Impact["sites"][number]; sites: number }>();
  for (const site of sites) {
    const { path, enclosing } = site.site;
    const known = files.get(path);
    if (!isTest({ path, enclosing })) continue;
    if (known !== undefined) known.sites++;
    else files.set(path, { first: site, sites: 1 });
  }
  return [...files.values()].map(
    ({ first: { site, depth }, sites: count }) =>
      new Late(depth, () => {
        const { path, line, text, enclosing } = siteOf(site, depth);
        return { path, line, text, enclosing, depth, sites: count };
      }),
  );
}

/** Exported declarations among those that change and those that are reached, and where modules offer the first ones on. */
export async function surfaceOf(
  graph: Graph,
  declarations: readonly Declaration[],
  found: Impact,
): Promise<Late<ImpactExport>[]> {
  const surface: Late<ImpactExport>[] = [];
  const isTest = testPaths();
  const own = (d: Declaration, depth: number) =>
    new Late(depth, (): ImpactExport => {
      const { path, line, qualified, signature } = d;
      return {
        path,
        line,
        name: shownText(qualified),
        text: shownText(signature),
        depth,
        via: "declaration",
      };
    });
  const seen = new Set<string>();
  const isNew = (d: Declaration) => {
    const key = `${d.path}:${d.symbols[0]}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  for (const declaration of declarations) {
    if (declaration.exported && isNew(declaration)) surface.push(own(declaration, 0));
    for (const { path, line, exported, text, via } of await graph.reExports(declaration)) {
      surface.push(
        new Late(0, () => ({ path, line, name: shownText(exported), text: shownText(text), depth: 0, via })),
      );
    }
  }
  for (const { to, depth } of found.sites) {
    if (to !== null && to.exported && !isTest(to.path) && isNew(to)) surface.push(own(to, depth));
  }
  return surface;
}
