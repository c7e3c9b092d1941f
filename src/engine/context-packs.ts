// What stands around the choice of `context`: the packs that an answer begins with, alone or before what a query adds, and
// what an expansion says first.
import { PithError } from "../base/error.ts";
import { packageVersion } from "../base/package-version.ts";
import { advise } from "../pack/advice.ts";
import type { PackInput } from "../pack/pack-input.ts";
import { pack } from "../pack/packer.ts";
import type { ContextArguments } from "./arguments.ts";
import type { BegunAnswer, Preface } from "./begin-answer.ts";
import { clientOf } from "./client-session.ts";
import { completenessOfFiles } from "./completeness-of.ts";
import { optionsOf } from "./context-form.ts";
import { keptAndSent } from "./kept-and-sent.ts";
import type { OpenRoot } from "./open-roots.ts";
import type { OperationContext, Outcome } from "./operation.ts";
import type { LoadedPacks } from "./pack-spans.ts";
import type { Workspace } from "./workspace.ts";

/** What an operation that asks a context again adds to it. */
export interface AroundContext extends Pick<PackInput, "since" | "client"> {
  preface?: Preface;
  /** For the receipt. */
  options?: Record<string, unknown>;
}

/** What was asked with packs, without a query: them alone. */
export async function packsAlone(
  workspace: Workspace,
  begun: BegunAnswer,
  args: ContextArguments,
  packs: LoadedPacks,
  around: AroundContext,
  operation: OperationContext,
): Promise<Outcome> {
  const { partial } = begun.view.snapshot;
  const input: PackInput = {
    id: begun.id,
    root: await begun.root,
    query: "",
    options: { ...optionsOf(workspace, args, begun, null), ...around.options },
    engine: packageVersion(),
    budget: begun.budget,
    counter: begun.counter,
    format: args.format ?? "text",
    color: args.color,
    to: begun.to,
    candidates: [],
    route: "pack",
    completeness: completenessOfFiles(args.pack!.length === 1 ? "the pack" : "the packs", {
      inScope: packs.files,
      read: new Set(packs.first.map(({ source }) => source.path)).size,
      skipped: {},
    }),
    advice: partial === null ? null : advise("still-indexing", partial),
    ...(begun.session === undefined ? {} : { client: clientOf(begun.session, begun.unit, args.format) }),
    ...aroundPacked(around, packs),
  };
  return keptAndSent(workspace, begun, pack(input), input, operation);
}

/** Saved packs are no part of what is looked for, unless the scope names their folder. */
export function beyondPacks(begun: BegunAnswer, scope: readonly string[] = []): BegunAnswer {
  const isNamed = scope.some((one) => /^(?:\.\/)?\.pith(?:\/|$)/.test(one));
  if (isNamed || !begun.view.snapshot.files.some(({ path }) => isPackPath(path))) return begun;
  return { ...begun, withoutPacks: true, looksAt: (file) => !isPackPath(file.path) && begun.looksAt(file) };
}

export function isPackPath(path: string): boolean {
  return path.startsWith(".pith/packs/");
}

export function aroundPacked(
  { since, client, preface }: AroundContext,
  packs: LoadedPacks | null,
): Partial<PackInput> {
  const lines = [...(preface?.lines ?? []), ...(packs?.preface.lines ?? [])];
  const members = { ...preface?.members, ...packs?.preface.members };
  return {
    ...(packs === null ? {} : { first: packs.first, firstAdvice: packs.firstAdvice }),
    ...(lines.length === 0 ? {} : { preface: { lines, members } }),
    ...(since === undefined ? {} : { since }),
    ...(client === undefined ? {} : { client }),
  };
}

/** Packs are lines: they go with no list and with no outline. */
export async function packsOf(
  open: Pick<OpenRoot, "workspace" | "sources">,
  { view, unit }: BegunAnswer,
  { pack: names, answer = "auto", outline }: ContextArguments,
  { signal }: OperationContext,
): Promise<LoadedPacks> {
  if (outline === true || answer === "exact" || answer === "aggregate") {
    const what = outline === true ? "an outline" : `an answer of the form ${answer}`;
    throw new PithError("ARGUMENT_INVALID", `A pack is lines: it does not go with ${what}.`, {
      subject: "pack",
      next: `Leave ${outline === true ? "outline" : "answer"} out, or pack.`,
    });
  }
  const { loadPacks } = await import("./pack-spans.ts");
  return loadPacks(open, view.snapshot, names!, unit, signal);
}
