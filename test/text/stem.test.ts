import assert from "node:assert/strict";
import { test } from "node:test";
import { stem } from "../../src/text/stem.ts";

test("forms of one word meet", () => {
  const families = [
    "authenticate authenticated authenticating authenticator authentication",
    "route routes router routers routing routed",
    "validate validates validation validator validating",
    "call calls called calling caller",
    "add adds adding added",
    "class classes",
    "status statuses",
    "serialize serialized serializer serializers serializing serialization",
    "query queries queried querying",
    "retry retries retried retrying",
    "compose composed composition composer",
    "dependency dependencies",
    "match matches matched matching matcher",
    "error errors",
  ];
  for (const family of families) {
    const stems = family.split(" ").map(stem);
    assert.deepEqual([...new Set(stems)], [stems[0]], family);
  }
});

test("what the suffixes leave", () => {
  const wanted = {
    organization: "organ",
    handlers: "handl",
    settings: "set",
    usefulness: "useful",
    quickly: "quick",
    ability: "abil",
    this: "this",
    focus: "focus",
    pass: "pas",
    the: "the",
    url: "url",
    utf8: "utf8",
    base64: "base64",
    öffnen: "öffnen",
    tree: "tre",
    "": "",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((word) => [word, stem(word)])), wanted);
});
