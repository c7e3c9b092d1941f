// A ceiling that nobody reads is a setting that does nothing.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CEILINGS } from "../../src/config/ceilings.ts";

test("every ceiling is read somewhere", () => {
  const source = join(import.meta.dirname, "../../src");
  const code = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/^config[\\/]/.test(path))
    .map((path) => readFileSync(join(source, path), "utf8"))
    .join("\n")
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\*[^]*?\*\/|\/\/.*/g, "");
  for (const name of Object.keys(CEILINGS)) {
    const used = new RegExp(
      `ceilings\\.${name}\\b|\\{[^{}=]*\\b${name}\\b[^{}=]*\\} = [\\w.]*ceilings\\b`,
      "i",
    );
    assert.match(code, used, name);
  }
});
