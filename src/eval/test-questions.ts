// Which tests ask a question? The name of a test asks; the file that is named as the test's file is, without the marks of
// a test, answers. A test file with two such files, or none, asks nothing.
import { shownText } from "../redact/redact.ts";
import { splitIdentifier } from "../text/identifiers.ts";
import { isAskable, type Question } from "./question.ts";

/** Names in words: `it("parses a header")`, `test "…" do`, `"…" in {`. One line each; the longest name is a sentence. */
const SAID =
  /(?:^|[^\w.])(?:it|test|should|scenario|specify|property|testCase|testWidgets|Deno\.test|t\.Run|t\.run|subtest|SECTION|TEST_CASE)(?:\.\w+)?(?:\s*\(\s*|\s+)(?:"([^"\n]{8,160})"|'([^'\n]{8,160})'|`([^`\n]{8,160})`)|^\s*"([^"\n]{8,160})"\s+(?:in|should|must|-)\b/;
/** Names as identifiers: `def test_x`, `func TestX`, `fn parses_x` behind `#[test]`, `void parsesX()` behind `@Test`. */
const WRITTEN =
  /^\s*(?:async\s+)?(?:def|func|function|fun)\s+\(?(?:t\w*\s+\*?\w+\)\s+)?(test\w{4,}|Test\w{4,})\b|^\s*(?:public\s+|static\s+)*function\s+(test\w{4,})\b|^\s*(?:TEST|TEST_F|TEST_P)\s*\(\s*\w+\s*,\s*(\w{5,})\s*\)/;
const MARKED =
  /^\s*(?:#\[(?:\w+::)?test\b|@(?:\w+\.)*(?:Test|ParameterizedTest)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b)/;
const BEHIND_MARK = /\b(?:fn|fun|void|Task|func)\s+(?:<[^>]*>\s*)?(?:`([^`]+)`|(\w{5,}))\s*\(/;
/** Lines between a mark and the name that it marks: further attributes. */
const MARK_REACHES = 4;

/** As a sentence: identifiers in words, without what only says that it is a test. */
export function testNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  let marked = 0;
  for (const line of lines) {
    if (line.length > 400) continue;
    if (MARKED.test(line)) marked = MARK_REACHES;
    else if (marked > 0) marked--;
    const said = SAID.exec(line) ?? WRITTEN.exec(line) ?? (marked > 0 ? BEHIND_MARK.exec(line) : null);
    const name = said?.slice(1).find((group) => group !== undefined);
    if (name === undefined) continue;
    marked = 0;
    const words = /\s/.test(name.trim()) ? name : splitIdentifier(name).join(" ");
    const query = words
      .replaceAll(/\$\{[^}]*\}|%[a-z]|#\{[^}]*\}/g, " ")
      .replace(/^\s*(?:tests?|it|should)\b\s*/i, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    // Cut into words a secret would be none any more.
    if (isAskable(query) && shownText(line) === line) names.push(query);
  }
  return names;
}

/** `a/b/foo-bar.test.ts` and `test_foo_bar.py` are `foobar`. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return (dot === -1 ? name : name.slice(0, dot))
    .replace(
      /^(?:tests?|specs?)[_-]|[_-]?(?:tests?|spec|specs)$|(?<=[a-z0-9])(?:Tests?|TestCase|Specs?|IT)$/gi,
      "",
    )
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

function foldersOf(path: string): string[] {
  return path.split("/").slice(0, -1);
}

/** Files of one name and one family of languages. */
interface Namesakes {
  paths: string[];
  /** Places in `paths` by the name of a folder above, as often as it is there: a name may be that of thousands of files. */
  byFolder: Map<string, number[]>;
}

/** Finds the file that a test file tests. */
export class TestedFiles {
  readonly #known = new Map<string, Namesakes>();

  constructor(code: readonly string[]) {
    for (const path of code) {
      const stem = stemOf(path);
      if (stem === "") continue;
      const key = `${familyOf(path)} ${stem}`;
      let known = this.#known.get(key);
      if (known === undefined) this.#known.set(key, (known = { paths: [], byFolder: new Map() }));
      const place = known.paths.push(path) - 1;
      for (const folder of foldersOf(path)) {
        const places = known.byFolder.get(folder);
        if (places === undefined) known.byFolder.set(folder, [place]);
        else places.push(place);
      }
    }
  }

  /** By its own name, else by that of its folder: `context/cookies.test.js` tests `context.js`. */
  of(test: string): string | null {
    return this.#named(test, stemOf(test)) ?? this.#named(test, stemOf(foldersOf(test).at(-1) ?? ""));
  }

  /** Of several with the name the one that shares most folders with the test, if that is one. */
  #named(test: string, stem: string): string | null {
    const known = this.#known.get(`${familyOf(test)} ${stem}`);
    if (known === undefined) return null;
    const { paths, byFolder } = known;
    const shared = new Uint32Array(paths.length);
    for (const folder of new Set(foldersOf(test)))
      for (const place of byFolder.get(folder) ?? []) shared[place]!++;
    let best = 0;
    let isOne = true;
    for (let place = 1; place < shared.length; place++) {
      if (shared[place]! > shared[best]!) [best, isOne] = [place, true];
      else if (shared[place] === shared[best]) isOne = false;
    }
    return isOne ? paths[best]! : null;
  }
}

/** `.ts` tests `.js`, `.spec.rb` tests `.rb`; a script in another language is no test of it. */
function familyOf(path: string): string {
  const ending = path.slice(path.lastIndexOf("."));
  if (/^\.[cm]?[jt]sx?$/.test(ending)) return "script";
  return /^\.(?:c|cc|cpp|cxx|h|hh|hpp)$/.test(ending) ? "native" : ending;
}

export function testQuestions(path: string, lines: readonly string[], tested: string): Question[] {
  return testNames(lines).map((query) => ({
    id: `test ${path} ${query}`,
    kind: "test",
    source: `test ${path}`,
    query,
    targets: [{ path: tested, spans: [] }],
    without: path,
  }));
}
