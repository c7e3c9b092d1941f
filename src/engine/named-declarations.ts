// Which declarations does a question name? By name (`Class.method`, `path:name`), or by the place of one (`path:12`).
import { PithError } from "../base/error.ts";
import { pathLabel, pathOfLabel, readLabel } from "../pack/label.ts";
import type { Declaration, Graph, NotLooked } from "../graph/graph.ts";

export interface Named {
  readonly declarations: readonly Declaration[];
  readonly nearest: readonly string[];
  readonly notLooked: readonly NotLooked[];
}

const PLACE = /^(.+):(\d{1,9})(?:-\d{1,9})?$/s;

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
  // As an answer printed it: a path in quotes, the place behind them.
  const label = readLabel(name);
  const place = label === null ? PLACE.exec(name) : /^():(\d{1,9})(?:-\d{1,9})?$/.exec(label.rest);
  const path = label?.path ?? place?.[1]!.replace(/^\.\//, "") ?? "";
  const file = place === null ? -1 : graph.view.indexOf(path);
  const found: Named =
    file === -1
      ? await graph.declarationsOf(name)
      : {
          declarations: await graph.declarationsIn(file, [Number(place![2])]),
          nearest: [],
          notLooked: [],
        };
  if (kinds === undefined) return found;
  return { ...found, declarations: found.declarations.filter((d) => kinds.includes(d.kind)) };
}

/** The name of one declaration among those of one name: where it stands. */
export function placeToAsk({ path, start }: { path: string; start: number }): string {
  return `${pathLabel(path)}:${start}`;
}
