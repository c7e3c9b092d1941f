// Who walks in an evaluation: a search first, a ranking, the words in view, and a model where one is named.
import { PithError } from "../base/error.ts";
import type { NamedNavigator } from "../manifest/eval/evaluate.ts";
import { FindNavigator } from "../manifest/find-navigator.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { EndpointClient } from "../manifest/model/endpoint-client.ts";
import { KeywordNavigator, ModelNavigator } from "../manifest/navigator.ts";
import { NodeSearch } from "../manifest/node-search.ts";
import { RankedNavigator } from "../manifest/ranked-navigator.ts";
import type { Resolver } from "../manifest/walk.ts";
import { shownText } from "../redact/redact.ts";
import { loadModel } from "../vectors/model.ts";

export interface NavigatorArguments {
  /** All that need no network, and the model where one is named, unless said. */
  navigator?: "all" | "find" | "ranked" | "keyword" | "model";
  /** A model that walks as well, in OpenAI's form. */
  endpoint?: string;
  model?: string;
  apiKeyEnv?: string;
}

export interface Navigators extends Disposable {
  navigators: NamedNavigator[];
}

/** Throws ARGUMENT_INVALID, PROVIDER_INVALID. */
export function navigatorsFor(
  args: NavigatorArguments,
  manifest: Manifest,
  resolver: Resolver | null,
): Navigators {
  const { navigator: wanted = "all" } = args;
  const client = clientOf(args);
  const isAsked = (name: string): boolean => wanted === "all" || wanted === name;
  const navigators: NamedNavigator[] = [];
  if (isAsked("find") || isAsked("ranked")) {
    const search = searchOf(manifest, resolver);
    if (isAsked("find"))
      navigators.push({
        name: "find",
        goesBy: "a search first",
        navigator: new FindNavigator(manifest, search),
        closeWrong: true,
      });
    if (isAsked("ranked"))
      navigators.push({
        name: "ranked",
        goesBy: resolver === null ? "all descriptors, ranked" : "all contents, ranked",
        navigator: new RankedNavigator(manifest, search),
        closeWrong: true,
      });
  }
  if (isAsked("keyword"))
    navigators.push({
      name: "keyword",
      goesBy: "words in view",
      navigator: new KeywordNavigator(),
      closeWrong: false,
    });
  if (client !== null && isAsked("model"))
    navigators.push({
      name: "model",
      goesBy: `${client.model} at ${client.place}`,
      navigator: new ModelNavigator((prompt) => client.complete({ user: shownText(prompt) })),
      closeWrong: true,
    });
  return { navigators, [Symbol.dispose]: () => client?.close() };
}

function searchOf(manifest: Manifest, resolver: Resolver | null): NodeSearch {
  const model = loadModel();
  return new NodeSearch(manifest, {
    ...(resolver !== null && { resolver }),
    embedder: "embedder" in model ? model.embedder : null,
  });
}

function clientOf({ navigator, endpoint, model, apiKeyEnv }: NavigatorArguments): EndpointClient | null {
  if (endpoint === undefined && model === undefined && navigator !== "model") return null;
  if (endpoint === undefined || model === undefined)
    throw new PithError("ARGUMENT_INVALID", "A model that walks needs an address and a name.", {
      subject: endpoint === undefined ? "--endpoint" : "--model",
      next: "Give both --endpoint and --model.",
    });
  return new EndpointClient({
    url: endpoint,
    model,
    env: process.env,
    ...(apiKeyEnv !== undefined && { keyVariable: apiKeyEnv }),
  });
}
