// What bears a type's name and is declared beside it: constructors, destructors, further parts of a partial type. A
// checklist that leaves one out breaks the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RenameAnswer } from "../../src/pack/rename-answer.ts";
import { Opened } from "./opened.ts";

type Case = readonly [string, string, Readonly<Record<string, string>>, readonly string[]];

/** What is asked, the files, all places of `declares`. */
const CASES: readonly Case[] = [
  [
    "Java: constructors",
    "Foo",
    {
      "Foo.java":
        "package a;\npublic class Foo {\n  public Foo(int a) { }\n  Foo() { this(1); }\n  static Foo make() { return new Foo(1); }\n  void Foo() { }\n}\n",
      "Other.java": "package b;\nclass Other { class Foo { Foo(int a) { } } }\n",
    },
    ["Foo.java:2:14", "Foo.java:3:10", "Foo.java:4:3"],
  ],
  [
    "Java: a record's own constructor, an enum's",
    "Rec",
    { "Rec.java": "record Rec(int a) {\n  Rec { check(a); }\n}\nenum Two {\n  A; Two() { }\n}\n" },
    ["Rec.java:1:8", "Rec.java:2:3"],
  ],
  [
    "C#: constructors and a destructor",
    "Foo",
    {
      "Foo.cs":
        "namespace N {\n  public class Foo {\n    static Foo() { }\n    public Foo(int a) { }\n    ~Foo() { }\n    static Foo Make() { return new Foo(1); }\n  }\n}\n",
      "Other.cs": "namespace M {\n  public class Foo { public Foo(int a) { } }\n}\n",
    },
    ["Foo.cs:2:16", "Foo.cs:3:12", "Foo.cs:4:12", "Foo.cs:5:6"],
  ],
  [
    "C#: all parts of a partial class",
    "N.Foo",
    {
      "One.cs": "namespace N {\n  public partial class Foo {\n    int a;\n  }\n}\n",
      "Two.cs": "namespace N {\n  partial class Foo {\n    Foo() { a = 1; }\n  }\n}\n",
      "Three.cs": "namespace N {\n  class User { Foo f; }\n}\n",
    },
    ["One.cs:2:24", "Two.cs:2:17", "Two.cs:3:5"],
  ],
  [
    "C++: in the class",
    "Foo",
    { "foo.cpp": "class Foo {\n public:\n  Foo(int a) {}\n  explicit Foo(char b);\n  ~Foo() {}\n};\n" },
    ["foo.cpp:1:7", "foo.cpp:3:3", "foo.cpp:4:12", "foo.cpp:5:4"],
  ],
  [
    "C++: outside of the class",
    "Foo",
    {
      "foo.h": "#pragma once\nnamespace n {\nclass Foo {\n public:\n  Foo(int a);\n  ~Foo();\n};\n}\n",
      "foo.cpp": '#include "foo.h"\nn::Foo::Foo(int a) {}\nn::Foo::~Foo() {}\n',
      "more.cpp": '#include "foo.h"\nnamespace n {\nFoo::Foo(int a) {}\n}\n',
      "other.cpp": "namespace m {\nstruct Other { Other(int a); };\nOther::Other(int a) {}\n}\n",
    },
    ["foo.cpp:2:9", "foo.cpp:3:10", "foo.h:3:7", "foo.h:5:3", "foo.h:6:4", "more.cpp:3:6"],
  ],
  [
    "Dart: constructors, also those with a name",
    "Foo",
    { "foo.dart": "class Foo {\n  int a;\n  Foo(this.a);\n  Foo.zero() : a = 0 {\n  }\n}\n" },
    ["foo.dart:1:7", "foo.dart:3:3", "foo.dart:4:3"],
  ],
];

for (const [what, symbol, files, expected] of CASES)
  test(`a new name of a type is one of what bears its name: ${what}`, async () => {
    await using opened = new Opened(files);
    const asked = symbol === "N.Foo" || Object.keys(files).length === 1 ? symbol : `${placeOf(expected)}`;
    const outcome = await opened.ask("rename", { format: "json", symbol: asked, to: "Fox" } as never);
    const { declares, proven, possible, mentions, totals } = outcome.answer as RenameAnswer;
    const places = declares.map((d) => `${d.path}:${d.line}:${d.column}`).sort();
    assert.deepEqual(places, [...expected].sort());
    assert.equal(totals.declares, expected.length);
    const others = [...proven, ...possible, ...mentions].map((d) => `${d.path}:${d.line}:${d.column}`);
    assert.deepEqual(
      others.filter((o) => places.includes(o)),
      [],
      "a place is told twice",
    );
  });

/** The type's own line: of the shortest place, which stands first in its file. */
function placeOf(expected: readonly string[]): string {
  const own = expected.find((place) => /\.(?:java|cs|h)/.test(place))!;
  return own.slice(0, own.lastIndexOf(":"));
}
