// A repository that is made for one question: a function that is called so many times from so many files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of a hundred files each, as people divide them. */
const FILES_A_FOLDER = 100;

export const CALLED = "everywhere";

export function makeTree(root: string, files: number, callsAFile: number): void {
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, "called.ts"),
    `export function ${CALLED}(n: number): number {\n  return n + 1;\n}\n`,
  );
  for (let i = 0; i < files; i++) {
    const folder = join(root, `part-${Math.floor(i / FILES_A_FOLDER)}`);
    if (i % FILES_A_FOLDER === 0) mkdirSync(folder);
    const calls = Array.from(
      { length: callsAFile },
      (_, c) =>
        `export function caller${i}x${c}(n: number): number {\n  return ${CALLED}(n) * ${c + 1};\n}\n`,
    );
    writeFileSync(
      join(folder, `caller-${i}.ts`),
      `import { ${CALLED} } from "../called.ts";\n\n${calls.join("\n")}`,
    );
  }
}
