// What an answer says of something that is behind is one line with what to do about it, and doing just that makes it go away.
import assert from "node:assert/strict";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { ContextAnswer } from "../../src/pack/answer.ts";
import { Opened } from "./opened.ts";

interface Kind {
  files: Record<string, string>;
  /** Makes it stale, and asks: the text of the answer that says so. */
  stale: (opened: Opened) => Promise<string>;
  says: RegExp;
  /** What it says to do; asked again, a text that doesn't say so any more. */
  remedy: (opened: Opened) => Promise<string>;
}

const MAIL = Array.from(
  { length: 30 },
  (_, i) => `export function sendMail${i}(queue: Queue): void {\n  queue.push(${i});\n}\n`,
).join("\n");

const TYPES = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "esnext" } }',
  "src/tools.ts":
    "export class Saw {\n  cut(): void {}\n}\nexport class Knife {\n  cut(): void {}\n}\nexport const pick = <T>(all: readonly T[]): T => all[0]!;\n",
  "src/use.ts":
    'import { pick, Saw } from "./tools.ts";\nconst held = pick([1].map(() => new Saw()));\nheld.cut();\n',
};

const text = async (
  opened: Opened,
  operation: "context" | "search" | "trace",
  args: object,
): Promise<string> => (await opened.ask(operation, { budget: 3000, ...args } as never)).output;

const context = (opened: Opened) => text(opened, "context", { query: "sendMail7 queue push" });
const exact = (opened: Opened) => text(opened, "search", { query: "queue.push(7)", mode: "exact" });

/** An answer in the middle of which something happens, each time it comes to this phase. */
async function meanwhile(
  opened: Opened,
  operation: "context" | "search",
  args: object,
  phase: string,
  happen: () => void,
): Promise<string> {
  const onPhase = (now: string): void => {
    if (now === phase) happen();
  };
  return (await opened.ask(operation, { budget: 3000, ...args } as never, { onPhase })).output;
}

const KINDS: Readonly<Record<string, Kind>> = {
  "not all is indexed yet": {
    files: {
      "pith.json": '{"ceilings": {"firstAnswerBytes": 3000}}',
      ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`src/f${i}.ts`, MAIL.slice(0, 1000)])),
    },
    stale: async (opened) => {
      // A file of this moment may be written again without a trace, so it would be read twice.
      for (let i = 0; i < 12; i++) utimesSync(opened.path(`src/f${i}.ts`), 10, 10);
      return context(opened);
    },
    says: /Only \d+ of 13 files are indexed yet; ask again for the rest/,
    remedy: async (opened) => {
      let last = await context(opened);
      let before = Infinity;
      for (;;) {
        const [, read, of] = /Only (\d+) of (\d+) files are indexed yet/.exec(last) ?? [];
        if (read === undefined) return last;
        // Each asking gets on.
        assert.ok(Number(of) - Number(read) < before);
        before = Number(of) - Number(read);
        last = await context(opened);
      }
    },
  },
  "a file that is written again and again": {
    files: { "src/mail.ts": MAIL },
    stale: (opened) => {
      let n = 0;
      return meanwhile(opened, "context", { query: "sendMail7 queue push" }, "swept", () =>
        writeFileSync(opened.path("src/mail.ts"), `${"// more\n".repeat(++n)}${MAIL}`),
      );
    },
    says: /src\/mail\.ts was being written while it was read \(ask again\)/,
    remedy: context,
  },
  "a file that goes away": {
    files: { "src/mail.ts": MAIL, "src/other.ts": MAIL.replaceAll("send", "drop") },
    stale: (opened) =>
      meanwhile(opened, "context", { query: "sendMail7 queue push" }, "swept", () =>
        rmSync(opened.path("src/mail.ts"), { force: true }),
      ),
    says: /src\/mail\.ts vanished while it was read \(ask again\)/,
    remedy: context,
  },
  "a receipt that does not hold": {
    files: { "src/mail.ts": MAIL },
    stale: async (opened) => {
      const { receipt } = (await opened.ask("context", { query: "sendMail7", budget: 400, format: "json" }))
        .answer as ContextAnswer;
      opened.write("src/mail.ts", MAIL.replace("push(1)", "push(11)"));
      return (await opened.ask("read", { places: [`${receipt}#1`] })).output;
    },
    says: /changed since the receipt/,
    remedy: async (opened) => {
      const { receipt } = (await opened.ask("context", { query: "sendMail7", budget: 400, format: "json" }))
        .answer as ContextAnswer;
      return (await opened.ask("read", { places: [`${receipt}#1`] })).output;
    },
  },
  "what a checker pass found of files that have changed": {
    files: TYPES,
    stale: async (opened) => {
      await opened.ask("index", { checker: true });
      opened.write("src/use.ts", `${TYPES["src/use.ts"]}held.cut();\n`);
      return text(opened, "trace", { symbol: "Saw.cut" });
    },
    says: /files have changed since; pith index --checker makes them again/,
    remedy: async (opened) => {
      await opened.ask("index", { checker: true });
      return text(opened, "trace", { symbol: "Saw.cut" });
    },
  },
};

for (const [what, { files, stale, says, remedy }] of Object.entries(KINDS)) {
  test(what, async () => {
    await using opened = new Opened(files);
    const said = await stale(opened);
    const lines = said.split("\n").filter((line) => says.test(line));
    assert.equal(lines.length, 1, said);
    assert.doesNotMatch(await remedy(opened), says);
    // And it does not come back by itself.
    if (what !== "a receipt that does not hold") assert.doesNotMatch(await exact(opened), says);
  });
}

test("nothing is said to be behind where nothing is: after a touch, a commit's worth of moves, a new process", async () => {
  await using opened = new Opened({ "src/mail.ts": MAIL, "src/other.ts": MAIL.replaceAll("send", "drop") });
  const first = await context(opened);
  utimesSync(opened.path("src/mail.ts"), 50, 50);
  opened.write("src/other.ts", MAIL.replaceAll("send", "drop"));
  const nags = /ask again|stale|behind|partial|changed|pith index/;
  for (const engine of [opened.engine, opened.start()]) {
    const { output } = await engine.run("context", {
      query: "sendMail7 queue push",
      budget: 3000,
      root: opened.root,
    });
    assert.equal(output, first);
    assert.doesNotMatch(output, nags);
  }
});
