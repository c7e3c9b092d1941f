// Makes the transcripts in examples/, or says where they are not what Pith answers today.
//   node scripts/examples.ts [--check] [--repositories FOLDER]
// --check         writes nothing; exit code 1 where a transcript differs or does not show what it must
// --repositories  a folder with the repositories below their names; without it they are fetched from their addresses
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { EXAMPLES, exampleQuestions, notShown } from "./examples/questions.ts";
import { transcriptOf } from "./examples/transcript.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" }, repositories: { type: "string" } } });
let wrong = 0;
for (const question of exampleQuestions()) {
  const file = join(EXAMPLES, `${question.name}.md`);
  const near = values.repositories && join(values.repositories, basename(question.repository));
  const transcript = transcriptOf(question, near ?? question.repository);
  const faults = notShown(question, transcript).map((missing) => `does not show ${missing}`);
  if (values.check !== true) writeFileSync(file, transcript);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== transcript)
    faults.push("is another answer today");
  for (const fault of faults) console.log(`✖ ${question.name} ${fault}`);
  if (faults.length === 0) console.log(`✔ ${question.name}`);
  wrong += faults.length;
}
process.exit(wrong > 0 ? 1 : 0);
