// What was taken from a bundle, and what was written to one, in lines for people.
import { counted } from "../base/counted.ts";
import { pathLabel } from "../pack/label.ts";
import type { ExportedReport, ImportedReport } from "../pack/reports.ts";

/** Of an id in lines for people: as much as tells two bundles apart. */
const SHOWN_OF_ID = 16;

export function importedLines(report: ImportedReport | null): string[] {
  if (report === null) return [];
  const { file, id, words, syntax, checked, refused, offered } = report;
  return [
    `bundle ${pathLabel(file)} (${id.slice(0, SHOWN_OF_ID)}, ${counted(offered, "record")}): words of ${counted(words, "content")} and syntax of ${syntax} taken; ${checked} made again and the same` +
      (refused === 0 ? "" : `; ${counted(refused, "record")} can't be of their files and were not taken`),
  ];
}

export function exportedLines(report: ExportedReport | null): string[] {
  if (report === null) return [];
  const { file, id, bytes, words, syntax, withSecrets } = report;
  return [
    `bundle ${pathLabel(file)} (${id.slice(0, SHOWN_OF_ID)}, ${(bytes / 1e6).toFixed(1)} MB): words of ${counted(words, "content")}, syntax of ${syntax}` +
      (withSecrets === 0 ? "" : `; syntax of ${withSecrets} left out, since a secret stands in it`),
  ];
}
