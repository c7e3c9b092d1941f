// A language without rules of its own: what scopes alone prove, and everything else of the name as possible, never nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { declarationAt } from "../../src/graph/declarations.ts";
import { tablesOf } from "../../src/graph/file-tables.ts";
import { ask } from "./ask.ts";

test("uses in other files are possible, whatever the language", async () => {
  await using asked = await ask({
    "lib/a.scala":
      "class Store {\n  def save(item: Any) = {\n    check(item)\n  }\n  def check(item: Any) = {}\n}\n",
    "lib/b.scala": "object Run {\n  def run(store: Store) = store.save(1)\n}\n",
    "k/A.swift": "class A {\n  func go() {}\n}\n",
    "k/B.swift": "func use(a: A) {\n  a.go()\n}\n",
  });
  assert.deepEqual(await asked.possible("Store.save"), ["lib/b.scala:2 unresolved-receiver"]);
  assert.deepEqual(await asked.possible("Store.check"), ["lib/a.scala:3 same-name"]);
  assert.deepEqual(await asked.possible("A.go"), ["k/B.swift:2 unresolved-receiver"]);
});

test("of several declarations of a name in one scope none is proven, and each may be meant", async () => {
  await using asked = await ask({
    "conn.ex":
      "defmodule Conn do\n  def put(conn, key, value) do\n    put(conn, {key, value})\n  end\n\n  def one(conn) do\n    conn\n  end\n\n  def use(conn) do\n    one(conn)\n  end\n\n  defp put(conn, pair) do\n    [conn, pair]\n  end\nend\n",
    "run.sh": "go() {\n  echo 1\n}\ngo\ngo() {\n  echo 2\n}\ngo\nonce() {\n  go\n}\nonce\n",
    "m.lua": "local function once()\n  return 1\nend\nonce()\n",
  });
  const { graph } = asked;
  const uses = async (path: string, line: number) => {
    const [declaration] = await graph.declarationsIn(graph.view.indexOf(path), [line]);
    const { proven, possible } = await graph.callers(declaration!);
    return [proven.map((s) => s.line), possible.filter((s) => s.path === path).map((s) => s.line)];
  };
  for (const line of [2, 14]) assert.deepEqual(await uses("conn.ex", line), [[], [3]], String(line));
  assert.deepEqual(await uses("conn.ex", 6), [[11], []]);
  for (const line of [1, 5]) assert.deepEqual(await uses("run.sh", line), [[], [4, 8, 10]], String(line));
  assert.deepEqual(await uses("run.sh", 9), [[12], []]);
  assert.deepEqual(await uses("m.lua", 1), [[4], []]);
});

test("files that import or pass on another are possible importers, whatever the language", async () => {
  await using asked = await ask({
    "lib/shelf.dart": "export 'src/pipeline.dart' show Pipeline;\n",
    "lib/src/more.dart": "import 'pipeline.dart';\n",
    "lib/src/pipeline.dart": "class Pipeline {}\n",
  });
  const { graph } = asked;
  const at = (path: string) => graph.view.indexOf(path);
  const { links: importers } = await graph.dependents(at("lib/src/pipeline.dart"));
  assert.deepEqual(
    importers.map(({ from }) => from),
    ["lib/shelf.dart", "lib/src/more.dart"],
  );
  assert.equal((await graph.dependencies(at("lib/shelf.dart"))).links.length, 1);
});

test("a file of words alone that holds the name is said not to be looked at", async () => {
  await using asked = await ask({
    "a.ts": "export function renderPage(): void {}\n",
    "page.pl": "renderPage();\n",
  });
  const { proven, possible, totals, notLooked } = await asked.interval("renderPage");
  assert.deepEqual([proven, possible, totals], [[], [], { proven: 0, possible: 0 }]);
  assert.deepEqual(notLooked, [{ what: "1 file (code) that hold the name", why: "another language" }]);
});

test("names of formats without rules of their own have answers too, in every direction", async () => {
  await using asked = await ask({
    "Cargo.toml": '[package]\nname = "x"\n\n[dependencies]\nserde = "1"\n',
    "a.yaml": "jobs:\n  build:\n    steps: []\n",
    "b.json": '{ "jobs": { "build": 1 } }\n',
    "c.md": "# Title\n\nSee build.\n",
    "d.sql": "create table dogs (id int);\nselect * from dogs;\n",
    "e.css": ".build { color: red }\n",
    "f.tf": 'resource "a" "build" {}\n',
    Makefile: "build:\n\techo build\n",
    Dockerfile: "FROM a AS build\nRUN build\n",
    "g.html": '<h1 id="build">build</h1>\n',
  });
  const { graph } = asked;
  const found: Record<string, string[]> = {};
  for (const each of await graph.view.load(graph.view.paths.map((_, i) => i))) {
    const tables = tablesOf(each);
    for (const at of tables?.facts.symbols.keys() ?? []) {
      const declaration = declarationAt(tables!, at);
      const { path, qualified, name, line } = declaration;
      const callers = await graph.callers(declaration);
      const places = callers.possible.map((site) => `${site.path}:${site.line}`);
      found[`${path} ${qualified}`] = places;
      // Nothing is sure: no rule of a language says what a name of data means.
      assert.deepEqual([callers.proven, callers.totals.proven], [[], 0]);
      assert.equal(callers.totals.possible, places.length);
      for (const site of callers.possible) assert.match(site.text, new RegExp(name.replace(/^\W/, "")));
      // Its own place is no use of it.
      const [file] = await graph.view.load([declaration.file]);
      const { startColumn } = file!.facts!.symbols[at]!.nameRange;
      const own = callers.possible.filter((site) => site.path === path && site.line === line);
      assert.ok(
        own.every((site) => Math.abs(site.column - startColumn) > 1),
        qualified,
      );
      const references = await graph.references(declaration);
      assert.deepEqual(references.totals, callers.totals);
      assert.deepEqual(await graph.callees(declaration), {
        proven: [],
        possible: [],
        external: 0,
        notLooked: [],
      });
      const nothing = { proven: [], possible: [], notLooked: [] };
      assert.deepEqual(await graph.implementors(declaration), nothing);
      assert.deepEqual(await graph.bases(declaration), nothing);
      const closure = await graph.closure(declaration, "callers", 3);
      assert.deepEqual(closure.steps, []);
      assert.deepEqual(closure.byDepth, [{ depth: 1, proven: 0, possible: places.length, external: 0 }]);
      assert.equal(closure.possible.length, places.length);
    }
  }
  // Names in quotes are all that is found of a name without a family.
  const quoted = ["f.tf:1", "g.html:1"];
  assert.deepEqual(found, {
    "Cargo.toml package": [],
    "Cargo.toml package > name": [],
    "Cargo.toml dependencies": [],
    "Cargo.toml dependencies > serde": [],
    "Dockerfile build": quoted,
    "Makefile build": quoted,
    "a.yaml jobs": [],
    "a.yaml jobs > build": quoted,
    "b.json jobs": [],
    "b.json jobs > build": quoted,
    "c.md Title": [],
    "d.sql dogs": [],
    "e.css .build": [],
    "f.tf a.build": ["g.html:1"],
    "g.html build": quoted,
  });
});
