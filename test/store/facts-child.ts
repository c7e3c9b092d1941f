// A process that writes facts: `facts-child.ts <database> <name> <count>`, a transaction for each ten.
import type { SyntaxResult } from "../../src/parse/facts.ts";
import { openFactsDb } from "../../src/store/facts-db.ts";

/** Facts of a size that tells which they are. */
export function factsNamed(name: string, n: number): SyntaxResult {
  const range = { start: n + 1, startColumn: 1, end: n + 1, endColumn: 2 };
  const exports = [{ exported: `${name}${n}`, local: "x".repeat(n * 5), from: "", range }];
  return { facts: { symbols: [], references: [], imports: [], exports, errors: false } };
}

if (import.meta.main) {
  const [path, name, count] = process.argv.slice(2);
  const db = openFactsDb(path!);
  for (let first = 0; first < Number(count); first += 10) {
    const ten = Array.from({ length: 10 }, (_, i) => first + i);
    db.put(ten.map((n) => [`${name}.${n}`, factsNamed(name!, n)] as const));
  }
  for (const notice of db.takeNotices()) process.stdout.write(`${notice}\n`);
  db.close();
}
