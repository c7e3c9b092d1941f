// Modules of TypeScript and JavaScript: relative, mapped by configurations, of workspaces, by package exports, built
// files traced to their sources.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGraph } from "../../src/graph/graph.ts";
import { moduleTarget } from "../../src/graph/ecmascript-modules.ts";
import { viewOf } from "./open-view.ts";

type Cases = readonly (readonly [from: string, module: string, expected: string | RegExp])[];

async function check(files: Readonly<Record<string, string>>, cases: Cases): Promise<void> {
  await using opened = await viewOf(files);
  for (const [from, module, expected] of cases) {
    const { files: found, external, why } = await moduleTarget(opened.view, from, module);
    const said = found.length > 0 ? opened.view.paths[found[0]!]! : external ? "outside" : why;
    if (typeof expected === "string") assert.equal(said, expected, `${module} from ${from}`);
    else assert.match(said, expected, `${module} from ${from}`);
  }
}

const TS = "export const x = 1;\n";

test("relative modules: endings, folders, files before folders, `.js` for `.ts`", async () => {
  await check(
    {
      "a.ts": TS,
      "b.tsx": TS,
      "c/index.ts": TS,
      "d.ts": TS,
      "d/index.ts": TS,
      "types.d.ts": TS,
      "e.mts": TS,
      "f.cts": TS,
      "g.js": TS,
      "g.d.ts": TS,
      "data.json": "{}",
      "sub/x.ts": TS,
      "Routes.ts": TS,
      "routes/index.ts": TS,
    },
    [
      ["sub/x.ts", "../a", "a.ts"],
      ["sub/x.ts", "../a.js", "a.ts"],
      ["sub/x.ts", "../b", "b.tsx"],
      ["sub/x.ts", "../b.js", "b.tsx"],
      ["sub/x.ts", "../b.jsx", "b.tsx"],
      ["sub/x.ts", "../c", "c/index.ts"],
      ["sub/x.ts", "../c/", "c/index.ts"],
      ["sub/x.ts", "../d", "d.ts"],
      ["sub/x.ts", "../d/", "d/index.ts"],
      ["sub/x.ts", "../types", "types.d.ts"],
      ["sub/x.ts", "../e.mjs", "e.mts"],
      ["sub/x.ts", "../f.cjs", "f.cts"],
      ["sub/x.ts", "../g", "g.js"],
      ["sub/x.ts", "../data.json", "data.json"],
      ["Routes.ts", "./routes/", "routes/index.ts"],
      ["a.ts", "./none", "leads to no indexed file"],
      ["a.ts", "./A", "a.ts is written in another case"],
      ["a.ts", "../outside", "leads to no file of the repository"],
      ["a.ts", "react", "outside"],
      ["a.ts", "node:fs", "outside"],
    ],
  );
});

test("two files that differ in case only are two modules", async () => {
  await check({ "src/tool.ts": TS, "src/Tool.ts": TS, "use.ts": TS }, [
    ["use.ts", "./src/tool", "src/tool.ts"],
    ["use.ts", "./src/Tool", "src/Tool.ts"],
    ["use.ts", "./src/TOOL", /is written in another case$/],
  ]);
});

test("paths and baseUrl of the nearest configuration, with comments, extends and references", async () => {
  await check(
    {
      "tsconfig.base.json":
        '{ // base\n "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["packages/lib/src/*"], "@one": ["packages/lib/src/one.ts"], }, }, }',
      "tsconfig.json": '{ "files": [], "references": [{ "path": "./packages/app" }] }',
      "packages/app/tsconfig.json": '{ "extends": "../../tsconfig.base.json", "compilerOptions": {} }',
      "packages/web/tsconfig.json": '{ "extends": ["@tsconfig/strictest", "./paths.tsconfig.json"] }',
      "packages/web/tsconfig.paths.json": "{}",
      "packages/other/tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
      "packages/other/src/deep/a.ts": TS,
      "packages/other/src/b.ts": TS,
      "packages/app/src/x.ts": TS,
      "packages/lib/src/one.ts": TS,
      "packages/lib/src/two.ts": TS,
    },
    [
      ["packages/app/src/x.ts", "@lib/two", "packages/lib/src/two.ts"],
      ["packages/app/src/x.ts", "@lib/two.js", "packages/lib/src/two.ts"],
      ["packages/app/src/x.ts", "@one", "packages/lib/src/one.ts"],
      ["packages/app/src/x.ts", "packages/lib/src/one", "packages/lib/src/one.ts"],
      ["packages/app/src/x.ts", "@lib/none", "a mapped path that leads to no file"],
      ["packages/other/src/deep/a.ts", "~/b", "packages/other/src/b.ts"],
      ["packages/app/src/x.ts", "~/b", "outside"],
      ["packages/app/src/x.ts", "lodash", "outside"],
    ],
  );
});

test("workspaces: npm, pnpm and lerna name their packages; entries lead to sources", async () => {
  const parts = {
    "packages/a/package.json": JSON.stringify({
      name: "@x/a",
      main: "./dist/index.js",
      types: "./dist/index.d.ts",
    }),
    "packages/a/src/index.ts": TS,
    "packages/a/src/extra.ts": TS,
    "packages/b/package.json": JSON.stringify({
      name: "b",
      exports: {
        ".": { import: "./dist/esm/main.js", require: "./dist/cjs/main.cjs" },
        "./part": "./dist/esm/part/index.js",
        "./deep/*": "./dist/esm/deep/*.js",
      },
      imports: { "#inner": "./src/inner.ts", "#dir/*": "./src/dir/*.js" },
    }),
    "packages/b/src/main.ts": TS,
    "packages/b/src/part/index.ts": TS,
    "packages/b/src/deep/one.ts": TS,
    "packages/b/src/inner.ts": TS,
    "packages/b/src/dir/two.ts": TS,
    "packages/b/src/hidden.ts": TS,
    "packages/c/package.json": JSON.stringify({ name: "c", main: "lib/start" }),
    "packages/c/lib/start.js": TS,
    "examples/e/package.json": JSON.stringify({ name: "e", dependencies: { b: "^1.0.0", c: "workspace:*" } }),
    "examples/e/main.ts": TS,
  };
  const cases: Cases = [
    ["packages/c/lib/start.js", "@x/a", "packages/a/src/index.ts"],
    ["packages/c/lib/start.js", "@x/a/dist/extra", "packages/a/src/extra.ts"],
    ["packages/c/lib/start.js", "b", "packages/b/src/main.ts"],
    ["packages/c/lib/start.js", "b/part", "packages/b/src/part/index.ts"],
    ["packages/c/lib/start.js", "b/deep/one", "packages/b/src/deep/one.ts"],
    // A sub-path that is not exported is never the package's root.
    ["packages/c/lib/start.js", "b/hidden", "not in its package"],
    ["packages/a/src/index.ts", "c", "packages/c/lib/start.js"],
    ["packages/b/src/main.ts", "#inner", "packages/b/src/inner.ts"],
    ["packages/b/src/main.ts", "#dir/two", "packages/b/src/dir/two.ts"],
    ["packages/b/src/main.ts", "b/part", "packages/b/src/part/index.ts"],
    ["packages/a/src/index.ts", "unknown-package", "outside"],
  ];
  await check({ "package.json": JSON.stringify({ workspaces: ["packages/*"] }), ...parts }, [
    ...cases,
    // An example beside the workspace takes a published version, or says that it takes this one.
    ["examples/e/main.ts", "b", "b as it is published"],
  ]);
  await check(
    {
      "pnpm-workspace.yaml": "packages:\n  # all\n  - 'packages/**'\n  - '!**/test/**'\n",
      "package.json": "{}",
      ...parts,
    },
    cases,
  );
  await check(
    { "lerna.json": JSON.stringify({ packages: ["packages/{a,b,c}"] }), "package.json": "{}", ...parts },
    cases,
  );
});

test("conditions that lead to sources are taken first; entries beside `src` are found there", async () => {
  await check(
    {
      "package.json": JSON.stringify({ workspaces: ["p/*"] }),
      "p/z/package.json": JSON.stringify({
        name: "z",
        exports: {
          ".": { "@z/source": "./src/entry.ts", import: "./index.js" },
          "./mini": { import: "./mini/index.js" },
        },
      }),
      "p/z/src/entry.ts": TS,
      "p/z/src/index.ts": TS,
      "p/z/src/mini/index.ts": TS,
      "p/y/package.json": JSON.stringify({ name: "y" }),
      "p/y/a.ts": TS,
    },
    [
      ["p/y/a.ts", "z", "p/z/src/entry.ts"],
      ["p/y/a.ts", "z/mini", "p/z/src/mini/index.ts"],
    ],
  );
});

test("broken configurations are no obstacle, circular ones end", async () => {
  await check(
    {
      "tsconfig.json": '{ "extends": "./tsconfig.json", "compilerOptions": ',
      "package.json": "{ not json",
      "a/tsconfig.json": '{ "extends": "../b/tsconfig.json" }',
      "b/tsconfig.json":
        '{ "extends": "../a/tsconfig.json", "compilerOptions": { "paths": { "$x": ["./x.ts"] } } }',
      "b/x.ts": TS,
      "a/y.ts": TS,
    },
    [
      ["a/y.ts", "../b/x", "b/x.ts"],
      ["b/x.ts", "$x", /./],
    ],
  );
});

test("a workspace whose root is called as one of its packages is", async () => {
  await using opened = await viewOf({
    "package.json": '{"name": "@a/core", "private": true}',
    "lerna.json": '{"packages": ["packages/*"]}',
    "packages/core/package.json": '{"name": "@a/core", "devDependencies": {"@a/common": "1.0.0"}}',
    "packages/core/index.ts": 'import { b } from "@a/common";\nb();\n',
    "packages/common/package.json": '{"name": "@a/common"}',
    "packages/common/index.ts": "export function b() {}\n",
  });
  const graph = openGraph(opened.view);
  const { declarations } = await graph.declarationsOf("b");
  const { proven } = await graph.callers(declarations[0]!);
  assert.deepEqual(
    proven.map(({ path }) => path),
    ["packages/core/index.ts"],
  );
});
