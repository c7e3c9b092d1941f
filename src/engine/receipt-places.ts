// Where do the lines of a receipt stand now? One answer for `receipt verify` and for `read <receipt>#<n>`.
import { isSkipped } from "../files/read.ts";
import type { KeptPlace, Receipt } from "../pack/receipt.ts";
import { verifyReceipt, type VerifiedReceipt } from "../pack/receipt-verify.ts";
import { isMarked } from "../redact/stand-ins.ts";
import { shownPath } from "../redact/shown-path.ts";
import { contentOfKey } from "../store/facts-key.ts";
import type { Snapshot } from "../store/segment-view.ts";
import type { Workspace } from "./workspace.ts";

export async function placesNow(
  workspace: Workspace,
  snapshot: Snapshot,
  receipt: Receipt,
): Promise<VerifiedReceipt> {
  const readText = async (path: string): Promise<string | null> => {
    const file = (await workspace.open([path]))(path);
    return isSkipped(file) ? null : file.text;
  };
  const named = withRealPaths(receipt, snapshot);
  return verifyReceipt(named, readText, mayHoldNow(named, snapshot));
}

/** A receipt has the path of a file whose name holds a secret as it was shown. */
function withRealPaths(receipt: Receipt, snapshot: Snapshot): Receipt {
  if (!receipt.kept.some((kept) => isMarked(kept.path))) return receipt;
  const real = new Map(snapshot.files.map((f) => [shownPath(f.path), f.path]));
  return {
    ...receipt,
    kept: receipt.kept.map((kept) => ({ ...kept, path: real.get(kept.path) ?? kept.path })),
  };
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
    .filter((f) => contents.has(contentOfKey(f.key)) || declaring[f.segment]!.has(f.entry))
    .map((f) => f.path);
}

/** A span of several units has their names in a list; a qualified name is declared under its last part. */
function namesOf({ name }: KeptPlace): string[] {
  return name.split(", ").flatMap((one) => one.split(/::|\.|#|->/u).slice(-1));
}
