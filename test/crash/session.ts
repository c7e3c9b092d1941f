// What the killed processes were doing: a tree in two states, the questions of a session, and what is told of each.
import type { Engine } from "../../src/engine/engine.ts";
import type { OperationName } from "../../src/engine/arguments.ts";
import { askOf, type Tree } from "../engine/opened.ts";

export type Question = readonly [OperationName, Record<string, unknown>];

/** Each of them writes: words, syntax, receipts. */
export const SESSION: readonly Question[] = [
  ["context", { query: "where is the session token parsed", budget: 1500 }],
  ["trace", { symbol: "parseToken1", budget: 8000 }],
  ["index", { syntax: true, format: "json" }],
  ["search", { query: "token queue", limit: 20, budget: 8000 }],
  ["symbol", { symbol: "parseToken2", budget: 4000 }],
  ["outline", { budget: 4000 }],
];

export interface Told {
  operation: string;
  /** Without the receipt and what it costs, which is left out where nothing can be kept. */
  output: string;
  notices: string[];
  /** Of an index: how many contents were read into facts. */
  made: number | null;
}

export async function told(engine: Engine, root: string, [operation, args]: Question): Promise<Told> {
  const { output, notices } = await askOf(engine, root, operation, args as never);
  if (operation !== "index")
    return {
      operation,
      output: output.replaceAll(/^(?:cost|receipt) .*\n?/gm, ""),
      notices: [...notices],
      made: null,
    };
  // How many segments, and how many bytes, depends on how often it was interrupted.
  const { files, indexed, parsed, partial, made } = JSON.parse(output) as Record<string, unknown>;
  return {
    operation,
    output: JSON.stringify({ files, indexed, parsed, partial }),
    notices: [...notices],
    made: made as number,
  };
}

function source(file: number, version: number): string {
  return Array.from(
    { length: 6 },
    (_, i) =>
      `/** Parses the session token ${i} of ${file}, version ${version}. */\nexport function parseToken${i}(text: string) {\n  return queue${version}.push(text, ${file});\n}\n`,
  ).join("\n");
}

/** Files 0 to 8 stay, 9 to 14 change, 15 to 17 go, 18 to 23 come. */
export function treeOf(state: "before" | "after"): Tree {
  const files: Record<string, string> = { "README.md": "# Tokens\n\nA session has a token.\n" };
  for (let file = 0; file < 24; file++) {
    if (state === "before" ? file > 17 : file > 14 && file < 18) continue;
    const version = state === "after" && file > 8 ? 2 : 1;
    if (file % 4 === 3)
      files[`lib/mod${file}.py`] = `def parse_token_${file}(text):\n    return queue.push(${version})\n`;
    else files[`src/part${file % 3}/file${file}.ts`] = source(file, version);
  }
  return files;
}
