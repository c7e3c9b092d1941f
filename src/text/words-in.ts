// The raw words of a short text, as the scanner of files sees them: identifiers, runs of digits, pairs of ideographs.
// For names, paths and queries; files are read by `parse/words-scan.ts`, and a test holds the two together.
import { IDEOGRAPH, LETTER, letterKind } from "./letters.ts";

export function wordsIn(text: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const kind = kindAt(text, at);
    if (kind === "letter") {
      do at++;
      while (at < text.length && (kindAt(text, at) === "letter" || kindAt(text, at) === "digit"));
      words.push(text.slice(start, at));
    } else if (kind === "digit") {
      do at++;
      while (at < text.length && kindAt(text, at) === "digit");
      words.push(text.slice(start, at));
    } else if (kind === "ideograph") {
      const run: string[] = [];
      while (at < text.length && kindAt(text, at) === "ideograph") {
        run.push(String.fromCodePoint(text.codePointAt(at)!));
        at += run.at(-1)!.length;
      }
      if (run.length === 1) words.push(run[0]!);
      for (let i = 0; i + 1 < run.length; i++) words.push(run[i]! + run[i + 1]!);
    } else {
      at++;
    }
  }
  return words;
}

function kindAt(text: string, at: number): "letter" | "digit" | "ideograph" | "none" {
  const unit = text.charCodeAt(at);
  if (unit < 128) {
    if (unit >= 48 && unit <= 57) return "digit";
    const letter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit === 36;
    return letter ? "letter" : "none";
  }
  const kind = letterKind(text, at);
  return kind === LETTER ? "letter" : kind === IDEOGRAPH ? "ideograph" : "none";
}
