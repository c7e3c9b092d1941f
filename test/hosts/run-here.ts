// Runs the command line in this process, over streams in memory and the real engine: what is asked of a process of its own is
// how it starts and ends, and a start costs half a second of a processor.
import { PassThrough, Readable } from "node:stream";
import { main } from "../../src/surface/cli/main.ts";
import { environment, type Finished } from "./pith-process.ts";

export async function runHere(
  argv: readonly string[],
  { cwd, stdin = "", env }: { cwd: string; stdin?: string; env?: NodeJS.ProcessEnv },
): Promise<Pick<Finished, "code" | "stdout" | "stderr">> {
  const stdout = Object.assign(new PassThrough(), { isTTY: false });
  const stderr = Object.assign(new PassThrough(), { isTTY: false });
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const terminal = { stdin: Readable.from([stdin]), stdout, stderr, env: environment(env), cwd };
  const code = await main(argv, { terminal });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { code, stdout: out!, stderr: err! };
}
