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

function merged(lists: Step[][]): readonly Step[] {
  const order: Step[] = [];
  const key = (step: Step) => (typeof step === "string" ? step : placeKey(step));
  for (;;) {
    const left = lists.filter((l) => l.length > 0);
    if (left.length === 0) return order;
    const next = left
      .map((l) => l[0]!)
      .find(
        (head) => typeof head === "string" || !left.some((l) => l.slice(1).some((s) => key(s) === key(head))),
      );
    if (next === undefined || order.length > MOST) return ["unknown"];
    order.push(next);
    for (const list of left) if (key(list[0]!) === key(next)) list.shift();
  }
}
