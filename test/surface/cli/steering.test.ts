// Nothing of a repository, its settings or an argument steers the terminal: every operation over a tree whose names, lines
// and settings hold control characters and signs of direction, and every kind of fault, in each form.
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { isPithError } from "../../../src/base/error.ts";
import { forTerminal, oneLine, safeJson, safeLines } from "../../../src/base/safe-text.ts";
import { shownError } from "../../../src/redact/redact-error.ts";
import { main } from "../../../src/surface/cli/main.ts";
import { Opened, type Tree } from "../../engine/opened.ts";
import { CLOSED_FOLDERS } from "../../conditions.ts";

/** ESC, CR, BEL, backspace, DEL, C1 (CSI), a line separator, an override, an isolate. */
const EVIL = "\u001b[2J\u001b]0;title\u0007\r\b\u007f\u009b31m\u0085\u2028\u202e\u2066";
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;

/** As bytes: half a character would come back whole from decoding. */
function assertSafe(text: string, what: string): void {
  const found = STEERS.exec(text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ""));
  assert.equal(
    found,
    null,
    `${what}: ${JSON.stringify(text.slice(Math.max(0, (found?.index ?? 0) - 60)).slice(0, 160))}`,
  );
}

const NAME = `e${EVIL}.ts`;

function treeWith(line: string): Tree {
  return {
    [`src/${NAME}`]: `/** marker ${line} */\nexport function marker${1}(a: string) { return "${line}"; }\n`,
    [`d${EVIL}/plain.ts`]: `import { marker1 } from "../src/x.ts";\nexport const use = marker1("marker");\n`,
    [`ignored${EVIL}.log`]: "x\n",
    ".gitignore": `*.log\n# ${EVIL}\n`,
    ".pithignore": `left${EVIL}\n`,
    [`left${EVIL}`]: "x\n",
    "pith.json": JSON.stringify({
      exclude: [`gone${EVIL}`, "x\u009b"],
      languages: { [`n${EVIL}`]: "python" },
    }),
  };
}

interface Ran {
  code: number;
  out: string;
  err: string;
}

async function run(
  argv: string[],
  opened: Opened,
  options: { tty?: boolean; stdin?: string } = {},
): Promise<Ran> {
  const collect = (tty: boolean) => {
    const stream = Object.assign(new PassThrough(), { isTTY: tty });
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    return { stream, text: () => Buffer.concat(parts).toString("utf8") };
  };
  const [out, err] = [collect(options.tty === true), collect(options.tty === true)];
  const code = await main(argv, {
    terminal: {
      stdin: Readable.from([options.stdin ?? ""]),
      stdout: out.stream,
      stderr: err.stream,
      env: opened.env,
      cwd: opened.root,
    },
  });
  return { code, out: out.text(), err: err.text() };
}

/** Every operation, and faults that repeat what was given. */
const ASKED: readonly string[][] = [
  ["context", "marker"],
  ["context", "marker", "--explain"],
  ["context", `unknown${EVIL}Name marker`],
  ["search", "marker"],
  ["search", "marker", "--exact"],
  ["search", `none${EVIL}`, "--exact"],
  ["search", `(${EVIL}`, "--regex"],
  ["search", "marker", "--scope", `no${EVIL}`],
  ["search", "marker", "--kind", `no${EVIL}`],
  ["search", "marker", "--language", `no${EVIL}`],
  ["search", "marker", "--mode", `no${EVIL}`],
  ["search", "marker", "--limit", `1${EVIL}`],
  ["search", "marker", "--budget", `1${EVIL}`],
  ["symbol", "marker1"],
  ["symbol", `mark${EVIL}`],
  ["trace", "marker1"],
  ["trace", `mark${EVIL}`],
  ["outline"],
  ["outline", `src/${NAME}`],
  ["outline", `no${EVIL}`],
  ["read", `src/${NAME}`],
  ["read", `src/${NAME}:900`],
  ["read", `src/${NAME}:x`],
  ["read", `no${EVIL}`],
  ["read", `../${EVIL}`],
  ["read", `left${EVIL}`],
  ["read", "d"],
  ["batch", `no${EVIL}`],
  ["status"],
  ["index"],
  ["index", "--rebuild", "--syntax"],
  ["receipt", "show", `no${EVIL}`],
  ["receipt", "show", `../${EVIL}`],
  ["receipt", "show", `src/${NAME}`],
  ["why", `src/${NAME}`],
  ["why", `left${EVIL}`],
  ["why", `ignored${EVIL}.log`],
  ["why", `no${EVIL}`],
  ["config"],
  ["config", "--resolved"],
  ["doctor"],
  ["eval"],
  ["eval", "--questions", `no${EVIL}`],
  ["eval", "--html", `no${EVIL}/x.html`],
  [`no${EVIL}`],
  ["help", `no${EVIL}`],
  ["context", "x", `--no${EVIL}`],
  ["context", "x", "--root", `/no${EVIL}`],
  ["context", "x", "--progress", `no${EVIL}`],
  ["completion", `no${EVIL}`],
];

/** Lines of files stand as they are on disk in text for a pipe: between fences, or under their numbers. */
function withoutLines(text: string): string {
  return text.replaceAll(/^(`{3,})$[\s\S]*?^\1$/gm, "").replaceAll(/(?<=\n) {2}\d+: [^\n]*/g, "");
}

/** These show parts of lines without either. */
const SHOWS_PARTS = new Set(["symbol", "trace", "outline"]);

for (const line of ["plain", EVIL.replaceAll(/[\r\n]/g, "")]) {
  test(`over lines that are ${line === "plain" ? "plain" : "not"}`, async () => {
    await using opened = new Opened(treeWith(line));
    for (const argv of ASKED) {
      for (const { flags, tty } of [
        { flags: [], tty: false },
        { flags: ["--json"], tty: false },
        { flags: ["--no-color"], tty: true },
        { flags: ["--format", "text"], tty: true },
      ]) {
        const isText = !tty && flags.length === 0;
        if (line !== "plain" && isText && SHOWS_PARTS.has(argv[0]!)) continue;
        const takes =
          !["completion", "help"].includes(argv[0]!) && !(argv[0] === "batch" && flags[0] === "--format");
        const words = takes ? [...argv, ...flags] : argv;
        const ran = await run(words, opened, { tty });
        const what = `${JSON.stringify(words)} ${tty ? "tty" : "pipe"}`;
        assert.ok(ran.code <= 2 && ran.out + ran.err !== "", what);
        assert.doesNotMatch(ran.err + ran.out, /INTERNAL/, what);
        assertSafe(isText ? withoutLines(ran.out) : ran.out, what);
        assertSafe(ran.err, `${what} (stderr)`);
      }
    }
  });
}

test("receipts, batches, settings at fault, notices", async () => {
  await using opened = new Opened(treeWith("plain"));
  const { out } = await run(["context", `marker ${EVIL}`, "--scope", `src/${NAME}`], opened);
  const receipt = /^receipt (\d+)$/m.exec(out)![1]!;
  for (const flags of [[], ["--json"]]) {
    for (const action of ["show", "verify"]) {
      const ran = await run(["receipt", action, receipt, ...flags], opened);
      assert.equal(ran.code, 0);
      assertSafe(ran.out, `receipt ${action}`);
    }
  }
  assertSafe((await run(["read", `${receipt}#1`], opened)).out, "read of a receipt");
  const requests = [
    { query: `marker${EVIL}\ud800` },
    { op: `no${EVIL}` },
    { [`no${EVIL}`]: 1, query: "x" },
    { op: "why", path: `src/${NAME}` },
  ];
  const lines = [...requests.map((r) => JSON.stringify(r)), `no json ${EVIL.replaceAll("\r", "")}`].join(
    "\n",
  );
  assertSafe((await run(["batch", "-"], opened, { stdin: lines })).out, "batch");
  for (const settings of [
    `{"no${"\\u009b"}key": 1}`,
    `{"budget": "${"\\u202e"}"}`,
    `{"unit": "${"\\u001b"}"}`,
    `{ ${EVIL}`,
  ]) {
    opened.write("pith.json", settings);
    for (const argv of [["context", "x"], ["doctor"], ["config"]]) {
      const ran = await run(argv, opened);
      assertSafe(ran.out + ran.err, `${argv[0]} with ${JSON.stringify(settings)}`);
    }
  }
  opened.write("pith.json", JSON.stringify({ cacheDir: `${opened.folder}/a-file${EVIL}` }));
  opened.write(`../a-file${EVIL}`, "");
  const noticed = await run(["context", "marker"], opened);
  assertSafe(noticed.err, "notices");
});

test("the parts: each sign is written in another way, and nothing else is", () => {
  for (let code = 0; code <= 0xffff; code++) {
    const c = String.fromCharCode(code);
    const steers = STEERS.test(c) || c === "\n" || c === "\t";
    assert.equal(oneLine(c) !== c, steers, code.toString(16));
    assert.equal(JSON.parse(safeJson(c)), c);
    assertSafe(oneLine(c) + safeJson(c), code.toString(16));
    if (code >= 0xd800 && code <= 0xdfff) continue;
    assert.equal(forTerminal(c) !== c, steers && c !== "\t" && c !== "\n", code.toString(16));
    assertSafe(forTerminal(c), code.toString(16));
  }
  assert.equal(safeLines("a\u0007\nb"), "a\\u0007\nb");
  assert.equal(oneLine("😀 ok"), "😀 ok");
  const fault = shownError(new Error(`a\n${EVIL}`));
  assert.ok(isPithError(fault));
  assertSafe(fault.message, "fault");
  assert.ok(!fault.message.includes("\n"));
});

test("a folder that may not be written", CLOSED_FOLDERS, async () => {
  await using opened = new Opened(treeWith("plain"));
  chmodSync(opened.root, 0o500);
  const ran = await run(["context", "marker"], opened);
  chmodSync(opened.root, 0o700);
  assertSafe(ran.out + ran.err, "read-only root");
});
