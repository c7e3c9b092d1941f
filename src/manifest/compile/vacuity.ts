// Does a descriptor say anything? Three faults of form that need no model to be seen.
import type { Descriptor } from "./descriptor.ts";
import { wordBag } from "./word-bag.ts";

export type VacuityFlag = "what restates the title" | "when has no terms" | "when is generic";

/** Words that stand where something should. */
const FILLERS = new Set(
  "various general generic miscellaneous misc stuff things everything anything several related etc".split(
    " ",
  ),
);
/** Words beyond the title that `what` has to add, and words that `when` has to have. */
const LEAST_WORDS = 2;

export function vacuityFlags(
  title: string | null | undefined,
  { what, when }: Pick<Descriptor, "what" | "when">,
): VacuityFlag[] {
  const flags: VacuityFlag[] = [];
  const named = wordBag(title ?? "");
  const said = wordBag(what);
  const restates = [...named].every((word) => said.has(word)) && said.size - named.size < LEAST_WORDS;
  if (named.size > 0 && restates) flags.push("what restates the title");
  const wanted = wordBag(when);
  const fillers = [...wanted].filter((word) => FILLERS.has(word)).length;
  if (wanted.size < LEAST_WORDS) flags.push("when has no terms");
  else if (fillers > 0 && wanted.size - fillers < LEAST_WORDS) flags.push("when is generic");
  return flags;
}
