// What every budgeted answer begins with: the root's revision (asked beside the other work), a fresh snapshot, the
// scope checked against it, the counter of its unit.
import { resolveScope, type Scope } from "../files/scope.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import { checkBudget } from "../pack/budget.ts";
import { openCounter, type Counter } from "../tokens/counter.ts";
import type { Unit } from "../tokens/units.ts";
import type { BudgetArguments, CommonArguments, ScopeArguments } from "./arguments.ts";
import type { OperationContext } from "./operation.ts";
import type { View, Workspace } from "./workspace.ts";

export interface BegunAnswer {
  view: View;
  scope: Scope | null;
  /** Files in scope, by their index in the snapshot. */
  inScope: (path: string) => boolean;
  counter: Counter;
  unit: Unit;
  budget: number;
  root: Promise<AnswerRoot>;
}

export async function beginAnswer(
  workspace: Workspace,
  args: CommonArguments & BudgetArguments & ScopeArguments,
  context: OperationContext,
): Promise<BegunAnswer> {
  const { values } = workspace.config;
  const unit = args.unit ?? values.unit;
  const budget = checkBudget(args.budget ?? values.budget);
  const viewing = workspace.view(context);
  const root = workspace.answerRoot(viewing, context.signal);
  // If the view fails first, the question to Git must not end as an unhandled rejection.
  root.catch(() => {});
  const view = await viewing;
  const paths = view.snapshot.files.map((f) => f.path);
  const named = args.scope ?? [];
  const scope = named.length === 0 ? null : resolveScope(workspace.root, named, paths, values.ceilings);
  const inScope = (path: string) => scope === null || scope.matches(path);
  return { view, scope, inScope, counter: await openCounter(unit), unit, budget, root };
}
