// What is in a file, a folder, a repository? A file's declarations with their signatures; of a folder or the whole root
// the files that others mention most, each with its outer declarations.
import { compareStrings } from "../base/order.ts";
import { PithError } from "../base/error.ts";
import { relativePath } from "../files/guard.ts";
import { nearestPaths } from "../files/scope.ts";
import { SKIP_REASONS } from "../files/skip-reasons.ts";
import type { AnswerBase } from "../pack/answer.ts";
import { pathLabel } from "../pack/label.ts";
import { liveFiles } from "../rank/live-files.ts";
import { pathTable } from "../rank/path-table.ts";
import { referencesTo } from "../rank/references.ts";
import { unitsOfWords, type Unit } from "../rank/units.ts";
import type { OutlineArguments } from "./arguments.ts";
import { beginAnswer, type BegunAnswer } from "./begin-answer.ts";
import { completenessOf } from "./completeness-of.ts";
import { finishList } from "./list-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { isMissing, type Sources } from "./sources.ts";
import type { Workspace } from "./workspace.ts";

export interface OutlineItem {
  path: string;
  start: number;
  end: number;
  kind: string;
  name: string;
  signature: string;
  exported: boolean | null;
  depth: number;
}

export interface OutlineFile {
  path: string;
  lines: number;
  /** How many other files mention a name declared here, or import it. */
  mentionedBy: number;
  declarations: { kind: string; name: string; line: number }[];
}

export interface OutlineAnswer extends AnswerBase {
  op: "outline";
  path: string;
  /** For a file. */
  declarations: OutlineItem[];
  /** For a folder. */
  files: OutlineFile[];
  /** Where the declarations come from: the parser, or line patterns and why. */
  from: string;
}

export async function outline(
  workspace: Workspace,
  sources: Sources,
  args: OutlineArguments,
  context: OperationContext,
): Promise<Outcome> {
  const begun = await beginAnswer(workspace, args, context);
  const path = args.path === undefined ? "" : relativePath(workspace.root, args.path).replace(/\/$/u, "");
  const { snapshot } = begun.view;
  if (snapshot.files.some((f) => f.path === path)) return outlineFile(sources, begun, args, path);
  const below = path === "" ? "" : `${path}/`;
  const files = snapshot.files.flatMap((f, i) =>
    f.path.startsWith(below) && begun.inScope(f.path) ? [i] : [],
  );
  if (files.length === 0 && path !== "") {
    const near = nearestPaths(
      path,
      snapshot.files.map((f) => f.path),
    );
    throw new PithError("PATH_NOT_FOUND", `There is no file or folder ${path} to read.`, {
      subject: path,
      next:
        near.length > 0 ? `Nearest: ${near.join(", ")}.` : `\`pith why ${path}\` says why it is not read.`,
    });
  }
  return outlineFolder(begun, args, path, files);
}

async function outlineFile(
  sources: Sources,
  begun: BegunAnswer,
  args: OutlineArguments,
  path: string,
): Promise<Outcome> {
  const { snapshot, walk } = begun.view;
  const [source] = await sources.ofPaths(snapshot, [path]);
  if (source === undefined || isMissing(source)) {
    const skip = source?.skip ?? "vanished";
    throw new PithError("PATH_SKIPPED", `${path} is not read. ${SKIP_REASONS[skip]}`, {
      subject: path,
      next: `\`pith why ${path}\` names the rule.`,
    });
  }
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
      exported: u.exported,
      depth: depth(u),
    }));
  const from = source.syntaxSkip === null ? "parser" : `line patterns (${source.syntaxSkip})`;
  return finishList<OutlineItem, OutlineAnswer>(begun, args, {
    items,
    answer: (declarations, base) => ({ ...base, op: "outline", path, declarations, files: [], from }),
    text: (i) =>
      `${"  ".repeat(i.depth)}${i.start}-${i.end} ${i.exported === true ? "exported " : ""}${i.signature}`,
    completeness: {
      ...completenessOf({ walk, snapshot, scope: null, read: 1 }),
      scope: `${path} (${source.lines.length} lines, declarations by ${from})`,
    },
    advice: null,
    found: items.length > 0,
  });
}

/** Outer declarations named for each file of a folder. */
const MOST_NAMES = 8;

function outlineFolder(
  begun: BegunAnswer,
  args: OutlineArguments,
  path: string,
  files: readonly number[],
): Promise<Outcome> {
  const { snapshot, walk } = begun.view;
  const live = liveFiles(snapshot);
  const table = pathTable(snapshot);
  const items: OutlineFile[] = files
    .flatMap((i): OutlineFile[] => {
      const file = snapshot.files[i]!;
      if (file.segment < 0) return [];
      const view = snapshot.segments[file.segment]!;
      const outer = unitsOfWords(view, file.entry).filter((u) => u.parent === -1);
      return [
        {
          path: file.path,
          lines: view.entryLines[file.entry]!,
          mentionedBy: referencesTo(snapshot, live, table, i),
          declarations: outer.map((u) => ({ kind: u.kind, name: u.shortName, line: u.line })),
        },
      ];
    })
    .sort((a, b) => b.mentionedBy - a.mentionedBy || compareStrings(a.path, b.path));
  return finishList<OutlineFile, OutlineAnswer>(begun, args, {
    items,
    answer: (some, base) => ({
      ...base,
      op: "outline",
      path,
      declarations: [],
      files: some,
      from: "line patterns",
    }),
    text: (f) => {
      const names = f.declarations.slice(0, MOST_NAMES).map((d) => `${d.kind} ${d.name}`);
      const more = f.declarations.length > MOST_NAMES ? `, ${f.declarations.length - MOST_NAMES} more` : "";
      return `${pathLabel(f.path)} (${f.lines})${names.length === 0 ? "" : `: ${names.join(", ")}${more}`}`;
    },
    completeness: {
      ...completenessOf({ walk, snapshot, scope: begun.scope }),
      scope: `${path === "" ? (begun.scope?.describe ?? "all files") : path}, files most mentioned first`,
    },
    advice: null,
    found: items.length > 0,
  });
}
