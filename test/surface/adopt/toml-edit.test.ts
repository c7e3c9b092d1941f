// A table is put into a TOML file of a person's and taken out: comments, odd blanks, other tables stay as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parse } from "smol-toml";
import { hasTable, putTable, takeTable } from "../../../src/surface/adopt/toml-edit.ts";
import { tomlStatements } from "../../../src/surface/adopt/toml-statements.ts";

const PLACE = { file: "config.toml", path: ["mcp_servers", "pith"] };
const VALUE = { command: "pith", args: ["mcp"] };

const REAL = `# Codex
model = "gpt-5"   # the good one
approval_policy = "on-request"
big = 9007199254740993
notify = [
  "python3", # [not.a.header]
  "/home/me/[x]/notify.py",
]
prompt = """
[mcp_servers.pith]
not = "a table"
"""

  [mcp_servers."docs"]
  command = 'C:\\\\Program Files\\\\x'
  args = ["-y", "docs # no comment"]

  [mcp_servers.docs.env]
  TOKEN = "abc"

[[profiles]]
name = "one"   
`;

test("at the end of a real file, with another table of servers: read, renewed, taken out", () => {
  for (const text of [REAL, REAL.trimEnd(), REAL.replaceAll("\n", "\r\n"), "", `\uFEFF${REAL}`]) {
    const { after, insertions } = putTable(text, PLACE, VALUE)!;
    assert.equal(insertions!.length, 1);
    assert.ok(after.startsWith(text), "only something behind it");
    const whole = parse(after.replace("\uFEFF", ""), { integersAsBigInt: "asNeeded" }) as {
      mcp_servers: Record<string, unknown>;
    };
    assert.deepEqual({ ...(whole.mcp_servers["pith"] as object) }, VALUE);
    assert.equal(putTable(after, PLACE, VALUE), null);
    const taken = takeTable(after, PLACE)!;
    assert.ok(
      taken === text || taken === `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`,
      JSON.stringify(taken),
    );
    assert.equal(takeTable(taken, PLACE), null);
  }
});

test("of a table that says something else the command changes, and what a person added stays", () => {
  const text = `${REAL}
[mcp_servers.pith] # mine
url = "https://x" # goes
args = [
  "old", # really
]
startup_timeout_sec = 30 # slow disk
command = "old"

[mcp_servers.pith.env]
A = "b"

[last]
x = 1
`;
  const { after, insertions } = putTable(text, PLACE, VALUE)!;
  assert.equal(insertions, null);
  assert.ok(
    after.includes(
      '[mcp_servers.pith] # mine\nargs = ["mcp"]\nstartup_timeout_sec = 30 # slow disk\ncommand = "pith"\n',
    ),
  );
  const taken = takeTable(text, PLACE)!;
  assert.equal(taken, `${REAL}\n[last]\nx = 1\n`);
});

const REFUSED: readonly [string, string, RegExp][] = [
  ["a broken file", 'model = "a"\n[mcp_servers\n', /config\.toml:2:\d+ can't be read/],
  ["a text without an end", 'a = 1\nmodel = "a', /config\.toml:2:\d+ can't be read/],
  ["a key that is there twice", "a = 1\na = 2\n", /config\.toml:2:\d+ can't be read/],
  ["servers in one line", 'mcp_servers = { x = { command = "a" } }\n', /in a form that is not edited/],
  ["an entry in one line", '[mcp_servers]\npith = { command = "a" }\n', /in a form that is not edited/],
  ["an entry as dotted keys", 'mcp_servers.pith.command = "a"\n', /in a form that is not edited/],
  ["a depth without end", `a = ${"[".repeat(50_000)}`, /can't be read/],
];

for (const [what, text, message] of REFUSED) {
  test(`${what} is refused, and said where`, () => {
    assert.throws(
      () => putTable(text, PLACE, VALUE),
      (error: { code: string; message: string }) =>
        error.code === "EDIT_REFUSED" && message.test(error.message),
    );
  });
}

test("of an entry in one line it is seen that it is there, and it isn't taken out by halves", () => {
  const text = '[mcp_servers]\npith = { command = "a" }\n';
  assert.ok(hasTable(text, PLACE));
  assert.throws(() => takeTable(text, PLACE), /in a form that is not edited/);
});

const blank = fc.constantFrom("", " ", "\t");
const remark = fc.constantFrom("", "", " # why", "# [x]", ' # "');
const scalar = fc.constantFrom(
  "1",
  "true",
  '"a # b"',
  "'[x]'",
  '"\\"]"',
  "1979-05-27T07:32:00Z",
  '["a", "]"]',
  "{ a = [1] }",
  '"""\n[a]\n"""',
  "'''x\n'y'\n'''",
  '[ # c\n  "a",\n\n]',
);
const pair = fc
  .tuple(
    blank,
    fc.constantFrom("a", "b", '"c d"', "'e'", "f-g", '"mcp_servers"'),
    blank,
    blank,
    scalar,
    remark,
  )
  .map(([indent, key, before, after, value, end]) => ({
    key,
    line: `${indent}${key}${before}=${after}${value}${end}`,
  }));
const pairs = fc
  .uniqueArray(pair, { maxLength: 3, selector: ({ key }) => key })
  .map((all) => all.map(({ line }) => line));
const tables = fc.uniqueArray(
  fc.tuple(fc.constantFrom("[t]", "[ u . v ]", '["w"]', "[mcp_servers.x]", "[mcp_servers.'y z'.env]"), pairs),
  { maxLength: 4, selector: ([head]) => head },
);
const document = fc
  .tuple(pairs, tables, fc.boolean(), fc.boolean())
  .map(([top, below, end, crlf]) => {
    const lines = [
      ...top.filter((line) => !line.includes("mcp_servers")),
      ...below.flatMap(([head, of]) => ["", head, ...of]),
    ];
    const text = lines.join("\n") + (end ? "\n" : "");
    return crlf ? text.replaceAll("\n", "\r\n") : text;
  })
  .filter((text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  });

test("any file with any comments: what is put in is all that is new, and it goes again", () => {
  fc.assert(
    fc.property(document, (text) => {
      const { after, insertions } = putTable(text, PLACE, VALUE)!;
      assert.equal(text + insertions![0]!.text, after);
      const rest = takeTable(after, PLACE)!;
      assert.equal(rest.trimEnd(), text.trimEnd());
      assert.ok(rest.startsWith(text));
    }),
    { numRuns: 300 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("statements are found over strings and lists of many lines", () => {
  const keys = tomlStatements(REAL).map(({ header, key }) => (header ?? key)!.join("."));
  assert.deepEqual(keys, [
    "model",
    "approval_policy",
    "big",
    "notify",
    "prompt",
    "mcp_servers.docs",
    "command",
    "args",
    "mcp_servers.docs.env",
    "TOKEN",
    "profiles",
    "name",
  ]);
});
