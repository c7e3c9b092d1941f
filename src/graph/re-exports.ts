// Where do other modules offer a declaration on? By name, under another name, or by a star, in chains.
import { compareStrings } from "../base/order.ts";
import { offered } from "./exported-names.ts";
import { placeKey, type FileTables } from "./file-tables.ts";
import type { Declaration, ReExport } from "./graph.ts";
import type { Resolver } from "./resolve.ts";
import { textOf } from "./sites.ts";
import { subjectNames } from "./subject-names.ts";
import { subjectOf } from "./subject.ts";

export async function reExportsOf(r: Resolver, declaration: Declaration): Promise<readonly ReExport[]> {
  const subject = await subjectOf(r, declaration);
  const family = r.family(subject.tables.file);
  if (family?.offers !== "exports" || subject.inFile || subject.symbol.parent !== -1) return [];
  const names = await subjectNames(r, subject, false);
  const found: ReExport[] = [];
  const seen = new Set<number>();
  // Files that hold one of its names, then whoever imports a file that offers it: a star needs no name.
  let level: readonly number[] = [...new Set([declaration.file, ...names.files])];
  while (level.length > 0) {
    const offering: number[] = [];
    for await (const file of r.each(level)) {
      if (seen.has(file.index)) continue;
      seen.add(file.index);
      const tables = r.tables(file);
      if (tables === null || r.family(file) !== family) continue;
      const own = await inFile(r, tables, names.all, subject.keys);
      if (file.index === declaration.file || own.length > 0) offering.push(file.index);
      found.push(...own);
    }
    const next = new Set<number>();
    for await (const file of r.each(offering)) {
      for (const stem of await family.importNames(r.view, file.path))
        for (const importer of r.view.importing(stem)) if (!seen.has(importer)) next.add(importer);
    }
    level = [...next].sort((a, b) => a - b);
  }
  return found.sort(
    (a, b) => compareStrings(a.path, b.path) || a.line - b.line || compareStrings(a.exported, b.exported),
  );
}

async function inFile(
  r: Resolver,
  tables: FileTables,
  names: ReadonlySet<string>,
  keys: ReadonlySet<string>,
): Promise<ReExport[]> {
  const { file, facts } = tables;
  const found: ReExport[] = [];
  const means = async (name: string) => {
    const { entities } = await offered(r, [file.index], name);
    return entities.some((e) => e.kind === "declared" && keys.has(placeKey(e.place)));
  };
  for (const { exported, local, from, range } of facts.exports) {
    const place = { file: file.index, path: file.path, line: range.start, column: range.startColumn };
    const text = textOf(file, range.start);
    if (exported === "*" && from !== "") {
      for (const name of names) {
        if (name === "default" || facts.exports.some((e) => e.exported === name)) continue;
        if (!(await means(name))) continue;
        const target = await r.module(file, from, name);
        const { entities } = await offered(r, target.files, name);
        if (!entities.some((e) => e.kind === "declared" && keys.has(placeKey(e.place)))) continue;
        found.push({ ...place, text, exported: name, via: "star" });
      }
    } else if (from !== "" || facts.imports.some((i) => i.local === (local === "" ? exported : local))) {
      if (await means(exported)) found.push({ ...place, text, exported, via: "named" });
    }
  }
  return found;
}
