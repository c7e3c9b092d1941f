// Interfaces and tool lists: an operation can be read alone, nothing of the description is lost, numbers stay as they are written.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isPithError } from "../../../src/base/error.ts";
import { keysOf, valueAt } from "../../../src/manifest/compile/adapters/openapi-parts.ts";
import { formatJson } from "../../../src/manifest/compile/format-json.ts";
import { formatNumber, parseJsonWords } from "../../../src/manifest/compile/json-words.ts";
import { loadSource } from "../../../src/manifest/compile/load-source.ts";
import { preOrder, type SourceNode, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { SourceFolder } from "./source-folder.ts";

const RUNS = 200 * Number(process.env["PITH_SOAK"] ?? 1);

function nodesOf({ root }: SourceTree): SourceNode[] {
  return [...preOrder(root)].map(({ node }) => node);
}

const PETS = `
openapi: 3.1.0
info: { title: Pets, version: 1.10, description: "About pets. In full." }
servers: [{ url: https://pets.example }]
tags:
  - { name: pets, description: All about pets. }
security: [{ key: [] }]
paths:
  /pets/{id}:
    parameters:
      - { $ref: "#/components/parameters/Id" }
    get:
      tags: [pets]
      operationId: getPet
      summary: One pet
      responses:
        "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
    delete: { tags: [pets], deprecated: true, description: Takes it away. For good. }
  /shops:
    get: { tags: [shops], responses: { default: { $ref: "other.yaml#/x" } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: K }
    unused: { type: http }
  parameters:
    Id: { name: id, in: path, schema: { type: integer, maximum: 12345678901234567890 } }
  schemas:
    Pet: { type: object, properties: { owner: { $ref: "#/components/schemas/Owner" }, weight: { default: 2.50 } } }
    Owner: { properties: { pets: { items: { $ref: "#/components/schemas/Pet" } } } }
    Lonely: { type: string }
`;

async function load(name: string, text: string, kind?: "openapi" | "mcp" | "tools"): Promise<SourceTree> {
  using folder = new SourceFolder({ [name]: text });
  return await loadSource(join(folder.path, name), kind);
}

test("an interface: tags, operations that can be read alone, and what none refers to", async () => {
  const tree = await load("pets.yaml", PETS);
  assert.equal(tree.kind, "openapi");
  assert.equal(tree.root.title, "Pets");
  assert.deepEqual(
    nodesOf(tree).map(({ id }) => id),
    ["r", "about", "pets/*", "delete:/pets/{id}", "get:/pets/{id}", "shops/*", "get:/shops"].toSorted(
      (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
    ),
  );
  const byId = new Map(nodesOf(tree).map((node) => [node.id, node]));
  const get = byId.get("get:/pets/{id}")!;
  assert.equal(get.hint, "One pet");
  assert.deepEqual(get.keywords, ["getPet"]);
  assert.deepEqual(get.facets, { method: "get", tag: "pets" });
  assert.match(get.content!, /"default": 2\.50/);
  assert.match(get.content!, /"maximum": 12345678901234567890/);
  assert.ok(get.summary!.length < get.content!.length);
  const content = JSON.parse(get.content!) as { components: Record<string, object> };
  assert.deepEqual(Object.keys(content.components).sort(), ["parameters", "schemas", "securitySchemes"]);
  assert.deepEqual(Object.keys(content.components["schemas"]!).sort(), ["Owner", "Pet"]);
  assert.deepEqual(Object.keys(content.components["securitySchemes"]!), ["key"]);
  const gone = byId.get("delete:/pets/{id}")!;
  assert.deepEqual([gone.hint, gone.facets["deprecated"]], ["Takes it away.", "yes"]);
  assert.equal(byId.get("pets/*")!.hint, "All about pets.");
  const about = byId.get("about")!.content!;
  assert.match(about, /"version": 1\.10/);
  assert.match(about, /Lonely/);
  assert.doesNotMatch(about, /Owner/);
  assert.deepEqual(
    tree.notes.map(({ subject }) => subject),
    ["other.yaml#/x"],
  );
});

const ORDER = ["r", "about", "pets/*", "get:/pets/{id}", "delete:/pets/{id}", "shops/*", "get:/shops"];

test("what an operation refers to is in it, at any depth and in circles, and the description stays as it is", async () => {
  const names = ["A", "B", "C", "D", "E", "F"];
  const schema = fc.array(fc.constantFrom(...names), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...names.map(() => schema)),
      schema,
      fc.boolean(),
      async (refs, used, isOld) => {
        const at = isOld ? "#/definitions/" : "#/components/schemas/";
        const of = (list: readonly string[]): object => ({
          allOf: list.map((name) => ({ $ref: at + name })),
        });
        const all = Object.fromEntries(names.map((name, i) => [name, of(refs[i]!)]));
        const document = {
          ...(isOld
            ? { swagger: "2.0", definitions: all }
            : { openapi: "3.0.0", components: { schemas: all } }),
          paths: { "/x": { get: { responses: { default: of(used) } } } },
        };
        const tree = await load("api.json", JSON.stringify(document), "openapi");
        const [about, get] = tree.root.children!;
        const content = JSON.parse(get!.content!) as unknown;
        const open = [...get!.content!.matchAll(/"\$ref": "([^"]*)"/g)].map(([, to]) => to!);
        for (const to of open) assert.deepEqual(valueAt(content, keysOf(to)!), all[to.slice(at.length)]);
        // What is in no operation is in what is said of the whole.
        for (const name of names)
          assert.notEqual(open.includes(at + name), new RegExp(`"${name}": \\{`).test(about!.content!), name);
      },
    ),
    { numRuns: RUNS / 4 },
  );
});

test("in a large interface in which most refers to most no leaf is much larger than itself, and all parts are there", async () => {
  const count = 120;
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `S${i}`,
      {
        description: `Schema ${i}. ${"Words. ".repeat(i === 7 ? 9_000 : 300)}`,
        allOf: [1, 2, 3, 5, 8].map((step) => ({ $ref: `#/components/schemas/S${(i * 7 + step) % count}` })),
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `/p${i}`,
      { get: { x: { $ref: `#/components/schemas/S${i % count}` } } },
    ]),
  );
  const tree = await load(
    "api.json",
    JSON.stringify({ openapi: "3.0.0", paths, components: { schemas } }),
    "openapi",
  );
  const nodes = nodesOf(tree);
  const ids = new Set(nodes.map(({ id }) => id));
  const whole = new Set<string>();
  for (const { id, content, links } of nodes) {
    if (content === undefined) continue;
    assert.ok(content.length < (id.endsWith("/S7") ? 110_000 : 50_000), `${id} ${content.length}`);
    for (const { to } of links) assert.ok(ids.has(to), to);
    const { components } = JSON.parse(content) as { components?: { schemas: Record<string, object> } };
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      assert.deepEqual(schema, schemas[name]);
      whole.add(name);
    }
    // What is referred to stands here, or is a part of its own.
    for (const [, name] of content.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      assert.ok(
        components?.schemas[name!] !== undefined || ids.has(`shared:components/schemas/${name}`),
        name,
      );
  }
  assert.equal(whole.size, count);
});

const NO_INTERFACE: Record<string, string> = {
  "no JSON": '{"openapi": "3.0.0", ',
  "no YAML": "openapi: [\n",
  "two documents": "openapi: 3.0.0\n---\npaths: {}\n",
  "no interface": '{"a": 1}',
  "a list": "[1]",
  "a circle of aliases": "openapi: 3.0.0\npaths: &a\n  /x: *a\n",
  "nested without end": `{"openapi": ${"[".repeat(100_000)}`,
};

for (const [what, text] of Object.entries(NO_INTERFACE))
  test(`an interface that is none: ${what}`, async () => {
    await assert.rejects(
      load("a.json", text, "openapi"),
      (error) => isPithError(error) && error.code === "MANIFEST_SOURCE_INVALID" && error.next !== "",
    );
  });

test("odd parts of an interface are noted, never a fault", async () => {
  for (const paths of [
    '{"/a": null, "/b": 5, "/c": {"get": null}}',
    '{"/a": {"$ref": "#/nowhere"}}',
    '{"/__proto__": {"get": {"tags": ["__proto__"], "x": {"$ref": "#/__proto__/y"}}}}',
    "[]",
    "null",
  ]) {
    const tree = await load(
      "a.json",
      `{"openapi": "3.0.0", "info": 5, "tags": [5, null], "components": [], "paths": ${paths}}`,
      "openapi",
    );
    assert.ok(tree.root.children!.length > 0);
  }
});

test("the tools of a server: annotations are facets", async () => {
  const tools = [
    {
      name: "fs.read",
      title: "Read a file",
      inputSchema: {},
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    { name: "fs.write", inputSchema: {}, annotations: { destructiveHint: true, title: "Write" } },
  ];
  for (const given of [{ tools }, { jsonrpc: "2.0", id: 1, result: { tools } }]) {
    const tree = await load("server.json", JSON.stringify(given));
    assert.equal(tree.kind, "mcp");
    const [, space, read, write] = nodesOf(tree);
    assert.equal(space!.id, "fs.*");
    assert.deepEqual(
      [read!.facets, read!.keywords],
      [{ "read-only": "yes", "open-world": "no" }, ["fs", "read", "Read a file"]],
    );
    assert.deepEqual([write!.facets, write!.keywords], [{ destructive: "yes" }, ["fs", "write", "Write"]]);
  }
});

test("tools of one name are told apart by their contents, whatever their order", async () => {
  const tools = [{ name: "a", v: 1 }, { name: "a", v: 2 }, { name: "a", v: 2 }, { name: "A" }, { v: 3 }, {}];
  const ids = async (list: object[]): Promise<Map<string, string>> =>
    new Map(
      nodesOf(await load("t.json", JSON.stringify(list), "tools")).map((node) => [
        node.id,
        node.content ?? "",
      ]),
    );
  const one = await ids(tools);
  assert.equal(one.size, tools.length + 1);
  assert.deepEqual([...(await ids(tools.toReversed()))].sort(), [...one].sort());
});

test("numbers are the same numbers, and stay as written where the shortest form would change them", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 25 });
  const number = fc
    .tuple(
      fc.constantFrom("", "-"),
      digits,
      fc.option(digits),
      fc.option(fc.integer({ min: -400, max: 400 })),
    )
    .map(
      ([sign, whole, part, power]) =>
        `${sign}${whole.replace(/^0+(?=\d)/, "")}${part === null ? "" : `.${part}`}${power === null ? "" : `e${power}`}`,
    );
  fc.assert(
    fc.property(number, (source) => {
      const written = formatNumber(source);
      assert.equal(Number(written), Number(source));
      assert.ok(
        Number.isFinite(Number(written)) ? Object.is(Number(written), Number(source)) : written === source,
      );
      assert.equal(formatJson(parseJsonWords(source, formatNumber)), written);
      assert.equal(formatJson(parseJsonWords(source)), source);
    }),
    { numRuns: RUNS },
  );
  for (const same of ["0.1234567890123456789012345", "1e400", "12345678901234567890"])
    assert.equal(formatNumber(same), same);
});

test("any JSON is written with the meaning that it has", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const written = formatJson(parseJsonWords(text, formatNumber));
      assert.deepEqual(JSON.parse(written), JSON.parse(text));
      assert.match(written, /^[\n\x20-\x7e]*$/);
    }),
    { numRuns: RUNS },
  );
});
