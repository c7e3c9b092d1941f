// What is to be said of a file of a change beside its lines: kind of change, modes, submodules, what only seems to change.
import { isGenerated } from "../files/made-by-machine.ts";
import { SKIP_REASONS, type SkipReason } from "../files/skip-reasons.ts";
import type { FileChange, Hunk } from "../git/unified-diff.ts";
import { languageById, languageOf } from "../lang/registry.ts";
import type { ReviewFile } from "../pack/review-answer.ts";

/** What a file is for: it says when it is its turn. */
export type ReviewKind = "code" | "test" | "text" | "generated";

/** Both sides say the same once line ends are off. */
export function onlyLineEnds(hunks: readonly Hunk[]): boolean {
  return hunks.every(({ lines }) => {
    const texts = (side: "old" | "new") => lines.filter((l) => l.side === side).map((l) => l.text);
    const old = texts("old");
    return old.length > 0 && old.join("\n") === texts("new").join("\n");
  });
}

/** Nothing in it changes, and whoever imports it by its old path does not find it. */
export function isMovedWhole({ head }: FileChange, made: boolean): boolean {
  return made && head?.moved === "renamed";
}

const SUBMODULE = "160000";
const LINK = "120000";

export function isSubmodule({ head }: FileChange): boolean {
  return head?.oldMode === SUBMODULE || head?.newMode === SUBMODULE;
}

export function submoduleNote({ hunks }: FileChange): string {
  const commit = (side: "old" | "new") =>
    hunks
      .flatMap((h) => h.lines)
      .filter((l) => l.side === side)
      .map(({ text }) => /^Subproject commit ([0-9a-f]{10})/.exec(text)?.[1])
      .find((id) => id !== undefined) ?? "none";
  return `submodule: commit ${commit("old")} → ${commit("new")}, which is another repository's`;
}

export function notesOfHead({ head, oldPath, newPath }: FileChange): string[] {
  const notes: string[] = [];
  if (head === undefined) return notes;
  const { oldMode, newMode, similarity, moved } = head;
  if (moved !== null && similarity !== null) notes.push(`${similarity}% as it was`);
  if (oldMode === LINK || newMode === LINK) notes.push("a symbolic link");
  if (oldPath !== null && newPath !== null && oldMode !== null && newMode !== null && oldMode !== newMode)
    notes.push(`mode ${oldMode} → ${newMode}`);
  return notes;
}

export function reviewFile({ oldPath, newPath, hunks, head }: FileChange, notes: string[]): ReviewFile {
  const count = (side: "old" | "new") =>
    hunks.reduce((sum, h) => sum + h.lines.filter((l) => l.side === side).length, 0);
  const moved = oldPath !== null && newPath !== null && oldPath !== newPath;
  return {
    path: newPath ?? oldPath!,
    from: moved ? oldPath : null,
    change:
      newPath === null
        ? "deleted"
        : oldPath === null
          ? "added"
          : moved
            ? (head?.moved ?? "renamed")
            : "modified",
    added: count("new"),
    removed: count("old"),
    notes,
  };
}

export function kindOf(file: FileChange, isTest: (path: string) => boolean, text: string): ReviewKind {
  const path = file.newPath ?? file.oldPath!;
  if (isGenerated(path, text)) return "generated";
  if (isTest(path)) return "test";
  const language = languageById(languageOf(path, text.split("\n", 1)[0]!, {}).id);
  return language === undefined || language.prose === true || language.data === true ? "text" : "code";
}

/** Why nothing of a file is shown, as part of a sentence. */
export function saidOf(skip: SkipReason): string {
  const sentence = SKIP_REASONS[skip].replace(/\.$/, "");
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
