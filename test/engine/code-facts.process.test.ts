// What a manifest of a repository is made of, over a real tree under Git: units, weights, imports, subjects, packages; and no
// secret in any of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeFacts } from "../../src/engine/code-facts.ts";
import { OpenRoots } from "../../src/engine/open-roots.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import type { CodeFacts } from "../../src/manifest/compile/code-facts.ts";
import { Reviewed } from "./reviewed.ts";

const SECRET = ["ghp", "_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");

async function factsOf(opened: Reviewed): Promise<CodeFacts> {
  return new OpenRoots(opened.env).within(resolveRoot(opened.root), (open) => codeFacts(open, {}));
}

test("units, what rests on a file, imports, commits, packages", async () => {
  await using opened = new Reviewed({
    "package.json": `{"name": "house", "description": "A house of clocks.", "workspaces": ["parts/*"]}`,
    "parts/clock/package.json": `{"name": "clock", "description": "Tells the time."}`,
    "parts/clock/src/clock.ts": "/** Now. */\nexport function readClock(): number {\n  return 1;\n}\n",
    "parts/clock/src/alarm.ts":
      'import { readClock } from "./clock.ts";\nexport const ring = () => readClock();\n',
    "parts/clock/test/alarm.test.ts": 'import { ring } from "../src/alarm.ts";\nring();\n',
    "README.md": "# House\n\nIt has clocks.\n",
  });
  opened.write("parts/clock/src/alarm.ts", `${opened.read("parts/clock/src/alarm.ts")}// ${SECRET}\n`);
  opened.commit(`Ring at seven ${SECRET}`);
  const facts = await factsOf(opened);
  const files = new Map(facts.files.map((f) => [f.path, f]));
  const clock = files.get("parts/clock/src/clock.ts")!;
  assert.deepEqual(
    clock.units.map(({ name, doc, exported }) => [name, doc, exported]),
    [["readClock", "Now.", true]],
  );
  assert.deepEqual(files.get("parts/clock/src/alarm.ts")!.uses, ["parts/clock/src/clock.ts"]);
  const weights = [...files.values()].map(({ weight }) => weight);
  assert.equal(Math.max(...weights), 1);
  assert.ok(clock.weight > files.get("README.md")!.weight);
  assert.deepEqual(
    ["parts/clock/src/clock.ts", "parts/clock/test/alarm.test.ts", "README.md"].map(
      (path) => files.get(path)!.role,
    ),
    ["code", "test", "prose"],
  );
  assert.match(files.get("parts/clock/src/alarm.ts")!.subjects[0]!, /^Ring at seven /);
  assert.deepEqual(facts.packages, [
    { path: "", name: "house", description: "A house of clocks." },
    { path: "parts/clock", name: "clock", description: "Tells the time." },
  ]);
  assert.ok(!JSON.stringify(facts).includes(SECRET));
  assert.deepEqual(await factsOf(opened), facts);
});

test("without history, or with a file that can't be read, that is said", async () => {
  await using opened = new Reviewed({ "a.ts": "export const a = 1;\n" });
  opened.write("binary.bin", new Uint8Array([0, 1, 2, 0, 255]));
  opened.remove(".git");
  const { files, notes } = await factsOf(opened);
  assert.ok(files.some(({ path }) => path === "a.ts"));
  assert.ok(notes.some(({ subject }) => subject === "history"));
});
