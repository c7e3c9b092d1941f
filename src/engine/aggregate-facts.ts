// Which facts does a number need, which languages have them, and of what is there no number at all?
import { hasSyntax } from "../lang/language.ts";
import { languageById } from "../lang/registry.ts";
import type { AggregateQuestion } from "../rank/aggregate-question.ts";
import type { Filter } from "../rank/aggregate-question.ts";
import { kindsOf } from "./aggregate-files.ts";

/** Why nothing was computed, and what would answer. */
export interface NotComputed {
  why: string;
  instead: string;
}

/** Files that are read for one number. */
export const MOST_READ = 4_000;

export const UNMAPPED: Partial<Record<AggregateQuestion["noun"], NotComputed>> = {
  decorators: {
    why: "a decorator is written as any function",
    instead: "name one: which functions are decorated with X",
  },
  imports: {
    why: "imports are counted of a file or a module alone",
    instead: "which files import X, or trace PATH --direction dependencies",
  },
  declarations: {
    why: "declarations are of many kinds",
    instead: "name one: functions, methods, classes, types, constants; outline lists all of a file",
  },
  routes: {
    why: "what a route is depends on the framework",
    instead: "search --regex with the call that adds one",
  },
  blocks: { why: "blocks are no declarations", instead: "search --regex with how one begins" },
  packages: { why: "packages are not counted", instead: "outline lists folders and files" },
  parameters: {
    why: "what declares one depends on the framework",
    instead: "search --regex with the call that adds one",
  },
};

/** What of each file is looked at, where no declarations are counted. */
const HEEDED: Partial<Record<AggregateQuestion["noun"], (filter: Filter) => boolean>> = {
  lines: ({ is }) => is === "holds",
  todos: () => false,
  places: ({ is }) => is === "decorated",
  implementations: ({ is }) => is === "extends",
  files: ofFiles,
  modules: ofFiles,
};

function ofFiles(filter: Filter): boolean {
  if (filter.is === "without") return filter.what === "tests" || filter.what === "test-file";
  return ["imports", "holds", "named", "longer"].includes(filter.is);
}

function ofDeclarations(filter: Filter): boolean {
  if (filter.is === "without" || filter.is === "with") return filter.what !== "test-file";
  return filter.is !== "imports" && filter.is !== "holds";
}

/** A condition that the count of such things would pass over: a number without it is another question's. */
export function unheeded(
  { noun, filters, exported, tests }: AggregateQuestion,
  owner: string | null,
): NotComputed | null {
  const isOfDeclarations = kindsOf(noun) !== null;
  const heeded = HEEDED[noun] ?? ofDeclarations;
  const isFiles = noun === "files" || noun === "modules";
  const passedOver = isOfDeclarations
    ? false
    : exported !== null || owner !== null || (tests !== null && !(isFiles && tests === "test"));
  return !passedOver && filters.every(heeded)
    ? null
    : { why: `that is not known of ${noun}`, instead: "search, with --regex where it needs one" };
}

export function needsFacts({ noun, filters }: AggregateQuestion): boolean {
  if (kindsOf(noun) !== null || noun === "places" || noun === "implementations") return true;
  return filters.some((f) => f.is === "imports");
}

/** Languages of programs that have a parser. */
export function isCode(id: string): boolean {
  const language = languageById(id);
  return language !== undefined && language.syntax !== undefined && hasSyntax(language);
}

/** Its files may declare something, though nothing parses them. */
export function mayDeclare(id: string): boolean {
  const language = languageById(id);
  return (
    language !== undefined &&
    language.data !== true &&
    language.prose !== true &&
    language.sections === undefined &&
    language.declarations.length > 0
  );
}
