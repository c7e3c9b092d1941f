// A receipt as a page for people: every span, under the number by which it can be read. Or whether it still holds: in one
// line, then the spans that don't stand as they stood.
import { counted } from "../base/counted.ts";
import { oneLine, placeLabel } from "./label.ts";
import { shownPath } from "../redact/shown-path.ts";
import type { Receipt, ReceiptPlace } from "./receipt.ts";
import type { VerifiedReceipt } from "./receipt-verify.ts";
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
export function verifiedMarkdown(receipt: Receipt, verified: VerifiedReceipt): string {
  const parts = [verdict(verified)];
  if (verified.missing === "commit")
    parts.push("", `The commit ${cell(receipt.root.rev ?? "")} is not in this repository any more.`);
  const rows = receipt.kept.flatMap((kept, i) =>
    verified.places[i]?.state === "same" ? [] : [[String(i + 1), place(kept), now(verified, i)]],
  );
  if (rows.length > 0) parts.push("", ...table(["#", "place", "now"], rows));
  const { same } = verified.counts;
  if (rows.length > 0 && same > 0)
    parts.push(
      "",
      `${counted(same, "span stands", "spans stand")} where and as the answer had ${same === 1 ? "it" : "them"}.`,
    );
  parts.push("", `${code(`pith receipt show ${receipt.id}`)} has the question and every span.`);
  return `${parts.join("\n")}\n`;
}

/** In one line: does it hold, and if not, what became of the spans? */
function verdict({ receipt, holds, places, counts }: VerifiedReceipt): string {
  const all = places.length;
  if (holds) {
    const spans = all === 1 ? "its one span stands" : `all ${all} spans stand`;
    return `Receipt ${receipt} holds: ${all === 0 ? "it kept no span" : `${spans} where and as the answer had it`}.`;
  }
  const fates = (["moved", "changed", "gone", "same"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return `Receipt ${receipt} does not hold: of ${counted(all, "span")} ${fates.join(", ")}.`;
}

function now(verified: VerifiedReceipt, i: number): string {
  const found = verified.places[i];
  if (found === undefined) return "";
  return found.to === null
    ? found.state
    : `${found.state} to ${code(`${shownPath(found.to.path)}:${found.to.start}-${found.to.end}`)}`;
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
