// What are the facts of one entry of a segment, as they were put in? A segment knows chunks by term; here each chunk gets
// its terms back.
import type { WordsFacts } from "../parse/facts.ts";
import { startsOf } from "./growing-column.ts";
import type { Segment } from "./segment.ts";

/** Stands before the name of an import among the terms. */
const IMPORT_MARK = ">";

export class SegmentEntries {
  /** All terms of the segment: what `termIds` of the facts count in. */
  readonly terms: readonly string[];
  readonly #segment: Segment;
  readonly #starts: Uint32Array;
  readonly #terms: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.terms = Array.from({ length: segment.terms }, (_, id) => segment.term(id));
    // Imports are among the facts by themselves.
    const words = Array.from(this.terms.keys()).filter((id) => !this.terms[id]!.startsWith(IMPORT_MARK));
    const sizes = new Uint32Array(segment.chunks);
    for (const id of words) for (const chunk of segment.postingChunks(id)) sizes[chunk]!++;
    this.#starts = startsOf(sizes);
    const next = this.#starts.slice();
    this.#terms = new Uint32Array(next[segment.chunks]!);
    this.#counts = new Uint32Array(next[segment.chunks]!);
    for (const id of words) {
      const counts = segment.postingCounts(id);
      segment.postingChunks(id).forEach((chunk, i) => {
        const at = next[chunk]!++;
        this.#terms[at] = id;
        this.#counts[at] = counts[i]!;
      });
    }
  }

  facts(entry: number): WordsFacts {
    const segment = this.#segment;
    const [firstDeclaration, lastDeclaration] = [entry, entry + 1].map((e) => segment.declarationOffset[e]!);
    const local = (declaration: number): number => (declaration < 0 ? -1 : declaration - firstDeclaration!);
    const declarations: WordsFacts["declarations"] = [];
    for (let d = firstDeclaration!; d < lastDeclaration!; d++)
      declarations.push({
        name: segment.declarationName(d),
        kind: segment.declarationKind(d),
        start: segment.declarationStart[d]!,
        line: segment.declarationLine[d]!,
        end: segment.declarationEnd[d]!,
        parent: local(segment.declarationParent[d]!),
      });
    const chunks: WordsFacts["chunks"] = [];
    for (let c = segment.chunkOffset[entry]!; c < segment.chunkOffset[entry + 1]!; c++)
      chunks.push({
        start: segment.chunkStart[c]!,
        end: segment.chunkEnd[c]!,
        declaration: local(segment.chunkDeclaration[c]!),
        length: segment.chunkLength[c]!,
        termIds: this.#terms.subarray(this.#starts[c]!, this.#starts[c + 1]!),
        counts: this.#counts.subarray(this.#starts[c]!, this.#starts[c + 1]!),
      });
    return { lines: segment.entryLines[entry]!, declarations, chunks, imports: segment.entryImports(entry) };
  }
}
