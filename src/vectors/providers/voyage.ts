// Voyage AI (docs.voyageai.com/reference/embeddings-api): it writes the prefixes itself when it is told what a text is.
import type { Dialect } from "./server-provider.ts";

export const VOYAGE: Dialect = {
  maxBatch: 128,
  body({ model, config }, texts, kind) {
    const wanted = config.dimension;
    return {
      model,
      input: texts,
      input_type: kind === "query" ? "query" : "document",
      truncation: true,
      ...(wanted === 0 ? {} : { output_dimension: wanted }),
    };
  },
};
