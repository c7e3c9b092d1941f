// OpenAI's interface, and the many servers that speak it (platform.openai.com/docs/api-reference/embeddings).
import type { Dialect } from "./server-provider.ts";

export const OPENAI: Dialect = {
  // 2,048 are allowed; a reply of so many large vectors is longer than what is read of one.
  maxBatch: 500,
  body({ model, config }, texts) {
    const wanted = config.dimension;
    return {
      model,
      input: texts,
      encoding_format: "float",
      // A server that doesn't know how to shorten vectors refuses the parameter, so it is sent only where it is set.
      ...(wanted === 0 ? {} : { dimensions: wanted }),
    };
  },
};
