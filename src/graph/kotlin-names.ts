// What does a name in a Kotlin file mean? What is local goes first, then members of the receivers at hand and functions
// that extend them, then what the top of packages offers. Behind a dot: `kotlin-behind-dot.ts`.
import { isType, tablesOf } from "./file-tables.ts";
import type { Rule, Why } from "./graph.ts";
import { behindDot } from "./kotlin-behind-dot.ts";
import { blocksAt } from "./kotlin-blocks.ts";
import { type Candidate, offeredTo } from "./kotlin-candidates.ts";
import { type Asked, CUT, decided, isWanted, memberExtensions, surely } from "./kotlin-choice.ts";
import { ofImplicit } from "./kotlin-implicit.ts";
import { memberAt, takes } from "./kotlin-members.ts";
import { type Implicit, implicitsAt } from "./kotlin-receivers.ts";
import { argumentsOf, extensionOf } from "./kotlin-text.ts";
import { namedType, type TypeFound } from "./kotlin-types.ts";
import { ELSEWHERE, EXTERNAL, type Meaning, possible, type Valued } from "./meaning.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function kotlinMeaning(
  r: Resolver,
  file: GraphFile,
  index: number,
  receiver: () => Promise<Valued>,
): Promise<Meaning> {
  const tables = tablesOf(file)!;
  const reference = tables.facts.references[index]!;
  const args = reference.role === "call" ? argumentsOf(tables, reference) : null;
  const asked: Asked = { r, tables, reference, offset: tables.startOf(reference.range), args };
  switch (reference.role) {
    case "import":
      return imported(asked);
    case "type":
    case "new":
    case "decorator":
      return ofType(asked);
    default:
      return reference.receiver === "" ? bare(asked) : behindDot(asked, receiver);
  }
}

async function ofType({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const { name, receiver, enclosing } = reference;
  if (receiver.length >= CUT) return possible("unresolved-module");
  return typeMeaning(
    await namedType(r, tables, receiver === "" ? name : `${receiver}.${name}`, offset, enclosing),
  );
}

function typeMeaning(found: TypeFound): Meaning {
  if (found.kind === "declared") return { kind: "proven", rule: found.rule, targets: [found.place] };
  return found.kind === "unknown" ? possible("unresolved-module") : EXTERNAL;
}

async function imported({ r, tables, reference, offset }: Asked): Promise<Meaning> {
  const fact = tables.facts.imports.find(
    (i) =>
      i.imported === reference.name && tables.startOf(i.range) <= offset && tables.endOf(i.range) > offset,
  );
  if (fact === undefined) return possible("same-name");
  const { members, unsure } = await offeredTo(r, tables, fact.local);
  const targets = members
    .filter((m) => m.order === 0 && m.member.tables.facts.symbols[m.member.at]!.name === fact.imported)
    .map((m) => m.member.place);
  if (targets.length > 0) return { kind: "proven", rule: "import", targets };
  return unsure ? possible("unresolved-module") : EXTERNAL;
}

async function bare(asked: Asked): Promise<Meaning> {
  const { r, tables, reference, offset } = asked;
  const { name, binding, target, enclosing, role } = reference;
  const { symbols } = tables.facts;
  if (binding === "local" || binding === "param") {
    if (target === -1) return ELSEWHERE;
    const { parent, range } = symbols[target]!;
    // A function that a function holds is seen behind its declaration.
    if (parent !== -1 && !isType(symbols[parent]!.kind) && tables.startOf(range) <= offset) {
      const nearer = await nearerThan(asked, tables.startOf(range));
      return nearer ?? ofLocals(asked, target);
    }
  }
  const candidates: Candidate[] = [];
  let hidden: Why | null = null;
  let outside = false;
  // Names of classes are hardly names of members that nobody sees.
  const isClassName = /^[\p{Lu}]/u.test(name) && /[\p{Ll}\d]/u.test(name + (role === "call" ? "a" : ""));
  const implicits = await implicitsAt(r, tables, offset, enclosing);
  for (const [level, implicit] of implicits.entries()) {
    const seen = await ofImplicit(asked, implicit, implicits, level);
    candidates.push(...seen.candidates);
    if (seen.unsure && candidates.length === 0 && !isClassName) hidden ??= seen.why;
    else if (seen.unsure && !isClassName) hidden ??= surely(asked, candidates) ? null : seen.why;
    outside ||= seen.outside;
  }
  const offered = await offeredTo(r, tables, name);
  for (const { member, rule, order } of offered.members) {
    if (!isWanted(asked, member) || extensionOf(member.tables, member.at) !== "") continue;
    const here = member.place.file === tables.file.index;
    const by: Rule = here && order > 0 ? "same-file" : rule;
    candidates.push({ member, rule: by, receiver: null, level: 100 + order, sure: true });
  }
  if (hidden === null && offered.unsure && !candidates.some((c) => c.level < 101))
    hidden = "unresolved-module";
  if (hidden === null && offered.outside && candidates.length === 0) return EXTERNAL;
  if (hidden !== null) return possible(hidden);
  if (candidates.length === 0)
    return outside || implicits.length === 0 ? EXTERNAL : withoutCandidates(asked, implicits);
  return decided(asked, candidates, offered.outside);
}

/** What receivers have under the name that come into hand inside of the block in which the local function stands. */
async function nearerThan(asked: Asked, local: number): Promise<Meaning | null> {
  const { r, tables, reference, offset } = asked;
  const holder = blocksAt(tables, local)[0]?.start ?? 0;
  const implicits = await implicitsAt(r, tables, offset, reference.enclosing, holder);
  const candidates: Candidate[] = [];
  for (const [level, implicit] of implicits.entries()) {
    const seen = await ofImplicit(asked, implicit, implicits, level);
    candidates.push(...seen.candidates);
    if (seen.unsure && !surely(asked, candidates)) return possible(seen.why);
  }
  return candidates.length === 0 ? null : decided(asked, candidates, false);
}

/** Members that extend something may be meant where a receiver is not known. */
async function withoutCandidates(asked: Asked, implicits: readonly Implicit[]): Promise<Meaning> {
  if (!implicits.some((i) => i.kind === "type" && i.type.kind !== "declared" && i.members === null))
    return EXTERNAL;
  const targets = await memberExtensions(asked);
  return targets.length === 0 ? EXTERNAL : possible("unresolved-receiver", targets);
}

/** Functions and classes that a function holds. */
function ofLocals(asked: Asked, target: number): Meaning {
  const { tables } = asked;
  const { symbols } = tables.facts;
  const { qualified, parent } = symbols[target]!;
  const all = (tables.byQualified.get(qualified) ?? []).filter((s) => symbols[s]!.parent === parent);
  const fitting = all.filter((s) => takes(memberAt(tables, s), asked.args) !== "no");
  const places = (fitting.length === 0 ? all : fitting).map((s) => tables.place(s));
  if (places.length === 1) return { kind: "proven", rule: "same-file", targets: places };
  return possible("ambiguous-declaration", places);
}
