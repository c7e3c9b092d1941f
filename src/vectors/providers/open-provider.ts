// Which provider is the one that is set? The one place that knows all of them.
import type { HttpOptions } from "./http-client.ts";
import { LLAMA } from "./llama.ts";
import { OnnxProvider } from "./onnx.ts";
import { OPENAI } from "./openai.ts";
import type { Provider } from "./provider.ts";
import { ServerProvider, type Dialect } from "./server-provider.ts";
import type { ProviderSettings, ServerKind } from "./settings.ts";
import { VOYAGE } from "./voyage.ts";

const DIALECTS: Readonly<Record<ServerKind, Dialect>> = { llama: LLAMA, openai: OPENAI, voyage: VOYAGE };

/** `pause`: waits before another try. Asks nobody yet. */
export function openProvider(settings: ProviderSettings, pause?: HttpOptions["pause"]): Provider {
  const { kind, url } = settings;
  if (kind === "onnx" || url === null) return new OnnxProvider(settings);
  return new ServerProvider(settings, url, DIALECTS[kind], pause);
}
