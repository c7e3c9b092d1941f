// Generated trees and ignore files, full of the corners that Git's rules have.
import fc from "fast-check";

export interface Case {
  /** Paths of files, some of them tracked, some of those removed again. */
  files: { path: string; tracked: boolean; removed: boolean }[];
  /** Folder → content of its ignore file. */
  rules: [folder: string, content: string][];
}

export interface Batch {
  cases: Case[];
  global: string[];
  exclude: string[];
  ignoreCase: boolean;
}

/** One of the words of a text. */
const words = (text: string) => fc.constantFrom(...text.trim().split(/\s+/));

const name = fc.oneof(
  { weight: 6, arbitrary: words("a b c foo bar foo.o b.o a.b.o ab abc - 0") },
  { weight: 2, arbitrary: words("A Foo B.O é éa 日本 x.é a~ .h ...") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "a ",
      " a",
      "a b",
      "a\t",
      "a\\",
      ...String.raw`[a] !a #a a* a? \a ] ^`.split(" "),
    ),
  },
);

const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

const piece = fc.oneof(
  { weight: 8, arbitrary: name },
  { weight: 4, arbitrary: words("* ** ? *** *.o a* *a ?o? *o*o") },
  { weight: 3, arbitrary: words(String.raw`[ab] [a-c] [!a] [^a-b] []a] [!]] [a-] [--0] [\]] [é]`) },
  {
    weight: 2,
    arbitrary: words("[[:alpha:]] [[:upper:][:digit:]] [![:punct:]] [[:space:]] [[:x:]] [[:alpha]"),
  },
  { weight: 2, arbitrary: words(String.raw`\a \A \* \ \[a] [a [A-Z] [A] [a-é] [\a-\c]`) },
);

const component = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));

const pattern = fc
  .tuple(
    fc.constantFrom("", "", "", "", "!", "!", "\\!", "\\#"),
    fc.constantFrom("", "", "/", "**/", "/**/"),
    fc.array(component, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
    fc.constantFrom("", "", "", "/", "/*", "/**", "//"),
    fc.constantFrom("", "", "", "", " ", "  ", "\\ ", "\\  ", "\t", "\r"),
  )
  .map((parts) => parts.join(""));

const line = fc.oneof(
  { weight: 12, arbitrary: pattern },
  { weight: 4, arbitrary: name },
  { weight: 2, arbitrary: path.map((p) => `/${p}`) },
  {
    weight: 3,
    arbitrary: words("* !* !*/ */ .*/ !a/ !**/ a/ foo.o !*.o /foo.o !foo.o /* !/a a**/b **/a/**"),
  },
  { weight: 1, arbitrary: words("/a[!c]b [^c]*/b /*[!c]b a[^x]b/** FOO *.O A/ /A !B") },
  { weight: 1, arbitrary: fc.constantFrom("", "#a", "/", "//", "!", "!/", " ", "\ufeffa", "a\0b") },
);

/** Files and folders of one case may not take each other's place. */
function withoutClashes(files: Case["files"]): Case["files"] {
  const kept = new Map<string, Case["files"][number]>();
  const folders = new Set<string>();
  for (const file of files) {
    const above = foldersOf(file.path);
    if (kept.has(file.path) || folders.has(file.path) || above.some((folder) => kept.has(folder))) continue;
    kept.set(file.path, file);
    for (const folder of above) folders.add(folder);
  }
  return [...kept.values()];
}

/** The folders that hold a path, from the top. */
export function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

const oneIn = (n: number) => fc.nat(n - 1).map((value) => value === 0);

const oneCase: fc.Arbitrary<Case> = fc
  .record({
    files: fc
      .array(fc.record({ path, tracked: oneIn(4), removed: oneIn(10) }), { minLength: 3, maxLength: 14 })
      .map(withoutClashes),
    top: fc.array(line, { minLength: 1, maxLength: 6 }),
    inner: fc.array(fc.tuple(fc.nat(20), fc.array(line, { minLength: 1, maxLength: 4 })), { maxLength: 3 }),
    separator: fc.constantFrom("\n", "\n", "\r\n"),
    ended: fc.boolean(),
  })
  .map(({ files, top, inner, separator, ended }) => {
    const rules = new Map<string, string[]>([["", top]]);
    for (const [pick, lines] of inner) {
      const parts = files[pick % files.length]!.path.split("/").slice(0, -1);
      rules.set(parts.slice(0, 1 + (pick % 3)).join("/"), lines);
    }
    const content = (lines: string[]) => lines.join(separator) + (ended ? separator : "");
    return { files, rules: [...rules].map(([folder, lines]) => [folder, content(lines)]) };
  });

export const CASES_IN_BATCH = 40;

export const batch: fc.Arbitrary<Batch> = fc
  .record({
    cases: fc.array(oneCase, { minLength: CASES_IN_BATCH, maxLength: CASES_IN_BATCH }),
    global: fc.array(line, { maxLength: 2 }),
    exclude: fc.array(line, { maxLength: 2 }),
    ignoreCase: fc.boolean(),
  })
  .map(foldedApart);

function foldedApart(made: Batch): Batch {
  return made.ignoreCase ? { ...made, cases: made.cases.map(withoutFoldedClashes) } : made;
}

/** Under `core.ignoreCase` names that differ in case alone can't both be: the test's file system has them all. */
function withoutFoldedClashes(made: Case): Case {
  const seen = new Map<string, string>();
  const files = made.files.filter(({ path: file }) =>
    [...foldersOf(file), file].every((head) => {
      const known = seen.get(head.toLowerCase());
      if (known === undefined) seen.set(head.toLowerCase(), head);
      return known === undefined || known === head;
    }),
  );
  return { ...made, files };
}
