// `pith index --dry-run`: what would be read, about how long that would take, and how large the index would be. Told from
// names, sizes and what the store knows; no file of the tree is opened, and nothing is written.
import { availableParallelism } from "node:os";
import { counted } from "../base/counted.ts";
import { compareStrings } from "../base/order.ts";
import { thousands } from "../base/thousands.ts";
import { isBinaryName } from "../files/binary-names.ts";
import type { SkipReason } from "../files/skip-reasons.ts";
import type { Language } from "../lang/language.ts";
import { languageById, languageOf } from "../lang/registry.ts";
import { pathLabel } from "../pack/label.ts";
import type { IndexPlanReport, IndexRatesReport } from "../pack/reports.ts";
import { heldFacts } from "../store/facts-look.ts";
import type { IndexArguments } from "./arguments.ts";
import { cacheBytesFor, indexRates, secondsFor, type Amount } from "./index-rates.ts";
import type { Outcome } from "./operation.ts";
import { plainOutcome } from "./plain-outcome.ts";
import { providerPlan, providerPlanLine } from "./provider-plan.ts";
import { folderBytes } from "./status.ts";
import type { SyntaxSource } from "./syntax-facts.ts";
import type { Workspace } from "./workspace.ts";

export async function planIndex(
  workspace: Workspace,
  syntax: SyntaxSource,
  args: IndexArguments,
): Promise<Outcome> {
  const { rebuild = false, format } = args;
  const look = workspace.look();
  const { files } = look.walk;
  const { fileBytes, syntaxBytes, workers } = workspace.config.values.ceilings;
  const known = rebuild ? files.map(() => null) : look.known;
  const skipped = new Map<string, number>();
  for (const [reason, { count }] of look.walk.skipped) add(skipped, reason, count);
  const read = none();
  const parsed = none();
  const languages = new Map<string, Amount>();
  let knownFiles = 0;
  const parsable: { key: string; bytes: number }[] = [];
  files.forEach(({ path, size }, i) => {
    const row = known[i] ?? null;
    if (row !== null) {
      if (row.skip !== null) return add(skipped, row.skip, 1);
      knownFiles++;
      const language = look.snapshot!.segments[row.segment]!.entryLanguage(row.entry);
      if (isParsed(languageById(language)) && size <= syntaxBytes)
        parsable.push({ key: row.key, bytes: size });
      return;
    }
    const skip: SkipReason | null = size > fileBytes ? "too-large" : isBinaryName(path) ? "binary" : null;
    if (skip !== null) return add(skipped, skip, 1);
    count(read, size);
    const language = languageOf(path, "", workspace.config.values.languages);
    if (!languages.has(language.id)) languages.set(language.id, none());
    count(languages.get(language.id)!, size);
    if (isParsed(language) && size <= syntaxBytes) count(parsed, size);
  });
  const held = heldFacts(
    workspace.store.folder.syntax,
    parsable.map(({ key }) => syntax.stored(key)),
  );
  for (const { key, bytes } of parsable) if (!held.has(syntax.stored(key))) count(parsed, bytes);

  const asked = args.syntax === true;
  const rates = indexRates(Math.max(1, Math.min(workers, availableParallelism())));
  const folder = workspace.store.folder.folder;
  const now = folderBytes(folder);
  const answer: IndexPlanReport = {
    op: "index",
    dryRun: true,
    root: workspace.rootAlone(),
    files: files.length,
    read,
    known: knownFiles,
    languages: Object.fromEntries(
      [...languages].sort(([a, x], [b, y]) => y.bytes - x.bytes || compareStrings(a, b)),
    ),
    skipped: Object.fromEntries([...skipped].sort(([a], [b]) => compareStrings(a, b))),
    syntax: asked ? parsed : null,
    provider: await providerPlan(workspace, look, rebuild),
    seconds: secondsFor(rates, read, asked ? parsed : none()),
    bytesAfter: (rebuild ? 0 : now) + cacheBytesFor(rates, read, asked ? parsed : none()),
    rates,
    cache: { folder, bytes: now },
  };
  return plainOutcome(format, answer, linesOf(answer, workspace.root.path), { notices: look.walk.notices });
}

/** Sections are read when they are asked for. */
function isParsed(language: Language | undefined): boolean {
  return (language?.syntax ?? language?.embeds) !== undefined;
}

function linesOf(plan: IndexPlanReport, root: string): string[] {
  const { read, known, languages, skipped, syntax, provider, rates, cache } = plan;
  const list = (entries: [string, string][]): string =>
    entries.map(([name, said]) => `${name} ${said}`).join(", ");
  return [
    `root ${pathLabel(root)}`,
    `a dry run: nothing is written`,
    `would read ${sizeOf(read)}; ${counted(known, "file")} known already`,
    ...(read.files === 0
      ? []
      : [
          `languages, by name: ${list(Object.entries(languages).map(([id, amount]) => [id, sizeOf(amount)]))}`,
        ]),
    `left out, before any is opened: ${list(Object.entries(skipped).map(([reason, n]) => [reason, thousands(n)])) || "nothing"}`,
    ...(syntax === null ? [] : [`would parse ${sizeOf(syntax)}`]),
    ...(provider === null ? [] : [providerPlanLine(provider)]),
    `about ${plan.seconds} s, at ${ratesOf(rates, syntax !== null)}`,
    `cache: ${cache.folder} (${sized(cache.bytes)} now, about ${sized(plan.bytesAfter)} then)`,
  ];
}

function ratesOf(rates: IndexRatesReport, syntax: boolean): string {
  const each = (bytes: number, files: number): string =>
    `${(bytes / 1e6).toFixed(1)} MB and ${thousands(files)} files a second`;
  const parse = syntax ? `, parsed at ${each(rates.syntaxBytesPerSecond, rates.syntaxFilesPerSecond)},` : "";
  return `${each(rates.wordsBytesPerSecond, rates.wordsFilesPerSecond)}${parse} on each of ${counted(rates.threads, "thread")}, measured on a shared server core`;
}

function sizeOf({ files, bytes }: Amount): string {
  return `${counted(files, "file")} (${sized(bytes)})`;
}

function sized(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function none(): Amount {
  return { files: 0, bytes: 0 };
}

function count(amount: Amount, bytes: number): void {
  amount.files++;
  amount.bytes += bytes;
}

function add(counts: Map<string, number>, reason: string, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count);
}
