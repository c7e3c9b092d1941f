// What does the package file of the published package say? The checkout's own, without what is only for the checkout.
import { KEPT_FORMS } from "../../src/store/kept-forms.ts";

export interface Manifest {
  name: string;
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  [key: string]: unknown;
}

/** Fields that a user's npm needs or shows. Everything else (scripts, development packages) stays at home. */
const KEPT = [
  "name",
  "version",
  "description",
  "license",
  "author",
  "repository",
  "homepage",
  "bugs",
  "keywords",
  "type",
  "engines",
  "bin",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
] as const;

export function packedManifest(manifest: Manifest): Record<string, unknown> {
  const packed: Record<string, unknown> = {};
  for (const field of KEPT) if (manifest[field] !== undefined) packed[field] = manifest[field];
  packed["exports"] = {
    ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" },
    "./manifest": { types: "./dist/types/manifests.d.ts", default: "./dist/manifests.js" },
    "./package.json": "./package.json",
  };
  // What `pith upgrade` compares, and by which it knows a package of Pith from others of that name.
  packed["pith"] = { forms: KEPT_FORMS };
  return packed;
}
