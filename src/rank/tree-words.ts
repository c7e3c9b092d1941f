// What are the words of a question in one tree: declared names, words that some file holds, files and folders?
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import type { TreeWords } from "./question-form.ts";
import { wordTerms } from "./terms.ts";

/** Of the files in scope alone, where there is one. */
export function treeWords(snapshot: Snapshot, looksAt: (file: LiveFile) => boolean): TreeWords {
  let live: Set<number>[] | undefined;
  const liveEntries = (): Set<number>[] => {
    if (live !== undefined) return live;
    live = snapshot.segments.map(() => new Set<number>());
    for (const file of snapshot.files)
      if (file.segment >= 0 && looksAt(file)) live[file.segment]!.add(file.entry);
    return live;
  };
  return {
    isDeclared(name) {
      const last = name.split(/\.|::|->|#/).findLast((part) => part !== "") ?? name;
      return snapshot.segments.some((view, segment) =>
        view.declarationsNamed(last).some((d) => liveEntries()[segment]!.has(view.declarationEntry[d]!)),
      );
    },
    mayOccur(text) {
      const terms = text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => wordTerms(word));
      return (
        terms.length > 0 && terms.every((term) => snapshot.segments.some((view) => view.termId(term) !== -1))
      );
    },
    isPath(path) {
      const wanted = path.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");
      if (wanted === "" || /\s/.test(wanted)) return false;
      return snapshot.files.some(({ path: own }) => own === wanted || own.startsWith(`${wanted}/`));
    },
  };
}
