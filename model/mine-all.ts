// Mines every repository of the list into one file each. What is there already is kept, so that a broken run goes on.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deserialize, serialize } from "node:v8";
import { type Mined, mine } from "./mine.ts";
import { directoryOf, trainingRepositories } from "./repositories.ts";

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      mirrors: { type: "string" },
      mined: { type: "string" },
      only: { type: "string" },
      part: { type: "string", default: "0/1" },
    },
  });
  if (values.mirrors === undefined || values.mined === undefined) {
    throw new Error("mine needs --mirrors DIR and --mined DIR");
  }
  mkdirSync(values.mined, { recursive: true });
  const only = values.only?.split(",");
  const [part, parts] = values.part.split("/").map(Number) as [number, number];
  for (const [i, { name, revision }] of trainingRepositories().entries()) {
    if (i % parts !== part || (only !== undefined && !only.includes(name))) continue;
    const out = minedFile(values.mined, name);
    if (existsSync(out)) continue;
    const started = performance.now();
    const mined = mine(name, directoryOf(values.mirrors, name), revision);
    writeFileSync(`${out}.part`, serialize(mined));
    renameSync(`${out}.part`, out);
    const kinds = Object.entries(Object.groupBy(mined.texts, ({ kind }) => kind)).map(
      ([k, l]) => `${k} ${l.length}`,
    );
    console.log(
      `${name}: files ${mined.files.length}, chunks ${mined.chunkFile.length}, ${kinds.join(", ")}; ${Math.round(performance.now() - started)} ms`,
    );
  }
}

export function minedFile(folder: string, name: string): string {
  return join(folder, `${name.replace("/", "+")}.mined`);
}

export function readMined(folder: string, name: string): Mined {
  return deserialize(readFileSync(minedFile(folder, name))) as Mined;
}
