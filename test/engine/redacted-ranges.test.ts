// A range out of a file is redacted as the whole file is: what the lines around it say of a line counts, wherever the cut runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitLines } from "../../src/base/lines.ts";
import type { ReadAnswer } from "../../src/pack/answer.ts";
import { redactSync } from "../../src/redact/redact.ts";
import { alnum, pem } from "../redact/synthetic.ts";
import { Opened } from "./opened.ts";

const word = ["sword", "fishy"].join("");
const files: Record<string, string> = {
  "key.txt": `before\n${pem("RSA PRIVATE KEY", `MII${alnum(300)}`)}\nafter\n`,
  "cut.txt": `before\n${pem("EC PRIVATE KEY", `MII${alnum(300)}`)
    .split("\n")
    .slice(0, -2)
    .join("\n")}\n`,
  "secret.yaml": `stringData:\n  host: ${word}\n  text: |\n    ${word}\nkind: Secret\n`,
  "login.md": `machine acme.io\n  login bob\n  password ${word}\n`,
  "run.md": `curl -sS \\\n  -u bob:${word} \\\n  https://acme.io\n`,
  "env.yaml": `- name: DB_PASSWORD\n  value: x9${alnum(10)}\n`,
  "a.ts": `const password =\n  "x9${alnum(10)}";\nexport const one = 1;\n`,
};

test("each line, read alone, is the line of the redacted file", async () => {
  await using opened = new Opened(files);
  for (const [path, text] of Object.entries(files)) {
    const whole = splitLines(redactSync(path, text).text);
    assert.notDeepEqual(whole, splitLines(text), path);
    const places = whole.map((_, i) => `${path}:${i + 1}`).slice(0, text.split("\n").length - 1);
    const outcome = await opened.ask("read", { places, budget: 8000, format: "json" });
    const { spans } = outcome.answer as ReadAnswer;
    assert.deepEqual(
      spans.map((span) => span.text),
      whole.slice(0, places.length),
    );
  }
});
