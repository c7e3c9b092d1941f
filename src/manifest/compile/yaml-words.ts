// YAML as data whose numbers stay as they are written, as in JSON: a version of 1.10 is not 1.1.
import type * as Yaml from "yaml";
import { numberWord } from "./json-words.ts";

/** The library, loaded where a manifest is made and not before. */
export type YamlLibrary = typeof Yaml;

export async function loadYaml(): Promise<YamlLibrary> {
  return await import("yaml");
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Throws what the library throws: for what is no YAML, and for aliases of aliases of aliases. */
export function parseYamlWords(text: string, yaml: YamlLibrary): unknown {
  const document = yaml.parseDocument(text, { merge: true, logLevel: "error" });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;
  let hasAliases = false;
  yaml.visit(document, {
    Alias() {
      hasAliases = true;
    },
    Scalar(_key, node) {
      const { value, source } = node;
      if (typeof value !== "number" && typeof value !== "bigint") return;
      const written = source ?? String(value);
      node.value = JSON_NUMBER.test(written) ? numberWord(written) : written;
    },
  });
  const data: unknown = document.toJS();
  // What has itself as a part can't be written down.
  if (hasAliases) JSON.stringify(data);
  return data;
}
