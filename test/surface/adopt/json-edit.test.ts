// A member is put into any JSON with comments, and taken out: nothing else changes by a byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { putElement, putMember, takeElements, takeMember } from "../../../src/surface/adopt/json-edit.ts";
import { parseJson, valueOf } from "../../../src/surface/adopt/json-tree.ts";
import { cutAll } from "../../../src/surface/adopt/splice.ts";
import type { Edited } from "../../../src/surface/adopt/splice.ts";

const ENTRY = { command: "pith", args: ["mcp"] };
const PLACE = { file: "settings.json", path: ["mcpServers", "pith"] };

/** Another reader than the one under test: comments and last commas are blanked, the rest is JSON of the language itself. */
function read(text: string): Record<string, unknown> {
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*.*?\*\//gs, (all) => (all.startsWith('"') ? all : " "))
    .replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (all) => (all === "," ? " " : all));
  return JSON.parse(plain) as Record<string, unknown>;
}

/** A member named `__proto__` is one like any other. */
function same(actual: unknown, expected: unknown): void {
  assert.equal(JSON.stringify(actual), JSON.stringify(expected));
}

function without(object: unknown, name: string): [string, unknown][] {
  return Object.entries((object ?? {}) as object).filter(([key]) => key !== name);
}

function withoutInsertions({ after, insertions }: Edited): string {
  let moved = 0;
  const cuts = insertions!.map(({ at, text }) => {
    const cut = { start: at + moved, end: at + moved + text.length };
    moved += text.length;
    return cut;
  });
  return cutAll(after, cuts);
}

const blank = fc.constantFrom("", " ", "\t", "\n", "\n  ", "  \n\n    ");
const comment = fc.constantFrom(
  "",
  "",
  "",
  '// a "note", {\n',
  "/* one */",
  "/* two\n lines */",
  "/**/",
  "// }\n",
);
const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
const name = fc.constantFrom(
  "a",
  "b",
  "servers",
  "mcpServers",
  "__proto__",
  "constructor",
  'q"uote',
  "über",
  "",
);
const scalar = fc.constantFrom(
  "1",
  "-2.5e3",
  "true",
  "null",
  '"text"',
  '"// no comment"',
  '"}"',
  '"\\u00e9"',
);

const value: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1 ? scalar : fc.oneof(scalar, object(depth - 1), list(depth - 1)),
);
const list = (depth: number) =>
  fc
    .tuple(fc.array(fc.tuple(gap, value(depth), gap), { maxLength: 3 }), gap, fc.boolean())
    .map(
      ([items, end, comma]) =>
        `[${items.map((parts) => parts.join("")).join(",")}${comma && items.length > 0 ? "," : ""}${end}]`,
    );
function object(depth: number): fc.Arbitrary<string> {
  const member = fc.tuple(gap, name, gap, gap, value(depth), gap);
  return fc
    .tuple(fc.uniqueArray(member, { maxLength: 4, selector: (parts) => parts[1] }), gap, fc.boolean())
    .map(([members, end, comma]) => {
      const texts = members.map(([a, key, b, c, of, d]) => `${a}${JSON.stringify(key)}${b}:${c}${of}${d}`);
      return `{${texts.join(",")}${comma && texts.length > 0 ? "," : ""}${end}}`;
    });
}
/** With an object where servers stand, or without such a member. */
const settings = fc
  .tuple(gap, object(3), gap, fc.boolean(), fc.boolean())
  .map(([before, body, after, crlf, mark]) => {
    const text = `${mark ? "\uFEFF" : ""}${before}${body}${after}`;
    return crlf ? text.replaceAll("\n", "\r\n") : text;
  })
  .filter((text) => {
    const servers = valueOf(parseJson("", text).root!, "mcpServers");
    return servers === undefined || servers.type === "object";
  });

const runs = 400 * Number(process.env["PITH_SOAK"] ?? 1);

test("put in, read by another reader, put in again, taken out: every other byte stays", () => {
  fc.assert(
    fc.property(settings, (text) => {
      const edited = putMember(text, PLACE, ENTRY)!;
      assert.equal(withoutInsertions(edited), text);
      const now = read(edited.after);
      const servers = now["mcpServers"] as Record<string, unknown>;
      same(servers["pith"], ENTRY);
      const before = read(text);
      same(without(servers, "pith"), without(before["mcpServers"], "pith"));
      same(without(now, "mcpServers"), without(before, "mcpServers"));
      assert.equal(putMember(edited.after, PLACE, ENTRY), null);
      if (text.includes("\r\n")) assert.doesNotMatch(edited.after, /(?<!\r)\n/);
      assert.deepEqual(comments(edited.after), comments(text));
    }),
    { numRuns: runs },
  );
});

test("taken out by its form alone, other members and all comments outside of it stay", () => {
  fc.assert(
    fc.property(settings, (text) => {
      const { after } = putMember(text, PLACE, ENTRY)!;
      const taken = takeMember(after, PLACE)!;
      const left = read(taken);
      const before = read(text);
      same(without(left, "mcpServers"), without(before, "mcpServers"));
      same(without(left["mcpServers"], "pith"), without(before["mcpServers"], "pith"));
      assert.deepEqual(comments(taken), comments(text));
      assert.equal(takeMember(taken, PLACE), null);
    }),
    { numRuns: runs },
  );
});

test("a list gets an element at its end, and loses that one alone", () => {
  const place = { file: "s.json", path: ["hooks", "PreToolUse"] };
  fc.assert(
    fc.property(list(2), gap, (items, end) => {
      const text = `{"hooks": {"PreToolUse": ${items}}${end}}`;
      const edited = putElement(text, place, { ours: true });
      assert.equal(withoutInsertions(edited), text);
      const before = (read(text)["hooks"] as { PreToolUse: unknown[] }).PreToolUse;
      const after = (read(edited.after)["hooks"] as { PreToolUse: unknown[] }).PreToolUse;
      same(after, [...before, { ours: true }]);
      const taken = takeElements(
        edited.after,
        place,
        (node) => node.type === "object" && valueOf(node, "ours") !== undefined,
      );
      same((read(taken!)["hooks"] as { PreToolUse: unknown[] }).PreToolUse, before);
    }),
    { numRuns: runs },
  );
});

/** Outside of texts. */
function comments(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*.*?\*\//gs)]
    .map(([all]) => all)
    .filter((all) => !all.startsWith('"'));
}

test("of an entry that says something else only that changes: what stands beside it stays", () => {
  const text = `{
  "mcpServers": {
    // keep
    "pith": {
      "type": "http", // goes
      "url": "http://x",
      "command": "old", // why
      "env": { "A": "b" }, /* mine */
      "disabled": true
    }
  }
}`;
  const { after, insertions } = putMember(text, PLACE, ENTRY)!;
  assert.equal(insertions, null);
  assert.deepEqual(read(after), {
    mcpServers: { pith: { command: "pith", env: { A: "b" }, disabled: true, args: ["mcp"] } },
  });
  for (const kept of ["// keep", "// why", "/* mine */"]) assert.ok(after.includes(kept), kept);
});

const BROKEN: readonly [string, string, RegExp][] = [
  ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', /s\.json:3:3 can't be read: comma expected/],
  ["a missing end", '{\n  "a": {\n', /s\.json:3:1 can't be read: close brace expected/],
  ["no JSON", "hello", /s\.json:1:1 can't be read/],
  ["two values", "{} {}", /s\.json:1:4 can't be read: end of file expected/],
  ["a list in the place of servers", '{\n "mcpServers": []\n}', /s\.json:2:16 can't be read: an object/],
  ["a list in the place of all", "[]", /s\.json:1:1 can't be read: an object/],
  [
    "a text in the place of the entry",
    '{"mcpServers": {"pith": "x"}}',
    /s\.json:1:25 can't be read: an object/,
  ],
  ["a depth without end", `${"[".repeat(100_000)}`, /s\.json:\d+:\d+ can't be read/],
  [
    "a depth without end that is closed",
    `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    /nested too deep/,
  ],
];

for (const [what, text, message] of BROKEN) {
  test(`${what} is refused with its line and column`, () => {
    assert.throws(
      () => putMember(text, { file: "s.json", path: PLACE.path }, ENTRY),
      (error: { code: string; message: string; next: string }) => {
        assert.equal(error.code, "EDIT_REFUSED");
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test("texts without a value are begun; the last of two members of one name counts", () => {
  for (const text of ["", "\uFEFF", "  \n", "// nothing yet\n"]) {
    const edited = putMember(text, PLACE, ENTRY)!;
    assert.equal(withoutInsertions(edited), text);
    assert.deepEqual(read(edited.after), { mcpServers: { pith: ENTRY } });
  }
  const twice = '{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}';
  const { after } = putMember(twice, PLACE, ENTRY)!;
  assert.deepEqual((JSON.parse(after) as { mcpServers: object }).mcpServers, { b: {}, pith: ENTRY });
});
