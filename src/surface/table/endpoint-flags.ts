// Flags of the commands that may ask a model: where it is, its name, where its key is.
import type { Parameter } from "../entry.ts";

export function endpoint(description: string, note: string): readonly Parameter[] {
  return [
    { name: "endpoint", type: "string", longest: 2_000, description, note, cli: { placeholder: "url" } },
    {
      name: "model",
      type: "string",
      longest: 200,
      description: "Name of the model at that address.",
      cli: { placeholder: "name" },
    },
    {
      name: "apiKeyEnv",
      type: "string",
      longest: 200,
      description: "Environment variable that holds the key.",
      cli: { placeholder: "variable" },
    },
  ];
}
