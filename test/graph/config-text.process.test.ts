// Configuration files that are no configuration: read to their end, once. In a process that is killed where it never ends.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("what is never closed in a configuration file costs no more than its length", () => {
  const module = JSON.stringify(new URL("../../src/graph/ecmascript-config-text.ts", import.meta.url).href);
  const code = `
    import { listOfYaml, readJson } from ${module};
    const n = 700_000;
    for (const text of ['"' + '\\\\\\\\"'.repeat(n), "/*".repeat(n), '{"a": /*' + "*".repeat(n), "," + " ".repeat(n), '"\\\\\\\\' + '"'.repeat(n)])
      console.log(String(readJson(text)));
    const blanks = " ".repeat(n);
    for (const line of ["- a" + blanks + "b", "-" + blanks + "#" + blanks + "b", blanks + "a"])
      console.log(listOfYaml("packages:\\\\n- x\\\\n" + line, "packages").join());
    console.log(JSON.stringify(readJson('{"a": "//", /* b */ "c": [1, 2,], // d\\\\n}')));
  `.replaceAll("\\\\", "\\");
  const { stdout, stderr, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  assert.equal(signal, null, stdout);
  assert.equal(stderr, "");
  assert.deepEqual(stdout.trim().split("\n"), [
    ...Array(5).fill("null"),
    "x",
    "x",
    "x",
    '{"a":"//","c":[1,2]}',
  ]);
});
