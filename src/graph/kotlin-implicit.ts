// What does an implicit receiver of Kotlin have under a name? Members of its type, of objects without a name and what extends
// it.
import { type Place, placeKey, tablesOf } from "./file-tables.ts";
import type { Rule, Why } from "./graph.ts";
import { type Candidate, extendsReceiver, extensionsOf, type Received } from "./kotlin-candidates.ts";
import { type Asked, isWanted, wantedOf } from "./kotlin-choice.ts";
import { isEntry } from "./kotlin-contexts.ts";
import { MEMBERS } from "./kotlin-library.ts";
import { type Member, type Members, membersOf, membersOfBases } from "./kotlin-members.ts";
import { type Implicit, membersOfBlock } from "./kotlin-receivers.ts";
import { extensionOf } from "./kotlin-text.ts";
import { baseTypes, type TypeFound } from "./kotlin-types.ts";
import type { Resolver } from "./resolve.ts";

interface Seen {
  candidates: Candidate[];
  unsure: boolean;
  why: Why;
  outside: boolean;
}

export async function ofImplicit(
  asked: Asked,
  implicit: Implicit,
  all: readonly Implicit[],
  level: number,
): Promise<Seen> {
  const { r, tables, reference } = asked;
  const { name } = reference;
  const seen: Seen = { candidates: [], unsure: false, why: "unresolved-base", outside: false };
  const add = async (members: Members, rule: Rule, receiver: Place | null, received: Received | null) => {
    seen.unsure ||= members.unsure;
    seen.outside ||= members.outside;
    for (const member of wantedOf(asked, members.found)) {
      const extended = extensionOf(member.tables, member.at);
      let sure = member.partial !== true;
      if (extended !== "") {
        const fits = await fitsAny(asked, member, all);
        if (fits === "no") continue;
        sure = fits === "sure";
      }
      const inFile = member.place.file === tables.file.index && rule === "this-method";
      candidatesOf(seen, { member, rule: inFile ? "same-file" : rule, receiver, level, sure });
    }
    if (received === null) return;
    const extensions = await extensionsOf(r, tables, name, received, level + 0.3);
    for (const c of extensions.candidates) if (isWanted(asked, c.member)) candidatesOf(seen, c);
  };
  switch (implicit.kind) {
    case "class": {
      const { place } = implicit;
      const received: Received = { type: { kind: "declared", place, rule: "this-method" }, itself: false };
      if (!implicit.fixed)
        await add(await membersOf(r, place, name, "instance"), "this-method", place, received);
      await add(await membersOf(r, place, name, "static"), "this-method", null, null);
      for (const { type } of await baseTypes(r, place))
        if (type.kind === "declared") await addStatics(r, type.place, name, add);
      return seen;
    }
    case "object": {
      const known: Place[] = [];
      for (const base of implicit.bases) {
        if (base.kind === "declared") known.push(base.place);
        else if (base.kind === "outside") seen.outside = true;
        else seen.unsure = true;
      }
      const own = membersOfBlock(tables, implicit.block, name);
      const [first] = known;
      await add(await membersOfBases(r, own, known, name), "this-method", null, null);
      if (first !== undefined) {
        const received: Received = {
          type: { kind: "declared", place: first, rule: "this-method" },
          itself: false,
        };
        await add({ found: [], outside: false, unsure: false }, "this-method", null, received);
      }
      return seen;
    }
    case "type":
      seen.why = "unresolved-receiver";
      await ofTypeReceiver(asked, implicit, seen, add);
      return seen;
  }
}

async function addStatics(
  r: Resolver,
  place: Place,
  name: string,
  add: (members: Members, rule: Rule, receiver: null, received: null) => Promise<void>,
): Promise<void> {
  const { found } = await membersOf(r, place, name, "static");
  await add({ found, outside: false, unsure: false }, "this-method", null, null);
}

async function ofTypeReceiver(
  asked: Asked,
  implicit: Implicit & { kind: "type" },
  seen: Seen,
  add: (members: Members, rule: Rule, receiver: Place | null, received: Received | null) => Promise<void>,
): Promise<void> {
  const { r, reference } = asked;
  const { type, members } = implicit;
  const none: Members = { found: [], outside: false, unsure: false };
  const received: Received = { type, itself: false };
  switch (type.kind) {
    case "declared": {
      const tables = tablesOf(await r.file(type.place.file));
      const alone = tables !== null && isEntry(tables, type.place.at);
      await add(
        await membersOf(r, type.place, reference.name, "instance"),
        "this-method",
        alone ? null : type.place,
        received,
      );
      return;
    }
    case "outside":
      await add(none, "this-method", null, received);
      // What else it may have by its own type is not known.
      if (members?.includes(reference.name) ?? MEMBERS.get(type.name)?.has(reference.name) ?? true)
        seen.unsure = seen.candidates.length === 0;
      return;
    default:
      seen.unsure = true;
  }
}

function candidatesOf(seen: Seen, candidate: Candidate): void {
  const key = placeKey(candidate.member.place);
  if (!seen.candidates.some((c) => placeKey(c.member.place) === key)) seen.candidates.push(candidate);
}

/** Whether a member that extends a type extends one of the receivers at hand. */
async function fitsAny(
  asked: Asked,
  member: Member,
  all: readonly Implicit[],
): Promise<"no" | "maybe" | "sure"> {
  let best: "no" | "maybe" | "sure" = "no";
  for (const implicit of all) {
    const type: TypeFound =
      implicit.kind === "class"
        ? { kind: "declared", place: implicit.place, rule: "this-method" }
        : implicit.kind === "type"
          ? implicit.type
          : (implicit.bases[0] ?? { kind: "unknown" });
    const fits = await extendsReceiver(asked.r, member, { type, itself: false });
    if (fits === "sure") return "sure";
    if (fits === "maybe") best = "maybe";
  }
  return best;
}
