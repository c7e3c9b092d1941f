// A search by lines in a session: of lines that the client holds at their places the numbers are told, not the texts.
import type { Session } from "../ledger/session.ts";
import type { SearchResult } from "../pack/answer.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Outcome } from "./operation.ts";

type Listed = Pick<SearchResult, "path" | "matches" | "text">;

export function withoutHeldLines<Result extends Listed>(
  result: Result,
  session: Session | undefined,
): Result {
  if (session === undefined) return result;
  const path = shownPath(result.path);
  const isHeld = (line: number, text: string): boolean =>
    session.holdsLine(path, line, text) || session.holdsItem(keyOf(path, line, text));
  const matches = result.matches.map(({ line, text }) =>
    text === undefined || isHeld(line, text) ? { line } : { line, text },
  );
  if (matches.every(({ text }) => text !== undefined)) return result;
  return {
    ...result,
    matches,
    text: matches.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n"),
  };
}

/** What the answer shows that was put out at last. */
export function sendLines(session: Session | undefined, { answer }: Outcome): void {
  if (session === undefined) return;
  const { results, spans } = answer as { results?: Listed[]; spans?: Listed[] };
  for (const { path, matches } of results ?? spans ?? [])
    for (const { line, text } of matches) if (text !== undefined) session.sendsItem(keyOf(path, line, text));
}

function keyOf(path: string, line: number, text: string): string {
  return `${path}:${line}: ${text}`;
}
