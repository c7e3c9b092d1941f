// What a place looks like is said where one is written in another way, and a folder is called a folder.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PithError } from "../../src/base/error.ts";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

const FILES = {
  "src/a.ts": "one();\ntwo();\nthree();\n",
  "odd:1-2": "odd\n",
  "odd#3": "odd\n",
};

async function faultOf(opened: Opened, place: string): Promise<PithError> {
  return opened.ask("read", { places: [place] }).then(
    () => assert.fail(`${place} is read`),
    (error: PithError) => error,
  );
}

test("what stands behind a file that is there and is no range of lines", async () => {
  await using opened = new Opened(FILES);
  for (const rest of [
    ":5-",
    ":abc",
    "#L5",
    ":",
    "#",
    ":-3",
    ":1:2",
    ":1-2-3",
    ":1,2",
    ":L1",
    "#1",
    ":1-b",
    ": 1",
  ]) {
    for (const path of ["src/a.ts", "./src/a.ts", opened.path("src/a.ts")]) {
      const fault = await faultOf(opened, `${path}${rest}`);
      assert.equal(fault.code, "RANGE_INVALID", rest);
      assert.ok(fault.message.startsWith(`${path}${rest} is no place`), fault.message);
      // What is proposed works.
      const proposed = [...fault.next.matchAll(/(\S+) for (?:a line|a range|all of it)/g)].map((m) => m[1]!);
      assert.equal(proposed.length, 3);
      for (const place of proposed.map((p) => p.replace(":12", ":2").replace(":10-20", ":1-2"))) {
        const { answer } = await opened.ask("read", { places: [place], format: "json" });
        assert.equal((answer as ReadAnswer).spans[0]!.path, "src/a.ts");
      }
    }
  }
});

test("files whose names look like places are read under their names", async () => {
  await using opened = new Opened(FILES);
  for (const place of ["odd:1-2", "odd#3", "odd:1-2:1", "odd#3:1-1"]) {
    const { answer } = await opened.ask("read", { places: [place], format: "json" });
    assert.equal((answer as ReadAnswer).spans[0]!.text.split("\n")[0], "odd", place);
  }
});

test("a folder is called one, and what is nowhere gets the nearest", async () => {
  await using opened = new Opened(FILES);
  for (const place of ["src", "src/", "./src", "src:1-2", opened.path("src")]) {
    const fault = await faultOf(opened, place);
    assert.equal(fault.code, "PATH_NOT_FOUND");
    assert.equal(fault.message, "src is a folder, not a file.");
    assert.equal(fault.next, "`pith outline src` lists what is in it.");
  }
  assert.equal((await faultOf(opened, ".")).next, "`pith outline` lists what is in it.");
  const missing = await faultOf(opened, "src/b.ts:1-2");
  assert.equal(missing.message, "There is no file src/b.ts.");
  assert.equal(missing.next, "Nearest: src/a.ts.");
});

test("where one place is at fault, it is said whether the others can be read", async () => {
  await using opened = new Opened({ "a.ts": "one\n", "b.ts": "two\n" });
  const next = async (places: string[]) => {
    const error = await opened.ask("read", { places }).then(
      () => assert.fail(),
      (fault: unknown) => fault as { next: string },
    );
    return error.next;
  };
  assert.match(await next(["a.ts", "lost.ts", "b.ts:1"]), / 2 other places can be read without it\.$/);
  assert.match(await next(["a.ts", "b.ts:5-1"]), / 1 other place can be read without it\.$/);
  assert.doesNotMatch(await next(["lost.ts", "b.ts", "gone.ts"]), /can be read/);
  assert.doesNotMatch(await next(["lost.ts"]), /can be read/);
});
