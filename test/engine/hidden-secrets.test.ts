// Two trees that differ in their secrets alone give the same answers, whatever is asked: no pattern, text, quote or word
// tells a secret, neither by what is found nor by how much.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationArguments } from "../../src/engine/arguments.ts";
import type { ContextAnswer, SearchAnswer } from "../../src/pack/answer.ts";
import { redactSync } from "../../src/redact/redact.ts";
import { alnum } from "../redact/synthetic.ts";
import { Opened, type Tree } from "./opened.ts";

interface Secrets {
  key: string;
  token: string;
  password: string;
}

/** By first letters, so that a query can ask for them; the rest is put together when the test runs. */
const SECRETS: readonly Secrets[] = [
  { key: `AKIAB${"QWZRTPSD7KLMHGF"}`, token: `ghp_a${alnum(35)}`, password: `x9B!${alnum(12)}q` },
  { key: `AKIAX${"MNVCYXLK4JHGQWP"}`, token: `ghp_Z${alnum(35)}`, password: `!Zq7${alnum(12)}~` },
];

function tree({ key, token, password }: Secrets): Tree {
  return {
    "deploy/config.ini": `[aws]\nkey_id=${key} # foo production\n# ${key}\nregion=eu\n`,
    "src/client.ts": `export const client = connect({ password: "${password}", token: "${token}" }); // bar\n`,
    "src/other.ts":
      "export function connect(options: object): object {\n  return options; // foo key_id= bar\n}\n",
    ".env": `API_TOKEN=${token}\nDB_PASSWORD="${password}"\nHOST=example.org\n`,
  };
}

const [first, second] = SECRETS as [Secrets, Secrets];

const PATTERNS: readonly string[] = [
  "AKIA[A-M]",
  "AKIA[A-M][A-Z0-9]+",
  "AKIA[A-M].*|foo",
  "foo|AKIA[A-M].*",
  "key_id=([A-M]|\\W)",
  "key_id=(AKIA[A-M]|[^A-Z])",
  "key_id=.*production",
  "key_id=\\b",
  "key_id=\\B",
  "=\\B",
  "\\b.",
  "# \\w",
  "ghp_[a-z]|bar",
  "gh[p]_[a-z].*|token",
  "(?i)akia[a-m]",
  '"[^"]{17}"',
  "[A-Z0-9]{20}",
  "^.{28,40}$",
  "\\d[A-Z]",
  "redacted",
  "\\x{FDD0}[A-Z]|key",
  "!",
  "~",
];

const PIECES: readonly string[] = SECRETS.flatMap(({ key, token, password }) =>
  [key, token, password].flatMap((secret) => [
    secret,
    secret.slice(0, 5),
    secret.slice(3, 9),
    secret.slice(-4),
    `key_id=${secret.slice(0, 5)}`,
    `${secret.slice(-2)} #`,
  ]),
);
const TEXTS: readonly string[] = PIECES.concat("key_id=", "ghp_", "AKIA");

async function answers(opened: Opened, secrets: Secrets): Promise<Map<string, unknown>> {
  opened.writeAll(tree(secrets));
  const found = new Map<string, unknown>();
  const search = async (args: Omit<OperationArguments["search"], "root">) => {
    const { answer } = await opened.ask("search", { ...args, format: "json" });
    const { results, total, completeness, advice } = answer as SearchAnswer;
    found.set(JSON.stringify(args), { results, total, completeness, advice });
  };
  for (const query of PATTERNS) {
    for (const word of [false, true]) await search({ query, mode: "regex", word });
  }
  for (const query of TEXTS) {
    for (const ignoreCase of [false, true]) {
      await search({ query, mode: "exact", ignoreCase });
      await search({ query, mode: "exact", ignoreCase, word: true });
      await search({ query: query.replace(/\W/g, "\\$&"), mode: "regex", ignoreCase });
    }
    for (const asked of [`connect "${query}"`, `where does \`${query}\` connect`]) {
      await search({ query: asked });
      const { answer } = await opened.ask("context", { query: asked, format: "json", budget: 2000 });
      const { spans, completeness } = answer as ContextAnswer;
      found.set(`context ${asked}`, {
        spans: spans.map(({ path, start, end }) => ({ path, start, end })),
        completeness,
      });
    }
  }
  return found;
}

test("the made-up secrets are secrets, and are all that differs", () => {
  for (const [path, text] of Object.entries(tree(first))) {
    const other = tree(second)[path] as string;
    assert.equal(redactSync(path, text as string).text, redactSync(path, other).text, path);
  }
});

test("what is found does not depend on the letters of a secret", async () => {
  await using opened = new Opened();
  const one = await answers(opened, first);
  const two = await answers(opened, second);
  assert.ok(one.size > 200);
  const different = [...one].filter(
    ([asked, answer]) => JSON.stringify(answer) !== JSON.stringify(two.get(asked)),
  );
  assert.deepEqual(
    different.map(([asked, answer]) => ({ asked, answer, other: two.get(asked) })),
    [],
  );
});

test("what stands beside a secret is found, and the line of a secret by it", async () => {
  await using opened = new Opened(tree(first));
  const lines = async (query: string, mode: "exact" | "regex", word = false) => {
    const { answer } = await opened.ask("search", { query, mode, word, format: "json", scope: ["deploy"] });
    return (answer as SearchAnswer).results.flatMap((r) => r.matches.map((m) => m.line));
  };
  assert.deepEqual(await lines("key_id=", "exact"), [2]);
  assert.deepEqual(await lines("key_id=.*production", "regex"), [2]);
  assert.deepEqual(await lines("foo", "exact", true), [2]);
  assert.deepEqual(await lines("^# .$", "regex"), [3]);
  assert.deepEqual(await lines("AKIA", "exact"), []);
});
