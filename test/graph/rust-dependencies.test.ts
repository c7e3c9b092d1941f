// Which files does a file of Rust rest on? Paths begin at the module in which a `use` stands, and a name may be a module.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./ask.ts";

test("paths begin where their `use` stands; a module that is named is what is imported", async () => {
  await using asked = await ask({
    "Cargo.toml": '[package]\nname = "fd"\n',
    "src/main.rs":
      "mod exec;\nmod output;\nmod codes;\nuse crate::exec::Command;\nfn main() {}\nfn helper() {}\n",
    "src/exec/mod.rs": "mod job;\npub use self::job::run;\npub struct Command;\n",
    "src/exec/job.rs": "use super::Command;\nuse crate::output;\npub fn run() {}\n",
    "src/output.rs": "use crate::exec;\nuse crate::{codes, codes::Code};\npub fn put() { exec::run(); }\n",
    "src/codes.rs":
      "pub struct Code;\nfn helper() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n    use super::helper;\n    use crate::output::put;\n    mod inner {\n        use super::super::Code;\n    }\n}\n",
  });
  const { graph } = asked;
  const links = async (path: string, direction: "dependencies" | "dependents") => {
    const { links: found } = await graph[direction](graph.view.indexOf(path));
    return found.map(({ from, line, paths }) => `${from}:${line} ${paths.join()}`);
  };
  assert.deepEqual(await links("src/codes.rs", "dependencies"), ["src/codes.rs:7 src/output.rs"]);
  assert.deepEqual(await links("src/output.rs", "dependencies"), [
    "src/output.rs:1 src/exec/mod.rs",
    "src/output.rs:2 src/codes.rs",
    "src/output.rs:2 src/codes.rs",
  ]);
  assert.deepEqual(await links("src/exec/job.rs", "dependencies"), [
    "src/exec/job.rs:1 src/exec/mod.rs",
    "src/exec/job.rs:2 src/output.rs",
  ]);
  assert.deepEqual(await links("src/exec/mod.rs", "dependents"), [
    "src/exec/job.rs:1 src/exec/mod.rs",
    "src/main.rs:1 src/exec/mod.rs",
    "src/main.rs:4 src/exec/mod.rs",
    "src/output.rs:1 src/exec/mod.rs",
  ]);
  assert.deepEqual(await links("src/main.rs", "dependents"), []);
  for (const path of graph.view.paths) {
    for (const { from, paths } of (await graph.dependencies(graph.view.indexOf(path))).links) {
      assert.ok(!paths.includes(from), `${path} rests on itself`);
    }
  }
});
