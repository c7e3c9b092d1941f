// Scripts of edits to the program of `program-variants.ts`, each edit one line of text: a failing script is printed as the
// list that goes into a table of kept cases.
import fc from "fast-check";
import { ATTRIBUTES, IGNORED, SETTINGS } from "./apply-program-edit.ts";
import { FOLDERS, FREE_PATHS, VARIANTS } from "./program-variants.ts";

const PATHS = Object.keys(VARIANTS);
const WORDS = ["Shape", "Figure", "Circle", "draw", "area", "unit"];
/** Seconds since 1970, or from now. */
const TIMES = ["1", "1000000000", "4102444800", "-86400", "now-7200", "now+5", "now+7200", "now"];

const anyPath = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PATHS) },
  // Where most of the program's names meet.
  { weight: 5, arbitrary: fc.constantFrom("web/shape.ts", "web/index.ts", "web/draw.ts", "py/shape.py") },
  { weight: 2, arbitrary: fc.constantFrom(...FREE_PATHS) },
);
const anyFolder = fc.constantFrom(...FOLDERS);
const two = <A>(a: fc.Arbitrary<A>, b: fc.Arbitrary<A> = a) => fc.tuple(a, b);
const anyOf = (list: readonly string[]) => fc.nat({ max: list.length - 1 });

const plainEdit: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: anyPath.chain((path) =>
      anyOf(VARIANTS[path] ?? VARIANTS["web/draw.ts"]!).map((n) => `write ${path} ${n}`),
    ),
  },
  { weight: 2, arbitrary: anyPath.map((path) => `remove ${path}`) },
  { weight: 3, arbitrary: two(anyPath).map(([from, to]) => `move ${from} ${to}`) },
  { weight: 1, arbitrary: two(anyPath).map(([from, to]) => `copy ${from} ${to}`) },
  { weight: 1, arbitrary: two(anyPath).map(([one, other]) => `exchange ${one} ${other}`) },
  { weight: 2, arbitrary: two(anyFolder).map(([from, to]) => `move ${from} ${to}`) },
  { weight: 1, arbitrary: anyFolder.map((folder) => `remove ${folder}`) },
  // A name for another of the same length or not: exports are renamed, or only their uses are.
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyPath, fc.constantFrom(...WORDS), fc.constantFrom(...WORDS))
      .map(([path, from, to]) => `replace ${path} ${from} ${to}`),
  },
  // The same size and the same times: what a careless tool leaves. In place, or by a new file renamed over the old one.
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyPath, fc.constantFrom("kept-times", "kept-times-anew"))
      .map(([path, how]) => `${how} ${path}`),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyPath, fc.constantFrom(...TIMES)).map(([path, at]) => `time ${path} ${at}`),
  },
  { weight: 1, arbitrary: anyFolder.map((folder) => `time ${folder} 1`) },
  { weight: 2, arbitrary: anyPath.map((path) => `file-to-folder ${path}`) },
  { weight: 1, arbitrary: anyFolder.map((path) => `folder-to-file ${path}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `case ${path}`) },
  { weight: 1, arbitrary: anyFolder.map((path) => `case ${path}`) },
  { weight: 2, arbitrary: two(anyPath).map(([path, to]) => `link ${path} ${to}`) },
  { weight: 1, arbitrary: two(anyFolder).map(([path, to]) => `link ${path} ${to}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `link ${path} outside`) },
  { weight: 1, arbitrary: two(anyPath).map(([path, to]) => `hard-link ${path} ${to}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(".gitignore", ".pithignore", "web/.gitignore", "py/.pithignore"), anyOf(IGNORED))
      .map(([path, n]) => `ignore ${path} ${n}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(".gitattributes", "web/.gitattributes"), anyOf(ATTRIBUTES))
      .map(([path, n]) => `attributes ${path} ${n}`),
  },
  { weight: 1, arbitrary: anyOf(SETTINGS).map((n) => `settings ${n}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `crlf ${path}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `binary ${path}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `broken ${path}`) },
  { weight: 1, arbitrary: anyFolder.map((path) => `repository ${path}`) },
  // Past the tick of the clock, so that what was read since is believed to be as it was.
  { weight: 4, arbitrary: fc.constant("wait") },
  { weight: 2, arbitrary: fc.nat({ max: 40 }).map((n) => `ask ${n}`) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }).map((n) => `ask-beside ${n}`) },
  { weight: 1, arbitrary: fc.constantFrom("restart", "check") },
);

const gitEdit: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "main").map((branch) => `branch ${branch}`) },
  { weight: 2, arbitrary: fc.constant("commit") },
  { weight: 1, arbitrary: fc.constantFrom("reset", "clean", "stash", "unstash", "no-index") },
  { weight: 1, arbitrary: anyPath.map((path) => `track ${path}`) },
  { weight: 1, arbitrary: anyPath.map((path) => `forget ${path}`) },
);

export interface Script {
  /** Whether the root is a repository. */
  git: boolean;
  edits: readonly string[];
}

export const programScript: fc.Arbitrary<Script> = fc.boolean().chain((git) => {
  const edit = git
    ? fc.oneof({ weight: 7, arbitrary: plainEdit }, { weight: 2, arbitrary: gitEdit })
    : plainEdit;
  return fc.record({
    git: fc.constant(git),
    edits: fc.array(edit, { minLength: 2, maxLength: 24, size: "max" }),
  });
});
