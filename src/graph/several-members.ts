// What has a value that is of several types at once, or of one of several?
import { placeKey, type Place } from "./file-tables.ts";
import type { Entity, Members } from "./meaning.ts";
import { membersOf } from "./members.ts";
import type { Resolver } from "./resolve.ts";

const NONE: Members = { kind: "none" };
const OUTSIDE: Members = { kind: "outside" };

/** Members that a string, a number or a truth value has too. */
const OF_PLAIN = new Set(
  `length toString valueOf toLocaleString at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf
  localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr
  substring toLowerCase toUpperCase trim trimEnd trimStart toFixed toPrecision toExponential description`.split(
    /\s+/,
  ),
);

/** A member of each of the types is meant; what only some have can be used where the others are excluded. */
export async function ofEither(
  r: Resolver,
  entities: readonly Entity[],
  sure: boolean,
  name: string,
  wantsType: boolean,
): Promise<Members> {
  const places = new Map<string, Place>();
  let missing = false;
  let outside = false;
  for (const entity of entities) {
    if (entity.kind === "outside" && entity.of === "plain" && !OF_PLAIN.has(name)) continue;
    const found = await membersOf(r, entity, name, wantsType);
    if (found.kind === "found") for (const place of found.places) places.set(placeKey(place), place);
    else if (found.kind === "outside") outside = true;
    else if (found.kind === "unknown") return { kind: "unknown", why: found.why, places: [] };
    else if (found.kind === "module") return { kind: "unknown", why: "ambiguous-declaration", places: [] };
    else missing = true;
  }
  const all = [...places.values()];
  if (all.length === 0) return outside ? OUTSIDE : NONE;
  if (outside || (!sure && (all.length > 1 || missing))) {
    return { kind: "unknown", why: "ambiguous-declaration", places: all };
  }
  return { kind: "found", places: all };
}

/** What one of the types surely has, the whole has, whatever the others are. */
export async function ofBoth(
  r: Resolver,
  entities: readonly Entity[],
  name: string,
  wantsType: boolean,
): Promise<Members> {
  const all: Members[] = [];
  for (const entity of entities) all.push(await membersOf(r, entity, name, wantsType));
  const places = all.flatMap((m) => (m.kind === "found" ? m.places : []));
  if (places.length > 0) return { kind: "found", places };
  return all.find((m) => m.kind === "unknown") ?? all.find((m) => m.kind === "outside") ?? NONE;
}
