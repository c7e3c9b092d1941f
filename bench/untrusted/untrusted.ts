// How often is real code flagged as text that looks like an instruction, and what does looking cost? Every text file that Git
// lists, in stretches of forty lines, as the spans of an answer are; each flagged stretch is printed, to be judged by a person.
//   node bench/main.ts untrusted --corpora DIR
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { instructionLike } from "../../src/redact/instruction-like.ts";
import { Tree } from "../sessions/tree.ts";

const STRETCH = 40;
/** An answer of 4,000 tokens, in characters. */
const ANSWER = 15_000;

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { corpora: { type: "string" }, only: { type: "string" } } });
  if (values.corpora === undefined) throw new Error("untrusted needs --corpora DIR");
  const corpora = resolve(values.corpora);
  const only = values.only?.split(",");
  const counts = { repositories: 0, files: 0, stretches: 0, flagged: 0 };
  const times: number[] = [];
  for (const name of readdirSync(corpora).sort()) {
    if (!existsSync(join(corpora, name, ".git")) || (only !== undefined && !only.includes(name))) continue;
    counts.repositories++;
    const tree = new Tree(join(corpora, name));
    let sample = "";
    for (const path of tree.paths) {
      const lines = tree.lines(path);
      counts.files++;
      for (let at = 0; at < lines.length; at += STRETCH) {
        const text = lines.slice(at, at + STRETCH).join("\n");
        counts.stretches++;
        const found = instructionLike(text, at + 1);
        if (found.length > 0) {
          counts.flagged++;
          console.log(`${name}/${path}:${found[0]!.line} ${JSON.stringify(found[0])}`);
        }
        if (sample.length < ANSWER) sample += `${text}\n`;
      }
    }
    const started = performance.now();
    instructionLike(sample.slice(0, ANSWER));
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  console.log(JSON.stringify(counts));
  console.log(
    `an answer of ${ANSWER} characters: median ${at(0.5)} ms, nine tenths ${at(0.9)} ms, of one a repository`,
  );
}
