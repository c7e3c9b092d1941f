// A stored receipt: shown, or verified against the tree as it is now.
import { isSkipped, openReader } from "../files/read.ts";
import type { ReceiptReport, VerifyReport } from "../pack/reports.ts";
import type { KeptPlace, Receipt } from "../pack/receipt.ts";
import { receiptMarkdown } from "../pack/receipt-markdown.ts";
import { verifyReceipt } from "../pack/receipt-verify.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { ReceiptArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { readReceipt } from "./stored-receipts.ts";
import type { Workspace } from "./workspace.ts";

export async function receipt(
  workspace: Workspace,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<Outcome> {
  const stored = readReceipt(workspace, args.receipt);
  const viewing = workspace.view(context);
  const asked = workspace.answerRoot(viewing, context.signal);
  asked.catch(() => {});
  const { snapshot, notices } = await viewing;
  const root = await asked;
  if (args.action === "show") {
    const report: ReceiptReport = { op: "receipt", action: "show", root, receipt: stored };
    return plainOutcome(args.format, report, receiptMarkdown(stored), { notices });
  }
  const read = openReader(workspace.root, workspace.config.values.ceilings);
  const readText = (path: string): string | null => {
    const file = read(path);
    return isSkipped(file) ? null : file.text;
  };
  const verified = await verifyReceipt(stored, readText, mayHoldNow(stored, snapshot));
  const report: VerifyReport = { op: "receipt", action: "verify", root, ...verified };
  return plainOutcome(args.format, report, receiptMarkdown(stored, verified), {
    found: verified.holds,
    notices,
  });
}

/** Files in which lines that left their own may stand now: those of the same content, and those that declare the name. */
function mayHoldNow(receipt: Receipt, snapshot: Snapshot): string[] {
  const names = new Set(receipt.kept.flatMap(namesOf));
  const contents = new Set(receipt.kept.map((kept) => kept.content));
  const declaring = snapshot.segments.map((view) => {
    const entries = new Set<number>();
    for (const name of names)
      for (const d of view.declarationsNamed(name)) entries.add(view.declarationEntry[d]!);
    return entries;
  });
  return snapshot.files
    .filter((f) => f.segment >= 0)
    .filter((f) => contents.has(contentOf(f.key)) || declaring[f.segment]!.has(f.entry))
    .map((f) => f.path);
}

/** A span of several units has their names in a list; a qualified name is declared under its last part. */
function namesOf({ name }: KeptPlace): string[] {
  return name.split(", ").flatMap((one) => one.split(/::|\.|#|->/u).slice(-1));
}

/** The content id in a facts key. */
function contentOf(key: string): string {
  return key.slice(0, key.indexOf("."));
}
