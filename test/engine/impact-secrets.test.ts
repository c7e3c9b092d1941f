// No secret leaves by an impact or a checklist: neither one of a line that is shown, nor one that a patch, a place or a
// name brings along.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alnum } from "../redact/synthetic.ts";
import { Opened } from "./opened.ts";

const TOKEN = `ghp_${alnum(36)}`;

test("impact and rename show no secret of lines, paths, patches and questions", async () => {
  await using opened = new Opened({
    "lib.ts": `export function connect(token = "${TOKEN}"): void {}\nexport class Base { go(token = "${TOKEN}") {} }\n`,
    "use.ts": [
      'import { connect, Base } from "./lib";',
      `export const a = connect("${TOKEN}"); // connect ${TOKEN}`,
      `class Below extends Base { go(token = "${TOKEN}") {} }`,
      `any.go("${TOKEN}"); any["go"]("${TOKEN}"); const link = "connect ${TOKEN}";`,
    ].join("\n"),
    "index.ts": `export { connect } from "./lib"; // ${TOKEN}\n`,
    "doc.md": `Call \`connect\` with ${TOKEN}.\n`,
  });
  const patch = [
    `--- a/gone-${TOKEN}.ts`,
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    `-export function ${TOKEN}(a = "${TOKEN}") {}`,
    `--- a/${TOKEN}.png`,
    `+++ b/${TOKEN}.png`,
    "@@ -1 +1 @@",
    "-a",
    "+b",
    "",
  ].join("\n");
  const questions: [string, object][] = [
    ["impact", { symbol: "connect" }],
    ["impact", { symbol: "Base.go" }],
    ["impact", { symbol: `lib.ts:${TOKEN}` }],
    ["impact", { patch }],
    ["rename", { symbol: "connect", to: "open" }],
    ["rename", { symbol: "Base.go", to: "start" }],
    ["rename", { symbol: "connect", to: TOKEN }],
    ["rename", { symbol: TOKEN, to: "open" }],
  ];
  for (const [operation, args] of questions) {
    for (const format of ["text", "json", "terminal"]) {
      const { output, answer } = await opened.ask(operation as never, { ...args, format } as never);
      assert.ok(!output.includes(TOKEN), `${operation} ${format} ${Object.keys(args).join()}`);
      assert.ok(!JSON.stringify(answer).includes(TOKEN), operation);
    }
  }
  const failed = await opened
    .ask("impact", { diff: TOKEN } as never)
    .catch((error: Error) => JSON.stringify(error));
  assert.ok(!String(failed).includes(TOKEN));
});
