// What every budgeted answer begins with: its arguments checked, the root's revision (asked beside the other work), a
// fresh snapshot, the scope checked against it, the counter of its unit.
import { isManifest } from "../files/packages.ts";
import { resolveScope, type Scope } from "../files/scope.ts";
import type { Session } from "../ledger/session.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import type { Destination } from "../pack/destination.ts";
import { pathOfLabel } from "../pack/label.ts";
import type { PackInput } from "../pack/pack-input.ts";
import { checkBudget, checkRoomForId } from "../pack/budget.ts";
import type { LiveFile, Snapshot } from "../store/segment-view.ts";
import { openCounter, type Counter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import type { BudgetArguments, CommonArguments, ScopeArguments } from "./arguments.ts";
import { checkFilters, type Filters } from "./check-filters.ts";
import { languageOfFile } from "./file-language.ts";
import { shownText } from "../redact/redact.ts";
import { readingPriority } from "./reading-priority.ts";
import type { OperationContext } from "./operation.ts";
import type { View, Workspace } from "./workspace.ts";

export interface BegunAnswer {
  view: View;
  scope: Scope | null;
  /** Scope and languages in words. */
  scopeText: string;
  /** Whether a file of the snapshot is in scope and of a language that was asked for. */
  looksAt: (file: LiveFile) => boolean;
  counter: Counter;
  unit: Unit;
  budget: number;
  /** Of the request, in a batch. */
  id: unknown;
  /** Where the answer is put out. */
  to: Destination | undefined;
  /** What its client holds, where it named a session. */
  session: Session | undefined;
  root: Promise<AnswerRoot>;
  /** Set where saved packs lie in the tree: they repeat the words of questions, and answer none. */
  withoutPacks?: true;
  /** What the answer begins with, whatever its form. */
  preface?: Preface;
}

export type Preface = NonNullable<PackInput["preface"]>;

export async function beginAnswer(
  workspace: Workspace,
  args: CommonArguments & BudgetArguments & ScopeArguments & Filters & { query?: string; symbol?: string },
  context: OperationContext,
): Promise<BegunAnswer> {
  const { values } = workspace.config;
  const unit = args.unit ?? values.unit;
  const budget = checkBudget(args.budget ?? values.budget);
  checkFilters(args);
  const asked = args.query ?? args.symbol;
  const viewing = workspace.view(context, asked === undefined ? {} : { priority: readingPriority(asked) });
  const root = workspace.answerRoot(viewing, context.signal);
  // If the view fails first, the question to Git must not end as an unhandled rejection.
  root.catch(() => {});
  const view = await viewing;
  context.onPhase?.("swept");
  const named = (args.scope ?? []).map(pathOfLabel);
  const scope = named.length === 0 ? null : await scopeOf(workspace, named, view.snapshot);
  const wanted = args.language === undefined ? null : new Set(args.language);
  const looksAt = (file: LiveFile) =>
    (scope === null || scope.matches(file.path)) &&
    (wanted === null || wanted.has(languageOfFile(workspace, view.snapshot, file)));
  const scopeText = `${shownText(scope?.describe ?? "all files")}${wanted === null ? "" : ` (${[...wanted].join(", ")})`}`;
  const counter = await openCounter(unit);
  const { id, to, session } = context;
  checkRoomForId(budget, id, counter);
  return { view, scope, scopeText, looksAt, counter, unit, budget, id, to, session, root };
}

async function scopeOf(workspace: Workspace, named: readonly string[], { files }: Snapshot): Promise<Scope> {
  const paths = files.map((f) => f.path);
  const read = await workspace.open(paths.filter(isManifest));
  return resolveScope(workspace.root, named, paths, read);
}
