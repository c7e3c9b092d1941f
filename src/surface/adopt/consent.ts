// Shows what would be written, asks, writes. One way for all commands that touch a file of the user's: `--dry-run` shows,
// `--yes` does not ask, and without a terminal nothing is written that nobody agreed to.
import { createInterface } from "node:readline";
import { editRefused } from "./edit-refused.ts";
import { mustBeWritable, removeFile, writeEdited } from "./file-to-edit.ts";
import type { FileToEdit } from "./file-to-edit.ts";
import { unifiedDiff } from "./show-change.ts";
import { wantsColor, write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";

export interface Change {
  file: FileToEdit;
  /** Null: the file goes. */
  after: string | null;
  /** What of a text may be shown: the file holds other programs' settings. */
  conceal?: (text: string) => string;
  /** What it is shown against, where that is not what is there. */
  showBefore?: null;
  /** In the place of writing or removing: something else is put back. */
  putBack?: () => void;
  /** Done before the bytes change, so that what was done can be found out after a crash. */
  prepare?: () => void;
  /** Done when the bytes have changed; with the folders that were made for the file. */
  done?: (madeFolders: readonly string[]) => void;
}

export interface Consent {
  yes: boolean;
  dryRun: boolean;
  terminal: Terminal;
  /** Such as "Write this?". */
  question: string;
}

export type Outcome = "written" | "declined" | "shown";

export async function carryOut(changes: readonly Change[], consent: Consent): Promise<Outcome> {
  const { terminal } = consent;
  const color = wantsColor(undefined, terminal.stdout, terminal.env);
  for (const { file, after, conceal, showBefore } of changes) {
    const diff = unifiedDiff(showBefore === null ? { ...file, before: null } : file, after, conceal);
    await write(terminal.stdout, color ? colored(diff) : diff);
  }
  for (const { file } of changes) mustBeWritable(file);
  if (consent.dryRun) {
    await write(terminal.stdout, "nothing written (--dry-run)\n");
    return "shown";
  }
  if (!consent.yes && !(await agrees(consent, changes))) {
    await write(terminal.stdout, "nothing written\n");
    return "declined";
  }
  for (const change of changes) {
    const { file, after } = change;
    change.prepare?.();
    let made: string[] = [];
    if (change.putBack !== undefined) change.putBack();
    else if (after === null) removeFile(file);
    else made = writeEdited(file, after);
    change.done?.(made);
    await write(
      terminal.stdout,
      `${change.putBack !== undefined ? "put back" : after === null ? "removed" : "wrote"} ${file.shown}\n`,
    );
  }
  return "written";
}

/** As `git diff` has them. */
function colored(diff: string): string {
  return diff
    .replaceAll(/^(?!--- |\+\+\+ )-.*$/gm, "\u001B[31m$&\u001B[39m")
    .replaceAll(/^(?!--- |\+\+\+ )\+.*$/gm, "\u001B[32m$&\u001B[39m")
    .replaceAll(/^(?:--- |\+\+\+ ).*$/gm, "\u001B[1m$&\u001B[22m");
}

async function agrees({ terminal, question }: Consent, changes: readonly Change[]): Promise<boolean> {
  if ((terminal.stdin as { isTTY?: boolean }).isTTY !== true)
    throw editRefused(
      changes.map(({ file }) => file.shown).join(", "),
      "would change as shown, and there is no terminal to ask at. Nothing was written.",
      "Give --yes to agree beforehand, or --dry-run to look only.",
    );
  await write(terminal.stderr, `${question} [y/N] `);
  const lines = createInterface({ input: terminal.stdin });
  // An input that ends is no agreement.
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(""));
  });
  lines.close();
  return /^\s*y(es)?\s*$/i.test(answer);
}
