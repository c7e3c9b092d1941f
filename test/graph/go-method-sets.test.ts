// Interfaces of Go and the types that implement them without a word: proven by equal heads, possible by names alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGraph } from "../../src/graph/graph.ts";
import { headTypes } from "../../src/graph/go-method-sets.ts";
import { viewOf } from "./open-view.ts";

const FILES = {
  "go.mod": "module example.com/app\n\ngo 1.22\n",
  "store/store.go": `package store

import "io"

type Item struct{}

type Store interface {
	Save(w io.Writer, a, b int) error
	Load(key string) (*Item, error)
}

type Mem struct{}

func (m *Mem) Save(to io.Writer, x int, y int) error { return nil }
func (m *Mem) Load(k string) (item *Item, err error) { return nil, nil }

type Cached struct {
	*Mem
}

type Half struct{}

func (h Half) Save(w io.Writer, a, b int) error { return nil }

type Loose struct{}

func (l Loose) Save(w io.Writer, a string) error { return nil }
func (l Loose) Load(key []byte) (*Item, error) { return nil, nil }
`,
  "far/far.go": `package far

import "io"

type Item struct{}

type Far struct{}

func (f Far) Save(w io.Writer, a, b int) error { return nil }
func (f Far) Load(key string) (*Item, error) { return nil, nil }
`,
};

test("equal heads prove, names alone may, and what lacks a method does not", async () => {
  await using opened = await viewOf(FILES);
  const graph = openGraph(opened.view);
  const [store] = (await graph.declarationsOf("Store")).declarations;
  const { proven, possible } = await graph.implementors(store!);
  assert.deepEqual(
    proven.map(({ declaration: d, distance }) => `${d.name} ${distance}`),
    ["Mem 1", "Cached 2"],
  );
  assert.deepEqual(possible.map(({ enclosing, why }) => `${enclosing} ${why}`).sort(), [
    "Far method-set",
    "Loose method-set",
  ]);
  const [mem] = (await graph.declarationsOf("Mem")).declarations;
  assert.deepEqual(
    (await graph.bases(mem!)).proven.map(({ declaration: d }) => d.name),
    ["Store"],
  );
  const [half] = (await graph.declarationsOf("Half")).declarations;
  assert.deepEqual((await graph.bases(half!)).proven, []);
  const [save] = (await graph.declarationsOf("Store.Save")).declarations;
  const members = await graph.implementors(save!);
  assert.deepEqual(
    [...new Set(members.proven.map(({ declaration: d }) => `${d.qualified}:${d.line}`))],
    ["Mem.Save:14"],
  );
});

test("heads by their types, whatever their parameters are called", () => {
  assert.deepEqual(headTypes("func (m *M) F(w io.Writer, a, b int) error", "F"), [
    "io.Writer",
    "int",
    "int",
    "->",
    "error",
  ]);
  assert.deepEqual(headTypes("F(io.Writer, int, int) (err error)", "F"), [
    "io.Writer",
    "int",
    "int",
    "->",
    "error",
  ]);
  assert.deepEqual(headTypes("F()", "F"), ["->"]);
  assert.deepEqual(headTypes("F(f func(a, b int) error, c <-chan int, rest ...string)", "F"), [
    "func(a, b int) error",
    "<-chan int",
    "...string",
    "->",
  ]);
  assert.deepEqual(headTypes("F(chan int, map[string]int)", "F"), ["chan int", "map[string]int", "->"]);
  assert.deepEqual(headTypes("F() (int, func() (a, b string))", "F"), ["->", "int", "func() (a, b string)"]);
  assert.equal(headTypes("F(", "F"), null);
  assert.equal(headTypes("G()", "F"), null);
});

test("calls through interfaces of packages outside are counted, and those of modules as published are possible", async () => {
  await using opened = await viewOf({
    "go.mod": "module example.com/app/v5\n\ngo 1.22\n",
    "mux.go": `package app

import "net/http"

type Mux struct{}

func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func Param(k string) string { return k }

func Wrap(h http.Handler, w http.ResponseWriter, r *http.Request) {
	h.ServeHTTP(w, r)
	http.Error(w, "", 500)
}
`,
    "examples/go.mod": "module example.com/app/examples\n\nrequire example.com/app/v5 v5.0.1\n",
    "examples/main.go": 'package main\n\nimport "example.com/app/v5"\n\nfunc main() { app.Param("a") }\n',
  });
  const graph = openGraph(opened.view);
  const callers = async (name: string) => graph.callers((await graph.declarationsOf(name)).declarations[0]!);
  const { notLooked, totals } = await callers("ServeHTTP");
  assert.deepEqual(totals, { proven: 0, possible: 0 });
  assert.ok(notLooked.some(({ what }) => what.startsWith("1 call of ServeHTTP on what packages outside")));
  assert.deepEqual(
    (await callers("Param")).possible.map(({ path, why }) => `${path} ${why}`),
    ["examples/main.go unresolved-module"],
  );
});
