// The end of an answer of lines: its receipt is kept, and what the client of a session was sent.
import type { PackInput, PackResult } from "../pack/pack-input.ts";
import { pack } from "../pack/packer.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { BegunAnswer } from "./begin-answer.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { saveReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export function keptAndSent(
  workspace: Workspace,
  begun: BegunAnswer,
  made: PackResult,
  input: PackInput,
  operation: OperationContext,
): Outcome {
  let packed = made;
  const notices = [...begun.view.notices];
  if (packed.receipt !== null) operation.onReceipt?.(packed.receipt);
  if (packed.receipt !== null && !saveReceipt(workspace, packed.receipt, notices)) {
    // What is not there must not be named.
    packed = pack({ ...input, receipt: false });
  }
  for (const { source, lines } of packed.sent)
    begun.session?.sends(shownPath(source.path), source.lines, lines);
  const shown = packed.answer.spans.length > 0 || packed.found;
  return { output: packed.output, answer: packed.small ?? packed.answer, found: shown, notices };
}
