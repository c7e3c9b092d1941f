// Runs the oracle of a language over a repository and keeps what it said, by revision, beside the repositories.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";

export interface Repository {
  name: string;
  url: string;
  revision: string;
  language: string;
  /** Only these folders are read, where the whole is too much. */
  under?: string[];
  /** Folders left out: generated code, bundled programs. */
  exclude?: string[];
}

const ORACLES = new URL("oracles/", import.meta.url).pathname;

/** Folder below `oracles/`, and the command that prints the truth. */
const COMMANDS: Record<string, { folder: string; command(root: string, under: string[]): string[] }> = {
  typescript: {
    folder: "typescript",
    command: (root, under) => [
      process.execPath,
      "--max-old-space-size=8000",
      join(ORACLES, "typescript/uses.mjs"),
      root,
      ...under,
    ],
  },
  go: { folder: "go", command: (root, under) => ["go", "run", join(ORACLES, "go/uses.go"), root, ...under] },
  java: {
    folder: "java",
    command: (root, under) => ["java", join(ORACLES, "java/Uses.java"), root, ...under],
  },
  python: {
    folder: "python",
    command: (root, under) => [process.execPath, join(ORACLES, "python/uses.ts"), root, ...under],
  },
  c: {
    folder: "c",
    command: (root, under) => [process.execPath, join(ORACLES, "c/uses.ts"), root, ...under],
  },
  php: {
    folder: "php",
    command: (root, under) => [process.execPath, join(ORACLES, "php/uses.ts"), root, ...under],
  },
  rust: {
    folder: "rust",
    command: (root, under) => [process.execPath, join(ORACLES, "rust/uses.ts"), root, ...under],
  },
};

export const LANGUAGES: readonly string[] = Object.keys(COMMANDS);

export function repositories(): Repository[] {
  return JSON.parse(readFileSync(new URL("repos.json", import.meta.url), "utf8")) as Repository[];
}

/** Path of the truth; the oracle runs only where it has not yet been asked, or was another one then. */
export async function truthOf(repository: Repository, corpora: string): Promise<string> {
  const root = join(corpora, repository.name);
  const { folder, command } = COMMANDS[repository.language]!;
  const revision = spawnSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
  if (revision !== repository.revision) {
    throw new Error(`${root} is at ${revision || "no revision"}, not at ${repository.revision}`);
  }
  const under = repository.under ?? [];
  const key = createHash("sha256").update(`${revision}\n${under.join("\n")}\n`);
  for (const file of readdirSync(join(ORACLES, folder)).sort()) {
    key.update(readFileSync(join(ORACLES, folder, file)));
  }
  const place = join(corpora, ".graph-truth");
  const path = join(
    place,
    `${repository.name}-${repository.language}-${key.digest("hex").slice(0, 12)}.jsonl`,
  );
  if (existsSync(path)) return path;
  mkdirSync(place, { recursive: true });
  const [program, ...args] = command(root, under);
  const out = createWriteStream(`${path}.part`);
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.pipe(out);
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  await finished(out);
  if (code !== 0) throw new Error(`the ${repository.language} oracle failed in ${repository.name} (${code})`);
  renameSync(`${path}.part`, path);
  return path;
}
