// What a process keeps of the files that it has shown: one object as long as nothing changes, since ranking and packing
// know by it what they have found out of a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenRoots } from "../../src/engine/open-roots.ts";
import { isMissing, type Source } from "../../src/engine/sources.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { Opened } from "./opened.ts";

test("a source is the same object until its file changes, in languages with a parser and without", async () => {
  await using opened = new Opened({
    "a.ts": 'import { b } from "./b";\nexport const alpha = b();\n',
    "b.ts": "export function b() {\n  return 1;\n}\n",
    "notes.txt": "alpha is told here\n",
    "data.json": '{ "alpha": 1 }\n',
  });
  const roots = new OpenRoots(opened.env);
  const read = () =>
    roots.within(resolveRoot(opened.root), async ({ workspace, sources }) => {
      const { snapshot } = await workspace.view({});
      const found = new Map<string, Source>();
      const all = await sources.ofSnapshot(
        snapshot,
        snapshot.files.map((_, i) => i),
      );
      for (const source of all) if (!isMissing(source)) found.set(source.path, source);
      return found;
    });
  try {
    const first = await read();
    assert.equal(first.size, 4);
    for (const [path, source] of await read()) assert.ok(source === first.get(path), path);
    opened.write("b.ts", "export function b() {\n  return 2;\n}\n");
    const edited = await read();
    assert.ok(edited.get("b.ts")!.text.includes("return 2"));
    for (const [path, source] of edited) assert.equal(source === first.get(path), path !== "b.ts", path);
    for (const [path, source] of await read()) assert.ok(source === edited.get(path), path);
  } finally {
    await roots.close();
  }
});
