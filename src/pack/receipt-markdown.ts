// A receipt as a page for people: every span, under the number by which it can be read. Or whether it still holds: in one
// line, then the spans that don't stand as they stood.
import { counted } from "../base/counted.ts";
import { oneLine, placeLabel } from "./label.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Receipt, ReceiptPlace } from "./receipt.ts";
import type { VerifiedPlace, VerifiedReceipt } from "./receipt-verify.ts";
import { rootLine } from "./render-text.ts";
import { fenceFor } from "./span-text.ts";

export function receiptMarkdown(receipt: Receipt): string {
  const { cost, completeness, options } = receipt;
  const fence = fenceFor([receipt.query]);
  const parts = [
    `# Receipt ${receipt.id}`,
    "",
    fence,
    receipt.query,
    fence,
    "",
    `- ${cell(rootLine(receipt.root))}`,
    `- ${receipt.op} (${receipt.route}), engine ${cell(receipt.engine)}`,
    `- cost ${cost.tokens} of ${cost.budget} ${cost.unit}`,
    `- ${completeness.files.read} of ${completeness.files.inScope} files read in ${cell(completeness.scope)}`,
    `- options ${code(JSON.stringify(options))}`,
    "",
    `## Kept (${receipt.kept.length})`,
    "",
  ];
  const heads = ["#", "place", "shown", "reason", "ranks", "cost"];
  const rows = receipt.kept.map((kept, i) => [
    String(i + 1),
    place(kept),
    kept.form,
    cell(kept.reason),
    ranks(kept),
    String(kept.cost),
  ]);
  parts.push(...table(heads, rows), "");
  if (rows.length > 0) parts.push(`Span 1 is read as ${code(`${receipt.id}#1`)}, and so on.`, "");
  parts.push(`## Dropped (${receipt.droppedTotal})`, "");
  parts.push(
    ...table(
      ["place", "ranks", "why"],
      receipt.dropped.map((dropped) => [place(dropped), ranks(dropped), cell(dropped.why)]),
    ),
  );
  if (receipt.droppedTotal > receipt.dropped.length) {
    parts.push("", `and ${receipt.droppedTotal - receipt.dropped.length} more.`);
  }
  return `${parts.join("\n")}\n`;
}

/** What became of it: the verdict, and the spans that another place or other lines hold now. */
export function verifiedMarkdown(
  receipt: Pick<Receipt, "id" | "kept" | "root">,
  verified: VerifiedReceipt,
): string {
  const parts = [verdict(verified), ...fates(receipt, verified)];
  const { same } = verified.counts;
  if (same < verified.places.length && same > 0)
    parts.push(
      "",
      `${counted(same, "span stands", "spans stand")} where and as the answer had ${same === 1 ? "it" : "them"}.`,
    );
  parts.push("", `${code(`pith receipt show ${receipt.id}`)} has the question and every span.`);
  return `${parts.join("\n")}\n`;
}

/** Of a receipt among others: the file that it was read from goes first. */
export function verifiedBriefly(
  from: string,
  receipt: Pick<Receipt, "id" | "kept" | "root">,
  verified: VerifiedReceipt,
): string[] {
  return [`${code(from)}: ${verdict(verified)}`, ...fates(receipt, verified)];
}

function fates(receipt: Pick<Receipt, "kept" | "root">, verified: VerifiedReceipt): string[] {
  const parts: string[] = [];
  if (verified.missing === "commit")
    parts.push("", `The commit ${cell(receipt.root.rev ?? "")} is not in this repository any more.`);
  const rows = receipt.kept.flatMap((kept, i) =>
    verified.places[i]?.state === "same" ? [] : [[String(i + 1), place(kept), now(verified, i)]],
  );
  if (rows.length > 0) parts.push("", ...table(["#", "place", "now"], rows));
  return parts;
}

/** In one line: does it hold, and if not, what became of the spans? */
function verdict({ receipt, holds, places, counts }: VerifiedReceipt): string {
  const all = places.length;
  if (counts.same === all) {
    const spans = all === 1 ? "its one span stands" : `all ${all} spans stand`;
    return `Receipt ${receipt} holds: ${all === 0 ? "it kept no span" : `${spans} where and as the answer had it`}.`;
  }
  const fates = (["moved", "changed", "gone", "same"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return `Receipt ${receipt} ${holds ? "holds" : "does not hold"}: of ${counted(all, "span")} ${fates.join(", ")}.`;
}

function now(verified: VerifiedReceipt, i: number): string {
  const found = verified.places[i];
  return found === undefined ? "" : fate(found, code);
}

/** `moved to src/b.ts:3-9`, `gone, its file is src/c.ts now`. */
export function fate(
  { state, to, file, undeclared }: VerifiedPlace,
  written: (place: string) => string = (text) => text,
): string {
  if (to !== null) return `${state} to ${written(`${shownPath(to.path)}:${to.start}-${to.end}`)}`;
  if (file !== undefined) return `${state}, its file is ${written(shownPath(file))} now`;
  return undeclared === true ? `${state}, no longer declared there` : state;
}

function place(of: ReceiptPlace): string {
  return code(placeLabel(of));
}

function ranks(of: ReceiptPlace): string {
  return cell(
    Object.entries(of.ranks)
      .map(([lane, rank]) => `${lane} ${rank}`)
      .join(", "),
  );
}

function table(heads: string[], rows: string[][]): string[] {
  if (rows.length === 0) return ["none"];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)];
}

/** Text in a table cell: one line, without what Markdown would read as its own. */
function cell(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#]/g, "\\$&");
}

function code(text: string): string {
  const plain = oneLine(text).replaceAll("|", "\\|");
  return plain.includes("`") ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}
