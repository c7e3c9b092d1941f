// Go in the graph: packages over files and folders, modules, methods by the type of the receiver, promotion, interfaces,
// build constraints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("packages: names of the folder, imports by path, alias and dot, replaced and foreign modules", async () => {
  await using asked = await ask({
    "go.mod":
      "module example.com/tool\n\nrequire example.com/extra v1.0.0\n\nreplace example.com/extra => ./extra\n",
    "a.go": "package tool\n\nfunc Run() {}\n\nfunc hidden() {}\n",
    "b.go": "package tool\n\nfunc useB() {\n\tRun()\n\thidden()\n}\n",
    "b_test.go": "package tool\n\nfunc testB() {\n\tRun()\n}\n",
    "c_test.go": 'package tool_test\n\nimport . "example.com/tool"\n\nfunc testC() {\n\tRun()\n}\n',
    "sub/d.go":
      'package sub\n\nimport (\n\t"example.com/tool"\n\tt "example.com/tool"\n\t"other.org/tool2"\n)\n\nfunc Run() {\n\ttool.Run()\n\tt.Run()\n\ttool2.Run()\n\tRun()\n}\n',
    "extra/go.mod": "module example.com/extra\n",
    "extra/e.go": "package extra\n\nfunc Extra() {}\n",
    "use.go":
      'package tool\n\nimport "example.com/extra"\n\nfunc use() {\n\textra.Extra()\n\tvar Run = 1\n\t_ = Run\n}\n',
  });
  const runs = (await asked.graph.declarationsOf("Run")).declarations;
  const top = runs.find((d) => d.path === "a.go")!;
  const { proven, possible } = await asked.graph.callers(top);
  assert.deepEqual(
    proven.map((p) => `${p.path}:${p.line} ${p.rule}`),
    [
      "b.go:4 same-package",
      "b_test.go:4 same-package",
      "c_test.go:6 star-import",
      "sub/d.go:10 namespace",
      "sub/d.go:11 namespace",
    ],
  );
  assert.deepEqual(possible, []);
  assert.deepEqual(await asked.callers("Extra"), ["use.go:6 namespace"]);
  assert.deepEqual(await asked.callers("hidden"), ["b.go:5 same-package"]);
});

test("methods by the type of the receiver: parameters, fields, literals, results, elements, embedding", async () => {
  await using asked = await ask({
    "go.mod": "module example.com/tool\n",
    "types.go": [
      "package tool",
      "type Inner struct{}",
      "func (i *Inner) Run() {}",
      "type Outer struct {",
      "\t*Inner",
      "\tfield *Inner",
      "\tlist []*Inner",
      "\tbyName map[string]*Inner",
      "}",
      "type Other struct{}",
      "func (o Other) Run() {}",
      "func NewInner() *Inner { return &Inner{} }",
      "func Both() (*Inner, error) { return nil, nil }",
    ].join("\n"),
    "use.go": [
      "package tool",
      "var global = &Inner{}",
      "func (o *Outer) go1(p *Inner, x Other) {",
      "\to.Run()",
      "\to.Inner.Run()",
      "\to.field.Run()",
      "\to.list[0].Run()",
      '\to.byName["a"].Run()',
      "\tp.Run()",
      "\tglobal.Run()",
      "\tNewInner().Run()",
      "\ta := NewInner()",
      "\ta.Run()",
      "\tb, err := Both()",
      "\tb.Run()",
      "\tc := &Inner{}",
      "\tc.Run()",
      "\td := new(Inner)",
      "\td.Run()",
      "\tfor _, e := range o.list {",
      "\t\te.Run()",
      "\t}",
      "\tvar f interface{} = p",
      "\tf.(*Inner).Run()",
      "\tg := f.(*Inner)",
      "\tg.Run()",
      "\tx.Run()",
      "\tunknown(err).Run()",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(
    (await asked.callers("Inner.Run")).map((c) => c.replace("use.go:", "")),
    [
      "4 this-method",
      "5 field-type",
      "6 field-type",
      "7 field-type",
      "8 field-type",
      "9 parameter-type",
      "10 variable-type",
      "11 result-type",
      "13 result-type",
      "15 result-type",
      "17 new-expression",
      "19 variable-type",
      "21 variable-type",
      "24 variable-type",
      "26 variable-type",
    ],
  );
  assert.deepEqual(await asked.callers("Other.Run"), ["use.go:27 parameter-type"]);
});

test("interfaces: the call means the interface's method, its implementors are dispatched to; build constraints", async () => {
  await using asked = await ask({
    "go.mod": "module example.com/tool\n",
    "a.go": [
      "package tool",
      "type Runner interface {",
      "\tRun()",
      "\tStop()",
      "}",
      "type Full struct{}",
      "func (Full) Run() {}",
      "func (Full) Stop() {}",
      "type Half struct{}",
      "func (Half) Run() {}",
      "func use(r Runner) {",
      "\tr.Run()",
      "\tplatform()",
      "}",
    ].join("\n"),
    "p_linux.go": "package tool\n\nfunc platform() {}\n",
    "p_windows.go": "package tool\n\nfunc platform() {}\n",
  });
  assert.deepEqual(await asked.callers("Runner.Run"), ["a.go:12 parameter-type"]);
  assert.deepEqual(await asked.callers("Full.Run"), []);
  assert.deepEqual(await asked.possible("Full.Run"), ["a.go:12 dispatch"]);
  assert.deepEqual(await asked.possible("Half.Run"), []);
  const [first] = (await asked.graph.declarationsOf("platform")).declarations;
  const { proven, possible } = await asked.graph.callers(first!);
  assert.deepEqual(proven, []);
  assert.deepEqual(
    possible.map((p) => `${p.path}:${p.line} ${p.why}`),
    ["a.go:13 ambiguous-declaration"],
  );
});
