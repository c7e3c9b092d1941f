// A llama.cpp server or one like it (llama-swap, Ollama, LM Studio): `/v1/embeddings`, a key only where it was started with
// one. It shortens no vectors: `provider.dimension` is checked against what comes.
import type { Dialect } from "./server-provider.ts";

export const LLAMA: Dialect = {
  maxBatch: 256,
  body({ model }, texts) {
    return { model, input: texts, encoding_format: "float" };
  },
};
