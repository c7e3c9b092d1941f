// In which order does Python look for a member in the bases of a class? The C3 linearization
// (docs.python.org/3/howto/mro.html); a base that is not known stands as such in its place.
import { basesFirst, placesOf } from "./bases-first.ts";
import { placeKey, type Place } from "./file-tables.ts";
import { basesThatGive } from "./members.ts";
import type { Resolver } from "./resolve.ts";

type Step = Place | "outside" | "unknown";

/** Classes above one that are followed. */
const MOST = 500;

export async function lineage(r: Resolver, place: Place): Promise<readonly Step[]> {
  const key = (at: Place) => `mro ${placeKey(at)}`;
  const above = async (at: Place) => {
    const tables = r.tables(await r.file(at.file));
    return tables === null ? [] : placesOf(await basesThatGive(r, tables, at.at));
  };
  await basesFirst(r, place, key, above, (at) => orderOf(r, at));
  return orderOf(r, place);
}

function orderOf(r: Resolver, place: Place): Promise<readonly Step[]> {
  return r.once<readonly Step[]>(`mro ${placeKey(place)}`, ["unknown"], () => linearized(r, place));
}

async function linearized(r: Resolver, place: Place): Promise<readonly Step[]> {
  const tables = r.tables(await r.file(place.file));
  if (tables === null) return ["unknown"];
  const lists: Step[][] = [];
  const direct: Step[] = [];
  for (const base of await basesThatGive(r, tables, place.at)) {
    if (base.kind === "instance" || base.kind === "declared") {
      direct.push(base.place);
      lists.push([base.place, ...(await orderOf(r, base.place))]);
    } else {
      const step = base.kind === "outside" ? "outside" : "unknown";
      direct.push(step);
      lists.push([step]);
    }
  }
  return lists.length === 1 ? lists[0]! : merged([...lists, direct]);
}

function merged(lists: readonly (readonly Step[])[]): readonly Step[] {
  const order: Step[] = [];
  const keys = lists.map((list) => list.map((step) => (typeof step === "string" ? step : placeKey(step))));
  const heads = lists.map(() => 0);
  // How many lists have a step behind their head.
  const behind = new Map<string, number>();
  for (const list of keys) for (const key of list.slice(1)) behind.set(key, (behind.get(key) ?? 0) + 1);
  for (;;) {
    const left = lists.flatMap((list, i) => (heads[i]! < list.length ? [i] : []));
    if (left.length === 0) return order;
    const next = left.find(
      (i) => typeof lists[i]![heads[i]!] === "string" || (behind.get(keys[i]![heads[i]!]!) ?? 0) === 0,
    );
    if (next === undefined || order.length > MOST) return ["unknown"];
    const key = keys[next]![heads[next]!]!;
    order.push(lists[next]![heads[next]!]!);
    for (const i of left) {
      if (keys[i]![heads[i]!] !== key) continue;
      heads[i]!++;
      const head = keys[i]![heads[i]!];
      if (head !== undefined) behind.set(head, behind.get(head)! - 1);
    }
  }
}
