// The README shows one answer whole. Its figures are those of the day it was written; its shape must be that of answers
// today, and its places must exist. Renew it with `node scripts/readme-answer.ts`.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Opened } from "../engine/opened.ts";
import { CHECKOUT, readCheckout } from "../structure/checkout.ts";

/** What each line of an answer is, code aside: in the order in which they stand. */
const KINDS: readonly [string, RegExp][] = [
  ["root", /^root \S+( @[0-9a-f]{10}(\+dirty)?)?$/],
  ["span", /^(?<path>[^\s:]+):\d+(-\d+)? [a-z]+( .+?)?(, part)?( — .+)? \(\d+\)$/],
  ["fence", /^`{3,}$/],
  ["looked", /^looked in .+: \d+ of \d+ files read(; .+)?$/],
  ["cost", /^cost \d+ of \d+ o200k_base$/],
  ["advice", /^advice: .+$/],
  ["receipt", /^receipt \d{18}$/],
];

/** `root span fence fence … looked cost receipt`, and the paths of the spans. */
function shapeOf(answer: string): { shape: string; paths: string[] } {
  const kinds: string[] = [];
  const paths: string[] = [];
  let fence: string | null = null;
  for (const line of answer.split("\n")) {
    if (fence !== null && line !== fence) continue;
    const [kind, pattern] = KINDS.find(([, one]) => one.test(line)) ?? assert.fail(`of no kind: ${line}`);
    if (kind === "fence") fence = fence === null ? line : null;
    const path = pattern.exec(line)!.groups?.["path"];
    if (path !== undefined) paths.push(path);
    kinds.push(kind);
  }
  return { shape: kinds.join(" ").replaceAll(/(?:span fence fence ?)+/g, "spans "), paths };
}

const readme = readCheckout("README.md");
const [, shown = ""] =
  /<!-- answer:begin -->\n`{4,}\n([\s\S]*?)\n`{4,}\n<!-- answer:end -->/.exec(readme) ?? [];

test("the answer in the README has the shape that an answer has", async () => {
  const [command, ...answer] = shown.split("\n");
  assert.ok(readme.includes(`npx ${command!.replace(/^\$ /, "")}\n`), "its command is the one to type");
  await using opened = new Opened({
    "src/token.ts": `/** Is the token known? */\nexport function verifyToken(token: string) {\n${"  step(token);\n".repeat(90)}}\n`,
    "src/use.ts": "import { verifyToken } from './token.ts';\nverifyToken('a');\n",
  });
  const real = await opened.ask("context", { query: "how does verify find a token", budget: 300 });
  const expected = shapeOf(real.output);
  assert.equal(expected.shape, "root spans looked cost receipt");
  assert.equal(shapeOf(answer.join("\n")).shape, expected.shape);
  const mark = /⋯ \d+ lines left out/;
  assert.match(real.output, mark);
  assert.match(shown, mark, "it shows how a part is marked");
});

test("its places exist", () => {
  const { paths } = shapeOf(shown.split("\n").slice(1).join("\n"));
  assert.ok(paths.length > 2);
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(CHECKOUT, path))),
    [],
  );
});
