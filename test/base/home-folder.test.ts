import assert from "node:assert/strict";
import { parse } from "node:path";
import { test } from "node:test";
import { homeFolder } from "../../src/base/home-folder.ts";

test("a user that the system does not know has the top of the disk for a home", () => {
  assert.equal(
    homeFolder(() => "/home/me"),
    "/home/me",
  );
  const unknown = homeFolder(() => {
    throw new Error("uv_os_homedir returned ENOENT");
  });
  assert.equal(unknown, parse(process.execPath).root);
});
