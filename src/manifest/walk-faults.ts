// What is said where a walk can't begin or a step of it doesn't fit: what it costs, what is left, what would make it fit.
import { PithError } from "../base/error.ts";

export type Suggestion =
  | { kind: "use-summary-level" }
  | { kind: "close-oldest"; node: string }
  | { kind: "narrow-the-set-or-close" };

export interface Overrun {
  node: string;
  cost: number;
  remaining: number;
  suggestion: Suggestion | null;
}

/** Recognised by its code: MANIFEST_BUDGET_EXCEEDED. Nothing has changed when it is thrown. */
export class BudgetExceeded extends PithError {
  readonly node: string;
  readonly cost: number;
  readonly remaining: number;
  readonly suggestion: Suggestion | null;

  constructor({ node, cost, remaining, suggestion }: Overrun) {
    super("MANIFEST_BUDGET_EXCEEDED", `${node} costs ${cost} tokens, and ${remaining} are left.`, {
      subject: node,
      next: nextFor(suggestion),
    });
    this.node = node;
    this.cost = cost;
    this.remaining = remaining;
    this.suggestion = suggestion;
  }

  get overage(): number {
    return this.cost - this.remaining;
  }
}

function nextFor(suggestion: Suggestion | null): string {
  switch (suggestion?.kind) {
    case "use-summary-level":
      return "Open it at the level summary.";
    case "close-oldest":
      return `Close ${suggestion.node}, which was opened longest ago.`;
    case "narrow-the-set-or-close":
      return "Look at fewer nodes, or close one.";
    case undefined:
      return "Walk with a larger budget.";
  }
}

export function noRoom(start: number, room: number): PithError {
  return new PithError(
    "BUDGET_TOO_SMALL",
    `The first view costs ${start} tokens, and there is room for ${room}.`,
    {
      subject: String(room),
      next: "Walk with a larger budget, a smaller reserve, or a variant that was built for a smaller window.",
    },
  );
}

export function contentMissing(
  id: string,
  why: string,
  next = "Keep the leaves beside the manifest.",
): PithError {
  return new PithError("MANIFEST_CONTENT_MISSING", `${JSON.stringify(id)} can't be opened: ${why}.`, {
    subject: id,
    next,
  });
}

export function unknownNode(id: string): PithError {
  return new PithError("MANIFEST_NODE_UNKNOWN", `The manifest has no node ${JSON.stringify(id)}.`, {
    subject: id,
    next: "Open one that is in view.",
  });
}

export function noSearch(): PithError {
  return new PithError("ARGUMENT_INVALID", "This walk has nothing to search with.", {
    subject: "search",
    next: "Give the walk a search, or open nodes by their descriptors.",
  });
}
