// May a symbol have the new name at all? By the rules of its language: how names are written, which words are taken.
import { LETTERS } from "../lang/name-rules.ts";
import { languageById } from "../lang/registry.ts";

export type NameFault = "not-a-name" | "reserved" | "visibility";

export function nameFault(language: string, from: string, to: string, isMember: boolean): NameFault | null {
  const names = languageById(language)?.names;
  if (!(names?.form ?? LETTERS).test(to)) return "not-a-name";
  // What `#` marks is another kind of member.
  if (to.startsWith("#") !== from.startsWith("#")) return "not-a-name";
  if (names?.reserved.has(to) === true && !(isMember && names.freeMembers === true)) return "reserved";
  // In Go the first letter says who sees it.
  if (language === "go" && /^\p{Lu}/u.test(from) !== /^\p{Lu}/u.test(to)) return "visibility";
  return null;
}
