// On which line does a declaration itself begin, behind its comments and decorators? And what do its files say of it? MAST
// tells that line; Pith's spans begin with the comment.
import type { OutlineAnswer, ReadAnswer } from "../../pack/answer.ts";
import { MOST_BUDGET } from "../../base/limits.ts";
import { pathLabel } from "../../pack/label.ts";
import type { CompatCall } from "./compat-set.ts";
import { ASKED_BUDGET } from "./mast-reply.ts";

/** Of a signature, enough to know its line again. */
const LOOKED_FOR = 24;

export class FileLines {
  private readonly texts = new Map<string, readonly string[]>();
  private readonly run: CompatCall["run"];

  constructor({ run }: CompatCall) {
    this.run = run;
  }

  async of(path: string): Promise<readonly string[]> {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const { answer } = await this.run("read", { places: [pathLabel(path)], budget: MOST_BUDGET });
    const span = (answer as Partial<ReadAnswer>).spans?.[0];
    const lines = span?.start === 1 ? span.text.split("\n") : [];
    this.texts.set(path, lines);
    return lines;
  }

  async lineOf(
    { path, start, end }: { path: string; start: number; end: number },
    signature: string,
  ): Promise<number> {
    const begin = signature.split("\n")[0]!.trim().slice(0, LOOKED_FOR);
    const lines = await this.of(path);
    for (let line = start; line <= end; line++) if (lines[line - 1]?.includes(begin) === true) return line;
    return start;
  }
}

/** `path:start` of a declaration → whether it is exported, in the files that are named. */
export async function exportedIn(
  { run }: CompatCall,
  paths: Iterable<string>,
): Promise<Map<string, boolean>> {
  const known = new Map<string, boolean>();
  for (const path of new Set(paths)) {
    const { answer } = await run("outline", { path, budget: ASKED_BUDGET });
    for (const { start, exported } of (answer as Partial<OutlineAnswer>).declarations ?? [])
      if (exported !== null) known.set(`${path}:${start}`, exported);
  }
  return known;
}
