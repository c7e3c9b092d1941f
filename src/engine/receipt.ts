// A stored receipt: shown, or verified against the tree as it is now.
import type { ReceiptArguments } from "./arguments.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export function receipt(workspace: Workspace, args: ReceiptArguments): Outcome {
  const stored = readReceipt(workspace, args.receipt);
  return plainOutcome(args.format, stored, JSON.stringify(stored, null, 2));
}
