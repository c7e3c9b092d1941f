// Who describes the parts of a source: rules, or a model behind an endpoint where one is named, with rules for what it fails on.
import { thousands } from "../base/thousands.ts";
import { PithError } from "../base/error.ts";
import type { BuildCache } from "../manifest/compile/build-cache.ts";
import type { ContentProfile } from "../manifest/compile/content-profile.ts";
import type { DescribeOptions } from "../manifest/compile/describe-run.ts";
import type { Describer, Descriptor } from "../manifest/compile/descriptor.ts";
import type { Assess } from "../manifest/compile/fidelity.ts";
import { ruleDescriber } from "../manifest/compile/rule-describer.ts";
import type { SourceTree } from "../manifest/compile/source-tree.ts";
import { EndpointClient, type EndpointUsage } from "../manifest/model/endpoint-client.ts";
import { estimateModelCost, type ModelCost } from "../manifest/model/model-cost.ts";
import { modelDescriber, modelFidelity, type AskModel } from "../manifest/model/model-describer.ts";

export interface DescriberArguments {
  endpoint?: string;
  model?: string;
  apiKeyEnv?: string;
  jobs?: number;
  synthesis?: boolean;
  fidelity?: "lexical" | "model";
}

export interface Describing {
  describer: Describer;
  options: Pick<DescribeOptions, "cached" | "onDescribed" | "fallback" | "concurrency">;
  /** Null where words judge fidelity. */
  assess: Assess | null;
  /** Null where no model is asked. */
  model: { name: string; place: string; cost: ModelCost; usage: EndpointUsage } | null;
}

const JOBS = 4;
/** After so many descriptions of a model what is known is written down: a build that breaks off goes on from there. */
const KEPT_EACH = 50;

/** Throws ARGUMENT_INVALID, PROVIDER_INVALID. */
export function describingOf(
  tree: SourceTree,
  args: DescriberArguments,
  settings: DescribeOptions,
  cache: BuildCache | null,
  signal: AbortSignal | undefined,
): Describing {
  const profiles = cache?.part<ContentProfile>("profiles");
  const rules = () => ruleDescriber(tree, profiles === undefined ? {} : { profiles });
  const { endpoint, model, synthesis = false, fidelity, jobs = JOBS } = args;
  if (endpoint === undefined && model === undefined) {
    if (fidelity === "model") throw withoutModel("--fidelity model");
    return { describer: rules(), options: {}, assess: null, model: null };
  }
  if (endpoint === undefined || model === undefined)
    throw withoutModel(endpoint === undefined ? "--model" : "--endpoint");
  const client = new EndpointClient({
    url: endpoint,
    model,
    env: process.env,
    concurrency: jobs,
    ...(args.apiKeyEnv !== undefined && { keyVariable: args.apiKeyEnv }),
  });
  const ask: AskModel = (prompt) => client.complete(prompt, signal);
  const known = cache?.part<Descriptor>("descriptors", { dear: true });
  let fresh = 0;
  return {
    describer: modelDescriber(ask, { model: `${client.place} ${model}`, synthesis }),
    options: {
      concurrency: jobs,
      fallback: rules,
      ...(known !== undefined && {
        cached: known.all(),
        onDescribed: (key, descriptor) => {
          known.set(key, descriptor);
          if (++fresh % KEPT_EACH === 0) cache!.save({ all: true });
        },
      }),
    },
    assess: fidelity === "model" ? modelFidelity(ask) : null,
    model: {
      name: model,
      place: client.place,
      cost: estimateModelCost(tree.root, { ...settings, synthesis }),
      usage: client.usage,
    },
  };
}

/** What a model will be asked at least and at most, where nothing is known of earlier. */
export function costLine({ cost, name, place }: NonNullable<Describing["model"]>): string {
  const range = ({ least, most }: { least: number; most: number }): string =>
    least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
  return `${name} at ${place}: ${range(cost.calls)} calls, ${range(cost.promptTokens)} tokens sent, ${range(cost.replyTokens)} received`;
}

function withoutModel(flag: string): PithError {
  return new PithError("ARGUMENT_INVALID", `${flag} needs an endpoint and a model.`, {
    subject: flag,
    next: "Give both --endpoint and --model, or neither: rules describe without them.",
  });
}
