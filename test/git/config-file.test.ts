import assert from "node:assert/strict";
import { test } from "node:test";
import { parseGitConfig } from "../../src/git/config-file.ts";

const pairs = (text: string) => parseGitConfig(text).map(({ key, value }) => [key, value]);

test("sections, subsections, keys and values", () => {
  const text = `; first
[core] excludesFile = ~/x   # why
\tBare
[Branch "Feature/\\"A\\""]
\tmerge="a ; b"\\
 c
[includeIf "gitdir:~/w/"] path = inc
[empty]
\tvalue =
\tdots = "a\\tb\\\\"  tail\t
`;
  assert.deepEqual(pairs(text), [
    ["core.excludesfile", "~/x"],
    ["core.bare", null],
    ['branch.Feature/"A".merge', "a ; b c"],
    ["includeif.gitdir:~/w/.path", "inc"],
    ["empty.value", ""],
    ["empty.dots", "a\tb\\  tail"],
  ]);
});

test("line ends of Windows, a byte order mark, no line end", () => {
  assert.deepEqual(pairs("\ufeff[a]\r\nb = c\r\nd = e"), [
    ["a.b", "c"],
    ["a.d", "e"],
  ]);
});

test("what is broken ends the list, and what came before holds", () => {
  for (const broken of ["[a", "= x", '[b]\n"', '[b]\nc = "open', "[b]\nc = \\q"]) {
    assert.deepEqual(pairs(`[ok]\nx = 1\n${broken}`)[0], ["ok.x", "1"]);
  }
});
