// Which references of a file may call a declaration without its name? A word that calls what comes next under the name of the
// method around it (`super` of Ruby), and one that makes an object of a class that a variable holds (`x.new`).
import type { FileTables } from "./file-tables.ts";
import type { LanguageGraph } from "./language-graph.ts";
import type { Subject } from "./subject.ts";

export function unnamedCalls(
  family: LanguageGraph | null,
  { symbol }: Subject,
  tables: FileTables,
): readonly number[] {
  const { superWord, makingWord } = family ?? {};
  const { references, symbols } = tables.facts;
  const found: number[] = [];
  if (superWord !== undefined && (symbol.kind === "method" || symbol.kind === "constructor")) {
    for (const index of tables.byName.get(superWord) ?? []) {
      const { enclosing } = references[index]!;
      if (enclosing !== -1 && symbols[enclosing]!.name === symbol.name) found.push(index);
    }
  }
  if (makingWord !== undefined && symbol.kind === "constructor") {
    // In methods of the class itself it stands alone: those are looked for apart.
    for (const index of tables.byName.get(makingWord) ?? [])
      if (!/^(?:self(?:\.class)?)?$/.test(references[index]!.receiver)) found.push(index);
  }
  return found;
}
