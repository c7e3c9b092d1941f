// Which live files in scope hold a word, or declare a name? The index keeps the words of files that are gone as well.
import type { LiveFile, SegmentView, Snapshot } from "../store/segment-view.ts";
import { liveFiles } from "./live-files.ts";

export class LiveWords {
  readonly #snapshot: Snapshot;
  readonly #looksAt: (file: LiveFile) => boolean;

  constructor(snapshot: Snapshot, looksAt: (file: LiveFile) => boolean) {
    this.#snapshot = snapshot;
    this.#looksAt = looksAt;
  }

  /** Some file holds the term. */
  holds(term: string): boolean {
    return this.#snapshot.segments.some((view, segment) => {
      const id = view.termId(term);
      return id !== -1 && view.postingChunks(id).some((c) => this.#file(segment, view.chunkEntry[c]!) !== -1);
    });
  }

  /** Some path passes the test. */
  pathIs(test: (path: string) => boolean): boolean {
    return this.#snapshot.files.some((f) => test(f.path) && this.#looksAt(f));
  }

  /** Files that hold the term: of several with one content the first. */
  filesWith(term: string): Set<number> {
    const files = new Set<number>();
    for (const [segment, view] of this.#snapshot.segments.entries()) {
      const id = view.termId(term);
      if (id === -1) continue;
      for (const chunk of view.postingChunks(id)) {
        const file = this.#file(segment, view.chunkEntry[chunk]!);
        if (file !== -1) files.add(file);
      }
    }
    return files;
  }

  /** Files that declare the name, of those in one segment. */
  declaring(segment: number, view: SegmentView, name: string): number[] {
    const entries = new Set(view.declarationsNamed(name).map((d) => view.declarationEntry[d]!));
    return [...entries].map((entry) => this.#file(segment, entry)).filter((file) => file !== -1);
  }

  /** The first live file in scope with this content, or -1. */
  #file(segment: number, entry: number): number {
    const { segments, nextFile } = liveFiles(this.#snapshot);
    for (let file = segments[segment]!.firstFile[entry]!; file !== -1; file = nextFile[file]!)
      if (this.#looksAt(this.#snapshot.files[file]!)) return file;
    return -1;
  }
}
