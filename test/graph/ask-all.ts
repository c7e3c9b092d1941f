// Asks a graph everything about every declaration of small trees, given as JSON on the standard input; a program of its own,
// so that whoever starts it can end it when it finds no end. Prints the number of each tree that was answered.
//   node ask-all.ts [how many declarations of each file]
import { text } from "node:stream/consumers";
import { declarationAt } from "../../src/graph/declarations.ts";
import { tablesOf } from "../../src/graph/file-tables.ts";
import { openGraph } from "../../src/graph/graph.ts";
import { graphOf } from "../../src/graph/languages.ts";
import { viewOf } from "./open-view.ts";

const most = Number(process.argv[2] || Infinity);
const trees = JSON.parse(await text(process.stdin)) as Readonly<Record<string, string>>[];
for (const [i, files] of trees.entries()) {
  await using opened = await viewOf(files);
  const graph = openGraph(opened.view);
  for (const file of await opened.view.load(opened.view.paths.map((_, index) => index))) {
    const tables = tablesOf(file);
    await graph.dependencies(file.index);
    await graph.dependents(file.index);
    for (const [at, symbol] of tables?.facts.symbols.slice(0, most).entries() ?? []) {
      if (tables!.first[at] !== at || symbol.kind === "section" || !graphOf(file.language)) continue;
      const declaration = declarationAt(tables!, at);
      await graph.callers(declaration);
      await graph.references(declaration);
      await graph.callees(declaration);
      await graph.implementors(declaration);
      await graph.bases(declaration);
    }
  }
  console.log(i);
}
