// Which declarations does a question name? By name (`Class.method`, `path:name`), or by the place of one (`path:12`).
import { PithError } from "../base/error.ts";
import { nearestPaths } from "../files/scope.ts";
import type { Declaration, DeclarationsAnswer, Graph } from "../graph/graph.ts";
import { languageById } from "../lang/registry.ts";
import { advise } from "../pack/advice.ts";
import type { Advice } from "../pack/answer.ts";
import { pathLabel, pathOfLabel, readLabel } from "../pack/label.ts";

export interface Named extends DeclarationsAnswer {
  /** Declarations of the name in all, of whatever kind. */
  readonly total: number;
}

const PLACE = /^(.+):(\d{1,9})(?:-\d{1,9})?$/s;

/** A place as an answer printed it (`src/a.ts:12-20`, the path in quotes or not); null where it is a name. */
export function readPlace(
  written: string,
  isFile: (path: string) => boolean,
): { path: string; line: number } | null {
  const label = readLabel(written);
  const place = label === null ? PLACE.exec(written) : /^():(\d{1,9})(?:-\d{1,9})?$/.exec(label.rest);
  if (place === null) return null;
  const path = label?.path ?? place[1]!.replace(/^\.\//, "");
  return isFile(path) ? { path, line: Number(place[2]) } : null;
}

/** A name as it is looked for: the path before it without its quotes. */
export function plainName(written: string): string {
  const label = readLabel(written);
  return label === null ? written : label.path + label.rest;
}

export async function namedDeclarations(
  graph: Graph,
  name: string,
  kinds: readonly string[] | undefined,
): Promise<Named> {
  const whole = pathOfLabel(name).replace(/^\.\//, "");
  if (graph.view.indexOf(whole) !== -1) {
    throw new PithError("ARGUMENT_INVALID", "That is a file, and no declaration.", {
      subject: "symbol",
      next: "Name a declaration of it (path:name, path:line). Who imports a file: pith trace PATH --direction dependents.",
    });
  }
  const place = readPlace(name, (path) => graph.view.indexOf(path) !== -1);
  const found: DeclarationsAnswer =
    place === null
      ? await graph.declarationsOf(plainName(name))
      : {
          declarations: await graph.declarationsIn(graph.view.indexOf(place.path), [place.line]),
          unfollowed: [],
          nearest: [],
          notLooked: [],
        };
  const declarations =
    kinds === undefined
      ? withoutParts(found.declarations)
      : found.declarations.filter((d) => kinds.includes(d.kind));
  const total = found.declarations.length;
  // What is written as a path is one that isn't there.
  const isPath = total === 0 && found.unfollowed.length === 0 && PATH_LIKE.test(whole);
  const nearest = isPath ? nearestPaths(whole, graph.view.paths).map(pathLabel) : found.nearest;
  return { ...found, declarations, total, nearest };
}

/** `src/db.ts`, and no `Class.method`. */
const PATH_LIKE = /^[^\s:]*[/\\][^:]*\.\w{1,8}$/;

/** The name of a type means the type, and not its `impl` blocks or constructors as well; a place or a kind names those. */
function withoutParts(declarations: readonly Declaration[]): readonly Declaration[] {
  const types = declarations.filter((d) => TYPES.has(d.kind));
  if (types.length === 0) return declarations;
  const owners = new Set(types.map(({ qualified }) => qualified));
  return declarations.filter(
    ({ kind, qualified, name }) =>
      kind !== "implementation" &&
      !(kind === "constructor" && owners.has(qualified.slice(0, -name.length).replace(/(?:\.|::)$/, ""))),
  );
}

const TYPES: ReadonlySet<string> = new Set(["class", "struct", "enum", "interface", "trait", "type"]);

/** Whether nothing at all has the name. */
export function isUnknown({ total, unfollowed }: Named): boolean {
  return total === 0 && unfollowed.length === 0;
}

/** Null where one declaration is meant. */
export function adviceOnName(name: string, named: Named): Advice | null {
  const { declarations, unfollowed, nearest, total } = named;
  if (declarations.length > 1) {
    return advise("ambiguous-name", { total: declarations.length, place: placeToAsk(declarations[0]!) });
  }
  if (declarations.length === 1) return null;
  if (total > 0) return advise("filtered-out", { name, total });
  const [first] = unfollowed;
  if (first === undefined) return advise("unknown-name", { name, nearest });
  const { path, line, language } = first;
  return advise("uses-not-followed", {
    name,
    place: `${pathLabel(path)}:${line}`,
    language: languageById(language)?.name ?? language,
    others: unfollowed.length - 1,
  });
}

/** The name of one declaration among those of one name: where it stands. */
export function placeToAsk({ path, start }: { path: string; start: number }): string {
  return `${pathLabel(path)}:${start}`;
}
