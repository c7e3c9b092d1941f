// What a user's `npm install` brings: no install script, no native build, no download, nothing for one system only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { packedManifest, type Manifest } from "../../scripts/pack/packed-manifest.ts";
import { readCheckout, readCheckoutJson } from "./checkout.ts";

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  gypfile?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const lock = readCheckoutJson<{ packages: Record<string, Locked> }>("package-lock.json").packages;
const manifest = readCheckoutJson<Manifest>("package.json");

/** Packages below the production dependencies, by their place in the lock file. */
function productionPackages(): [string, Locked][] {
  const found = new Map<string, Locked>();
  const visit = (name: string, from: string): void => {
    const place = resolve(name, from);
    const locked = lock[place];
    assert.ok(locked, `${name} is in the lock file`);
    if (found.has(place)) return;
    found.set(place, locked);
    for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
      visit(next, place);
  };
  for (const name of Object.keys(manifest.dependencies)) visit(name, "");
  return [...found];
}

/** As Node finds it: beside the package that asks, then further out. */
function resolve(name: string, from: string): string {
  for (let folder = from; ; folder = outer(folder)) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[place] !== undefined || folder === "") return place;
  }
}

function outer(place: string): string {
  const at = place.lastIndexOf("/node_modules/");
  return at === -1 ? "" : place.slice(0, at);
}

const production = productionPackages();

test(`none of ${production.length} production packages runs a script, builds or is for one system`, () => {
  assert.ok(production.length >= Object.keys(manifest.dependencies).length);
  const wrong = production
    .filter(([, p]) => p.hasInstallScript || p.gypfile || p.os || p.cpu || p.libc || p.optional || p.link)
    .map(([place]) => place);
  assert.deepEqual(wrong, []);
});

test("every production package has a licence that may be used", () => {
  const allowed = new Set([
    "MIT",
    "Apache-2.0",
    "ISC",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "BlueOak-1.0.0",
  ]);
  const wrong = production
    .filter(([, p]) => !allowed.has(p.license ?? "none"))
    .map(([place, p]) => `${place}: ${p.license}`);
  assert.deepEqual(wrong, []);
});

test("every version is pinned and every package has its integrity", () => {
  const named = { ...manifest.dependencies, ...(manifest["devDependencies"] as Record<string, string>) };
  assert.deepEqual(
    Object.entries(named).filter(([, v]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(v)),
    [],
  );
  const loose = Object.entries(lock).filter(([place, p]) => place !== "" && !p.link && !p.integrity);
  assert.deepEqual(
    loose.map(([place]) => place),
    [],
  );
});

test("the lock file names no host", () => {
  assert.deepEqual(
    Object.values(lock).filter((p) => p.resolved !== undefined),
    [],
  );
  assert.doesNotMatch(
    readCheckout("package-lock.json"),
    /https?:\/\/(?!opencollective|github\.com|(www\.)?(patreon|paypal|tidelift))[\w.-]*(registry|npm)[\w.-]*\//,
  );
});

test("install scripts are switched off in the checkout", () => {
  assert.match(readCheckout(".npmrc"), /^ignore-scripts=true$/m);
  const scripts = manifest["scripts"] as Record<string, string>;
  const hooks = Object.keys(scripts).filter((s) => /^(pre|post)|^(prepare|install)$/.test(s));
  assert.deepEqual(hooks, [], "nothing may hang on a hook that does not run");
});

test("the published manifest carries no packages but the production ones", () => {
  const packed = packedManifest(manifest);
  assert.deepEqual(packed["dependencies"], manifest.dependencies);
  for (const field of ["devDependencies", "optionalDependencies", "scripts", "workspaces", "overrides"]) {
    assert.equal(packed[field], undefined, field);
  }
});

test("a package that users may add is never installed for them", () => {
  const peers = packedManifest(manifest)["peerDependencies"] as Record<string, string>;
  const meta = packedManifest(manifest)["peerDependenciesMeta"] as Record<string, { optional?: boolean }>;
  assert.deepEqual(Object.keys(peers), ["@huggingface/transformers", "typescript"]);
  assert.deepEqual(
    Object.keys(peers).filter((name) => meta[name]?.optional !== true),
    [],
  );
});
