// Who may still use a name that a file no longer declares? Uses that mean nothing else: imports that lead nowhere, bare
// names without a declaration, members of receivers that are not known, lines of files that were not parsed. Where a
// language takes a name without a declaration for one from outside, it may be what is gone.
import { receiverOf } from "./expressions.ts";
import type { FileTables } from "./file-tables.ts";
import type { LostUses, NotLooked, PossibleSite, Why } from "./graph.ts";
import type { Meaning } from "./meaning.ts";
import { ofOtherLanguages } from "./not-looked.ts";
import type { Resolver } from "./resolve.ts";
import { bySite, possibleAt } from "./sites.ts";
import { textualUses, unparsedUses } from "./textual-uses.ts";

/** Files that one name is looked for in: past it the answer says what it left out. */
const MOST_FILES = 20_000;

/** What is gone. */
export interface LostName {
  readonly name: string;
  /** It was one of a type, an object or a namespace. */
  readonly member: boolean;
  /** The file that declared it. */
  readonly path: string;
}

/** Languages in which a bare name is never a member, unless it stands beside it. */
const MEMBERS_BEHIND_DOTS =
  /^(?:javascript|jsx|typescript|tsx|vue|svelte|astro|python|go|rust|php|c|lua|elixir)$/;
/** Languages in which nothing but a member or a name of a module stands behind a dot. */
const DOTS_ARE_KNOWN = /^(?:javascript|jsx|typescript|tsx|vue|svelte|astro|python|go|rust|ruby|c)$/;
/** Languages whose imports name packages, which need not be where the files are. */
const BY_PACKAGE = /^(?:java|kotlin|csharp|php|scala)$/;
/** Packages that no repository declares (Java, Kotlin, Android and .NET keep them). */
const OF_LANGUAGE = /^(?:java|javax|kotlin|kotlinx|android|androidx|scala|System|Microsoft)(?:\.|$)/;

/** `languages`: of the file that declared it. */
export async function lostUses(r: Resolver, lost: LostName, languages: readonly string[]): Promise<LostUses> {
  const possible: PossibleSite[] = [];
  /** Where another declaration may be meant: told where nothing else is found. */
  const doubtful: PossibleSite[] = [];
  const notLooked: NotLooked[] = [];
  const foreign = new Map<string, number>();
  const { name, member } = lost;
  const files = r.view.naming(name);
  if (files.length > MOST_FILES) {
    const what = `${files.length - MOST_FILES} files that hold ${name}`;
    notLooked.push({ what, why: `ceiling of ${MOST_FILES} files` });
  }
  const names = new Set([name]);
  const inText = { name, dynamic: false, strings: false, stringsWhereDynamic: false };
  for await (const file of r.each(files.slice(0, MOST_FILES))) {
    const { language } = file;
    if (!languages.includes(language)) {
      foreign.set(language, (foreign.get(language) ?? 0) + 1);
      continue;
    }
    const tables = r.tables(file);
    if (tables === null) {
      possible.push(...unparsedUses(file, names, notLooked));
      continue;
    }
    for (const index of tables.byName.get(name) ?? []) {
      const behind = tables.facts.references[index]!.receiver !== "";
      if (member && !behind && file.path !== lost.path && MEMBERS_BEHIND_DOTS.test(language)) continue;
      const meaning = await r.meaning(file, index);
      const why = await whyOf(r, tables, index, meaning, lost);
      if (why === null) continue;
      if (!member && behind && why !== "unresolved-module" && DOTS_ARE_KNOWN.test(language)) continue;
      const among = meaning.kind === "possible" && meaning.targets.length > 0 ? doubtful : possible;
      among.push(possibleAt(tables, index, why));
    }
    possible.push(...textualUses(tables, names, inText, notLooked));
  }
  notLooked.push(...ofOtherLanguages(foreign));
  return { possible: (possible.length > 0 ? possible : doubtful).sort(bySite), notLooked };
}

/** Null where it surely means something else. */
async function whyOf(
  r: Resolver,
  tables: FileTables,
  index: number,
  meaning: Meaning,
  lost: LostName,
): Promise<Why | null> {
  if (meaning.kind === "possible") return meaning.why;
  if (meaning.kind !== "external") return null;
  const { file } = tables;
  const { receiver, binding, role } = tables.facts.references[index]!;
  if (receiver !== "") {
    if (DOTS_ARE_KNOWN.test(file.language) && !lost.member) return null;
    // The type is of the repository and has no such member, or it is not known: one from outside was only assumed. What
    // extends a type of Kotlin from beside it is called as its member.
    const { entity } = await receiverOf(r, file, index);
    const isOutside = entity.kind === "outside" || entity.kind === "list" || entity.kind === "later";
    return isOutside && (lost.member || file.language !== "kotlin") ? null : "unresolved-receiver";
  }
  if (role === "import" || binding === "import") return importedWhy(tables, lost.name);
  return mayShare(tables, lost.path) ? "same-name" : null;
}

function importedWhy({ file, facts }: FileTables, name: string): Why | null {
  if (!BY_PACKAGE.test(file.language)) return null;
  const own = facts.imports.filter((i) => i.local === name || i.imported === name);
  return own.length > 0 && own.every((i) => OF_LANGUAGE.test(i.module)) ? null : "unresolved-module";
}

/** Whether a bare name of the file may be one that another file declares without an import that names it. */
function mayShare({ file, facts }: FileTables, path: string): boolean {
  if (file.path === path) return true;
  const takesAll = facts.imports.some((i) => i.imported === "*" && i.local === "");
  if (file.language === "python") return takesAll;
  if (file.language === "go") return takesAll || folderOf(file.path) === folderOf(path);
  return true;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
