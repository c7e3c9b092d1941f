// What the documents tell a reader to type exists.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { GROUPS } from "../../src/surface/cli/command-groups.ts";
import { typedName } from "../../src/surface/entry.ts";
import { OPERATIONS } from "../../src/surface/operations.ts";
import { COMMANDS } from "../../src/surface/table/commands.ts";
import { CHECKOUT, readCheckout, readCheckoutJson, sources } from "../structure/checkout.ts";

const documents = sources("{*.md,docs/**/*.md}");
const scripts = Object.keys(readCheckoutJson<{ scripts: Record<string, string> }>("package.json").scripts);

const commands = new Set(
  [...OPERATIONS, ...COMMANDS].map((c) => typedName(c)).concat("help", ...GROUPS.map(({ name }) => name)),
);

/** Code blocks and code in lines. */
function codeIn(path: string): string[] {
  const text = readCheckout(path);
  return [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap((m) => (m[1] ?? m[2]!).split("\n"));
}

test(`every npm script named in ${documents.length} documents exists`, () => {
  const missing = documents.flatMap((path) =>
    codeIn(path)
      .flatMap((line) => [...line.matchAll(/\bnpm run ([\w:-]+)/g)].map((m) => m[1]!))
      .filter((name) => !scripts.includes(name))
      .map((name) => `${path}: npm run ${name}`),
  );
  assert.deepEqual(missing, []);
});

/** `pith manifest eval`, `pith manifest` alone, `pith context`. */
const NAMED = new RegExp(
  `^(?:\\$ )?(?:npx )?pith ((?:(?:${GROUPS.map(({ name }) => name).join("|")}) (?=[a-z]))?[a-z][\\w-]*)`,
);

test("every command of pith named in the documents exists", () => {
  const missing = documents.flatMap((path) =>
    codeIn(path)
      .map((line) => NAMED.exec(line)?.[1])
      .filter((name) => name !== undefined && !commands.has(name))
      .map((name) => `${path}: pith ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("every link between the documents leads to a file", () => {
  const broken = documents.flatMap((path) =>
    [...readCheckout(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
      .map((m) => m[1]!)
      .filter((to) => !existsSync(join(CHECKOUT, dirname(path), to)))
      .map((to) => `${path} → ${to}`),
  );
  assert.deepEqual(broken, []);
});
