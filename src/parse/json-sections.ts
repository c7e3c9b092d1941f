// The keys of the first two steps of a JSON file, each with its value.
import { JsonScanner } from "./json-scan.ts";
import type { SectionDraft } from "./section-facts.ts";

export function jsonSections(text: string): SectionDraft[] {
  const scanner = new JsonScanner(text);
  const drafts: SectionDraft[] = [];
  /** Brackets that are open; `true` for an object. Only their number counts beyond the second. */
  const open: boolean[] = [];
  const pending: (SectionDraft | null)[] = [null, null, null];
  let key: { name: string; start: number; end: number } | null = null;
  const close = (step: number, end: number): void => {
    const draft = pending[step];
    if (draft !== null && draft !== undefined) draft.end = end;
    pending[step] = null;
  };
  for (let token = scanner.next(); token !== "end"; token = scanner.next()) {
    const step = open.length;
    const keys = (step === 1 || step === 2) && open.every((object) => object);
    if (token === "{" || token === "[") open.push(token === "{");
    else if (token === "}" || token === "]") {
      open.pop();
      for (let inner = step; inner <= 2; inner++) close(inner, scanner.start);
    } else if (token === ",") {
      if (step <= 2) close(step, scanner.start);
    } else if (!keys) {
      continue;
    } else if (token === ":") {
      if (key === null || pending[step] !== null) continue;
      const draft: SectionDraft = {
        name: key.name,
        kind: "key",
        start: key.start,
        end: text.length,
        nameStart: key.start,
        nameEnd: key.end,
      };
      pending[step] = draft;
      drafts.push(draft);
      key = null;
    } else if (pending[step] === null) {
      key = { name: scanner.value(), start: scanner.start, end: scanner.end };
    }
  }
  return drafts;
}
