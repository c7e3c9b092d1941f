// What is a word character? As in Rust's regular expressions: Unicode's \w (UTS 18, annex C).

/** Inside of a character class of a JS pattern with the `u` or `v` flag. */
export const WORD_CLASS = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";

const word = new RegExp(`^[${WORD_CLASS}]`, "u");

/** Whether the code point that starts at the offset is a word character; false past the end. */
export function isWordAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  if (unit < 128) return isAsciiWord(unit);
  return offset < text.length && word.test(String.fromCodePoint(text.codePointAt(offset)!));
}

/** Whether the code point that ends before the offset is a word character; false at the start. */
export function isWordBefore(text: string, offset: number): boolean {
  if (offset === 0) return false;
  const unit = text.charCodeAt(offset - 1);
  if (unit < 128) return isAsciiWord(unit);
  const pair = offset > 1 && (unit & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 2) & 0xfc00) === 0xd800;
  return isWordAt(text, pair ? offset - 2 : offset - 1);
}

function isAsciiWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  );
}
