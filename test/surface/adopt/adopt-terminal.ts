// A terminal in memory over real folders: a home, a project, an answer that is typed or none.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { main } from "../../../src/surface/cli/main.ts";

export interface Home {
  home: string;
  project: string;
  env: NodeJS.ProcessEnv;
  [Symbol.dispose]: () => void;
}

export function makeHome(env: NodeJS.ProcessEnv = {}): Home {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), "pith-adopt-")));
  const home = join(folder, "home");
  const project = join(folder, "project");
  for (const one of [home, project]) mkdirSync(one);
  return {
    home,
    project,
    env: { HOME: home, USERPROFILE: home, XDG_CACHE_HOME: join(folder, "cache"), PATH: "", ...env },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** `typed`: what a person at the terminal types; without it there is no terminal. */
export async function run(
  words: string[],
  { project, env }: Pick<Home, "project" | "env">,
  typed?: string,
  input = "",
): Promise<Ran> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const stdin = Object.assign(Readable.from([typed ?? input]), { isTTY: typed !== undefined });
  const code = await main(words, { terminal: { stdin, stdout, stderr, env, cwd: project } });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { code, stdout: out!, stderr: err! };
}
