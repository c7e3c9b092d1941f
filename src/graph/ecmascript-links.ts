// Which packages of the repository does a package link by their folder? `"name": "link:./folder"`, `file:`, `portal:`.
import { isRecord } from "../base/record.ts";
import { joined } from "./ecmascript-config-text.ts";

export const DEPENDENCIES = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
] as const;

type Links = Map<string, Map<string, string>>;

interface Package {
  readonly folder: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** By the folder of the package that asks: the name under which it asks, and the folder that it means. */
export function linksOf(packages: ReadonlyMap<string, Package>): Links {
  const links: Links = new Map();
  for (const { folder, json } of packages.values()) {
    for (const key of DEPENDENCIES) {
      const list = json[key];
      if (!isRecord(list)) continue;
      for (const [name, version] of Object.entries(list)) {
        const path =
          typeof version === "string" ? /^(?:link|file|portal):(.+)$/.exec(version)?.[1] : undefined;
        const target = path === undefined ? null : joined(folder, path);
        if (target === null || !packages.has(target)) continue;
        const known = links.get(folder);
        if (known === undefined) links.set(folder, new Map([[name, target]]));
        else if (!known.has(name)) known.set(name, target);
      }
    }
  }
  return links;
}

/** Names under which others link the package of the folder. */
export function linkNames(links: ReadonlyMap<string, ReadonlyMap<string, string>>, folder: string): string[] {
  return [...links.values()].flatMap((named) =>
    [...named].flatMap(([name, target]) => (target === folder ? [name] : [])),
  );
}
