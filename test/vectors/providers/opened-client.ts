// A client of vectors for a test: settings in part, waits written down instead of waited for.
import { defaultProvider, type ProviderConfig } from "../../../src/config/provider-keys.ts";
import { EmbeddingClient, type KnownVectors } from "../../../src/vectors/providers/embedding-client.ts";
import { openProvider } from "../../../src/vectors/providers/open-provider.ts";
import { providerSettings } from "../../../src/vectors/providers/settings.ts";
import type { TextKind } from "../../../src/vectors/providers/provider.ts";

export interface OpenedClient {
  client: EmbeddingClient;
  waits: number[];
  known: Map<TextKind, Int8Array>;
}

export function openClient(
  set: Partial<ProviderConfig>,
  env: NodeJS.ProcessEnv = {},
  known = new Map<TextKind, Int8Array>(),
): OpenedClient {
  const settings = providerSettings({ ...defaultProvider(), kind: "llama", model: "any", ...set }, env)!;
  const waits: number[] = [];
  const pause = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const memory: KnownVectors = {
    get: (kind) => known.get(kind) ?? null,
    set: (kind, vector) => known.set(kind, vector),
  };
  const provider = openProvider(settings, pause);
  return { client: new EmbeddingClient(provider, settings, memory, { pause, now: () => 0 }), waits, known };
}
