// The JSON Schema of the format says of each recorded manifest what the format's own says: where, and by which keyword.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSchema } from "../../src/manifest/check-schema.ts";
import { manifestText, vectors } from "./vectors.ts";

const { cases } = vectors<{
  cases: { name: string; manifest: unknown; schema: { path: string; keyword: string }[] }[];
}>("validate/cases");

/** Version 0.1 is held to its own schema, where the original knows that of 0.2 alone. */
const OLD = new Set(["old version 0.1"]);

for (const { name, manifest, schema } of cases) {
  test(`schema: ${name}`, () => {
    const found = checkSchema(manifest)
      .map(({ path, keyword }) => ({ path, keyword }))
      .sort((a, b) => (`${a.path} ${a.keyword}` < `${b.path} ${b.keyword}` ? -1 : 1));
    const said = [...schema].sort((a, b) => (`${a.path} ${a.keyword}` < `${b.path} ${b.keyword}` ? -1 : 1));
    assert.deepEqual(found, OLD.has(name) ? [] : said);
  });
}

test("the recorded manifests hold, but for the one with fields of its own", () => {
  for (const name of ["example-skills", "harbor", "minimal", "root-leaf", "built-tools"])
    assert.deepEqual(checkSchema(JSON.parse(manifestText(name))), [], name);
  assert.ok(checkSchema(JSON.parse(manifestText("odd-graph"))).length > 0);
});

test("whatever it is given, it says and does not throw", () => {
  for (const odd of [
    null,
    7,
    "x",
    [],
    [[]],
    {},
    { pcx_version: {} },
    { nodes: { "a/b": 3, "%": 4, "~": 5 } },
  ])
    assert.ok(checkSchema(odd).length > 0, JSON.stringify(odd));
  const paths = checkSchema({
    pcx_version: "0.2",
    source: { id: "a", kind: "b" },
    variant: { budget: 1 },
    root: 1,
    nodes: { "a/b": 3, "%": 4, "~": 5 },
  }).map(({ path }) => path);
  for (const path of ["nodes/a/b", "nodes/%", "nodes/~"]) assert.ok(paths.includes(path), path);
});
