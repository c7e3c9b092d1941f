import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DEVICES } from "../../conditions.ts";
import { test } from "node:test";
import { KEPT_FORMS } from "../../../src/store/kept-forms.ts";
import { CHECKOUT, sources } from "../../structure/checkout.ts";
import { makeHome, run } from "./adopt-terminal.ts";

test("every page has a topic, and is printed as it is", async () => {
  using home = makeHome();
  const { topics } = JSON.parse((await run(["docs", "--json"], home)).stdout) as {
    topics: { topic: string; title: string }[];
  };
  assert.ok(topics.length >= sources("docs/{coming-from,guide,reference}/**/*.md").length);
  for (const { topic, title } of topics) {
    const { code, stdout } = await run(["docs", topic], home);
    assert.equal(code, 0, topic);
    assert.ok(stdout.includes(`# ${title}`), topic);
  }
  const guide = readFileSync(join(CHECKOUT, "docs", "guide", "trace.md"), "utf8").replaceAll("\r\n", "\n");
  assert.equal((await run(["docs", "trace"], home)).stdout, guide);
  assert.match((await run(["docs", "reference/trace"], home)).stdout, /^# trace\n/);
  assert.match((await run(["docs", "Cursor"], home)).stdout, /^# Cursor\n/);
  assert.match((await run(["docs", "set", "up"], home)).stdout, /^# Set up Pith/);
});

test("other words are looked for in all pages; a slip gets the nearest names", async () => {
  using home = makeHome();
  const words = await run(["docs", "Trojan", "escapes"], home);
  const found = await run(["docs", "rebuild", "cache", "folder"], home);
  assert.equal(found.code, 0);
  assert.match(found.stdout, /^\S+ +\S/);
  assert.equal((await run(["docs", "tracee"], home)).code, 1);
  assert.match((await run(["docs", "tracee"], home)).stdout, /Nearest: .*trace/);
  for (const odd of ["../../package", "__proto__", "\u001B[2J", "*", "("]) {
    const { code, stdout, stderr } = await run(["docs", odd], home);
    assert.ok(code === 1 || code === 0, stderr);
    assert.ok(!stdout.includes("\u001B"));
  }
  assert.ok(words.code <= 1);
});

/** A tar archive as npm packs it. */
function archive(manifest: object): Buffer {
  const part = (name: string, text: string) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
    const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    body.write(text);
    return [head, body];
  };
  return gzipSync(
    Buffer.concat([
      ...part("package/bin/pith.js", "x".repeat(700)),
      ...part("package/package.json", JSON.stringify(manifest)),
      Buffer.alloc(1024),
    ]),
  );
}

test("upgrade: which version is here, and what a packed one makes anew", async () => {
  using home = makeHome();
  const here = await run(["upgrade"], home);
  assert.equal(here.code, 0);
  assert.match(
    here.stdout,
    /^pith \d+\.\d+\.\d+ \(checkout: .*\nkeeps facts \d+, .* 0 repositories.*\nTo upgrade: git pull && npm ci\n/,
  );
  const file = join(home.project, "pith-9.0.0.tgz");
  const forms = { ...KEPT_FORMS, facts: KEPT_FORMS.facts + 1 };
  writeFileSync(file, archive({ name: "pith", version: "9.0.0", pith: { forms } }));
  const other = await run(["upgrade", "pith-9.0.0.tgz"], home);
  assert.equal(other.code, 0);
  assert.match(other.stdout, /\.tgz: 9\.0\.0\nfacts \d+ → \d+: what was found in files is found anew/);
  assert.doesNotMatch(other.stdout, /segment \d+ →/);
  writeFileSync(file, archive({ name: "pith", version: "9.0.0", pith: { forms: KEPT_FORMS } }));
  assert.match((await run(["upgrade", file], home)).stdout, /Nothing is made anew/);
  for (const manifest of [
    { name: "pith", version: "1.0.0" },
    { name: "other", version: "1.0.0" },
    [],
    { name: "pith", version: {}, pith: null },
  ]) {
    writeFileSync(file, archive(manifest));
    const { code, stdout } = await run(["upgrade", file], home);
    assert.equal(code, 1);
    assert.match(stdout, /is not known/);
  }
  mkdirSync(join(home.project, "folder"));
  for (const [name, bytes] of [
    ["a.tgz", "no archive"],
    ["b.tgz", gzipSync("short")],
  ] as const) {
    writeFileSync(join(home.project, name), bytes);
    assert.match(
      (await run(["upgrade", name], home)).stderr,
      /ARGUMENT_INVALID .* is no package that can be read/,
    );
  }
  writeFileSync(
    file,
    archive({ name: "pith", version: "9.0.0", pith: { forms: { facts: KEPT_FORMS.facts } } }),
  );
  const silent = (await run(["upgrade", file], home)).stdout;
  assert.match(silent, /segment: it doesn't say/);
  assert.doesNotMatch(silent, /Nothing is made anew/);
  for (const name of ["folder", "nowhere.tgz"]) assert.equal((await run(["upgrade", name], home)).code, 2);
});

test("a device has no end: it is refused, not read", DEVICES, async () => {
  using home = makeHome();
  assert.equal((await run(["upgrade", "/dev/zero"], home)).code, 2);
});

test("upgrade asks only a registry that is named, and takes no other package of the name for Pith", async () => {
  using home = makeHome();
  for (const words of [["--check"], ["--registry", "http://x"]])
    assert.match((await run(["upgrade", ...words], home)).stderr, /Give both/);
  assert.match(
    (await run(["upgrade", "--check", "--registry", "file:///etc"], home)).stderr,
    /begins with https/,
  );
  for (const address of [
    "https://joe:planted@host.example",
    "https://planted@host.example/npm/",
    "https://host.example/?token=planted",
    "https://host.example/#planted",
  ]) {
    const { code, stdout, stderr } = await run(["upgrade", "--check", "--registry", address], home);
    assert.equal(code, 2);
    assert.doesNotMatch(stdout + stderr, /planted/);
  }
  let answer: unknown = {};
  let moved = false;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (moved) response.writeHead(302, { location: "/elsewhere" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = () => run(["upgrade", "--check", "--registry", registry], home);
  answer = {
    "dist-tags": { latest: "9.9.9" },
    versions: {
      "9.9.9": { name: "pith", version: "9.9.9", pith: { forms: { ...KEPT_FORMS, segment: 99 } } },
    },
  };
  const newer = await check();
  assert.equal(newer.code, 0);
  assert.match(newer.stdout, /: 9\.9\.9\nsegment \d+ → 99/);
  for (answer of [
    { "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": { name: "pith", version: "1.0.0" } } },
    "no json",
    // Longer than any answer that is read, and without a length before it.
    " ".repeat(21_000_000),
    {},
  ]) {
    const { code, stdout } = await check();
    assert.equal(code, 1);
    assert.match(stdout, /Whether there is a newer version is not known/);
  }
  moved = true;
  assert.match((await check()).stdout, /it answered 302/);
  assert.deepEqual([...new Set(asked)], ["/pith"]);
  await new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  const gone = await check();
  assert.equal(gone.code, 1);
  assert.match(gone.stdout, /could not be asked \(\w+\)/);
});
