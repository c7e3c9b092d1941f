// The request that a receipt records, once more with a larger budget. What became of the spans that the receipt kept is
// said first, inside that budget; what the answer has beyond them is marked, or is all that is shown.
import { PithError, throwIfCancelled } from "../base/error.ts";
import { DEFAULT_MORE, LEAST_BUDGET, MOST_BUDGET } from "../base/limits.ts";
import { findCommit } from "../git/commit.ts";
import { counted } from "../base/counted.ts";
import type { ExpandedFrom } from "../pack/answer.ts";
import type { Receipt } from "../pack/receipt.ts";
import type { VerifiedReceipt } from "../pack/receipt-verify.ts";
import type { HeldBefore } from "../pack/session-part.ts";
import { shownPath } from "../redact/shown-path.ts";
import { isMarked } from "../redact/stand-ins.ts";
import { UNITS, type Unit } from "../tokens/units.ts";
import { ANSWER_CHOICES } from "../base/answer-choices.ts";
import type { AnswerChoice, ContextArguments, ReceiptArguments } from "./arguments.ts";
import { changedLines, countsInWords, sinceOf } from "./changed-since.ts";
import { context } from "./context.ts";
import { gitFault } from "./git-faults.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { placesNow } from "./receipt-places.ts";
import { commitOfReceipt } from "./stored-receipts.ts";

const INSTEAD = { other: "`pith receipt show` tells what it had.", one: "." };

export async function expandReceipt(
  open: OpenRoot,
  stored: Receipt,
  args: ReceiptArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const again = requestOf(stored, args);
  const commit = commitOfReceipt(stored);
  const work = (there: OpenRoot): Promise<Outcome> => expandIn(there, stored, again, args, operation);
  if (commit === null) return work(open);
  const { root } = open.workspace;
  if (root.repository === null) throw gitFault("no-repository", "receipt", INSTEAD);
  const found = await findCommit(root.repository, root.path, commit, { signal: operation.signal });
  throwIfCancelled(operation.signal);
  if ("fault" in found) throw gitFault(found.fault, "receipt", INSTEAD);
  return open.at(commit, work, operation.signal);
}

async function expandIn(
  open: OpenRoot,
  stored: Receipt,
  again: ContextArguments,
  { newOnly = false }: ReceiptArguments,
  operation: OperationContext,
): Promise<Outcome> {
  const { workspace, sources } = open;
  const viewing = workspace.view(operation);
  const asked = workspace.answerRoot(viewing, operation.signal);
  asked.catch(() => {});
  const { snapshot } = await viewing;
  const { verified } = await placesNow(workspace, sources, snapshot, stored, operation.signal);
  const before = heldBefore(stored, verified);
  const root = await asked;
  const expanded: ExpandedFrom = {
    receipt: stored.id,
    budget: stored.cost.budget,
    rev: stored.root.rev === root.rev ? null : stored.root.rev,
    ...sinceOf(verified),
  };
  return context(open, again, operation, {
    preface: { lines: linesOf(expanded, stored.cost.unit), members: { expanded } },
    since: before,
    ...(newOnly ? { client: before } : {}),
    options: { expandedFrom: stored.id },
  });
}

/** What was asked, with more room. What is no request, nobody recorded. */
function requestOf(stored: Receipt, args: ReceiptArguments): ContextArguments {
  const { id, op, query, options, cost } = stored;
  const { more = DEFAULT_MORE } = args;
  if (op !== "context") {
    throw new PithError("ARGUMENT_INVALID", `Receipt ${id} is of ${op}; expand asks a context again.`, {
      subject: id,
      next: `Ask ${op} again with a budget of ${cost.budget + more}.`,
    });
  }
  if (isMarked(query)) {
    throw new PithError(
      "RECEIPT_INVALID",
      `The question of receipt ${id} held a secret, which is not kept.`,
      {
        subject: id,
        next: `Ask it again with a budget of ${cost.budget + more}.`,
      },
    );
  }
  const budget = cost.budget + more;
  if (budget > MOST_BUDGET || cost.budget < LEAST_BUDGET) {
    throw new PithError("BUDGET_INVALID", `A budget of ${budget} is more than an answer may cost.`, {
      subject: String(more),
      next: `Give at most ${Math.max(1, MOST_BUDGET - cost.budget)} more.`,
    });
  }
  const taken = new Reading(stored, options);
  const again: ContextArguments = {
    query,
    budget,
    unit: taken.of("unit", (v): v is Unit => UNITS.includes(v as Unit)) ?? cost.unit,
    format: args.format,
    color: args.color,
  };
  for (const name of ["scope", "language"] as const) {
    const list = taken.of(name, isTexts);
    if (list !== undefined) again[name] = [...list];
  }
  for (const name of ["explain", "relations", "outline"] as const)
    if (taken.of(name, (v): v is boolean => typeof v === "boolean") === true) again[name] = true;
  for (const name of ["map", "prefix", "tail"] as const) {
    const tokens = taken.of(name, (v): v is number => Number.isSafeInteger(v) && (v as number) >= 0);
    if (tokens !== undefined) again[name] = tokens;
  }
  const answer = taken.of("answer", (v): v is AnswerChoice => ANSWER_CHOICES.includes(v as AnswerChoice));
  if (answer !== undefined) again.answer = answer;
  const packs = taken.of("pack", isTexts);
  if (packs !== undefined) again.pack = [...packs];
  const trace = taken.of("trace", (v): v is string => typeof v === "string" && v !== "");
  if (trace !== undefined) again.trace = trace;
  const rev = commitOfReceipt(stored);
  if (rev !== null) again.rev = rev;
  return again;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === "string" && v !== "");
}

/** Options as they are written, each with the type that its argument has. */
class Reading {
  readonly #stored: Receipt;
  readonly #options: Record<string, unknown>;

  constructor(stored: Receipt, options: Record<string, unknown>) {
    this.#stored = stored;
    this.#options = options;
  }

  of<Value>(name: string, is: (value: unknown) => value is Value): Value | undefined {
    const value = Object.hasOwn(this.#options, name) ? this.#options[name] : undefined;
    if (value === undefined || is(value)) return value;
    throw new PithError("RECEIPT_INVALID", `Receipt ${this.#stored.id} has no valid option ${name}.`, {
      subject: this.#stored.id,
      next: "Ask the same query again for a new receipt.",
    });
  }
}

/** The lines that the receipt kept, where they stand now. */
function heldBefore({ kept, cost }: Receipt, { places }: VerifiedReceipt): HeldBefore {
  const now = new Map<string, Set<number>>();
  const lost = new Map<string, number[]>();
  kept.forEach(({ lines }, i) => {
    const { path, start, state, to } = places[i]!;
    const shown = shownPath(to?.path ?? path);
    if (state === "same" || state === "moved") {
      const shift = to === null ? 0 : to.start - start;
      const held = now.get(shown) ?? new Set<number>();
      for (const range of lines)
        for (let line = range.start; line <= range.end; line++) held.add(line + shift);
      now.set(shown, held);
    } else if (state === "changed") lost.set(shown, [...(lost.get(shown) ?? []), to?.start ?? start]);
  });
  return {
    held: (path, { length }) => ({
      now: new Set([...(now.get(path) ?? [])].filter((line) => line <= length)),
      lost: lost.get(path) ?? [],
    }),
    resident: cost.tokens,
  };
}

function linesOf({ receipt, budget, rev, counts, changed }: ExpandedFrom, unit: Unit): string[] {
  const all = counts.same + counts.moved + counts.changed + counts.gone;
  const of = `expands receipt ${receipt} of ${budget} ${unit}`;
  const tree = rev === null ? "" : ` (asked at @${rev.slice(0, 10)})`;
  if (changed.length === 0)
    return [
      `${of}${tree}: ${all === 1 ? "its span stands as it was" : `its ${counted(all, "span")} stand as they were`}`,
    ];
  return [`${of}${tree}: of its ${counted(all, "span")} ${countsInWords(counts)}`, ...changedLines(changed)];
}
