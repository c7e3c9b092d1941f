import assert from "node:assert/strict";
import { test } from "node:test";
import { requireNode } from "../../src/base/node-version.ts";
import { readCheckout, readCheckoutJson } from "../structure/checkout.ts";

test("an old Node is refused in one line, a new one is not", () => {
  for (const version of ["18.20.0", "20.20.2", "22.12.0", "22.0.0", "0.12.18"]) {
    assert.throws(
      () => requireNode(version),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "NODE_TOO_OLD");
        assert.equal(
          error.stack,
          `PithError: Pith needs Node 22.13 or newer; this is Node ${version}. Install a newer Node.`,
        );
        return true;
      },
    );
  }
  for (const version of ["22.13.0", "22.20.1", "23.0.0", "24.1.0", "30.0.0-nightly"]) requireNode(version);
});

test("the manifest, the command and the library ask for the same Node", () => {
  const { node } = readCheckoutJson<{ engines: { node: string } }>("package.json").engines;
  const least = node.replace(">=", "");
  assert.doesNotThrow(() => requireNode(`${least}.0`));
  const [major, minor] = least.split(".").map(Number);
  assert.throws(() => requireNode(`${major}.${minor! - 1}.9`));
  assert.ok(readCheckout("bin/pith.js").includes(`pith needs Node ${least} or newer`));
});
