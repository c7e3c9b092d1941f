// Which characters are the same but for their case? Unicode's simple folding, asked of the JS engine itself.

/** Every character that has another case, in one text. Made when first needed: about 5 ms. */
let cased: string | null = null;

/** All of them, one behind the other. */
export function casedCharacters(): string {
  if (cased === null) {
    const folds = /^[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}\p{Cased}]$/u;
    const found: string[] = [];
    // No script above U+1FFFF has two cases.
    for (let code = 0; code < 0x20000; code++) {
      if (code === 0xd800) code = 0xe000;
      const char = String.fromCodePoint(code);
      if (folds.test(char)) found.push(char);
    }
    cased = found.join("");
  }
  return cased;
}

/** For the inside of a class: the characters that it matches only when case does not count. */
export function anyCase(source: string): string {
  const alone = new RegExp(`[${source}]`, "v");
  const found = casedCharacters().match(new RegExp(`[${source}]`, "giv")) ?? [];
  return found
    .filter((char) => !alone.test(char))
    .map((char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)
    .join("");
}
