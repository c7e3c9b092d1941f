// Manifests of a source: read, described, fitted to each budget, checked, and only then written.
import { statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { PithError, throwIfCancelled } from "../base/error.ts";
import { packageVersion } from "../base/package-version.ts";
import { cacheFolder } from "../config/cache-folder.ts";
import { loadSoundConfig } from "../config/load.ts";
import { BuildCache } from "../manifest/compile/build-cache.ts";
import { compileSource, type CompiledManifests } from "../manifest/compile/compile.ts";
import type { ManifestUnit } from "../manifest/manifest-unit.ts";
import { crossLinks } from "../manifest/compile/cross-links.ts";
import type { DescribeOptions } from "../manifest/compile/describe-run.ts";
import type { Descriptors } from "../manifest/compile/descriptor.ts";
import { scoreFidelity, type FidelityReport } from "../manifest/compile/fidelity.ts";
import { flatten } from "../manifest/compile/flatten.ts";
import { failedGates, type GateFailure } from "../manifest/compile/gates.ts";
import type { KeptDocument } from "../manifest/compile/kept-documents.ts";
import { loadSource } from "../manifest/compile/load-source.ts";
import type { SourceKind } from "../manifest/compile/recognise.ts";
import { withPreset, type Preset } from "../manifest/compile/presets.ts";
import { shapeWarnings, type ShapeWarning } from "../manifest/compile/shape-lints.ts";
import { preOrder, type SourceTree } from "../manifest/compile/source-tree.ts";
import {
  buildFiles,
  leavesFile,
  olderVariants,
  writeBuild,
  type WrittenFile,
} from "../manifest/compile/write-build.ts";
import type { LeavesAt } from "../manifest/open-manifest.ts";
import type { EndpointUsage } from "../manifest/model/endpoint-client.ts";
import { loadModel } from "../vectors/model.ts";
import { buildLines } from "./manifest-build-lines.ts";
import { costLine, describingOf, type DescriberArguments } from "./manifest-describer.ts";
import { codeSource } from "./manifest-code.ts";
import type { Format, OperationContext, Outcome } from "./operation.ts";
import { refuseGitsOwn } from "./output-file.ts";
import { plainOutcome } from "./plain-outcome.ts";

export interface ManifestBuildArguments extends DescriberArguments {
  /** Folder or file. */
  path: string;
  /** Found out where none is given. */
  kind?: SourceKind;
  /** Of a mixed source: `kind:path` each. */
  parts?: readonly string[];
  budgets?: readonly number[];
  /** Of budgets, as they stand in the names of files. */
  labels?: ReadonlyMap<number, string>;
  preset?: Preset;
  /** `dist` unless said. */
  out?: string;
  id?: string;
  reserve?: number;
  /** Percent. */
  firstView?: number;
  unit?: ManifestUnit;
  leaves?: "beside" | "in-place";
  flatten?: boolean;
  contrast?: boolean;
  collisionThreshold?: number;
  maxContrastRounds?: number;
  maxRepairs?: number;
  maxCollision?: number;
  maxVacuous?: number;
  /** Measured by words unless `fidelity` says by whom. */
  minFidelity?: number;
  strictShape?: boolean;
  crossLinks?: boolean;
  /** Written as it is; `now` for the present. */
  generatedAt?: string;
  cache?: boolean;
  dryRun?: boolean;
  format?: Format;
}

/** What a build came to, as `--json` gives it. */
export interface BuildReport {
  id: string;
  kind: string;
  /** By what its kind was known, where none was named. */
  recognised: string | null;
  preset: { name: Preset; added: string[] } | null;
  stats: CompiledManifests["stats"];
  variants: Omit<CompiledManifests["variants"][number], "text">[];
  notes: SourceTree["notes"];
  /** Null where it was not asked for. */
  fidelity: FidelityReport | null;
  /** What the shape of the tree makes hard, a sentence each. */
  shape: string[];
  /** Who described, where it was a model. */
  model: { name: string; place: string; usage: EndpointUsage } | null;
  failures: GateFailure[];
  /** Empty where nothing was written. */
  files: WrittenFile[];
  folder: string;
  older: string[];
}

const BUDGETS = new Map([
  [4_096, "4k"],
  [32_768, "32k"],
]);

/** `found`: every gate was passed, so that the files are there, unless it was a dry run. */
export async function buildManifest(
  given: ManifestBuildArguments,
  context: OperationContext,
): Promise<Outcome> {
  const { settings: args, added } =
    given.preset === undefined ? { settings: given, added: [] } : withPreset(given.preset, given);
  const out = resolve(args.out ?? "dist");
  refuseGitsOwn("manifests", resolve(out, "x"), "Name another folder with --out.");
  const cache = args.cache === false ? null : openCache(args);
  const tree = await sourceOf(args, cache, context);
  if (args.flatten === true) flatten(tree.root);
  throwIfCancelled(context.signal);
  const settings = describeSettings(args);
  const describing = describingOf(tree, args, settings, cache, context.signal);
  const { model } = describing;
  if (model !== null && args.dryRun === true)
    return plainOutcome(args.format, { model: { ...model, usage: undefined } }, [
      costLine(model),
      "Nobody was asked.",
    ]);
  context.onProgress?.({
    phase: model === null ? "describing" : `describing (${costLine(model)})`,
    done: 0,
    total: null,
    unit: "parts",
  });
  let done = false;
  let compiled: CompiledManifests;
  let fidelity: FidelityReport | null = null;
  try {
    compiled = await compileSource(tree, describing.describer, {
      budgets: args.budgets ?? [...BUDGETS.keys()],
      measureVariants: args.maxCollision !== undefined,
      leaves: leavesAt(tree, args, out),
      ...(args.unit !== undefined && { unit: args.unit }),
      ...(args.reserve !== undefined && { reserve: args.reserve }),
      ...(args.firstView !== undefined && { firstView: args.firstView / 100 }),
      ...(args.generatedAt !== undefined && { generatedAt: timeOf(args.generatedAt) }),
      ...(args.crossLinks === true && { links: linksOf }),
      describe: { ...settings, ...describing.options },
      ...(context.signal !== undefined && { signal: context.signal }),
      onVariant: (variants, total) =>
        context.onProgress?.({ phase: "shaping", done: variants, total, unit: "budgets" }),
    });
    if (args.fidelity !== undefined || args.minFidelity !== undefined)
      fidelity = await scoreFidelity(tree.root, compiled.descriptors, describing.assess, args.jobs);
    done = true;
  } finally {
    cache?.save({ all: !done });
  }
  const shape = shapeWarnings(tree.root, compiled.descriptors).map(shapeText);
  const failures = failedGates(compiled, { fidelity: fidelity?.mean ?? null, shape }, args);
  throwIfCancelled(context.signal);
  const labels = args.labels ?? BUDGETS;
  const writes = failures.length === 0 && args.dryRun !== true;
  const files = writes ? writeBuild(compiled, out, labels) : [];
  const report: BuildReport = {
    id: compiled.id,
    kind: compiled.kind,
    recognised: tree.recognised ?? null,
    preset: args.preset === undefined ? null : { name: args.preset, added },
    stats: compiled.stats,
    variants: compiled.variants.map(({ text: _text, ...variant }) => variant),
    notes: compiled.notes,
    fidelity,
    shape,
    model: model === null ? null : { name: model.name, place: model.place, usage: model.usage },
    failures,
    files,
    folder: out,
    older: writes ? olderVariants(compiled, out, files) : [],
  };
  const names = buildFiles(compiled, labels).map(({ name }) => name);
  return plainOutcome(args.format, report, buildLines(report, args.dryRun === true ? names : null), {
    found: failures.length === 0,
  });
}

async function sourceOf(
  args: ManifestBuildArguments,
  cache: BuildCache | null,
  context: OperationContext,
): Promise<SourceTree> {
  const { path, kind, id, parts } = args;
  context.onProgress?.({ phase: "reading", done: 0, total: null, unit: "files" });
  return loadSource(path, kind, {
    ...(id !== undefined && { id }),
    ...(parts !== undefined && { parts }),
    ...(cache !== null && { kept: cache.part<KeptDocument>("documents") }),
    code: (folder) => codeSource(folder, context),
  });
}

function describeSettings(args: ManifestBuildArguments): DescribeOptions {
  return {
    ...(args.contrast !== undefined && { contrastive: args.contrast }),
    ...(args.collisionThreshold !== undefined && { collisionThreshold: args.collisionThreshold }),
    ...(args.maxContrastRounds !== undefined && { maxContrastRounds: args.maxContrastRounds }),
    ...(args.maxRepairs !== undefined && { maxRepairs: args.maxRepairs }),
  };
}

/** By Pith's own vectors; by words where they are not there. */
function linksOf({ root }: SourceTree, descriptors: Descriptors) {
  const model = loadModel();
  return crossLinks(root, descriptors, { embedder: "embedder" in model ? model.embedder : null });
}

function shapeText(warning: ShapeWarning): string {
  switch (warning.kind) {
    case "small-and-deep":
      return `${warning.nodes} nodes need no ${warning.tiers} tiers`;
    case "too-deep":
      return `it is ${warning.tiers} tiers deep`;
    case "too-wide":
      return `${warning.node} has ${warning.children} children`;
    case "what-too-long":
      return `${warning.node} says too much`;
    case "what-lists-concerns":
      return `${warning.node} is about several things`;
  }
}

/** Of this source alone, in the folder that its settings name. */
function openCache({ path, kind }: ManifestBuildArguments): BuildCache {
  const { config } = loadSoundConfig({ root: resolve(path) });
  return new BuildCache(cacheFolder(config.values), `${kind ?? "any"} ${resolve(path)}`, packageVersion());
}

function leavesAt(tree: SourceTree, args: ManifestBuildArguments, out: string): LeavesAt {
  const wanted = args.leaves ?? (tree.kind === "code" ? "in-place" : "beside");
  if (wanted === "beside") return { kind: "beside", file: leavesFile(tree.id) };
  for (const { node } of preOrder(tree.root)) {
    if (node.children !== undefined || node.place !== undefined) continue;
    throw new PithError(
      "ARGUMENT_INVALID",
      `The content of ${JSON.stringify(node.id)} is not lines of a file as they stand, so it can't be read in place.`,
      { subject: "--leaves", next: "Give --leaves beside: contents are then written beside the manifests." },
    );
  }
  const source = resolve(args.path);
  const from = statSync(source).isDirectory() ? source : dirname(source);
  const folder = relative(out, from).split(sep).join("/");
  return { kind: "in-place", folder: folder === "" ? "." : folder };
}

/** Throws ARGUMENT_INVALID. */
function timeOf(text: string): string {
  const time = text === "now" ? new Date() : new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new PithError("ARGUMENT_INVALID", `${JSON.stringify(text)} is no time.`, {
    subject: "--generated-at",
    next: "Give one such as 2026-01-31T12:00:00Z, or now.",
  });
}
