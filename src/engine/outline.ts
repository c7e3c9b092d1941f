// What is in a file, a folder, a repository? A file's declarations with their signatures; of a folder or the whole root a
// map: see `outline-map.ts`.
import { counted } from "../base/counted.ts";
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { nearestPaths } from "../files/scope.ts";
import type { OutlineAnswer, OutlineItem } from "../pack/answer.ts";
import { oneLine, pathLabel, pathOfLabel } from "../pack/label.ts";
import type { Unit } from "../rank/units.ts";
import type { OutlineArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { completenessOfFiles } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { outlineMap } from "./outline-map.ts";
import { outlineForQuestion } from "./outline-question.ts";
import { refuseSkipped, skipped } from "./refuse-skipped.ts";
import { isMissing, type Sources } from "./sources.ts";
import { visibilityOf } from "./symbol-matches.ts";
import type { Workspace } from "./workspace.ts";

export async function outline(
  workspace: Workspace,
  sources: Sources,
  args: OutlineArguments,
  context: OperationContext,
): Promise<Outcome> {
  if (args.query?.trim() === "")
    throw new PithError("QUERY_EMPTY", "The query is empty.", {
      subject: "query",
      next: "Say what the map is for, or leave it out.",
    });
  const begun = await beginAnswer(workspace, args, context);
  const path =
    args.path === undefined ? "" : relativePath(workspace.root, pathOfLabel(args.path)).replace(/\/$/u, "");
  const { snapshot } = begun.view;
  const file = snapshot.files.find((f) => f.path === path);
  if (file !== undefined) {
    if (!begun.looksAt(file))
      throw new PithError("ARGUMENT_INVALID", `${pathLabel(path)} lies outside of ${begun.scopeText}.`, {
        subject: "scope",
        next: "Leave scope and language out: the outline of one file needs none.",
      });
    if (args.query !== undefined)
      throw new PithError(
        "ARGUMENT_INVALID",
        `The outline of one file, ${pathLabel(path)}, takes no query.`,
        {
          subject: "query",
          next: "Leave query out, or ask for a folder; context gives the lines of a file that answer.",
        },
      );
    return outlineFile(sources, begun, args, path);
  }
  const below = path === "" ? "" : `${path}/`;
  const inside = snapshot.files.flatMap((f, i) => (f.path.startsWith(below) ? [i] : []));
  const files = inside.filter((i) => begun.looksAt(snapshot.files[i]!));
  if (inside.length === 0 && path !== "") {
    refuseSkipped(workspace, path);
    const near = nearestPaths(
      path,
      snapshot.files.map((f) => f.path),
    );
    throw new PithError("PATH_NOT_FOUND", `There is no file or folder ${pathLabel(path)} to read.`, {
      subject: path,
      next:
        near.length > 0
          ? `Nearest: ${near.map(pathLabel).join(", ")}.`
          : `\`pith why ${pathLabel(path)}\` says why it is not read.`,
    });
  }
  const folder = { path, below, files };
  if (args.query === undefined) return outlineMap(sources, begun, args, folder);
  return outlineForQuestion(workspace, sources, begun, { ...args, query: args.query }, folder);
}

async function outlineFile(
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments,
  path: string,
): Promise<Outcome> {
  const { snapshot } = begun.view;
  const [source] = await sources.ofPaths(snapshot, [path]);
  if (source === undefined || isMissing(source)) throw skipped(path, source?.skip ?? "vanished");
  const depth = (unit: Unit): number => (unit.parent < 0 ? 0 : 1 + depth(source.units[unit.parent]!));
  const items: OutlineItem[] = source.units
    .filter((u) => args.exported === undefined || u.exported === args.exported)
    .map((u) => ({
      path,
      start: u.start,
      end: Math.min(u.end, source.lines.length),
      kind: u.kind,
      name: u.name,
      signature: u.signature === "" ? (source.lines[u.line - 1] ?? "").trim() : u.signature,
      exported: visibilityOf(u),
      depth: depth(u),
    }));
  const stumbled = source.syntax !== null && "facts" in source.syntax && source.syntax.facts.errors;
  const parser = stumbled ? "parser, which stumbled: some may be missing" : "parser";
  const from = source.syntaxSkip === null ? parser : `line patterns (${source.syntaxSkip})`;
  return finishList<OutlineItem, OutlineAnswer>(begun, args, {
    items,
    answer: (declarations, base) => ({ ...base, op: "outline", path, declarations, files: [], from }),
    text: outlineText,
    known: (item) => `${path} ${outlineText(item)}`,
    completeness: completenessOfFiles(
      `${pathLabel(path)} (${counted(source.lines.length, "line")}, declarations by ${from})`,
      {
        inScope: 1,
        read: 1,
        skipped: {},
      },
    ),
    advice: null,
    found: items.length > 0,
  });
}

function outlineText({ depth, start, end, exported, signature }: OutlineItem): string {
  return `${"  ".repeat(depth)}${start}-${end} ${exported === true ? "exported " : ""}${inOneLine(signature)}`;
}

function inOneLine(signature: string): string {
  return oneLine(signature.replaceAll(/\s*\n\s*/gu, " "));
}
