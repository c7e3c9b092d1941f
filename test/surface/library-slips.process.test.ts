// Where no types are checked, whatever is given to the library is answered, or refused in our own words with the fix.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPithError, open } from "../../src/index.ts";
import { OPERATIONS } from "../../src/surface/operations.ts";
import { environment, project } from "../hosts/pith-process.ts";

const circle: Record<string, unknown> = {};
circle["itself"] = circle;

const SLIPS: readonly unknown[] = [
  5,
  0,
  null,
  true,
  "x",
  "",
  [],
  ["x"],
  {},
  10n,
  Symbol("x"),
  () => 1,
  Number.NaN,
  new Map(),
  circle,
  { query: 5 },
  { query: circle },
  { query: 10n },
  { query: Symbol("x") },
  { query: "x", budget: 10n },
  { query: "x", budget: Symbol("x") },
  { query: "x", scope: [circle, 10n] },
  { query: "x", nothing: circle },
  { symbol: {}, path: {}, places: {}, file: {}, action: {}, receipt: {} },
  Object.create(null),
];

async function assertOwnWords(work: () => Promise<unknown>, what: string): Promise<void> {
  const error: unknown = await Promise.resolve()
    .then(work)
    .then(
      () => null,
      (fault: unknown) => fault,
    );
  if (error === null) return;
  assert.ok(isPithError(error), `${what}: ${String((error as Error).stack)}`);
  assert.notEqual(error.code, "INTERNAL", `${what}: ${error.message}`);
  assert.ok(error.next !== "", what);
}

function said(value: unknown): string {
  return typeof value === "object" ? Object.keys(value ?? {}).join() || "empty" : String(value);
}

test("open", async () => {
  using small = project();
  const loose = open as unknown as (root?: unknown, options?: unknown) => Promise<AsyncDisposable>;
  const env = environment();
  for (const slip of [...SLIPS, "\0", "no such folder", "x".repeat(100_000), "file:///x"]) {
    await assertOwnWords(
      async () => (await loose(slip, { env }))[Symbol.asyncDispose](),
      `open(${said(slip)})`,
    );
    await assertOwnWords(
      async () => (await loose(small.path, slip))[Symbol.asyncDispose](),
      `options ${said(slip)}`,
    );
  }
  for (const options of [{ env: 5 }, { env: null }, { onNotice: 5 }]) {
    const fault: unknown = await loose(small.path, options).catch((error: unknown) => error);
    assert.ok(isPithError(fault) && fault.code === "ARGUMENT_INVALID");
  }
  const fault: unknown = await loose(5).catch((error: unknown) => error);
  assert.ok(isPithError(fault));
  assert.match(`${fault.message} ${fault.next}`, /path of a folder, not "5"\. Write open\("/);
});

test("each method, and what goes with a call", async () => {
  using small = project();
  await using pith = await open(small.path, { env: environment() });
  const loose = pith as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const { name } of OPERATIONS) {
    for (const slip of SLIPS) {
      if (name !== "batch") await assertOwnWords(() => loose[name]!(slip), `${name}(${said(slip)})`);
      await assertOwnWords(() => loose["run"]!(name, slip), `run(${name}, ${said(slip)})`);
    }
  }
  for (const slip of SLIPS) {
    await assertOwnWords(() => loose["run"]!(slip, {}), `run(${said(slip)})`);
    await assertOwnWords(() => loose["search"]!({ query: "mail" }, slip), `call ${said(slip)}`);
  }
  for (const call of [{ signal: 5 }, { signal: {} }, { onProgress: 5 }, 5, null]) {
    const fault: unknown = await loose["search"]!({ query: "mail" }, call).catch((error: unknown) => error);
    assert.ok(isPithError(fault) && fault.code === "ARGUMENT_INVALID", said(call));
  }
});
