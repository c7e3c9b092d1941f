// The questions by which two engines are compared, and their answers as bytes; for tests.
import type { Engine } from "../../src/engine/engine.ts";
import type { OperationName } from "../../src/engine/arguments.ts";
import { askOf } from "./opened.ts";

export const QUESTIONS: readonly (readonly [OperationName, Record<string, unknown>])[] = [
  ["context", { query: "where is the session token parsed", budget: 1500 }],
  ["context", { query: "parseHeader", budget: 700, format: "json", explain: true }],
  ["context", { query: "retry queue of mails", budget: 6000, format: "json", unit: "bytes" }],
  ["search", { query: "mail queue", limit: 50, perFile: 2, explain: true, budget: 20_000 }],
  ["search", { query: "RetryQueue class", kind: ["class", "function"], format: "json" }],
  ["search", { query: "token", mode: "exact", limit: 50, format: "json", budget: 20_000 }],
  ["symbol", { symbol: "parseHeader", format: "json" }],
  ["symbol", { symbol: "run" }],
  ["outline", { budget: 20_000, format: "json" }],
  ["outline", { budget: 600 }],
];

/** Question → finished answer, or the code of the fault. */
export async function answersOf(
  engine: Engine,
  root: string,
  questions: typeof QUESTIONS = QUESTIONS,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [operation, args] of questions) {
    const label = `${operation} ${JSON.stringify(args)}`;
    try {
      answers[label] = (await askOf(engine, root, operation, args as never)).output;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      answers[label] = `${code}: ${message}`;
    }
  }
  return answers;
}

/** Without what may differ between two places of the same tree: the root, and what naming it costs. */
export function withoutRoot(answers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers).map(([label, output]) => [
      label,
      output
        .replace(/^root .*$/m, "root")
        // The last one: a file may hold such a line.
        .replace(/^([\s\S]*\n)cost \d+ of/, "$1cost of")
        .replace(/"root":\{"path":"[^"]*","rev":(null|"[0-9a-f]*"),"dirty":(null|true|false)\}/, '"root":{}')
        .replace(/"cost":\{"tokens":\d+,/, '"cost":{'),
    ]),
  );
}
