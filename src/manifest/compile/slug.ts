// Names as the format writes them: for ids of the short kind, for anchors of sections, and titles made of the names of files.

/** Lower case, letters and numbers of any script, with single dashes between them; `node` where nothing is left. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words === null ? "node" : words.join("-");
}

/** A file's name as a title: dashes as blanks, each run of letters with a capital at its head. */
export function titleOfName(name: string): string {
  return name
    .replaceAll(/[-_]/g, " ")
    .trim()
    .replaceAll(/\p{L}+/gu, (run) => {
      const [head = "", ...rest] = run;
      return headCapital(head) + rest.join("").toLowerCase();
    });
}

/** `ß` has a capital of two letters, of which the first alone is one in a title. */
function headCapital(letter: string): string {
  const [head = "", ...rest] = letter.toUpperCase();
  return head + rest.join("").toLowerCase();
}
