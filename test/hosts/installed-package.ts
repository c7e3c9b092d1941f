// The package as people get it: staged, packed by npm, unpacked into a temporary folder with what its manifest asks for
// beside it and nothing else. Made once for all that ask.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { npmPack } from "../../scripts/pack/npm-pack.ts";
import { stagePackage } from "../../scripts/pack/stage-package.ts";
import { CHECKOUT } from "../structure/checkout.ts";

export interface Installed {
  /** Temporary folder, removed when the process ends. */
  place: string;
  /** The package in it. */
  folder: string;
  /** The program that its manifest names. */
  bin: string;
}

type Manifest = { bin: { pith: string }; dependencies: Record<string, string> };

let made: Promise<Installed> | undefined;

export function installed(): Promise<Installed> {
  return (made ??= install());
}

async function install(): Promise<Installed> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "pith-packed-")));
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  const staged = join(place, "staged");
  // Types are checked elsewhere, and the best compression takes half a minute.
  await stagePackage(CHECKOUT, staged, { despiteTypeErrors: true, quality: 1 });
  const tarball = npmPack(staged, place);
  rmSync(staged, { recursive: true });
  const folder = join(place, "node_modules", "pith");
  mkdirSync(folder, { recursive: true });
  // Named without a drive, whose colon some take for a host.
  const run = spawnSync(
    "tar",
    ["-xzf", basename(tarball), "-C", join("node_modules", "pith"), "--strip-components", "1"],
    {
      cwd: place,
      encoding: "utf8",
    },
  );
  if (run.status !== 0) throw new Error(`tar ended with ${run.status ?? run.signal}: ${run.stderr}`);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  // A table or grammar that is missing must not come from a checkout.
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    // A junction, which Windows lets everybody make.
    symlinkSync(join(CHECKOUT, "node_modules", name), link, "junction");
  }
  return { place, folder, bin: join(folder, manifest.bin.pith) };
}
