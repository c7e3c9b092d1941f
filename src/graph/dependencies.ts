// Which files does a file import, and which import it? Through the modules that the source names, re-exports included.
import { compareStrings } from "../base/order.ts";
import type { Dependency } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { textOf } from "./sites.ts";
import type { GraphFile } from "./view.ts";

export async function dependenciesOf(r: Resolver, index: number): Promise<Dependency[]> {
  return (await importsOf(r, await r.file(index))).map(({ dependency }) => dependency);
}

export async function dependentsOf(r: Resolver, index: number): Promise<Dependency[]> {
  const file = await r.file(index);
  const family = r.family(file);
  if (family === null) return [];
  const stems = await family.importNames(r.view, file.path);
  const importers = [...new Set(stems.flatMap((stem) => r.view.importing(stem)))].sort((a, b) => a - b);
  const found: Dependency[] = [];
  for await (const importer of r.each(importers)) {
    if (importer.index === index || r.family(importer) !== family) continue;
    for (const { files, dependency } of await importsOf(r, importer)) {
      if (files.includes(index)) found.push(dependency);
    }
  }
  return found.sort((a, b) => compareStrings(a.from, b.from) || a.line - b.line);
}

async function importsOf(
  r: Resolver,
  file: GraphFile,
): Promise<{ files: readonly number[]; dependency: Dependency }[]> {
  const byModule = new Map<string, { names: Set<string>; line: number }>();
  for (const fact of file.facts?.imports ?? []) {
    const known = byModule.get(fact.module);
    if (known === undefined)
      byModule.set(fact.module, { names: new Set([fact.imported]), line: fact.range.start });
    else known.names.add(fact.imported);
  }
  const found: { files: readonly number[]; dependency: Dependency }[] = [];
  for (const [module, { names, line }] of byModule) {
    const files = new Set<number>();
    let external = false;
    let why = "";
    for (const name of names) {
      const target = await r.module(file, module, name);
      for (const next of target.files) files.add(next);
      external ||= target.external;
      if (why === "") why = target.why;
    }
    const sorted = [...files].sort((a, b) => a - b);
    found.push({
      files: sorted,
      dependency: {
        from: file.path,
        module,
        names: [...names].filter((n) => n !== "").sort(compareStrings),
        paths: sorted.map((f) => r.view.paths[f]!),
        external: external && sorted.length === 0,
        why: sorted.length === 0 ? why : "",
        line,
        text: textOf(file, line),
      },
    });
  }
  return found;
}
