// P1 where it is paid: what stands on standard output costs no more than the budget, the line end and colours included.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import type { Engine } from "../../../src/engine/engine.ts";
import { main } from "../../../src/surface/cli/main.ts";
import { openCounterSync } from "../../../src/tokens/counter.ts";
import { UNITS, type Unit } from "../../../src/tokens/units.ts";
import { Opened } from "../../engine/opened.ts";
import { BIN } from "../../hosts/pith-process.ts";

const soak = Number(process.env["PITH_SOAK"] ?? 1);

const FILES = {
  "src/session.ts": [
    "/** Is the token of a session still good? */",
    "export function checkToken(token: string, now: number): boolean {",
    ...Array.from({ length: 14 }, (_, i) => `  if (token.charCodeAt(${i}) === now % ${i + 2}) return false;`),
    "  return true;",
    "}",
    "",
    "export class Sessions {",
    ...Array.from({ length: 9 }, (_, i) => `  token${i}(): boolean { return checkToken("${i}", ${i}); }`),
    "}",
    "",
  ].join("\n"),
  "src/use.ts": 'import { checkToken } from "./session.ts";\nexport const ok = checkToken("a", 1);\n',
  "notes/größe 漢.md": "# Token\n\nThe token of a session: \u001b[31mred\u001b[0m, \u202ebackwards\u202c.\n",
};

const ASKED: readonly string[][] = [
  ["context", "session token check"],
  ["context", "session token check", "--explain"],
  ["search", "session token"],
  ["search", "token", "--exact", "--per-file", "9"],
  ["symbol", "checkToken"],
  ["symbol", "checkTokn"],
  ["trace", "checkToken"],
  ["outline"],
  ["outline", "src/session.ts"],
  ["read", "src/session.ts", "notes/größe 漢.md"],
];

/** Flags, and whether standard output is a terminal. */
const FORMS: readonly { flags: string[]; tty: boolean }[] = [
  { flags: [], tty: false },
  { flags: ["--json"], tty: false },
  { flags: ["--format", "terminal"], tty: false },
  { flags: ["--color"], tty: false },
  { flags: ["--no-color"], tty: true },
  { flags: ["--format", "text"], tty: true },
  { flags: ["--color"], tty: true },
];

/** At a terminal nobody reads the codes of colours: they are not counted, as the guide says. */
function counted(stdout: string, tty: boolean): string {
  return tty ? stdout.replaceAll(/\u001b\[\d+m/g, "") : stdout;
}

async function stdoutOf(argv: string[], opened: Opened, engine: Engine, tty: boolean, stdin = "") {
  const stdout = Object.assign(new PassThrough(), { isTTY: tty });
  const stderr = new PassThrough();
  const parts: Buffer[] = [];
  stdout.on("data", (part: Buffer) => parts.push(part));
  stderr.resume();
  const code = await main(argv, {
    terminal: { stdin: Readable.from([stdin]), stdout, stderr, env: opened.env, cwd: opened.root },
    createEngine: async () => ({ run: engine.run, close: async () => {} }),
  });
  assert.notEqual(code, 2, argv.join(" "));
  return Buffer.concat(parts).toString("utf8");
}

function assertWithin(stdout: string, unit: Unit, budget: number, what: string): void {
  const cost = openCounterSync(unit).count(stdout);
  assert.ok(cost <= budget, `${what}: ${cost} of ${budget} ${unit}\n${stdout.slice(0, 200)}`);
}

test("every operation, format and unit: standard output is within the budget", async () => {
  await using opened = new Opened(FILES);
  const { engine } = opened;
  let full = 0;
  for (const [i, asked] of ASKED.entries()) {
    for (const [j, { flags, tty }] of FORMS.entries()) {
      for (const [k, unit] of UNITS.entries()) {
        const step = unit === "bytes" ? 173 : 61;
        for (let n = 0; n < 4 * soak; n++) {
          const budget = 64 + (((n * step) / soak) | 0) + ((i * 7 + j * 5 + k * 3) % step);
          const argv = [...asked, ...flags, "--budget", String(budget), "--unit", unit];
          const stdout = await stdoutOf(argv, opened, engine, tty);
          assert.ok(stdout.endsWith("\n") && !stdout.endsWith("\n\n"), argv.join(" "));
          const shown = counted(stdout, tty);
          assertWithin(shown, unit, budget, argv.join(" "));
          const stated =
            /"cost":\{"tokens":(\d+)/.exec(shown) ?? /^\W*(?:\u001b\[2m)?cost (\d+) of /m.exec(shown);
          if (stated === null) continue;
          const cost = openCounterSync(unit).count(shown);
          assert.ok(Number(stated[1]) >= cost && Number(stated[1]) <= budget, argv.join(" "));
          if (Number(stated[1]) === budget) full++;
        }
      }
    }
  }
  assert.ok(full > 0, "no answer fills its budget to the last token: the cases say little");
});

test("an answer that fits only without its line end is made smaller", async () => {
  await using opened = new Opened(FILES);
  const { engine } = opened;
  for (const asked of ASKED) {
    const flags = ["--unit", "bytes"];
    const all = await stdoutOf([...asked, ...flags, "--budget", "3000"], opened, engine, false);
    // Around what it costs: the figure that it states has as many digits.
    for (
      let budget = Math.max(1000, Buffer.byteLength(all) - 8);
      budget <= Buffer.byteLength(all);
      budget++
    ) {
      const argv = [...asked, ...flags, "--budget", String(budget)];
      assertWithin(await stdoutOf(argv, opened, engine, false), "bytes", budget, argv.join(" "));
    }
  }
});

test("each line of a batch, with its line end", async () => {
  await using opened = new Opened(FILES);
  const requests: { unit: Unit; budget: number; [argument: string]: unknown }[] = [];
  for (const unit of UNITS) {
    for (let budget = 90; budget < 1600; budget += 71) {
      requests.push({ id: `r-${budget}`, op: "context", query: "session token", budget, unit });
      requests.push({ op: "read", places: ["src/session.ts"], budget, unit });
      requests.push({ id: budget, query: "token", mode: "exact", budget, unit });
    }
  }
  const text = requests.map((request) => JSON.stringify(request)).join("\n");
  const stdout = await stdoutOf(["batch", "-"], opened, opened.engine, false, text);
  const lines = stdout.split("\n");
  assert.equal(lines.pop(), "");
  assert.equal(lines.length, requests.length);
  lines.forEach((line, i) => {
    const { unit, budget } = requests[i]!;
    assertWithin(`${line}\n`, unit, budget, JSON.stringify(requests[i]));
  });
});

test("real processes, in a pipe", async () => {
  await using opened = new Opened(FILES);
  writeFileSync(
    opened.path("requests.jsonl"),
    '{"op":"context","query":"session token","budget":300,"unit":"bytes"}\n',
  );
  for (const [argv, budget] of [
    [["context", "session token", "--budget", "700", "--unit", "bytes"], 700],
    [["context", "session token", "--budget", "900", "--unit", "bytes", "--color"], 900],
    [["read", "src/session.ts", "--budget", "333", "--unit", "bytes", "--json"], 333],
    [["batch", "requests.jsonl"], 300],
  ] as const) {
    const stdout = await new Promise<string>((resolve, reject) => {
      const options = { cwd: opened.root, env: opened.env, timeout: 60_000 };
      execFile(process.execPath, [BIN, ...argv], options, (error, out) =>
        error ? reject(error) : resolve(out),
      );
    });
    assertWithin(stdout, "bytes", budget, argv.join(" "));
  }
});
