// A receipt as it lies in the cache, of a small tree; for tests.
import { readFileSync } from "node:fs";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { Opened } from "../engine/opened.ts";

export async function storedReceipt(): Promise<Record<string, unknown> & { id: string }> {
  await using opened = new Opened({ "a.ts": "export function alpha() {\n  return 1;\n}\n" });
  const { answer } = await opened.ask("context", { query: "alpha", format: "json" });
  const id = (answer as ContextAnswer).receipt!;
  const path = opened.cacheFiles().find((file) => file.endsWith(`${id}.json`))!;
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown> & { id: string };
}
