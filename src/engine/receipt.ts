// A stored receipt: shown, expanded, or verified against the tree as it is now; of an answer about a commit, against that
// commit; with a revision named, against that one.
import { pathOfLabel } from "../pack/label.ts";
import { isPithError, PithError, throwIfCancelled } from "../base/error.ts";
import { counted } from "../base/counted.ts";
import type { AnswerRoot } from "../pack/answer.ts";
import type { ReceiptReport, VerifyManyReport, VerifyReport } from "../pack/reports.ts";
import type { Receipt } from "../pack/receipt.ts";
import { receiptMarkdown, verifiedBriefly, verifiedMarkdown } from "../pack/receipt-markdown.ts";
import { isReceiptId } from "../pack/receipt-store.ts";
import { nothingLeft, strictly, type VerifiedReceipt } from "../pack/receipt-verify.ts";
import { findCommit } from "../git/commit.ts";
import type { ReceiptArguments } from "./arguments.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { expandReceipt } from "./receipt-expand.ts";
import { receiptsInFolder, type FoundReceipts } from "./receipt-files.ts";
import { placesNow } from "./receipt-places.ts";
import { commitOfReceipt, readReceipts } from "./stored-receipts.ts";
import { gitFault } from "./git-faults.ts";
import type { OpenRoot } from "./open-roots.ts";

/** What each argument goes with. */
const ONLY_WITH = { rev: "verify", strict: "verify", more: "expand", newOnly: "expand" } as const;

export async function receipt(
  open: OpenRoot,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { workspace } = open;
  for (const [name, action] of Object.entries(ONLY_WITH) as [keyof typeof ONLY_WITH, string][]) {
    if (args[name] === undefined || args[name] === false || args.action === action) continue;
    throw new PithError("ARGUMENT_INVALID", `receipt ${args.action} takes no ${name}.`, {
      subject: name,
      next: `Leave it out; it goes with ${action}.`,
    });
  }
  const given = pathOfLabel(args.receipt);
  if (args.action === "verify") {
    const many = isReceiptId(given) ? null : receiptsInFolder(workspace, given);
    if (many !== null) return verifyMany(open, many, args, context);
  }
  const stored = readReceipts(workspace, given, context.namesAnyFile);
  const [first] = stored;
  if (stored.length > 1) {
    const receipts = stored.map((each) => ({ from: given, receipt: each }));
    if (args.action === "verify") return verifyMany(open, { receipts, faults: [], others: 0 }, args, context);
    throw new PithError("ARGUMENT_INVALID", `${given} holds ${stored.length} receipts.`, {
      subject: given,
      next: `Name one by its id: ${stored
        .slice(0, 5)
        .map(({ id }) => id)
        .join(", ")}.`,
    });
  }
  if (args.action === "expand") return expandReceipt(open, first!, args, context);
  const { root, notices } = await rootOf(open, context);
  if (args.action === "show") {
    const report: ReceiptReport = { op: "receipt", action: "show", root, receipt: first! };
    return plainOutcome(args.format, report, receiptMarkdown(first!).trimEnd().split("\n"), { notices });
  }
  const { verified, at } = await verifyOne(open, first!, args, context);
  const report: VerifyReport = { op: "receipt", action: "verify", root: at ?? root, ...verified };
  return plainOutcome(args.format, report, verifiedMarkdown(first!, verified).trimEnd().split("\n"), {
    found: verified.holds,
    notices,
  });
}

async function rootOf(
  { workspace }: OpenRoot,
  context: OperationContext,
): Promise<{ root: AnswerRoot; notices: readonly string[] }> {
  const viewing = workspace.view(context);
  const asked = workspace.answerRoot(viewing, context.signal);
  asked.catch(() => {});
  const { notices } = await viewing;
  return { root: await asked, notices };
}

const INSTEAD = { other: "`pith receipt show` tells what it had.", one: "." };

/** `at`: the commit that it was verified against, where that is another than the one that answers. */
async function verifyOne(
  open: OpenRoot,
  stored: Receipt,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<{ verified: VerifiedReceipt; at?: AnswerRoot }> {
  const commit = args.rev === undefined ? commitOfReceipt(stored) : null;
  const judged = (verified: VerifiedReceipt): VerifiedReceipt =>
    args.strict === true ? strictly(verified) : verified;
  if (commit !== null) return verifyRevision(open, stored, commit, judged, context);
  const { snapshot } = await open.workspace.view(context);
  const { verified } = await placesNow(open.workspace, open.sources, snapshot, stored, context.signal);
  await refuseForeign(open, stored, verified, context);
  return { verified: judged(verified) };
}

/** Nothing of it is here, and neither is its commit: it was never about this repository. */
async function refuseForeign(
  { workspace: { root } }: OpenRoot,
  { id, root: { rev } }: Receipt,
  { places, counts }: VerifiedReceipt,
  { signal }: OperationContext,
): Promise<void> {
  if (places.length === 0 || counts.gone < places.length || rev === null || root.repository === null) return;
  const found = await findCommit(root.repository, root.path, rev, { signal });
  throwIfCancelled(signal);
  if (!("fault" in found) || found.fault !== "revision") return;
  throw new PithError(
    "RECEIPT_INVALID",
    `Receipt ${id} is of another repository: neither its commit ${rev.slice(0, 10)} nor any of its ${counted(places.length, "span")} is in this one.`,
    { subject: id, next: "Name the folder of its repository with --root." },
  );
}

/** Against the objects of the commit: what is on disk has no part in it. */
async function verifyRevision(
  open: OpenRoot,
  stored: Receipt,
  commit: string,
  judged: (verified: VerifiedReceipt) => VerifiedReceipt,
  context: OperationContext,
): Promise<{ verified: VerifiedReceipt; at: AnswerRoot }> {
  const { root } = open.workspace;
  const { signal } = context;
  const at: AnswerRoot = { path: root.path, rev: commit, dirty: false, source: "revision" };
  if (root.repository === null) throw gitFault("no-repository", "rev", INSTEAD);
  const found = await findCommit(root.repository, root.path, commit, { signal });
  throwIfCancelled(signal);
  if ("fault" in found) {
    if (found.fault !== "revision") throw gitFault(found.fault, "rev", INSTEAD);
    return { verified: nothingLeft(stored), at };
  }
  const work = async ({ workspace, sources }: OpenRoot): Promise<VerifiedReceipt> => {
    const { snapshot } = await workspace.view(context);
    return (await placesNow(workspace, sources, snapshot, stored, signal)).verified;
  };
  return { verified: judged(await open.at(commit, work, signal)), at };
}

async function verifyMany(
  open: OpenRoot,
  { receipts, faults, others }: FoundReceipts,
  args: ReceiptArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { root, notices } = await rootOf(open, context);
  const done: { from: string; receipt: Receipt; verified: VerifiedReceipt }[] = [];
  const faulty = faults.map(({ from, fault }) => faultOf(from, fault));
  const counts: VerifiedReceipt["counts"] = { same: 0, moved: 0, changed: 0, gone: 0 };
  for (const { from, receipt: stored } of receipts) {
    throwIfCancelled(context.signal);
    try {
      const { verified } = await verifyOne(open, stored, args, context);
      done.push({ from, receipt: stored, verified });
      for (const state of ["same", "moved", "changed", "gone"] as const)
        counts[state] += verified.counts[state];
    } catch (error) {
      if (!isPithError(error) || error.code !== "RECEIPT_INVALID") throw error;
      faulty.push(faultOf(from, error));
    }
  }
  const holds = faulty.length === 0 && done.every(({ verified }) => verified.holds);
  const report: VerifyManyReport = {
    op: "receipt",
    action: "verify",
    root,
    holds,
    receipts: done.map(({ from, verified }) => ({ from, ...verified })),
    faults: faulty,
    others,
    counts,
  };
  const held = done.filter(({ verified }) => verified.holds).length;
  const spans = `${counts.same} same, ${counts.moved} moved, ${counts.changed} changed, ${counts.gone} gone`;
  const lines = [
    `${held} of ${counted(done.length, "receipt")} ${held === 1 ? "holds" : "hold"}; spans: ${spans}.`,
  ];
  for (const { from, message, next } of faulty) lines.push("", `${from}: ${message} ${next}`);
  for (const { from, receipt: stored, verified } of done)
    lines.push("", ...verifiedBriefly(from, stored, verified));
  if (others > 0)
    lines.push(
      "",
      `${counted(others, "other file")} of JSON or Markdown ${others === 1 ? "is" : "are"} no receipt.`,
    );
  return plainOutcome(args.format, report, lines, { found: holds, notices });
}

function faultOf(from: string, { code, message, next }: PithError): VerifyManyReport["faults"][number] {
  return { from, code, message, next };
}
