// A file's name that holds a secret is neither put out nor told piece by piece: by globs, by nearness, by echoes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PithError } from "../../src/base/error.ts";
import { Opened } from "./opened.ts";

const SECRET = "ghp_3dLEHG5Ba7gN1XDTszCFdBf51zWumYujequw";
const FILES = {
  [`names/${SECRET}.ts`]: "export function hiddenNameFn() {}\n",
  "names/plain-name.ts": "export function plainFn() {}\n",
};

test("no glob tells more of the name than is shown", async () => {
  await using opened = new Opened(FILES);
  for (let length = 5; length < SECRET.length; length += 5) {
    for (const glob of [
      `names/${SECRET.slice(0, length)}*`,
      `*${SECRET.slice(length)}.ts`,
      `**/${SECRET.slice(0, length)}?*`,
    ])
      await assert.rejects(
        opened.ask("search", { query: "hiddenNameFn", mode: "exact", scope: [glob] }),
        (error) =>
          error instanceof PithError && error.code === "SCOPE_EMPTY" && !error.next.includes("redacted"),
        glob,
      );
  }
  const { output } = await opened.ask("search", {
    query: "hiddenNameFn",
    mode: "exact",
    scope: ["names/*.ts"],
  });
  assert.match(output, /names\/\[redacted:github\]\.ts/);
});

test("no near name is told by how near it is", async () => {
  await using opened = new Opened(FILES);
  for (let length = 20; length < SECRET.length; length++)
    await assert.rejects(
      opened.ask("read", { places: [`names/${SECRET.slice(0, length)}.ts`] }),
      (error) =>
        error instanceof PithError &&
        !JSON.stringify([error.message, error.next]).includes("redacted:github]"),
      String(length),
    );
});

test("no operation echoes it", async () => {
  await using opened = new Opened(FILES);
  const path = `names/${SECRET}.ts`;
  for (const format of ["text", "json"] as const) {
    for (const [op, args] of [
      ["outline", { path }],
      ["trace", { symbol: SECRET }],
      ["trace", { symbol: path, direction: "dependents" }],
      ["symbol", { symbol: SECRET }],
      ["why", { path }],
      ["context", { query: SECRET }],
      ["search", { query: SECRET }],
    ] as const) {
      const { output } = await opened.ask(op, { ...args, format } as never);
      assert.ok(!output.includes(SECRET), `${op} ${format}: ${output}`);
    }
  }
});

test("nor does what was not looked at", async () => {
  const path = `names/${SECRET}.ts`;
  await using opened = new Opened({ [path]: "export function brk( { if (\nexport function fine(){}\n" });
  for (const format of ["text", "json"] as const)
    for (const op of ["trace", "impact", "rename"] as const) {
      const args = { symbol: "fine", format, ...(op === "rename" ? { to: "other" } : {}) };
      const { output, answer } = await opened.ask(op, args as never);
      assert.ok(!output.includes(SECRET) && !JSON.stringify(answer).includes(SECRET), `${op} ${format}`);
    }
});

test("nor does any operation that comes to the file from another one", async () => {
  await using opened = new Opened({
    [`names/${SECRET}/near.ts`]:
      'import { save, Base } from "../../core.ts";\nexport class Far extends Base { save() { save(); } }\n',
    "core.ts": `import { Far } from "./names/${SECRET}/near.ts";\nexport function save() { new Far().save(); }\nexport class Base { save() { save(); } }\n`,
    "near.test.ts": `import { Far } from "./names/${SECRET}/near.ts";\nnew Far().save();\n`,
  });
  const directions = ["callers", "callees", "implementors", "bases", "dependencies", "dependents"];
  for (const format of ["text", "json", "terminal"] as const)
    for (const [op, args] of [
      ["context", { query: "save Base Far", relations: true, explain: true }],
      ["search", { query: "save", relations: true, explain: true, perFile: 5 }],
      ["search", { query: "save", mode: "exact" }],
      ["symbol", { symbol: "save" }],
      ["symbol", { symbol: "Far" }],
      ["outline", {}],
      ["outline", { query: "save" }],
      ...["core.ts:save", "Base", "Base.save", "Far", "core.ts"].flatMap((symbol) => [
        ...directions
          .filter((direction) => symbol !== "core.ts" || direction.startsWith("depend"))
          .map((direction) => ["trace", { symbol, direction, depth: 3 }] as const),
        ...(symbol === "core.ts"
          ? []
          : ([
              ["impact", { symbol }],
              ["rename", { symbol, to: "other" }],
            ] as const)),
      ]),
    ] as const) {
      const { output, answer, notices } = await opened.ask(op as never, { ...args, format } as never);
      const said = output + JSON.stringify(answer) + notices.join("\n");
      assert.ok(!said.includes(SECRET), `${op} ${JSON.stringify(args)} ${format}`);
    }
});
