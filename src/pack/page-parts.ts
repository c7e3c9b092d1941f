// The parts of a report that is a page: one file, nothing fetched, no script. Beside every plot stands its table, which a screen
// reader reads; colours follow the reader's light or dark.
import { PAGE_STYLE } from "./page-style.ts";
import { escaped } from "./plots.ts";

/** `mark`: by which a page of ours is known again. */
export function pageStart(mark: string, title: string): string {
  return [
    mark,
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head><body><main>`,
  ].join("\n");
}

export const PAGE_END = "</main></body></html>\n";

/** `kind`: `stacked` puts a wide table below its plot. */
export function section(title: string, lead: string, plot: string, table: string, kind = ""): string {
  return `<section><h2>${escaped(title)}</h2><p>${lead}</p><div class="pair ${kind}"><figure>${plot}</figure>${table}</div></section>`;
}

export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  kind = "figures",
): string {
  const first = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join("");
  const body = rows.map(
    ([name, ...cells]) =>
      `<tr><th scope="row">${escaped(name!)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" role="region" aria-label="${escaped(caption)}" tabindex="0"><table class="${kind}"><caption>${escaped(caption)}</caption><thead><tr>${first}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}
