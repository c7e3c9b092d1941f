// The numbers: every file that a question means is read, and what it counts is counted. Nothing is guessed; what can't be
// computed is refused with what would answer it.
import { counted } from "../base/counted.ts";
import { throwIfCancelled } from "../base/error.ts";
import { compareStrings } from "../base/order.ts";
import { languageById } from "../lang/registry.ts";
import type { AggregateQuestion, Filter } from "../rank/aggregate-question.ts";
import { testPaths } from "../rank/path-kinds.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import {
  type CountedItem,
  countedDeclarations,
  type DeclarationTests,
  kindsOf,
  TESTS_BY_NAME,
} from "./aggregate-files.ts";
import { implementationsIn, lastPart } from "./aggregate-bases.ts";
import { belowOf } from "./aggregate-below.ts";
import { chosenByPath, isByPath, type MeantFile } from "./aggregate-paths.ts";
import {
  isCode,
  mayDeclare,
  MOST_READ,
  needsFacts,
  type NotComputed,
  unheeded,
  UNMAPPED,
} from "./aggregate-facts.ts";
import { fileMeant, type MeantPlace, placeMeant } from "./aggregate-places.ts";
import { fileItems } from "./aggregate-texts.ts";
import { inWords } from "./aggregate-words.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import { languageOfFile } from "./file-language.ts";
import type { OperationContext } from "./operation.ts";
import { isMissing, type Source, type Sources } from "./sources.ts";
import { skippedMeanwhile } from "./torn-reads.ts";
import type { Workspace } from "./workspace.ts";

export interface Computed {
  /** What was counted, in words. */
  of: string;
  files: { path: string; language: string; id: string; lines: readonly string[]; items: CountedItem[] }[];
  /** What each file stands for where lines of it are counted and not listed: by path. */
  sums: ReadonlyMap<string, number> | null;
  caps: string[];
  atLeast: boolean;
  /** Files that were looked at. */
  looked: number;
}

/** Read at once. */
const CHUNK = 200;

export async function compute(
  workspace: Workspace,
  sources: Sources,
  begun: BegunAnswer,
  question: AggregateQuestion,
  { signal }: OperationContext,
): Promise<Computed | NotComputed> {
  const unmapped = UNMAPPED[question.noun];
  if (unmapped !== undefined) return unmapped;
  const { snapshot } = begun.view;
  const { noun, filters } = question;
  const rootName = workspace.root.path.split(/[/\\]/).at(-1) ?? "";
  const members = noun === "methods" || noun === "functions";
  const places: MeantPlace[] = [];
  for (const place of question.places) {
    const found = placeMeant(snapshot, place, { members, rootName });
    if ("unclear" in found) return { why: found.unclear, instead: "name a path, or give it as --scope" };
    places.push(found);
  }
  const owner = places.find((place) => place.owner !== null)?.owner ?? null;
  const passedOver = unheeded(question, owner);
  if (passedOver !== null) return passedOver;
  const isTestPath = testPaths();
  const languageIn = (file: LiveFile) => languageOfFile(workspace, snapshot, file);
  const meant = snapshot.files.flatMap((file, index) => {
    if (!begun.looksAt(file) || !places.every(({ holds }) => holds(file.path))) return [];
    const language = languageIn(file);
    if (question.languages.length > 0 && !question.languages.includes(language)) return [];
    if (["files", "modules"].includes(noun) && question.tests !== null && !isTestPath(file.path)) return [];
    return [{ file, index, language }];
  });
  const of = inWords(
    question,
    places.map(({ said }) => said),
  );
  const caps: string[] = [];
  // What is no text declares nothing and has no lines.
  const unread = meant.filter(({ file }) => file.segment < 0 && file.skip !== "binary");
  if (unread.length > 0) caps.push(`${counted(unread.length, "file")} not read`);
  let atLeast = unread.length > 0 && !["files", "modules"].includes(noun);
  const readable = meant.filter(({ file }) => file.segment >= 0);
  let looked = readable.length;
  const result = (files: Computed["files"], sums: Computed["sums"] = null): Computed => ({
    of,
    files: files.toSorted((a, b) => compareStrings(a.path, b.path)),
    sums,
    caps,
    atLeast,
    looked,
  });
  if (noun === "lines" && filters.length === 0) {
    const sums = new Map(
      readable.map(({ file }) => [file.path, snapshot.segments[file.segment]!.entryLines[file.entry]!]),
    );
    return result(readable.map(unlisted), sums);
  }
  if (isByPath(question)) {
    const chosen = chosenByPath(snapshot, meant, filters, isTestPath);
    if ("why" in chosen) return chosen;
    atLeast = false;
    caps.length = 0;
    return result(chosen.map(unlisted), new Map(chosen.map(({ file }) => [file.path, 1])));
  }
  if (readable.length > MOST_READ)
    return {
      why: `${readable.length} files would have to be read`,
      instead: `name a folder: ${MOST_READ} are the most`,
    };
  const needsSyntax = needsFacts(question);
  const byName = noun === "tests" || (question.tests !== null && noun !== "files" && noun !== "modules");
  if (byName && readable.some(({ file, language }) => isTestPath(file.path) && isTestless(language)))
    return {
      why: "tests are declarations in Python, Go and Rust alone",
      instead: "search --regex with the call that makes one, or name a language",
    };
  const code = needsSyntax
    ? readable.filter(({ language }) => isCode(language) && (!byName || TESTS_BY_NAME.has(language)))
    : readable;
  if (needsSyntax) {
    const without = new Map<string, number>();
    for (const { language } of readable)
      if (!isCode(language) && owner === null && !byName && mayDeclare(language))
        without.set(language, (without.get(language) ?? 0) + 1);
    for (const [language, count] of without)
      caps.push(`no facts of ${languageById(language)?.name ?? language} (${counted(count, "file")})`);
    if (code.length === 0)
      return { why: "no file there has facts of declarations", instead: "search --regex" };
  }
  const refused = refusedReturns(filters, code);
  if (refused !== null) return refused;
  const relation = filters.find((f) => f.is === "extends");
  const load = async (indexes: readonly number[], each: (source: Source) => void): Promise<void> => {
    for (let at = 0; at < indexes.length; at += CHUNK) {
      throwIfCancelled(signal);
      for (const source of await sources.ofSnapshot(snapshot, indexes.slice(at, at + CHUNK))) {
        if (isMissing(source)) {
          caps.push(skippedMeanwhile(source));
          atLeast = true;
        } else each(source);
      }
    }
  };
  const tested = filters.some((f) => f.is === "without" && f.what === "tests")
    ? await wordsOfTests(sources, snapshot, isTestPath)
    : null;
  if (tested !== null && "why" in tested) return tested;
  const languages = new Set(code.map(({ language }) => language));
  const below = await belowOf(workspace, snapshot, filters, languages, load);
  if ("why" in below) return below;
  looked = code.length;
  const kinds = kindsOf(noun);
  const isTests = noun === "tests";
  const tests: DeclarationTests | null =
    kinds === null
      ? null
      : {
          question: isTests ? { ...question, tests: question.tests ?? "test" } : question,
          kinds,
          owner,
          below,
          tested,
        };
  const files: Computed["files"] = [];
  const stumbled = new Map<string, number>();
  const wanted = new Map(code.map((one) => [one.file.path, one]));
  await load(
    code.map(({ index }) => index),
    (source) => {
      const { language } = wanted.get(source.path)!;
      const { syntaxSkip, syntax } = source;
      if (needsSyntax && syntaxSkip !== null) stumbled.set(syntaxSkip, (stumbled.get(syntaxSkip) ?? 0) + 1);
      else if (needsSyntax && syntax !== null && "facts" in syntax && syntax.facts.errors)
        stumbled.set("parser stumbled", (stumbled.get("parser stumbled") ?? 0) + 1);
      const items =
        noun === "implementations"
          ? implementationsIn(source, lastPart(relation!.base), below.get(relation!)!)
          : tests !== null
            ? countedDeclarations(source, tests)
            : fileItems(question, source, tested, isTestPath);
      if (items !== null && (items.length > 0 || ["files", "modules"].includes(noun)))
        files.push({ path: source.path, language, id: source.id, lines: source.lines, items });
    },
  );
  for (const [why, count] of stumbled) caps.push(`${counted(count, "file")} known in part (${why})`);
  if (stumbled.size > 0) atLeast = true;
  const imported = filters.find((f) => f.is === "imports");
  // Each file imports another by a way of its own: that nothing has this one says nothing.
  if (imported !== undefined && files.length === (imported.not ? code.length : 0)) {
    const file = fileMeant(snapshot, imported.module);
    if (file !== null)
      return {
        why: `${file} is a file here, and no import is written as ${imported.module}`,
        instead: `trace ${file} --direction dependents`,
      };
  }
  return result(files);
}

/** A file that is counted, and of which nothing is listed. */
function unlisted({ file, language }: MeantFile): Computed["files"][number] {
  return { path: file.path, language, id: file.key, lines: [], items: [] };
}

/** Its programs have tests that are no declarations of a name. */
function isTestless(language: string): boolean {
  return isCode(language) && !TESTS_BY_NAME.has(language);
}

function refusedReturns(filters: readonly Filter[], code: readonly MeantFile[]): NotComputed | null {
  const asked = filters.some((f) => (f.is === "without" || f.is === "with") && f.what === "return-type");
  return asked && code.some(({ language }) => language !== "python")
    ? { why: "return annotations are looked at in Python alone", instead: "search --regex" }
    : null;
}

/** Every word in the files that are tests by their paths: what is named in none is tested by none. */
async function wordsOfTests(
  sources: Sources,
  snapshot: Snapshot,
  isTestPath: (path: string) => boolean,
): Promise<Set<string> | NotComputed> {
  const words = new Set<string>();
  const tests = snapshot.files.flatMap(({ path, segment }, i) =>
    segment >= 0 && isTestPath(path) ? [i] : [],
  );
  if (tests.length === 0)
    return { why: "no file is a test by its path", instead: "trace NAME tells who uses it" };
  for (let at = 0; at < tests.length; at += CHUNK)
    for (const text of await sources.linesOf(snapshot, tests.slice(at, at + CHUNK)))
      if (!isMissing(text))
        for (const line of text.lines)
          for (const [word] of line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) words.add(word);
  return words;
}
