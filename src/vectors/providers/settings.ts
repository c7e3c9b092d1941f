// Can the provider that is set be asked at all? The settings with what follows from them: address, key, prefixes, and the
// name under which its vectors are kept. A key comes from the environment alone and stays in `key`.
import { sha256 } from "../../base/hash.ts";
import type { ProviderConfig, ProviderKind } from "../../config/provider-keys.ts";
import { invalid, isLoopback, keyOf, urlOf } from "./address.ts";
import type { TextKind } from "./provider.ts";
import { prefixesOf, type Prefixes } from "./prefixes.ts";

export type ServerKind = Exclude<ProviderKind, "none" | "onnx">;

export interface ProviderSettings {
  readonly config: ProviderConfig;
  readonly kind: Exclude<ProviderKind, "none">;
  readonly model: string;
  readonly prefixes: Prefixes;
  /** Where texts are sent to; null for a model in this process. */
  readonly url: URL | null;
  /** Null where none is wanted. */
  readonly key: string | null;
  /** Name of the variable of the key, for messages; empty where none is looked at. */
  readonly keyVariable: string;
  /** Texts go over a network in the clear. */
  readonly isOpenToReaders: boolean;
  /** Vectors are compared with those of the same name alone: model, dimension asked for, and how texts are sent. */
  readonly vectorsName: string;
}

interface Kind {
  readonly url: string;
  readonly path: string;
  readonly model: string;
  readonly keyVariable: string;
  readonly needsKey: boolean;
}

const SERVERS: Readonly<Record<ServerKind, Kind>> = {
  llama: {
    url: "http://127.0.0.1:8080",
    path: "/v1/embeddings",
    model: "",
    keyVariable: "LLAMA_API_KEY",
    needsKey: false,
  },
  openai: {
    url: "https://api.openai.com/v1",
    path: "/embeddings",
    model: "text-embedding-3-small",
    keyVariable: "OPENAI_API_KEY",
    needsKey: true,
  },
  voyage: {
    url: "https://api.voyageai.com/v1",
    path: "/embeddings",
    model: "voyage-code-3",
    keyVariable: "VOYAGE_API_KEY",
    needsKey: true,
  },
};

/** Null where none is set. Throws PROVIDER_INVALID with what has to be set in which place. */
export function providerSettings(config: ProviderConfig, env: NodeJS.ProcessEnv): ProviderSettings | null {
  const { kind } = config;
  if (kind === "none") return null;
  if (kind === "onnx") return settingsOf(config, kind, onnxModel(config));
  const server = SERVERS[kind];
  const model = config.model === "" ? server.model : config.model;
  if (model === "") {
    throw invalid(
      "provider.model",
      `The provider ${kind} needs the name of its model.`,
      "Set provider.model to it: how queries are written, and which vectors may be compared, go by it.",
    );
  }
  const url = urlOf(
    config.url === "" ? server.url : config.url,
    server.path,
    "provider.url",
    "provider.keyVariable",
  );
  // The key of one service must not go to another that merely speaks like it.
  const isOwnAddress = config.url === "" || kind === "llama" || url.origin === new URL(server.url).origin;
  const keyVariable = config.keyVariable !== "" ? config.keyVariable : isOwnAddress ? server.keyVariable : "";
  const key = keyVariable === "" ? null : keyOf(keyVariable, env);
  const isNeeded = config.keyVariable !== "" || (server.needsKey && isOwnAddress);
  if (key === null && isNeeded) {
    throw invalid(
      keyVariable,
      `The provider ${kind} needs a key, and the variable ${keyVariable} is not set.`,
      `Set ${keyVariable} in the environment of Pith. A key is read from there alone, and kept nowhere.`,
    );
  }
  const isOpenToReaders = url.protocol === "http:" && !isLoopback(url.hostname);
  if (isOpenToReaders && key !== null) {
    throw invalid(
      "provider.url",
      `The key of ${keyVariable} would go to ${url.host} over plain HTTP, where others can read it.`,
      `Use https in provider.url, or a server on this machine. If the server wants no key, take ${keyVariable} out of the environment of Pith.`,
    );
  }
  return { ...settingsOf(config, kind, model), url, key, keyVariable, isOpenToReaders };
}

function settingsOf(config: ProviderConfig, kind: ProviderSettings["kind"], model: string): ProviderSettings {
  const family = prefixesOf(model);
  const chosen = (set: string, of: TextKind): string => (set === "auto" ? family[of] : set);
  const prefixes: Prefixes = {
    query: chosen(config.queryPrefix, "query"),
    document: chosen(config.documentPrefix, "document"),
    code: chosen(config.codePrefix, "code"),
  };
  const { dimension, textBytes, pooling, folder } = config;
  const sent = JSON.stringify([prefixes, textBytes, kind === "onnx" ? [pooling, folder] : []]);
  return {
    config,
    kind,
    model,
    prefixes,
    url: null,
    key: null,
    keyVariable: "",
    isOpenToReaders: false,
    vectorsName: `${kind} ${model} ${dimension} ${sha256(sent).slice(0, 16)}`,
  };
}

function onnxModel({ folder, model }: ProviderConfig): string {
  if (folder === "") {
    throw invalid(
      "provider.folder",
      "The provider onnx needs the folder of a model.",
      "Set provider.folder to a folder with config.json, tokenizer.json and onnx/model.onnx.",
    );
  }
  return model === "" ? (folder.split(/[\\/]/).findLast((part) => part !== "") ?? folder) : model;
}
